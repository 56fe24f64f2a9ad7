package work

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrFull is why Gate.Enter and Queue.Start refuse: too many wait already.
var ErrFull = errors.New("too many wait")

// Gate lets a number of goroutines through at once; the others wait in the order in which they
// came. It may be used by several goroutines.
type Gate struct {
	mu      sync.Mutex
	free    int
	room    int // how many more may wait
	waiting []*waiter
}

// waiter is a goroutine before the gate.
type waiter struct {
	room  int           // that it takes: 1, or 0 for a task
	enter chan struct{} // closed when it is its turn
	moved chan struct{} // has room for one: somebody before it has gone
}

// NewGate returns a gate with a number of places (at least one), before which up to room wait.
func NewGate(places, room int) *Gate { return &Gate{free: max(places, 1), room: room} }

// Enter waits for a place and reports how many are ahead. leave must be called once, at the end.
// The error is ErrFull, or the cause of the end of ctx.
func (g *Gate) Enter(ctx context.Context, queued func(ahead int)) (leave func(), err error) {
	return g.enter(ctx, 1, queued)
}

// join is Enter for a task, which is never refused and takes no room from others.
func (g *Gate) join(ctx context.Context) (leave func(), err error) {
	return g.enter(ctx, 0, func(int) {})
}

func (g *Gate) enter(ctx context.Context, room int, queued func(ahead int)) (leave func(), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return g.leave, nil
	}
	if room > g.room {
		g.mu.Unlock()
		return nil, ErrFull
	}
	g.room -= room
	w := &waiter{room: room, enter: make(chan struct{}), moved: make(chan struct{}, 1)}
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	for {
		if ahead := g.ahead(w); ahead >= 0 {
			queued(ahead)
		}
		select {
		case <-w.enter:
			return g.leave, nil
		case <-w.moved:
		case <-ctx.Done():
			if g.forget(w) {
				return nil, context.Cause(ctx)
			}
			return g.leave, nil // its turn came at the same moment; the work sees the context
		}
	}
}

// ahead is how many wait before w; -1 if it waits no more.
func (g *Gate) ahead(w *waiter) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Index(g.waiting, w)
}

// leave hands the place to the goroutine that waits longest.
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

// forget takes a waiter that gave up out of the queue, and reports whether it was there.
func (g *Gate) forget(w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, w)
	if i >= 0 {
		g.drop(i)
	}
	return i >= 0
}

// drop takes a waiter out of the queue and wakes those behind it.
func (g *Gate) drop(i int) {
	g.room += g.waiting[i].room
	g.waiting = slices.Delete(g.waiting, i, i+1)
	for _, w := range g.waiting[i:] {
		select {
		case w.moved <- struct{}{}:
		default:
		}
	}
}
