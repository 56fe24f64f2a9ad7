package gametree

import (
	"errors"
	"fmt"
)

// The errors in a tree that is read; errors.Is finds them in an *Error.
var (
	errSyntax   = errors.New("not an entry of a tree")
	errCount    = errors.New("the number of entries does not fit their parents")
	errIllegal  = errors.New("not a legal move")
	errMismatch = errors.New("the entry does not fit the position")
	errBoard    = errors.New("the board is wrong")
	errLetters  = errors.New("the piece letters are wrong")
	errTooBig   = errors.New("the tree is too big")
	errPass     = errors.New("a pass can only be kept as PGN")
)

// Error is an error in a tree or a board, with its place and the expected text.
type Error struct {
	Generation int    // 1 holds the first moves; 0 is the placement
	Index      int    // of the entry in its generation, from 1; 0 if it is none
	Text       string // the text there, cut to a few bytes
	Expected   string // the expected text, in words; may be empty
	Err        error  // a sentinel of this package, or a *movegen.FENError
}

// Error names generation, index, reason, the text there and the expected text.
func (e *Error) Error() string {
	text := ""
	switch {
	case e.Generation > 0 && e.Index > 0:
		text += fmt.Sprintf("generation %d, entry %d: ", e.Generation, e.Index)
	case e.Generation > 0:
		text += fmt.Sprintf("generation %d: ", e.Generation)
	case e.Index > 0:
		text += fmt.Sprintf("placement %d: ", e.Index)
	}
	text += e.Err.Error()
	if e.Text != "" {
		text += fmt.Sprintf(": %q", e.Text)
	}
	if e.Expected != "" {
		text += "; expected " + e.Expected
	}
	return text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
