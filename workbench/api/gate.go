package api

import (
	"context"
	"sync"
)

// Gate lets so many through at once; the others wait in the order in which they came. It may
// be used by several goroutines.
type Gate struct {
	mu      sync.Mutex
	free    int
	room    int // how many may wait
	waiting []*waiter
}

// waiter is a request before the gate.
type waiter struct {
	enter chan struct{} // closed when it is its turn
	moved chan struct{} // has room for one: somebody before it has gone
}

// NewGate returns a gate with so many places (at least one), before which up to room wait.
func NewGate(places, room int) *Gate { return &Gate{free: max(places, 1), room: room} }

// Enter waits for a turn and tells how many are ahead. leave must be called once, at the end.
// The error is a *Fault: too many wait, or ctx has ended.
func (g *Gate) Enter(ctx context.Context, emit Emit) (leave func(), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return g.leave, nil
	}
	if len(g.waiting) >= g.room {
		g.mu.Unlock()
		return nil, &Fault{Code: Busy, Message: "too many requests wait; try again later"}
	}
	w := &waiter{enter: make(chan struct{}), moved: make(chan struct{}, 1)}
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	for {
		if ahead := g.ahead(w); ahead >= 0 {
			emit(Waiting, map[string]int{"ahead": ahead})
		}
		select {
		case <-w.enter:
			return g.leave, nil
		case <-w.moved:
		case <-ctx.Done():
			if g.forget(w) {
				return nil, &Fault{Code: Cancelled, Err: context.Cause(ctx)}
			}
			return g.leave, nil // its turn came at the same moment; the method sees the context
		}
	}
}

// ahead is how many wait before w, itself not counted; -1 if it waits no more.
func (g *Gate) ahead(w *waiter) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, other := range g.waiting {
		if other == w {
			return i
		}
	}
	return -1
}

// leave hands the place to who waits longest.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.free++
		return
	}
	close(g.waiting[0].enter)
	g.drop(0)
}

// forget takes a waiter that gave up out of the queue, and says whether it was there.
func (g *Gate) forget(w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, other := range g.waiting {
		if other == w {
			g.drop(i)
			return true
		}
	}
	return false
}

// drop takes one out and tells those behind it.
func (g *Gate) drop(i int) {
	g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
	for _, w := range g.waiting[i:] {
		select {
		case w.moved <- struct{}{}:
		default:
		}
	}
}
