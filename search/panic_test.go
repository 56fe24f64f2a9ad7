package search

import (
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/work"
	"alfiere/movegen"
)

// A panic in any thread ends the search and is the caller's, when no thread works any more.
func TestAPanicOfAThreadIsTheCallers(t *testing.T) {
	e, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.SetThreads(3)
	r := &run{request: &Request{Position: movegen.StartPosition(), Limits: Limits{Infinite: true}, Knowledge: eval.All}, tt: e.tt, workers: e.workers, smp: e.smp}
	r.timer = newTimer(&r.request.Limits, r.start)
	ended := func(report func(Info), spoil func()) (value any) {
		defer func() {
			value = recover()
			for i, w := range e.workers {
				if !w.stopped && w.evaluator != nil && i > 0 {
					t.Errorf("thread %d has not been stopped", i)
				}
			}
		}()
		r.report = report
		r.stop.Store(false)
		for i, w := range e.workers {
			w.prepare(r, i == 0)
			w.listRootMoves()
		}
		spoil()
		e.runWorkers(r)
		return nil
	}
	value := ended(func(Info) {}, func() { e.workers[1].evaluator = nil })
	if p, is := value.(*work.Panic); !is || !strings.Contains(p.Error(), "nil pointer") || !strings.Contains(p.Stack, "iterate") {
		t.Errorf("a helper: %v", value)
	}
	if value := ended(func(Info) { panic("told") }, func() {}); value != "told" {
		t.Errorf("the main thread: %v", value)
	}
}

// A suite is searched by goroutines of its own; what panics in one is the caller's, however
// many positions are left, and the table of the others is given back.
func TestAPanicOfASuiteIsTheCallers(t *testing.T) {
	positions := make([]TestPosition, 20)
	for i := range positions {
		positions[i].Position = movegen.StartPosition()
	}
	for _, threads := range []int{1, 3} {
		func() {
			defer func() {
				if p, is := recover().(*work.Panic); !is || p.Value != "told" || !strings.Contains(p.Stack, "Suite") {
					t.Errorf("%d threads: %v", threads, p)
				}
			}()
			_, err := Suite{Limits: Limits{Depth: 2}, Megabytes: 1, Threads: threads}.Solve(t.Context(), positions, func(int, TestResult) { panic("told") })
			t.Errorf("%d threads: it ends with %v", threads, err)
		}()
	}
}
