package work

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// Jobs of one place run in their order; a panic ends its job alone, and Close ends all.
func TestAQueueRunsItsJobsInTheirOrder(t *testing.T) {
	checkGoroutines(t)
	q := NewQueue(NewGate(1, 0), 1, 3)
	ended := make(chan error, 3)
	end := func(err error) { ended <- err }
	entered := make(chan string, 3)
	start := func(name string, work func(*Job)) (*Job, error) {
		return q.Start(name, func(j *Job) error {
			if err := errors.Join(j.Enter(), j.Compute()); err != nil {
				return err
			}
			entered <- name
			work(j)
			return j.Context().Err()
		}, end)
	}
	wait := func(j *Job) { <-j.Context().Done() }
	first, err := start("first", func(j *Job) { j.Report(1, 2, "half"); wait(j) })
	if err != nil || <-entered != "first" {
		t.Fatal(err)
	}
	second, err := start("second", func(*Job) { panic("oh") })
	if err != nil {
		t.Fatal(err)
	}
	waits := func() bool {
		q.places.mu.Lock()
		defer q.places.mu.Unlock()
		return len(q.places.waiting) > 0
	}
	for !waits() {
		time.Sleep(time.Millisecond)
	}
	if _, err := start("third", wait); err != nil {
		t.Fatal(err)
	}
	if _, err := start("first", wait); !errors.Is(err, ErrUnderWay) {
		t.Error(err)
	}
	if _, err := start("fourth", wait); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	if p := first.Progress(); !p.Running || p.Done != 1 || p.Text != "half" || second.Progress().Running {
		t.Errorf("%+v", p)
	}
	if err := first.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	if err := errors.Join(<-ended, <-ended); !errors.Is(err, ErrStopped) || !strings.Contains(err.Error(), "panic: oh") {
		t.Error(err)
	}
	q.Close(time.Minute)
	if err := <-ended; !errors.Is(err, ErrStopped) || len(q.Jobs()) > 0 {
		t.Error(err)
	}
	if _, err := start("late", wait); err == nil {
		t.Error("a closed queue begins something")
	}
}
