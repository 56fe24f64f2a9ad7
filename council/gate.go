package council

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"alfiere/search"
)

// A thread works for longestSlice before a waiting thread gets its turn. If a move has little time,
// slices are shorter: each thread gets its share of the time in at least leastSlices slices.
const (
	longestSlice  = 2 * time.Millisecond
	shortestSlice = longestSlice / 10
	leastSlices   = 4
)

// sliceOf returns how long each thread works at a time. With long slices the time of a quick move would
// be over before the last threads begin, and those would vote for the result of depth 1.
func sliceOf(budget search.Budget, processors, threads int) time.Duration {
	aim := cmp.Or(budget.Base, budget.Limit)
	if aim == 0 || threads == 0 {
		return longestSlice
	}
	return min(longestSlice, max(aim*time.Duration(processors)/time.Duration(leastSlices*threads), shortestSlice))
}

// gate divides processors among more threads: a thread without a processor waits in a queue.
type gate struct {
	mu    sync.Mutex
	free  int           // free processors
	queue []*turn       // waiting threads, in order of arrival
	open  bool          // all may work
	slice time.Duration // how long a thread works before it lets another one work

	waiting atomic.Int32 // length of queue, readable without the lock
}

func newGate(processors int, slice time.Duration) *gate { return &gate{free: processors, slice: slice} }

// turn is the place of one thread at a gate.
type turn struct {
	gate  *gate
	since time.Time     // when it got its processor
	call  chan struct{} // gets a token when it is its turn
}

// Enter implements search.Gate.
func (g *gate) Enter(int) search.Turn {
	t := &turn{gate: g, call: make(chan struct{}, 1)}
	g.mu.Lock()
	wait := !g.open && g.free == 0
	if wait {
		g.enqueue(t)
	} else if !g.open {
		g.free--
	}
	g.mu.Unlock()
	t.work(wait)
	return t
}

// work begins a slice, after waiting for it if needed. Goroutines with little to do come first;
// otherwise the master would notice a stop or the end of the time late.
func (t *turn) work(wait bool) {
	if wait {
		<-t.call
	}
	runtime.Gosched()
	t.since = time.Now()
}

// Pass implements search.Turn.
func (t *turn) Pass() {
	g := t.gate
	if time.Since(t.since) < g.slice {
		return
	}
	g.mu.Lock()
	open := g.open
	wait := !open && len(g.queue) > 0
	if wait {
		g.callFirst()
		g.enqueue(t)
	}
	g.mu.Unlock()
	if open {
		t.since = time.Now() // the thread must end: it does not wait for others
		return
	}
	t.work(wait)
}

// Leave implements search.Turn.
func (t *turn) Leave() {
	g := t.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.open:
	case len(g.queue) > 0:
		g.callFirst()
	default:
		g.free++
	}
}

// release lets all threads work, because they must end.
func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	for len(g.queue) > 0 {
		g.callFirst()
	}
}

// enqueue puts t at the end of the queue; g is locked.
func (g *gate) enqueue(t *turn) {
	g.queue = append(g.queue, t)
	g.waiting.Store(int32(len(g.queue)))
}

// callFirst gives a processor to the first thread in the queue; g is locked.
func (g *gate) callFirst() {
	g.queue[0].call <- struct{}{}
	g.queue = slices.Delete(g.queue, 0, 1)
	g.waiting.Store(int32(len(g.queue)))
}
