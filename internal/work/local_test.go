package work

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/internal/testing/must"
)

// numbered returns n tasks of a kind, whose payloads are their numbers, and how many of them have been taken.
func numbered(kind string, n int) (iter.Seq[Task], *int) {
	taken := new(int)
	return func(yield func(Task) bool) {
		for i := range n {
			*taken++
			if !yield(Task{ID: fmt.Sprint(i), Kind: kind, Payload: []byte(fmt.Sprint(i))}) {
				return
			}
		}
	}, taken
}

// doubler answers a payload twice.
func doubler(ctx context.Context, payload []byte) ([]byte, error) {
	return append(payload[:len(payload):len(payload)], payload...), nil
}

// checkGoroutines fails if there are more goroutines at the end than now.
func checkGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 100 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines before, %d behind", before, runtime.NumGoroutine())
	})
}

func TestEachTaskHasOneResult(t *testing.T) {
	checkGoroutines(t)
	for _, threads := range []int{-1, 1, 2, 7} {
		for _, n := range []int{0, 1, 5, 500} {
			queue := &Local{Kinds: []Kind{{Name: "other"}, {Name: "double", Open: HandlerFunc(doubler).Open}}, Threads: threads}
			got := map[string]string{}
			tasks, taken := numbered("double", n)
			reported := 0
			keep := Counted(func(r Result) error {
				if _, twice := got[r.Task.ID]; twice {
					t.Errorf("task %s twice", r.Task.ID)
				}
				if got[r.Task.ID] = string(r.Payload); r.Fault != "" || r.Worker == "" {
					t.Errorf("%+v", r)
				}
				if *taken > len(got)+3*max(threads, 1)+1 { // at hand, being done, and not kept yet
					t.Errorf("%d taken when %d are kept by %d threads", *taken, len(got), threads)
				}
				return nil
			}, func(kept, faults int) {
				if reported++; kept != reported || faults != 0 {
					t.Errorf("report %d, %d", kept, faults)
				}
			})
			must.Do(t, queue.Do(t.Context(), tasks, keep))
			for i := range n {
				if text := fmt.Sprint(i); got[text] != text+text {
					t.Errorf("task %d: %q", i, got[text])
				}
			}
			if len(got) != n || reported != n {
				t.Errorf("%d results, %d reports of %d tasks", len(got), reported, n)
			}
		}
	}
}

// counter is a handler that knows whether it is used as it should be.
type counter struct {
	t      *testing.T
	busy   atomic.Bool
	closed bool
	all    *tally
}

type tally struct {
	mutex                              sync.Mutex
	opened, closed, atOnce, mostAtOnce int
}

func (c *counter) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	if c.closed || !c.busy.CompareAndSwap(false, true) {
		c.t.Error("a handler is used when it is closed or busy")
	}
	defer c.busy.Store(false)
	c.all.mutex.Lock()
	c.all.atOnce++
	c.all.mostAtOnce = max(c.all.mostAtOnce, c.all.atOnce)
	c.all.mutex.Unlock()
	defer func() {
		c.all.mutex.Lock()
		c.all.atOnce--
		c.all.mutex.Unlock()
	}()
	time.Sleep(time.Millisecond)
	switch string(payload) {
	case "3":
		return nil, errors.New("three is too much")
	case "5":
		panic("five")
	case "8":
		return nil, errors.New("")
	}
	return payload, nil
}

func (c *counter) Close() error {
	c.all.mutex.Lock()
	defer c.all.mutex.Unlock()
	c.closed = true
	c.all.closed++
	if c.all.closed == 2 {
		return errors.New("the second does not close")
	}
	return nil
}

func TestHandlersAreOfOneGoroutineAndClosed(t *testing.T) {
	checkGoroutines(t)
	all := &tally{}
	queue := &Local{Threads: 3, Kinds: []Kind{{Name: "count", Open: func() (Handler, error) {
		all.mutex.Lock()
		defer all.mutex.Unlock()
		all.opened++
		return &counter{t: t, all: all}, nil
	}}}}
	faults := map[string]string{}
	tasks, _ := numbered("count", 60)
	err := queue.Do(t.Context(), tasks, func(r Result) error {
		faults[r.Task.ID] = r.Fault
		return nil
	})
	if err == nil || err.Error() != "count: the second does not close" {
		t.Errorf("error %v", err)
	}
	if all.opened != all.closed || all.opened < 3 || all.opened > 4 { // one is opened in place of the one that panicked
		t.Errorf("%d handlers opened, %d closed", all.opened, all.closed)
	}
	if all.mostAtOnce != 3 {
		t.Errorf("%d tasks at a time", all.mostAtOnce)
	}
	for id, fault := range faults {
		want := map[string]string{"3": "three is too much", "5": "task 5 (count): panic: five at local_test.go:", "8": "a fault without a reason"}[id]
		if !strings.HasPrefix(fault, want) || want == "" && fault != "" {
			t.Errorf("task %s: %q", id, fault)
		}
	}
	if len(faults) != 60 {
		t.Errorf("%d results", len(faults))
	}
}

func TestAPanicOfTheRuntimeHasAPlaceToo(t *testing.T) {
	w := NewWorker("w", []Kind{{Name: "index", Open: HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		return payload[:payload[0]], nil
	}).Open}})
	r, err := w.Do(t.Context(), Task{ID: "t", Kind: "index"})
	if err != nil || !strings.Contains(r.Fault, "index out of range [0] with length 0 at local_test.go:") {
		t.Errorf("%+v, %v", r, err)
	}
	must.Do(t, w.Close())
}

