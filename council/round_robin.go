package council

import (
	"sync"

	"alfiere/search"
)

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
