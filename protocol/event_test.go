package protocol

import (
	"context"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/search"
)

func thinkingAt(number, depth, rank int) Thinking {
	return Thinking{number, search.Info{Depth: depth, MultiPV: rank, Line: []movegen.Move{1}}}
}

func TestMailboxKeepsOrder(t *testing.T) {
	m := newMailbox()
	m.open(1)
	m.put(1, thinkingAt(1, 1, 1))
	m.put(1, Counted{Search: 1})
	m.put(1, Finished{Search: 1})
	for i, want := range []Event{thinkingAt(1, 1, 1), Counted{Search: 1}, Finished{Search: 1}} {
		got, ok := m.take()
		if _, finished := want.(Finished); !ok || finished && got.(Finished).Search != 1 {
			t.Fatalf("event %d is %v, want %v", i, got, want)
		}
	}
	if _, ok := m.take(); ok {
		t.Error("there is a fourth event")
	}
}

func TestMailboxDropsOtherSearches(t *testing.T) {
	m := newMailbox()
	m.open(1)
	m.put(1, thinkingAt(1, 1, 1))
	m.open(2)
	m.put(1, Finished{Search: 1})
	m.put(2, thinkingAt(2, 7, 1))
	got, ok := m.take()
	if !ok || got.(Thinking).Search != 2 {
		t.Fatalf("got %v, want the thinking of search 2", got)
	}
	m.open(0)
	m.put(2, Finished{Search: 2})
	if e, ok := m.take(); ok {
		t.Errorf("after the abandonment there is %v", e)
	}
}

func TestMailboxCoalesces(t *testing.T) {
	const lines, depths = 3, 5000
	m := newMailbox()
	m.open(1)
	m.put(1, Counted{Search: 1})
	for depth := 1; depth <= depths; depth++ {
		for rank := 1; rank <= lines; rank++ {
			m.put(1, thinkingAt(1, depth, rank))
		}
		m.put(1, Thinking{1, search.Info{Depth: depth, CurrentMove: 1}})
	}
	m.put(1, Finished{Search: 1})
	if len(m.queue) > maxQueued+1 {
		t.Fatalf("%d events wait", len(m.queue))
	}
	var newest [lines + 1]int
	counted, last := 0, Event(nil)
	for e, ok := m.take(); ok; e, ok = m.take() {
		switch e := e.(type) {
		case Counted:
			counted++
		case Thinking:
			if e.Depth < newest[e.MultiPV] {
				t.Fatalf("depth %d of line %d comes after depth %d", e.Depth, e.MultiPV, newest[e.MultiPV])
			}
			newest[e.MultiPV] = e.Depth
		}
		last = e
	}
	for rank, depth := range newest {
		if depth != depths {
			t.Errorf("the newest report of line %d is of depth %d", rank, depth)
		}
	}
	if _, ok := last.(Finished); !ok || counted != 1 {
		t.Errorf("counts or result were lost: %d, %v", counted, last)
	}
}

func numberOf(e Event) int {
	switch e := e.(type) {
	case Thinking:
		return e.Search
	case Counted:
		return e.Search
	}
	return e.(Finished).Search
}

// TestMailboxStorm has writers, a slow reader and changes of search at once; the race detector watches.
func TestMailboxStorm(t *testing.T) {
	m := newMailbox()
	var writers sync.WaitGroup
	const searches, reports = 20, 500
	for number := 1; number <= searches; number++ {
		m.open(number)
		writers.Go(func() {
			for depth := range reports {
				m.put(number, thinkingAt(number, depth, 1))
			}
			m.put(number, Finished{Search: number})
		})
		for range 10 {
			if e, ok := m.take(); ok && numberOf(e) != number {
				t.Errorf("search %d gets an event of another: %v", number, e)
			}
		}
	}
	writers.Wait()
	finished := false
	for e, ok := m.take(); ok; e, ok = m.take() {
		_, finished = e.(Finished)
	}
	if !finished {
		t.Error("the last search's result is lost")
	}
}

// The solver has its own goroutine during a search for a mate; what it panics with ends
// the search and is the job's, which tells it.
func TestAPanicOfTheSolverIsTheJobs(t *testing.T) {
	// There is no mate in one, which is reported.
	root := must.Get(movegen.ParseFEN("8/8/8/3K4/8/5nP1/5Q1b/5N1k b - - 0 1"))(t)
	j := &job{root: root} // but it has no mailbox to tell it by
	var cancel context.CancelFunc
	j.ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	defer func() {
		if p, is := recover().(*work.Panic); !is {
			t.Errorf("it panics with %v", p)
		}
		if j.ctx.Err() != nil {
			t.Error("the search has not been ended")
		}
	}()
	p := newProof(j, &search.Request{Position: root, Limits: search.Limits{Mate: 1, Infinite: true}})
	p.run(func(ctx context.Context, _ search.Request, _ func(search.Info)) search.Result {
		<-ctx.Done()
		return search.Result{}
	})
	t.Error("nothing was reported")
}
