package search

import (
	"context"
	"time"

	"alfiere/movegen"
)

// Defaults of Bench. The signature of a commit is Bench at these.
const (
	BenchDepth     = 12
	BenchMegabytes = 16
)

// BenchResult is the outcome of Bench: with one thread, Nodes depends on nothing
// but the code of search and evaluation.
type BenchResult struct {
	Positions int
	Nodes     uint64
	Elapsed   time.Duration

	Statistics *Statistics // nil unless the program counts them
}

// Bench searches the bench positions one after the other to the given depth on a
// new engine with one thread and a table of the given megabytes. It ends early with
// the context; report, which may be nil, is told each position's FEN and nodes.
func Bench(ctx context.Context, depth, megabytes int, report func(fen string, nodes uint64)) (BenchResult, error) {
	engine, err := New(megabytes)
	if err != nil {
		return BenchResult{}, err
	}
	defer engine.Close()
	var total BenchResult
	for _, fen := range benchPositions {
		position, err := movegen.ParseFEN(fen)
		if err != nil {
			return total, err
		}
		if ctx.Err() != nil {
			break
		}
		engine.NewGame()
		result := engine.Search(ctx, Request{Position: position, Limits: Limits{Depth: depth}}, nil)
		total.Positions++
		total.Nodes += result.Nodes
		total.Elapsed += result.Elapsed
		total.add(engine)
		if report != nil {
			report(fen, result.Nodes)
		}
	}
	return total, nil
}

// add takes what the engine has counted since its new game.
func (r *BenchResult) add(e *Engine) {
	counted, ok := e.Statistics()
	if !ok {
		return
	}
	if r.Statistics == nil {
		r.Statistics = new(Statistics)
	}
	for event, n := range counted {
		r.Statistics[event] += n
	}
}
