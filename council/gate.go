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

// roundRobin lets the threads of one search, or several searches, work in turn, a little each, in the order of
// their numbers. So their result at fixed nodes is the same every time, although they share a table. Each
// gets its share, as on a machine with a processor per thread. The next gate sees them as one thread.
type roundRobin struct {
	behind search.Gate // may be nil

	mu      sync.Mutex
	turns   []*roundRobinTurn // by thread; nil before it enters and after it leaves
	missing int               // threads that have not entered
	place   search.Turn       // of all threads at the next gate
}

// roundRobinTurn is the place of a thread.
type roundRobinTurn struct {
	robin  *roundRobin
	number int
	call   chan struct{} // gets a token when it is its turn
}

func newRoundRobin(threads int, behind search.Gate) *roundRobin {
	return &roundRobin{behind: behind, turns: make([]*roundRobinTurn, threads), missing: threads}
}

// Enter implements search.Gate; no thread begins before all have entered.
func (r *roundRobin) Enter(thread int) search.Turn {
	t := &roundRobinTurn{r, thread, make(chan struct{}, 1)}
	r.arrive(t)
	<-t.call
	if r.place == nil && r.behind != nil { // the first thread
		r.place = r.behind.Enter(0)
	}
	return t
}

// arrive counts a thread that enters, or that never will if it has no call. The last one calls the first.
func (r *roundRobin) arrive(t *roundRobinTurn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.call != nil {
		r.turns[t.number] = t
	}
	if r.missing--; r.missing == 0 {
		for _, first := range r.turns {
			if first != nil {
				first.call <- struct{}{}
				return
			}
		}
	}
}

// roundRobinPlace is the gate of one of several searches: to the round robin it is a thread.
type roundRobinPlace struct {
	robin   *roundRobin
	number  int
	entered bool
}

// Enter implements search.Gate.
func (p *roundRobinPlace) Enter(int) search.Turn {
	p.entered = true
	return p.robin.Enter(p.number)
}

// retire lets the others begin if the search has ended without entering.
func (p *roundRobinPlace) retire() {
	if !p.entered {
		p.robin.arrive(&roundRobinTurn{robin: p.robin, number: p.number})
	}
}

// Pass implements search.Turn.
func (t *roundRobinTurn) Pass() {
	if place := t.robin.place; place != nil {
		place.Pass()
	}
	t.callNext()
	<-t.call
}

// Leave implements search.Turn.
func (t *roundRobinTurn) Leave() {
	t.robin.mu.Lock()
	t.robin.turns[t.number] = nil
	t.robin.mu.Unlock()
	if !t.callNext() && t.robin.place != nil {
		t.robin.place.Leave()
	}
}

// callNext calls the next thread, which may be t itself, and reports whether there is one.
func (t *roundRobinTurn) callNext() bool {
	r := t.robin
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.turns {
		if next := r.turns[(t.number+1+i)%len(r.turns)]; next != nil {
			next.call <- struct{}{}
			return true
		}
	}
	return false
}
