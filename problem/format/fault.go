package format

import "errors"

// What can be wrong with a problem in a file, apart from the errors of forsyth; errors.Is
// finds them in a *forsyth.Error.
var (
	errNoMoves    = errors.New("the number of moves is missing: say N, or write #N behind the position")
	errWord       = errors.New("no such word in Popeye's language, or too short to tell which")
	errOption     = errors.New("expected an option that is supported")
	errSquare     = errors.New("no such square")
	errColor      = errors.New("a colour comes before the men: White or Black")
	errForsyth    = errors.New("neither a man nor a number of empty squares that the board has")
	errNumber     = errors.New("expected a number")
	errIncomplete = errors.New("the problem has no stipulation or no men")
	errOutside    = errors.New("text outside a problem")
)
