package api_test

import (
	"context"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/workbench/api"
)

func TestEveryMethodIsDocumentedWithItsFields(t *testing.T) {
	s := must.Get(api.New(1, 0))(t)
	for _, m := range s.Methods() {
		webtest.Documented(t, m.Name, m.Fields, m.Heavy)
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
	m := api.Define("double", func(context.Context, *question, api.Emit) (any, error) { return nil, nil })
	if got := strings.Join(m.Fields, " "); got != "position moves Plain" {
		t.Errorf("the fields are %q", got)
	}
}
