package problem

import (
	"errors"

	"alfiere/movegen"
)

// MaxMoves is the longest stipulation, in moves of the mating side.
const MaxMoves = 32

// Errors of Analyse.
var (
	ErrMoves    = errors.New("problem: the number of moves must be from 1 to 32")
	ErrPosition = errors.New("problem: illegal position")
)

// Options says what Analyse looks for. The zero value but for Moves asks for keys
// with their threats, effective defences and the answers to these, on one thread.
type Options struct {
	Moves int // the stipulation: mate in 1 to MaxMoves moves

	// What is reported besides the keys.
	Tries      int  // first moves with up to so many refutations; 0 or less is none
	QuietTries bool // leave out tries that give check
	SetPlay    bool // what would happen if the defender moved first
	Judge      bool // fill the Judgement and the flaws of the phases
	ShortPlay  bool // the play of first moves that mate sooner than stipulated

	// How much of the play is reported in each phase.
	AllDefences bool // ineffective defences of threat phases too
	HidePartial bool // no defences that stop some of several threats only

	// The play after threats and defences is nested in Mates.Play down to the move Play,
	// the first being 1; up to 2 nests none. Where there are several keys CookedPlay
	// counts instead, but for the play of Key, for in unsound positions it has no end.
	Play, CookedPlay int
	Key              movegen.Move // which the composer intends; NoMove if nobody says

	// What it may cost. Threads examine first moves at the same time; the report is
	// the same whatever their number, but for Nodes and Elapsed. A limit on nodes
	// ends one thread exactly, several about there.
	Threads int    // 0 is 1
	Nodes   uint64 // end after so many nodes; 0 is no limit

	Watch *Watch // shows how far the analysis has come; nil if nobody looks
}
