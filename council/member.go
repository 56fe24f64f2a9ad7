package council

import (
	"context"

	"alfiere/search"
)

// Job is a question to a member. It holds the whole game, so that the member needs no earlier
// moves.
type Job struct {
	Number  uint64 // counted by the master: answers to other jobs are dropped
	Seat    Seat
	Request search.Request // with Game; knowledge and noise are the seat's

	// Fresh asks the member to begin with an empty table of Megabytes, so that the answer depends on
	// the job alone, as package lab needs it. Without it, which a Master uses, members keep their
	// tables from move to move, and Megabytes is advice.
	Fresh     bool
	Megabytes int
}

// Member proposes moves. A Master calls its methods from one goroutine at a time.
type Member interface {
	// Propose returns a move for the job when one of its limits is reached or ctx ends; then it has
	// some milliseconds. It reports its lines through report on the way, from one goroutine at a time.
	// An error means that there is no proposal; the council continues without it. The job and the data
	// that it refers to are read-only.
	Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)

	NewGame()                   // forgets earlier games
	Resize(megabytes int) error // of its table, if it has one here; on an error the old size stays
	Close() error               // ends the member and waits for its end
}

// starter is a member that takes time to start.
type starter interface {
	Started() error // waits for the start; the error is why it failed
}
