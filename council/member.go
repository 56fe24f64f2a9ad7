package council

import (
	"context"

	"alfiere/search"
)

// Job is a request to a member. It holds the whole game, so the member need not know earlier moves.
type Job struct {
	Number  uint64 // counted by the master: answers to other jobs are dropped
	Seat    Seat
	Request search.Request // with Game; knowledge and noise are the seat's

	// Fresh asks the member to begin with an empty table of Megabytes, so that the answer depends only
	// on the job, as experiments require. A Master does not set it: its members keep their tables from
	// move to move, and Megabytes is only advice.
	Fresh     bool
	Megabytes int
}

// Member proposes moves. A Master calls its methods from one goroutine at a time.
type Member interface {
	// Propose returns a move for the job when a limit is reached, or within some milliseconds after ctx
	// ends. Meanwhile it calls report with its lines, from one goroutine at a time. An error means that
	// there is no proposal; the council continues without it. The job and its data are read-only.
	Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)

	NewGame()                   // forgets earlier games
	Resize(megabytes int) error // of its table in this process, if any; on an error the old size stays
	Close() error               // ends the member and waits for its end
}

// starter is a member that takes time to start.
type starter interface {
	Started() error // waits for the start; the error is why it failed
}
