package council

import (
	"alfiere/eval"
	"alfiere/search"
)

// Seat describes a member of a council: a search with some of the knowledge, perhaps with noise in
// its evaluation, or another engine.
type Seat struct {
	Name      string // as shown in the ballot, without blanks: the letters, mpar~15#3 with noise, the engine's file
	Knowledge eval.Knowledge
	Noise     search.Score // largest random change of evaluations, in centipawns
	Seed      uint64       // of the noise
	Threads   int          // of this member's search; 0 and 1 mean one

	// Engine describes another engine as in the council's text: its protocol, file and options. It is
	// empty for a search of this engine. ParseEngine reads it.
	Engine string
}
