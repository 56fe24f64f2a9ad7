package api

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

// described returns the sections of the page of documentation, by the methods' names.
func described(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/web-api.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, part := range strings.Split(string(text), "\n### ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		sections[name] = rest
	}
	return sections
}

func TestEveryMethodIsDocumentedWithItsFields(t *testing.T) {
	s, err := New(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	sections := described(t)
	for _, m := range s.Methods() {
		section, has := sections[m.Name]
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
		if m.About == "" || !regexp.MustCompile(`\.$`).MatchString(m.About) {
			t.Errorf("%s: %q is no sentence", m.Name, m.About)
		}
	}
}

func TestTheFieldsOfARequestAreKnown(t *testing.T) {
	type Common struct {
		Position string `json:"position"`
	}
	type question struct {
		Common
		Moves  int `json:"moves,omitempty"`
		hidden int
		Plain  bool
		Not    int `json:"-"`
	}
	_ = question{hidden: 0}
	m := Define("double", "", func(context.Context, *question, Emit) (any, error) { return nil, nil })
	if got := strings.Join(m.Fields, " "); got != "position moves Plain" {
		t.Errorf("the fields are %q", got)
	}
}
