package api

import (
	"context"

	"alfiere/problem/text"
)

// termsQuery asks for the terms of reports.
type termsQuery struct {
	Language string `json:"language"` // English if empty
}

// termWords are the name and the meaning of a term.
type termWords struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

func (s *Service) terms(_ context.Context, q *termsQuery, _ Emit) (any, error) {
	l, err := readLanguage(q.Language)
	if err != nil {
		return nil, err
	}
	words := map[string]termWords{}
	for english, term := range text.Terms(l) {
		words[english] = termWords{term.Name, term.Meaning}
	}
	return words, nil
}
