package council

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/search"
)

func TestAGateLetsNoMoreWorkThanThereAreProcessors(t *testing.T) {
	const threads, units = 6, 24
	for _, processors := range []int{1, 2, 3} {
		g := newGate(processors, longestSlice)
		var working, most atomic.Int32
		var done [threads]atomic.Int32
		var least int32 // by any thread when the first one is ready
		var once sync.Once
		begin := make(chan struct{})
		var all sync.WaitGroup
		for i := range threads {
			all.Go(func() {
				turn := g.Enter(0)
				defer turn.Leave()
				<-begin
				for range units {
					now := working.Add(1)
					for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
					}
					time.Sleep(longestSlice + longestSlice/10)
					working.Add(-1)
					done[i].Add(1)
					turn.Pass()
				}
				once.Do(func() {
					least = units
					for i := range done {
						least = min(least, done[i].Load())
					}
				})
			})
		}
		for int(g.waiting.Load()) < threads-processors {
			time.Sleep(time.Millisecond)
		}
		close(begin)
		all.Wait()
		if got := int(most.Load()); got > processors {
			t.Errorf("%d work at once with %d processors", got, processors)
		}
		if least < units/4 { // a busy machine may make one thread wait for long
			t.Errorf("%d processors: one has done %d of %d when the first one is ready", processors, least, units)
		}
		if g.free != processors || len(g.queue) != 0 {
			t.Errorf("in the end %d of %d processors are free, %d wait", g.free, processors, len(g.queue))
		}
	}
}

func TestAGateThatIsReleasedHoldsNobody(t *testing.T) {
	g := newGate(1, longestSlice)
	first := g.Enter(0)
	entered := make(chan struct{})
	go func() {
		g.Enter(0).Leave()
		close(entered)
	}()
	select {
	case <-entered:
		t.Fatal("two have entered with one processor")
	case <-time.After(20 * time.Millisecond):
	}
	g.release()
	<-entered
	first.Pass()
	first.Leave()
	g.Enter(0).Pass()
}

func TestSlicesAreShortWhereThereIsLittleTime(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name                string
		budget              search.Budget
		processors, threads int
		want                time.Duration
	}{
		{"no clock", search.Budget{}, 1, 4, longestSlice},
		{"a long move", search.Budget{Base: 60 * ms, Limit: 300 * ms}, 1, 4, longestSlice},
		{"a quick move", search.Budget{Base: 8 * ms, Limit: 40 * ms}, 1, 4, ms / 2},
		{"two processors", search.Budget{Base: 8 * ms, Limit: 40 * ms}, 2, 4, ms},
		{"a hard limit alone", search.Budget{Limit: 8 * ms}, 1, 4, ms / 2},
		{"many members", search.Budget{Base: 8 * ms}, 1, 64, shortestSlice},
		{"engines alone", search.Budget{Base: 8 * ms}, 1, 0, longestSlice},
	} {
		if got := sliceOf(c.budget, c.processors, c.threads); got != c.want {
			t.Errorf("%s: %v and not %v", c.name, got, c.want)
		}
	}
	g := newGate(1, ms)
	first := g.Enter(0)
	entered := make(chan struct{})
	go func() {
		g.Enter(0).Leave()
		close(entered)
	}()
	for g.waiting.Load() == 0 {
		time.Sleep(ms / 10)
	}
	time.Sleep(ms)
	first.Pass() // returns when the other thread has left
	<-entered
	first.Leave()
}

// countingGate lets one thread work and counts its chances to let others work.
type countingGate struct{ passes uint64 }

func (g *countingGate) Enter(int) search.Turn { return g }
func (g *countingGate) Pass()                 { g.passes++ }
func (g *countingGate) Leave()                {}

func TestASearchThatTakesTurnsOftenLetsOthersWork(t *testing.T) {
	engine, err := search.New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	g := &countingGate{}
	request := middlegameRequest(t, search.Limits{Depth: 6, Gate: g})
	r := engine.Search(context.Background(), request, nil)
	if g.passes == 0 || r.Nodes/g.passes > 150 {
		t.Errorf("%d turns in %d nodes", g.passes, r.Nodes)
	}
}
