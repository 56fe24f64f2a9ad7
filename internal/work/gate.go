package work

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrFull is why Gate.Enter refuses: too many wait already.
var ErrFull = errors.New("too many wait")

// Gate lets a number of goroutines through at once; the others wait in the order in which they
// came. It may be used by several goroutines.
type Gate struct {
	mu      sync.Mutex
	free    int
	room    int // how many more may wait
	waiting []*waiter
	moved   chan struct{} // closed when a waiter goes
}

// waiter is a goroutine before the gate. It has a place when it is no longer in the queue.
type waiter struct{ _ byte } // not empty, so that each has an address of its own

// NewGate returns a gate with a number of places (at least one), before which up to room wait.
func NewGate(places, room int) *Gate {
	return &Gate{free: max(places, 1), room: room, moved: make(chan struct{})}
}

// Enter waits for a place and reports how many are ahead. leave must be called once, at the end.
// The error is ErrFull, or the cause of the end of ctx.
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

// leave hands the place to the goroutine that waits longest.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.free++
		return
	}
	g.drop(0)
}

// drop takes a waiter out of the queue and wakes all others.
func (g *Gate) drop(i int) {
	g.room++
	g.waiting = slices.Delete(g.waiting, i, i+1)
	close(g.moved)
	g.moved = make(chan struct{})
}
