package forsyth

import (
	"errors"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// What can be wrong with a line; errors.Is finds them in an *Error.
var (
	ErrMan      = errors.New("expected a man and its squares, as in Kd6 or Pa2b3")
	ErrOccupied = errors.New("the square is occupied")
	errLink     = errors.New("the link contains no position (eight ranks separated by /)")
	ErrKnight   = errors.New("the letter N is the nightrider; Popeye's letter for the knight is S")
)

// Error is an error in a problem of a file and its place. The next problem can be read.
type Error struct {
	Line, Column int    // from 1; the column counts bytes and is 0 if it is not known
	Text         string // the text there, cut to a few bytes
	Squares      movegen.Bitboard
	Err          error // a sentinel of this package, of notation or of the reader of the file, or a *movegen.FENError
}

// Error names line, column, reason and what stands there.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	if e.Column == 0 {
		return message.Errorf("line %d: %v", e.Line, e.Reason())
	}
	return message.Errorf("line %d, column %d: %v", e.Line, e.Column, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() error {
	switch {
	case e.Squares != 0:
		return message.Errorf("%v (%s)", e.Err, e.Squares)
	case e.Text == "":
		return e.Err
	}
	return message.Errorf("%v, not %q", e.Err, e.Text)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// IllegalError is a readable problem with an illegal diagram. The next problem can be
// read.
type IllegalError struct {
	Line   int
	FEN    string // as given, or what it would be
	Board  string // its first field with English letters; empty if it is not from a line
	Faults []movegen.Fault
}

// Error names the line and all faults.
func (e *IllegalError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *IllegalError) Message() error { return message.Errorf("line %d: %v", e.Line, e.Reason()) }

// Reason is the message without the line.
func (e *IllegalError) Reason() error { return &movegen.FENError{Faults: e.Faults} }

// Unwrap gives errors.As access to the faults.
func (e *IllegalError) Unwrap() error { return e.Reason() }

// Reason returns what is wrong with a problem, without its place.
func Reason(err error) error {
	if placed, ok := errors.AsType[interface {
		error
		Reason() error
	}](err); ok {
		return placed.Reason()
	}
	return err
}

// isIllegal reports whether a FEN was read and only its position was refused.
func isIllegal(err *movegen.FENError) bool {
	for _, fault := range err.Faults {
		switch fault.Code {
		case movegen.KingCount, movegen.PawnOnEdgeRank, movegen.OpponentInCheck:
		default:
			return false
		}
	}
	return true
}

// Clip cuts what a message quotes.
func Clip(text string) string {
	const maxBytes = 20
	if len(text) > maxBytes {
		return text[:maxBytes] + "…"
	}
	return text
}
