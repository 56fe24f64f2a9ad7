package collection

import (
	"strings"

	"alfiere/internal/cli"
	"alfiere/problem/database/query"
	"alfiere/problem/text"
	"alfiere/workbench/api"
)

// asking is the part of every body that sets the language of errors.
type asking api.Asked

// language is the language of the answer.
func (a asking) language() (text.Language, error) {
	if a.Language == "" {
		return text.Language{}, nil
	}
	return api.Asked(a).ReadLanguage()
}

// parse reads a query. The fault has the place and suggests corrections.
func (a asking) parse(text string) (*query.Query, error) {
	l, err := a.language()
	if err != nil {
		return nil, err
	}
	q, wrong := query.Parse(text)
	if wrong == nil {
		return q, nil
	}
	fault := wrong.(*query.Error)
	offset := offsetOf(text, fault.Column)
	return nil, &api.Fault{Code: api.BadRequest, Field: "query", Offset: &offset,
		Message: l.Error(fault.Reason) + meantIn(l, cli.Meant(fault))}
}

// listing reads a query that lists problems.
func (a asking) listing(text string) (*query.Query, error) {
	q, err := a.parse(text)
	if err == nil && q.Count {
		l, _ := a.language()
		return nil, &api.Fault{Code: api.BadRequest, Field: "query",
			Message: l.Text("this query counts problems and cannot list them; remove “count”")}
	}
	return q, err
}

// meantIn returns the suggestion at the end of the error for an unknown name.
func meantIn(l text.Language, meant []string) string {
	if len(meant) == 0 {
		return ""
	}
	last := len(meant) - 1
	names := meant[last]
	if last > 0 {
		names = l.Sprintf("%s or %s", strings.Join(meant[:last], ", "), names)
	}
	return l.Sprintf("; did you mean %s?", names)
}
