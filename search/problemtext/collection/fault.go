package collection

import (
	"errors"
	"fmt"

	"alfiere/movegen"
)

// What can be wrong with a problem in a file; errors.Is finds them in an *Error.
var (
	ErrMoves       = errors.New("the number of moves must be from 1 to 32")
	ErrNoMoves     = errors.New("the number of moves is missing: say N, or write #N behind the position")
	ErrTooLong     = errors.New("the line is longer than 64 KiB")
	ErrWord        = errors.New("no such word in Popeye's language, or too short to tell which")
	ErrUnsupported = errors.New("only direct mates of orthodox chess are solved")
	ErrOption      = errors.New("expected an option that is supported")
	ErrMan         = errors.New("expected a man and its squares, as in Kd6 or Pa2b3")
	ErrKnight      = errors.New("the letter N is the nightrider; Popeye's letter for the knight is S")
	ErrSquare      = errors.New("no such square")
	ErrOccupied    = errors.New("the square is occupied")
	ErrColor       = errors.New("a colour comes before the men: White or Black")
	ErrForsyth     = errors.New("neither a man nor a number of empty squares that the board has")
	ErrNumber      = errors.New("expected a number")
	ErrIncomplete  = errors.New("the problem has no stipulation or no men")
	ErrOutside     = errors.New("text outside a problem")
)

// Error says where a problem in a file is at fault. The next problem can be read.
type Error struct {
	Line, Column int    // from 1; the column counts bytes
	Text         string // what stands there, cut to a few bytes
	Err          error  // a sentinel of this package or of notation, or a *movegen.FENError
}

// Error names line, column, reason and what stands there.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() string {
	if e.Text == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v, not %q", e.Err, e.Text)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// IllegalError is a problem that can be read, but whose diagram is no chess. The next
// problem can be read.
type IllegalError struct {
	Line   int
	FEN    string // as given, or what it would be
	Faults []movegen.Fault
}

// Error names the line and all faults.
func (e *IllegalError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason()) }

// Reason is the message without the line.
func (e *IllegalError) Reason() string { return (&movegen.FENError{Faults: e.Faults}).Error() }

// Unwrap gives errors.As access to the faults.
func (e *IllegalError) Unwrap() error { return &movegen.FENError{Faults: e.Faults} }

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

// clip cuts what a message quotes.
func clip(text string) string {
	const maxBytes = 20
	if len(text) > maxBytes {
		return text[:maxBytes] + "…"
	}
	return text
}
