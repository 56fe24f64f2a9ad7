package format

import "errors"

// What can be wrong with a problem in a file, apart from the errors of forsyth; errors.Is
// finds them in a *forsyth.Error.
var (
	ErrNoMoves    = errors.New("the number of moves is missing: say N, or write #N behind the position")
	ErrWord       = errors.New("no such word in Popeye's language, or too short to tell which")
	ErrOption     = errors.New("expected an option that is supported")
	ErrSquare     = errors.New("no such square")
	ErrColor      = errors.New("a colour comes before the men: White or Black")
	ErrForsyth    = errors.New("neither a man nor a number of empty squares that the board has")
	ErrNumber     = errors.New("expected a number")
	ErrIncomplete = errors.New("the problem has no stipulation or no men")
	ErrOutside    = errors.New("text outside a problem")
)
