package protocol

import (
	"context"
	"testing"
	"time"

	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/search"
)

// The solver has its own goroutine during a search for a mate; what it panics with ends
// the search and is the job's, which tells it.
func TestAPanicOfTheSolverIsTheJobs(t *testing.T) {
	root, err := movegen.ParseFEN("8/8/8/3K4/8/5nP1/5Q1b/5N1k b - - 0 1") // there is no mate in one, which is reported
	if err != nil {
		t.Fatal(err)
	}
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
	t.Error("nothing was told")
}
