package webtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// Documented reports to t what docs/web-api.md lacks about a method: the fields of its requests, and
// whether it is heavy.
func Documented(t testing.TB, name string, fields []string, heavy bool) {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(root(t), "docs", "web-api.md")))(t)
	_, section, has := strings.Cut(string(text), "\n### "+name+"\n")
	if !has {
		t.Errorf("docs/web-api.md does not know %s", name)
		return
	}
	section, _, _ = strings.Cut(section, "\n### ")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, field := range fields {
		// The language is described before the methods.
		if field != "language" && !strings.Contains(section, "`"+field+"`") {
			t.Errorf("docs/web-api.md, %s: no word of `%s`", name, field)
		}
	}
	if strings.Contains(section, "*Heavy*") != heavy {
		t.Errorf("docs/web-api.md, %s: \"*Heavy*\" stands there where it is not, or the other way round", name)
	}
}

// root returns the repository's root: the nearest folder with a go.mod above the running test.
func root(t testing.TB) string {
	t.Helper()
	for folder := "."; ; folder = filepath.Join("..", folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if len(folder) > 100 {
			t.Fatal("no folder above has a go.mod")
		}
	}
}
