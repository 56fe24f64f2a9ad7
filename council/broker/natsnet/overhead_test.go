package natsnet_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/work"
)

// TestTheQueueCostsLittle measures how much longer tasks of 20 ms take than their handlers. The handlers sleep, so
// that the test measures the waiting of threads whatever else the machine does. The bound is wide because a busy
// machine wakes threads late.
func TestTheQueueCostsLittle(t *testing.T) {
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	var handled atomic.Int64
	kinds := []work.Kind{kind("sleep", func(context.Context, []byte) ([]byte, error) {
		begun := time.Now()
		time.Sleep(20 * time.Millisecond)
		handled.Add(int64(time.Since(begun)))
		return nil, nil
	})}
	for workers := 1; workers <= 2; workers++ {
		taskWorker(t, s.URL(), fmt.Sprint("worker ", workers), two(), kinds...)
		c, _ := crew(t, s.URL(), kinds...)
		// all are awake
		if err := c.Do(t.Context(), numbered("sleep", 20), func(work.Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
		handled.Store(0)
		begun := time.Now()
		n := 200 * workers
		if err := c.Do(t.Context(), numbered("sleep", n), func(work.Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
		took := time.Since(begun)
		threads := time.Duration(2 * workers)
		overhead := float64(threads*took)/float64(handled.Load()) - 1
		t.Logf("%d workers with 2 threads: %d tasks in %v, %.0f a second, overhead %.1f %%", workers, n,
			took.Round(time.Millisecond), float64(n)/took.Seconds(), 100*overhead)
		if overhead > 0.5 {
			t.Errorf("the queue takes %.0f %% of the time", 100*overhead)
		}
	}
}
