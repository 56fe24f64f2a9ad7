package main

import (
	"errors"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// parseMove reads a move in any notation. Letters that mean no piece in the language of
// the table are taken for English or Italian ones; whether a move is legal never decides
// about that. An error is a *movegen.RefusalError if the text means one move of one
// piece, else a *notation.MoveError.
func (t *playTable) parseMove(text string) (movegen.Move, error) {
	p := t.game.Position()
	m, err := notation.ParseMove(&p, text, t.letters)
	for _, letters := range playLetters {
		if !isSyntax(err) {
			break
		}
		if other, otherErr := notation.ParseMove(&p, text, letters); !isSyntax(otherErr) {
			m, err = other, otherErr
		}
	}
	if fault, ok := errors.AsType[*notation.MoveError](err); ok {
		if meant, ok := fault.Meant(&p); ok {
			return meant, t.game.Play(meant) // nothing is played: it is illegal
		}
	}
	return m, err
}

// isSyntax reports whether the text was not understood at all.
func isSyntax(err error) bool { return errors.Is(err, notation.ErrSyntax) }
