package main

import (
	"context"
	"errors"
	"fmt"

	"alfiere/book"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// siftMegabytes is the table that bad moves are found with.
const siftMegabytes = 64

// sift leaves moves out of the book that a search finds worse by more than the margin
// than the best move of their position, in the book or not. One thread searches, always
// the same positions in the same order, so that the book comes out the same each time.
func (c *makeCommand) sift(ctx context.Context, b *book.Builder) error {
	engine, err := search.New(siftMegabytes)
	if err != nil {
		return err
	}
	defer engine.Close()
	s := sifter{engine: engine, nodes: c.nodes}
	asked, kept, positions := 0, 0, 0
	err = b.Sift(movegen.StartPosition(), func(p *movegen.Position, moves []movegen.Move) ([]movegen.Move, error) {
		positions++
		asked += len(moves)
		moves = s.keep(ctx, p, moves, search.Score(c.margin))
		kept += len(moves)
		if ctx.Err() != nil {
			return nil, errors.New("interrupted; nothing was written")
		}
		return moves, nil
	})
	if err == nil {
		fmt.Fprintf(c.std.Err, "%d positions searched, %d of %d moves kept\n", positions, kept, asked)
	}
	return err
}

// sifter judges moves.
type sifter struct {
	engine *search.Engine
	nodes  uint64
}

// keep returns those moves of p that are worse than the best by no more than margin.
func (s *sifter) keep(ctx context.Context, p *movegen.Position, moves []movegen.Move, margin search.Score) (kept []movegen.Move) {
	best := s.score(ctx, p)
	scores := make([]search.Score, len(moves))
	for i, m := range moves {
		next := p.After(m)
		switch {
		case next.HasLegalMove():
			scores[i] = -s.score(ctx, &next)
		case next.InCheck():
			scores[i] = search.MateScore
		}
		best = max(best, scores[i])
	}
	for i, m := range moves {
		if scores[i] >= best-margin {
			kept = append(kept, m)
		}
	}
	return kept
}

// score searches p, which must have a move, and returns what it is worth to the side to
// move.
func (s *sifter) score(ctx context.Context, p *movegen.Position) search.Score {
	request := search.Request{Position: *p, Limits: search.Limits{Nodes: s.nodes}, MultiPV: 1, Knowledge: eval.All}
	return s.engine.Search(ctx, request, func(search.Info) {}).Score
}
