package api

import (
	"context"

	"alfiere/problem/text"
)

// TermsQuery asks for the words of reports.
type TermsQuery struct {
	Language string `json:"language"` // English if empty
}

// TermWords are what a term is called, and what it means.
type TermWords struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

func (s *Service) terms(_ context.Context, q *TermsQuery, _ Emit) (any, error) {
	l, err := readLanguage(q.Language)
	if err != nil {
		return nil, err
	}
	words := map[string]TermWords{}
	for english, term := range text.Terms(l) {
		words[english] = TermWords{term.Name, term.Meaning}
	}
	return words, nil
}
