package problem

import (
	"errors"

	"alfiere/movegen"
)

// MaxMoves is the longest stipulation, in moves of the mating side.
const MaxMoves = 32

// Errors of Analyse; the first is also one of ParseStipulation.
var (
	ErrMoves    = errors.New("the number of moves must be from 1 to 32")
	ErrPosition = errors.New("problem: illegal position")
)

// Options selects what Analyse looks for. With only Moves set it finds the keys with
// their threats, effective defences and answers, on one thread.
type Options struct {
	Moves int // the stipulation: mate in 1 to MaxMoves moves

	// PostKey says that the key has been made: the side to move defends, and the report has what follows in PostKey,
	// with no judgement.
	PostKey bool

	// What is reported besides the keys.
	Tries      int  // first moves with up to this many refutations; 0 or less is none
	QuietTries bool // leave out tries that give check
	SetPlay    bool // what would happen if the defender moved first
	Judge      bool // fill the Judgement and the flaws of the phases
	ShortPlay  bool // the play of first moves that mate sooner than stipulated

	// How much of the play is reported in each phase.
	AllDefences bool // ineffective defences of threat phases too
	HidePartial bool // no defences that stop some of several threats only

	// The play after threats and defences is nested in Mates.Play down to the move Play,
	// the first being 1; up to 2 nests none. With several keys CookedPlay applies instead,
	// except to Key, because the play of unsound positions is endless.
	Play, CookedPlay int
	Key              movegen.Move // the intended key; NoMove if unknown

	// Cost. Threads examine first moves at the same time. Except for Nodes and Elapsed the
	// report does not depend on their number. A node limit is exact with one thread and
	// approximate with several.
	Threads int    // 0 is 1
	Nodes   uint64 // node limit; 0 is none

	Watch *Watch // shows the progress of the analysis; may be nil
}
