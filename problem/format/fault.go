package format

import (
	"errors"

	"alfiere/movegen/notation"
	"alfiere/problem/format/forsyth"
)

// What can be wrong with a problem in a file; errors.Is finds them in an *Error.
var (
	ErrMoves       = forsyth.ErrMoves
	ErrNoMoves     = errors.New("the number of moves is missing: say N, or write #N behind the position")
	ErrTooLong     = notation.ErrLineTooLong
	ErrWord        = errors.New("no such word in Popeye's language, or too short to tell which")
	ErrUnsupported = forsyth.ErrUnsupported
	ErrOption      = errors.New("expected an option that is supported")
	ErrMan         = forsyth.ErrMan
	ErrKnight      = forsyth.ErrKnight
	ErrSquare      = errors.New("no such square")
	ErrOccupied    = forsyth.ErrOccupied
	ErrColor       = errors.New("a colour comes before the men: White or Black")
	ErrForsyth     = errors.New("neither a man nor a number of empty squares that the board has")
	ErrNumber      = errors.New("expected a number")
	ErrIncomplete  = errors.New("the problem has no stipulation or no men")
	ErrOutside     = errors.New("text outside a problem")
)

// A fault of a problem, and what it is at fault with, are those of lines.
type (
	Error        = forsyth.Error
	IllegalError = forsyth.IllegalError
)
