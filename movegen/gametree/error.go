package gametree

import (
	"errors"

	"alfiere/internal/message"
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
	Text       string // what stands there, cut to a few bytes
	Expected   error  // what should, in words; may be nil
	Err        error  // a sentinel of this package, or a *movegen.FENError
}

// Error names generation, index, reason, the text found and what was expected.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	text := e.Err
	if e.Text != "" {
		text = message.Errorf("%v: %q", text, e.Text)
	}
	if e.Expected != nil {
		text = message.Errorf("%v; expected %v", text, e.Expected)
	}
	switch {
	case e.Generation > 0 && e.Index > 0:
		return message.Errorf("generation %d, entry %d: %v", e.Generation, e.Index, text)
	case e.Generation > 0:
		return message.Errorf("generation %d: %v", e.Generation, text)
	case e.Index > 0:
		return message.Errorf("placement %d: %v", e.Index, text)
	}
	return text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
