package council

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/search"
)

// desk is the place of a member. A member that does not return from a job keeps its desk busy, and
// gets no other job until it returns. The methods are for the master's goroutine.
type desk struct {
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
	desk     *desk
	proposal Proposal
	err      error
}

// errBusy is the error of a member that has not returned from an earlier job.
var errBusy = errors.New("it is still searching an earlier position")

// isFree reports whether the member may be called.
func (d *desk) isFree() bool {
	if d.busy == nil {
		return true
	}
	select {
	case <-d.busy:
		return true
	default:
		return false
	}
}

// isOwn reports whether the member searches in this process.
func (d *desk) isOwn() bool {
	_, local := d.member.(*Local)
	return local
}

// ask gives the member a job and sends its answer to the channel answers, which must have room.
func (d *desk) ask(ctx context.Context, job *Job, report func(search.Info), answers chan<- answer) {
	switch {
	case d.member == nil:
		answers <- answer{desk: d, err: d.fault}
		return
	case !d.isFree() && !d.isOwn():
		answers <- answer{desk: d, err: errBusy}
		return
	}
	before, busy, forget, megabytes := d.busy, make(chan struct{}), d.forget, d.megabytes
	d.busy, d.forget, d.megabytes = busy, false, 0
	go func() {
		a := answer{desk: d}
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
			_ = d.member.Resize(megabytes) // the old size works, too
		}
		if forget {
			d.member.NewGame()
		}
		a.proposal, a.err = d.member.Propose(ctx, job, report)
	}()
}

// settle waits until the member has returned, which takes a member in this process little time
// after a stop, and then does the postponed work.
func (d *desk) settle() {
	if d.busy != nil {
		<-d.busy
	}
	if d.megabytes > 0 {
		_ = d.member.Resize(d.megabytes) // the old size works, too
	}
	if d.forget {
		d.member.NewGame()
	}
	d.forget, d.megabytes = false, 0
}

// newGame makes the member forget earlier games, now or when it returns.
func (d *desk) newGame() {
	switch {
	case d.member == nil:
	case d.isFree():
		d.member.NewGame()
	default:
		d.forget = true
	}
}

// resize gives the member a table of another size, now or when it returns.
func (d *desk) resize(megabytes int) error {
	switch {
	case d.member == nil:
	case d.isFree():
		return d.member.Resize(megabytes)
	default:
		d.megabytes = megabytes
	}
	return nil
}

// closePatience is how long closing a council waits for a member that does not return.
const closePatience = 3 * time.Second

// close ends the member when it has returned, and waits at most closePatience for that.
func (d *desk) close() {
	if d.member == nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if d.busy != nil {
			<-d.busy
		}
		_ = d.member.Close() // no caller is left to handle the error
	}()
	if d.isFree() {
		<-ended
		return
	}
	select {
	case <-ended:
	case <-time.After(closePatience):
	}
}
