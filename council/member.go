package council

import (
	"context"

	"alfiere/search"
)

// Job is what a member is asked. It holds the whole game, so that whoever is asked needs to
// know nothing of the moves before.
type Job struct {
	Number  uint64 // counted by the master: answers to other jobs are dropped
	Seat    Seat
	Request search.Request // with Game; knowledge and noise are the seat's

	// Fresh asks the member to begin with an empty table of Megabytes, so that the answer
	// depends on the job alone, as package lab has it. Without it, as a Master asks, members
	// keep their tables from move to move, and Megabytes is advice.
	Fresh     bool
	Megabytes int
}

// Member proposes moves. A Master calls its methods from one goroutine at a time.
type Member interface {
	// Propose returns a move for the job when one of its limits is reached or ctx ends; then
	// it has some milliseconds. It tells its lines through report on the way, from one
	// goroutine at a time. An error means that there is no proposal; the council goes on
	// without. The job and what it refers to are only looked at.
	Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)

	NewGame()                   // forgets what was learnt
	Resize(megabytes int) error // of its table, if it has one here; on an error the old size stays
	Close() error               // ends it and waits for that
}

// starter is a member that takes time to start.
type starter interface {
	Started() error // waits for that; the error says why it could not be started
}
