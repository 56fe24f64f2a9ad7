package council

import (
	"sync"

	"alfiere/search"
)

// rota lets the threads of one search, or several searches, work in turn, a little each, in the order of
// their numbers. So their result at fixed nodes is the same every time, although they share a table. Each
// gets its share, as on a machine with a processor per thread. The next gate sees them as one thread.
type rota struct {
	behind search.Gate // may be nil

	mu      sync.Mutex
	turns   []*rotaTurn // by thread; nil before it enters and after it leaves
	missing int         // threads that have not entered
	place   search.Turn // of all threads at the next gate
}

// rotaTurn is the place of a thread.
type rotaTurn struct {
	rota   *rota
	number int
	call   chan struct{} // gets a token when it is its turn
}

func newRota(threads int, behind search.Gate) *rota {
	return &rota{behind: behind, turns: make([]*rotaTurn, threads), missing: threads}
}

// Enter implements search.Gate; no thread begins before all have entered.
func (r *rota) Enter(thread int) search.Turn {
	t := &rotaTurn{r, thread, make(chan struct{}, 1)}
	r.arrive(t)
	<-t.call
	if r.place == nil && r.behind != nil { // the first thread
		r.place = r.behind.Enter(0)
	}
	return t
}

// arrive counts a thread that enters, or that never will if it has no call. The last one calls the first.
func (r *rota) arrive(t *rotaTurn) {
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

// rotaPlace is the gate of one of several searches: to the rota it is a thread.
type rotaPlace struct {
	rota    *rota
	number  int
	entered bool
}

// Enter implements search.Gate.
func (p *rotaPlace) Enter(int) search.Turn {
	p.entered = true
	return p.rota.Enter(p.number)
}

// retire lets the others begin if the search has ended without entering.
func (p *rotaPlace) retire() {
	if !p.entered {
		p.rota.arrive(&rotaTurn{rota: p.rota, number: p.number})
	}
}

// Pass implements search.Turn.
func (t *rotaTurn) Pass() {
	if place := t.rota.place; place != nil {
		place.Pass()
	}
	t.callNext()
	<-t.call
}

// Leave implements search.Turn.
func (t *rotaTurn) Leave() {
	t.rota.mu.Lock()
	t.rota.turns[t.number] = nil
	t.rota.mu.Unlock()
	if !t.callNext() && t.rota.place != nil {
		t.rota.place.Leave()
	}
}

// callNext calls the next thread, which may be t itself, and reports whether there is one.
func (t *rotaTurn) callNext() bool {
	r := t.rota
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
