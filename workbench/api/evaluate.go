package api

import (
	"context"
	"encoding/json"

	"alfiere/eval"
	"alfiere/search/analysis"
)

// evaluateQuestion asks for the evaluation of a position and its parts.
type evaluateQuestion struct {
	Position string `json:"position"` // FEN; empty is the initial position
	Chess960 bool   `json:"chess960"`
	Letters  string `json:"letters"`  // evaluation terms to use; empty is all
	Language string `json:"language"` // of errors
}

// knowledge reads letters. The error is a *Fault.
func knowledge(letters string) (eval.Knowledge, error) {
	if letters == "" {
		return eval.All, nil
	}
	k, err := eval.ParseKnowledge(letters)
	if err != nil {
		return 0, &Fault{Code: BadRequest, Field: "letters", Err: err}
	}
	return k, nil
}

// evaluate is the method "evaluate".
func evaluate(_ context.Context, q *evaluateQuestion, _ Emit) (any, error) {
	l, err := readLanguage(q.Language)
	if err != nil {
		return nil, err
	}
	k, err := knowledge(q.Letters)
	if err != nil {
		return nil, err
	}
	p, err := (&played{Start: q.Position, Chess960: q.Chess960}).start(l)
	if err != nil {
		err.(*Fault).Field = "position"
		return nil, err
	}
	text, err := analysis.JSON(&p, eval.Explain(&p, k, nil))
	return json.RawMessage(text), err
}
