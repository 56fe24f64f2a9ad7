package council

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/search"
)

// worker lets a member do one job at a time. One that does not return from a job is busy, and gets no other until it
// returns. The methods are for the master's goroutine.
type worker struct {
	seat   Seat
	member Member        // nil if it could not be opened
	fault  error         // reason why it could not be opened
	busy   chan struct{} // closed when the member has returned from its last job; nil before the first

	awaited bool // its start, if it is a Starter

	// Changes postponed until then.
	forget    bool
	megabytes int // 0: the size stays
}

// answer is the result of a job.
type answer struct {
	worker   *worker
	proposal Proposal
	err      error
}

// errBusy is the error of a member that has not returned from an earlier job.
var errBusy = errors.New("it is still searching an earlier position")

// isFree reports whether the member may be called.
func (w *worker) isFree() bool {
	if w.busy == nil {
		return true
	}
	select {
	case <-w.busy:
		return true
	default:
		return false
	}
}

// isOwn reports whether the member searches in this process.
func (w *worker) isOwn() bool {
	_, local := w.member.(*Local)
	return local
}

// ask gives the member a job and sends its answer to the channel answers, which must have room.
func (w *worker) ask(ctx context.Context, job *Job, report func(search.Info), answers chan<- answer) {
	switch {
	case w.member == nil:
		answers <- answer{worker: w, err: w.fault}
		return
	case !w.isFree() && !w.isOwn():
		answers <- answer{worker: w, err: errBusy}
		return
	}
	before, busy, forget, megabytes := w.busy, make(chan struct{}), w.forget, w.megabytes
	w.busy, w.forget, w.megabytes = busy, false, 0
	go func() {
		a := answer{worker: w}
		defer func() {
			if fault := recover(); fault != nil {
				a.err = fmt.Errorf("it failed: %v", fault)
			}
			close(busy)
			answers <- a
		}()
		if before != nil {
			<-before // a stopped search in this process ends soon
		}
		if megabytes > 0 {
			_ = w.member.Resize(megabytes) // the old size works, too
		}
		if forget {
			w.member.NewGame()
		}
		a.proposal, a.err = w.member.Propose(ctx, job, report)
	}()
}

// settle waits until the member has returned, which takes a member in this process little time
// after a stop, and then does the postponed work.
func (w *worker) settle() {
	if w.busy != nil {
		<-w.busy
	}
	if w.megabytes > 0 {
		_ = w.member.Resize(w.megabytes) // the old size works, too
	}
	if w.forget {
		w.member.NewGame()
	}
	w.forget, w.megabytes = false, 0
}

// newGame makes the member forget earlier games, now or when it returns.
func (w *worker) newGame() {
	switch {
	case w.member == nil:
	case w.isFree():
		w.member.NewGame()
	default:
		w.forget = true
	}
}

// resize gives the member a table of another size, now or when it returns.
func (w *worker) resize(megabytes int) error {
	switch {
	case w.member == nil:
	case w.isFree():
		return w.member.Resize(megabytes)
	default:
		w.megabytes = megabytes
	}
	return nil
}

// closePatience is how long closing a council waits for a member that does not return.
const closePatience = 3 * time.Second

// close ends the member when it has returned, and waits at most closePatience for that.
func (w *worker) close() {
	if w.member == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if w.busy != nil {
			<-w.busy
		}
		_ = w.member.Close() // no caller is left to handle the error
	}()
	if w.isFree() {
		<-ended
		return
	}
	select {
	case <-ended:
	case <-time.After(closePatience):
	}
}
