package main

import (
	"errors"
	"strings"

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

// joinSquares makes one move of "e2 e4", two squares the first of which holds a piece of
// the side to move. No move of SAN ends on such a square; "e4 e5" stays two.
func (t *playTable) joinSquares(text string) string {
	words := strings.Fields(text)
	if len(words) != 2 {
		return text
	}
	from, ok := movegen.ParseSquare(words[0])
	_, alsoOK := movegen.ParseSquare(words[1])
	p := t.game.Position()
	if piece := p.PieceAt(from); !ok || !alsoOK || piece == movegen.NoPiece || piece.Color() != p.Side() {
		return text
	}
	return words[0] + words[1]
}

// isSyntax reports whether the text was not understood at all.
func isSyntax(err error) bool { return errors.Is(err, notation.ErrSyntax) }
