package search

import (
	"context"
	"slices"
	"sync"

	"alfiere/eval"
	"alfiere/internal/work"
	"alfiere/movegen"
)

// Suite says how a suite of test positions is searched.
type Suite struct {
	Limits    Limits // of each position
	Knowledge eval.Knowledge
	Megabytes int // size of each table
	Threads   int // positions that are searched at the same time, each by one thread; 0 is 1
}

// TestPosition is a position with moves that a search should find or avoid; either list may be empty.
type TestPosition struct {
	Position    movegen.Position
	Best, Avoid []movegen.Move
}

// SolvedBy reports whether the move solves the position: it is one of the best moves or, if
// none is named, any, and not one to be avoided.
func (p *TestPosition) SolvedBy(m movegen.Move) bool {
	return (len(p.Best) == 0 || slices.Contains(p.Best, m)) && !slices.Contains(p.Avoid, m)
}

// TestResult is the result of a search of a test position.
type TestResult struct {
	Done   bool // the search has come to its end: without it the rest is nothing
	Move   movegen.Move
	Solved bool
	Nodes  uint64
}

// Solve searches each of the positions from scratch and returns the results in their order. With one thread, or limits
// in nodes or plies, they are the same every time. report, which may be nil, hears each result when it is there, one
// after another and with its place. The error is that of a table that is too large, or of ctx: then the results until
// then are returned. If a search or report panics, Solve does.
func (s Suite) Solve(ctx context.Context, positions []TestPosition,
	report func(at int, r TestResult)) ([]TestResult, error) {
	engines := make([]*Engine, max(s.Threads, 1))
	for i := range engines {
		engine, err := New(s.Megabytes)
		if err != nil {
			return nil, err
		}
		defer engine.Close()
		engines[i] = engine
	}
	results := make([]TestResult, len(positions))
	next := make(chan int)
	solving, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := work.Group{OnPanic: cancel}
	var reporting sync.Mutex
	done := func(i int, r TestResult) {
		reporting.Lock()
		defer reporting.Unlock()
		if results[i] = r; report != nil {
			report(i, r)
		}
	}
	for _, engine := range engines {
		workers.Go(func() {
			for i := range next {
				if r := s.solve(solving, engine, &positions[i]); solving.Err() == nil {
					done(i, r)
				}
			}
		})
	}
	for i := range positions {
		if solving.Err() != nil {
			break
		}
		select {
		case next <- i:
		case <-solving.Done(): // perhaps nobody takes it
		}
	}
	close(next)
	workers.Wait()
	return results, ctx.Err()
}

// solve searches a position.
func (s Suite) solve(ctx context.Context, engine *Engine, p *TestPosition) TestResult {
	engine.NewGame()
	r := engine.Search(ctx, Request{Position: p.Position, Limits: s.Limits, Knowledge: s.Knowledge}, nil)
	return TestResult{Done: true, Move: r.Best, Solved: p.SolvedBy(r.Best), Nodes: r.Nodes}
}

// CountSolved returns how many of the results are there, how many of these solve their position, and the nodes of all.
func CountSolved(results []TestResult) (done, solved int, nodes uint64) {
	for _, r := range results {
		if r.Done {
			done++
		}
		if r.Solved {
			solved++
		}
		nodes += r.Nodes
	}
	return done, solved, nodes
}
