package work

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrFull is returned by Gate.Enter if too many goroutines wait already.
var ErrFull = errors.New("too many wait")

// Gate limits how many goroutines run at once. The others wait and enter in the order of their arrival. It is safe for
// concurrent use.
type Gate struct {
	mu      sync.Mutex
	free    int
	room    int // how many more may wait
	waiting []*waiter
	moved   chan struct{} // closed when a waiter goes
}

// waiter is a waiting goroutine. Once it is no longer in the queue, it may run.
type waiter struct{ _ byte } // not empty, so that each has a different address

// NewGate returns a gate that lets a number of goroutines run at once (at least one). Up to room others may wait.
func NewGate(places, room int) *Gate {
	return &Gate{free: max(places, 1), room: room, moved: make(chan struct{})}
}

// Enter waits until the goroutine may run, and reports how many are ahead whenever that changes. Call leave once, at
// the end. The error is ErrFull, or the cause of the end of ctx.
func (g *Gate) Enter(ctx context.Context, queued func(ahead int)) (leave func(), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return g.leave, nil
	}
	if g.room == 0 {
		g.mu.Unlock()
		return nil, ErrFull
	}
	g.room--
	w, before := new(waiter), -1
	g.waiting = append(g.waiting, w)
	for {
		ahead, moved := slices.Index(g.waiting, w), g.moved
		if ahead >= 0 && ctx.Err() != nil {
			g.drop(ahead)
			g.mu.Unlock()
			return nil, context.Cause(ctx)
		}
		g.mu.Unlock()
		if ahead < 0 {
			return g.leave, nil
		}
		if ahead != before {
			queued(ahead)
			before = ahead
		}
		select {
		case <-moved:
		case <-ctx.Done():
		}
		g.mu.Lock()
	}
}

// leave lets the goroutine that has waited longest run.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.free++
		return
	}
	g.drop(0)
}

// drop removes a waiter from the queue and wakes the others.
func (g *Gate) drop(i int) {
	g.room++
	g.waiting = slices.Delete(g.waiting, i, i+1)
	close(g.moved)
	g.moved = make(chan struct{})
}
