package problem

import "errors"

// MaxMoves is the longest stipulation, in moves of the mating side.
const MaxMoves = 32

// Errors of Analyse.
var (
	ErrMoves    = errors.New("problem: the number of moves must be from 1 to 32")
	ErrPosition = errors.New("problem: illegal position")
)

// Options says what Analyse looks for. The zero value but for Moves asks for keys
// and their play alone.
type Options struct {
	Moves       int    // the stipulation: mate in 1 to MaxMoves moves
	Tries       int    // report first moves with up to so many refutations; 0 is none
	QuietTries  bool   // leave out tries that give check
	SetPlay     bool   // report what would happen if the defender moved first
	AllDefences bool   // report ineffective defences of threat phases too
	Nodes       uint64 // end after so many nodes; 0 is no limit
}
