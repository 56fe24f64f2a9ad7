package workbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The methods that every service has are asked for in package api.
func TestEveryMethodOfTheServerIsDocumentedWithItsFields(t *testing.T) {
	text, err := os.ReadFile("../../../docs/web-api.md")
	if err != nil {
		t.Fatal(err)
	}
	methods, end, err := (&options{collection: filepath.Join(t.TempDir(), "problems.db"), laboratory: t.TempDir()}).methods(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if len(methods) < 10 {
		t.Errorf("there are only %d methods", len(methods))
	}
	for _, m := range methods {
		_, section, has := strings.Cut(string(text), "\n### "+m.Name+"\n")
		section, _, _ = strings.Cut(section, "\n### ")
		if !has {
			t.Errorf("docs/web-api.md does not know %s", m.Name)
			continue
		}
		for _, field := range m.Fields {
			// The language of all requests is told of before the methods.
			if field != "language" && !strings.Contains(section, "`"+field+"`") {
				t.Errorf("docs/web-api.md, %s: no word of `%s`", m.Name, field)
			}
		}
		if strings.Contains(section, "*Heavy*") != m.Heavy {
			t.Errorf("docs/web-api.md, %s: \"*Heavy*\" stands there where it is not, or the other way round", m.Name)
		}
	}
}
