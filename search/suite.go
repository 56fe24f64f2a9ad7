package search

import (
	"context"
	"slices"
	"sync"

	"alfiere/eval"
	"alfiere/movegen"
)

// Suite says how a suite of test positions is searched.
type Suite struct {
	Limits    Limits // of each position
	Knowledge eval.Knowledge
	Megabytes int // size of each table
	Threads   int // positions that are searched at the same time, each by one thread; 0 is 1
}

// TestPosition is a position with moves that a search should find or avoid; either list
// may be empty.
type TestPosition struct {
	Position    movegen.Position
	Best, Avoid []movegen.Move
}

// TestResult is what a search has made of a test position.
type TestResult struct {
	Move   movegen.Move
	Solved bool
	Nodes  uint64
}

// Solve searches each of the positions from scratch and returns the results in their
// order. With one thread, or limits in nodes or plies, they are the same every time. The
// error is that of a table that is too large or of ctx.
func (s Suite) Solve(ctx context.Context, positions []TestPosition) ([]TestResult, error) {
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
	var workers sync.WaitGroup
	for _, engine := range engines {
		workers.Go(func() {
			for i := range next {
				results[i] = s.solve(ctx, engine, &positions[i])
			}
		})
	}
	for i := range positions {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
	return results, ctx.Err()
}

// solve searches a position: a good move or, if none is named, any that is not bad solves
// it.
func (s Suite) solve(ctx context.Context, engine *Engine, p *TestPosition) TestResult {
	engine.NewGame()
	r := engine.Search(ctx, Request{Position: p.Position, Limits: s.Limits, Knowledge: s.Knowledge}, nil)
	solved := (len(p.Best) == 0 || slices.Contains(p.Best, r.Best)) && !slices.Contains(p.Avoid, r.Best)
	return TestResult{Move: r.Best, Solved: solved, Nodes: r.Nodes}
}

// CountSolved returns how many of the results solve their position, and the nodes of all.
func CountSolved(results []TestResult) (solved int, nodes uint64) {
	for _, r := range results {
		if r.Solved {
			solved++
		}
		nodes += r.Nodes
	}
	return solved, nodes
}
