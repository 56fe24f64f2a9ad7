package pgn

import (
	"errors"

	"alfiere/internal/message"
)

// The errors in a game; errors.Is finds them in an *Error, as it finds a
// *notation.MoveError or *movegen.FENError wrapped with ErrMove or ErrStart.
var (
	ErrTag       = errors.New("not a tag pair")
	errTagLength = errors.New("the tag is longer than 4 KiB")
	errTags      = errors.New("the game has more than 10,000 tags")
	ErrComment   = errors.New("the comment does not end, or is longer than 64 KiB")
	ErrMove      = errors.New("not a move")
	ErrNesting   = errors.New("variations are nested deeper than 64 levels")
	errVariation = errors.New("a variation that begins or ends where none can")
	errGlyph     = errors.New("a numeric glyph is $0 to $255")
	ErrStart     = errors.New("the starting position is wrong")
	ErrStray     = errors.New("this text is in no game")
	errVariant   = errors.New("the game is of another kind of chess")
)

// badMove is an ErrMove with the text of its reason, which quotes the move.
type badMove struct{ error }

// Message is Error for every language.
func (e badMove) Message() error { return e.error }

// Unwrap returns the sentinel and the reason.
func (e badMove) Unwrap() []error { return []error{ErrMove, e.error} }

// Error is an error in a game, with its place.
type Error struct {
	Line   int    // from 1
	Column int    // byte of the line, from 1
	Game   int    // number of the game, from 1
	Text   string // the text there, cut to a few bytes
	Err    error  // wraps a sentinel of this package
}

// Error names line, column, game, reason and the text found.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	return message.Errorf("pgn: line %d, column %d (game %d): %v", e.Line, e.Column, e.Game, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() error {
	if _, named := errors.AsType[badMove](e.Err); e.Text != "" && !named {
		return message.Errorf("%v: %q", e.Err, e.Text)
	}
	return e.Err
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
