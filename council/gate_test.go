package council

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestAGateLetsNoMoreWorkThanThereAreProcessors(t *testing.T) {
	const threads, units = 6, 8
	for _, processors := range []int{1, 2, 3} {
		g := newGate(processors)
		var working, most atomic.Int32
		var done [threads]atomic.Int32
		var least int32 // that anybody has done when the first one is ready
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
					time.Sleep(slice + slice/10)
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
		if least < units/2 {
			t.Errorf("%d processors: one has done %d of %d when the first one is ready", processors, least, units)
		}
		if g.free != processors || len(g.queue) != 0 {
			t.Errorf("in the end %d of %d processors are free, %d wait", g.free, processors, len(g.queue))
		}
	}
}

func TestAGateThatIsReleasedHoldsNobody(t *testing.T) {
	g := newGate(1)
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
