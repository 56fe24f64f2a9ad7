package council

import (
	"alfiere/eval"
	"alfiere/search"
)

// Seat says who sits in a council: a search with some of the knowledge, with noise in its
// evaluation, or another engine.
type Seat struct {
	Name      string // as the ballot tells it, without blanks: the letters, mpar~15#3 with noise, the engine's file
	Knowledge eval.Knowledge
	Noise     search.Score // evaluations differ by at most this at random, in centipawns
	Seed      uint64       // of the noise
	Threads   int          // of this member's search; 0 and 1 mean one

	// Engine is another engine as the council's text names it: its protocol, file and options.
	// Empty for a search of our own. ParseEngine reads it.
	Engine string
}