// TestAThreadDoesTheNextTaskWhileAResultIsKept keeps the first result until the next task is done.
func TestAThreadDoesTheNextTaskWhileAResultIsKept(t *testing.T) {
	started := make(chan string, 3)
	queue := &Local{Kinds: []Kind{{Name: "note", Open: HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		started <- string(payload)
		return nil, nil
	}).Open}}, Threads: 1}
	tasks, _ := numbered("note", 3)
	err := queue.Do(t.Context(), tasks, func(r Result) error {
		if r.Task.ID != "0" {
			return nil
		}
		for _, want := range []string{"0", "1"} {
			select {
			case got := <-started:
				if got != want {
					t.Errorf("task %s is begun, not %s", got, want)
				}
			case <-time.After(2 * time.Minute):
				return fmt.Errorf("task %s is not begun while a result is kept", want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAnErrorOfKeepEndsTheWork(t *testing.T) {
	checkGoroutines(t)
	full := errors.New("the disk is full")
	tasks, taken := numbered("double", 1_000_000)
	kept := 0
	queue := &Local{Kinds: []Kind{{Name: "double", Open: HandlerFunc(doubler).Open}}, Threads: 4}
	err := queue.Do(t.Context(), tasks, Counted(func(Result) error {
		if kept++; kept == 10 {
			return full
		}
		return nil
	}, func(kept, _ int) {
		if kept == 10 {
			t.Error("what was not kept is counted")
		}
	}))
	if !errors.Is(err, full) || kept != 10 || *taken > 10+3*4+2 {
		t.Errorf("%v after %d kept, %d taken", err, kept, *taken)
	}
}

func TestTheEndOfTheContextEndsTheWork(t *testing.T) {
	checkGoroutines(t)
	ctx, cancel := context.WithCancel(t.Context())
	wait := func(ctx context.Context, payload []byte) ([]byte, error) {
		if string(payload) == "2" {
			cancel()
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	queue := &Local{Kinds: []Kind{{Name: "wait", Open: HandlerFunc(wait).Open}}, Threads: 3}
	tasks, _ := numbered("wait", 9)
	err := queue.Do(ctx, tasks, func(r Result) error {
		t.Errorf("kept: %+v", r)
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := queue.Do(ctx, func(func(Task) bool) {}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing to do in a context that has ended: %v", err)
	}
}

func TestWhatCannotBeDoneHereIsNoFault(t *testing.T) {
	checkGoroutines(t)
	broken := errors.New("no memory")
	queue := &Local{Threads: 2, Kinds: []Kind{{Name: "broken", Open: func() (Handler, error) { return nil, broken }}}}
	for _, kind := range []string{"broken", "unknown"} {
		tasks, _ := numbered(kind, 9)
		err := queue.Do(t.Context(), tasks, func(r Result) error {
			t.Errorf("kept: %+v", r)
			return nil
		})
		if !errors.Is(err, ErrKind) || !strings.Contains(err.Error(), kind) || errors.Is(err, broken) != (kind == "broken") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestAPanicOfTheCallerLeavesNothingBehind(t *testing.T) {
	checkGoroutines(t)
	defer func() {
		if recover() != "oh" {
			t.Error("the panic is lost")
		}
	}()
	queue := &Local{Kinds: []Kind{{Name: "double", Open: HandlerFunc(doubler).Open}}, Threads: 2}
	tasks, _ := numbered("double", 9)
	_ = queue.Do(t.Context(), tasks, func(Result) error { panic("oh") })
}

// A worker that panics where no task is to blame ends the work for all.
func TestAPanicOfAWorkerIsTheCallers(t *testing.T) {
	checkGoroutines(t)
	defer func() {
		if p, is := recover().(*Panic); !is || p.Value != "no handler" {
			t.Errorf("%v", p)
		}
	}()
	queue := &Local{Kinds: []Kind{{Name: "double", Open: func() (Handler, error) { panic("no handler") }}}, Threads: 3}
	tasks, _ := numbered("double", 9)
	t.Errorf("it ends with %v", queue.Do(t.Context(), tasks, func(Result) error { return nil }))
}

// TestATaskWithoutAKindWaitsForAResult gives at most two tasks at a time, each after the results before it.
func TestATaskWithoutAKindWaitsForAResult(t *testing.T) {
	open, started, kept := 0, 0, 0
	tasks := func(yield func(Task) bool) {
		for started < 50 {
			task := Task{}
			if open < 2 {
				started++
				open++
				task = Task{ID: fmt.Sprint(started), Kind: "double"}
			}
			if !yield(task) {
				return
			}
		}
	}
	queue := &Local{Kinds: []Kind{{Name: "double", Open: HandlerFunc(doubler).Open}}, Threads: 4}
	err := queue.Do(t.Context(), tasks, func(Result) error {
		open--
		kept++
		return nil
	})
	if err != nil || started != 50 || kept != 50 {
		t.Errorf("%d tasks, %d results, %v", started, kept, err)
	}
}

func TestATaskThatOthersMayDoIsNoFault(t *testing.T) {
	handler := HandlerFunc(func(context.Context, []byte) ([]byte, error) { return nil, fmt.Errorf("%w: no tool", ErrKind) })
	w := NewWorker("w", []Kind{{Name: "tool", Open: handler.Open}})
	if r, err := w.Do(t.Context(), Task{Kind: "tool"}); !errors.Is(err, ErrKind) || r.Fault != "" {
		t.Errorf("%+v, %v", r, err)
	}
}
