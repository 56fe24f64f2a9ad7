package format

import "errors"

// What can be wrong with a problem in a file, apart from the errors of forsyth; errors.Is
// finds them in a *forsyth.Error.
var (
	errNoMoves    = errors.New("the number of moves is missing: give N, or write #N after the position")
	errWord       = errors.New("unknown or ambiguous word in Popeye's language")
	errOption     = errors.New("expected a supported option")
	errSquare     = errors.New("no such square")
	errColor      = errors.New("expected White or Black before the men")
	errForsyth    = errors.New("expected a man or a number of empty squares on the board")
	errNumber     = errors.New("expected a number")
	errIncomplete = errors.New("the problem has no stipulation or no men")
	errOutside    = errors.New("text outside a problem")
)
