package consult

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestAGateLetsNoMoreWorkThanThereAreProcessors(t *testing.T) {
	for _, processors := range []int{1, 2, 3} {
		g := newGate(processors)
		var working, most atomic.Int32
		worked := make([]time.Duration, 6)
		var all sync.WaitGroup
		end := time.Now().Add(150 * time.Millisecond)
		for i := range worked {
			all.Go(func() {
				turn := g.Enter()
				defer turn.Leave()
				for time.Now().Before(end) {
					now := working.Add(1)
					for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
					}
					begun := time.Now()
					time.Sleep(200 * time.Microsecond)
					worked[i] += time.Since(begun)
					working.Add(-1)
					turn.Pass()
				}
			})
		}
		all.Wait()
		if got := int(most.Load()); got > processors {
			t.Errorf("%d work at once with %d processors", got, processors)
		}
		least, longest := worked[0], worked[0]
		for _, d := range worked {
			least, longest = min(least, d), max(longest, d)
		}
		if least == 0 || longest > 4*least {
			t.Errorf("%d processors: who gets least works %v, who gets most %v", processors, least, longest)
		}
		if g.free != processors || len(g.queue) != 0 {
			t.Errorf("in the end %d of %d processors are free, %d wait", g.free, processors, len(g.queue))
		}
	}
}

func TestAGateThatIsReleasedHoldsNobody(t *testing.T) {
	g := newGate(1)
	first := g.Enter()
	entered := make(chan struct{})
	go func() {
		g.Enter().Leave()
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
	g.Enter().Pass()
	(*gate)(nil).release()
}
