package analysis

import (
	"context"
	"math"
	"slices"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
)

// MaxDepth limits the generations of a grown tree; memory is exhausted much earlier unless few moves are followed.
const MaxDepth = 256

// searcher is an engine. It reports its lines through report and returns soon after a limit is reached or ctx ends.
type searcher interface {
	Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result
}

// Grower grows a tree by searching each position.
type Grower struct {
	Searcher searcher        // nil: every legal move is followed
	Best     int             // moves followed in each position; 0 is all
	Nodes    uint64          // searched in each position; above 0
	Progress func(count int) // receives the number of positions searched; may be nil

	count int
}

// Count returns the greatest number of positions searched in a tree of depth generations from p; finished games need
// fewer. fits is false if all moves are followed and exceed the limit of a tree.
func (g *Grower) Count(p *movegen.Position, depth int) (positions int64, fits bool) {
	if p.InsufficientMaterial() {
		return 0, true
	}
	level, moves := uint64(1), uint64(0) // of the generation, and in all
	for d := range depth {
		positions += int64(level)
		if g.Best > 0 {
			level *= uint64(g.Best)
		} else {
			level = countUpTo(p, d+1, gametree.MaxGrowth-moves)
		}
		if moves += level; moves > gametree.MaxGrowth {
			return positions, g.Best > 0
		}
	}
	return positions, true
}

// countUpTo is movegen.Perft that stops soon after the limit.
func countUpTo(p *movegen.Position, depth int, limit uint64) (count uint64) {
	if depth <= 2 {
		return movegen.Perft(p, depth)
	}
	for _, m := range p.Moves() {
		next := p.After(m)
		if count += countUpTo(&next, depth-1, limit-count); count > limit {
			break
		}
	}
	return count
}

// Grow adds moves below every leaf of the tree until it is depth generations deep. The error is the cause of ctx's end,
// or that of gametree.Tree.Grow; the moves added until then stay.
func (g *Grower) Grow(ctx context.Context, t *gametree.Tree, depth int) error {
	choose := gametree.AllMoves
	if g.Searcher != nil {
		choose = g.Choose
	}
	err := t.Grow(ctx, depth, choose)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// Choose is a gametree chooser. The first moves are those of the last iteration, which
// may have been cut off, then those of the last complete one; moves that no iteration
// has judged come last and have no evaluation. The error is that of ctx.
func (g *Grower) Choose(ctx context.Context, p *movegen.Position) ([]gametree.Choice, error) {
	all, _ := gametree.AllMoves(ctx, p)
	wanted := len(all)
	if g.Best > 0 {
		wanted = min(wanted, g.Best)
	}
	var lines, complete []search.Info // of the present iteration, and of the last complete one
	request := search.Request{Position: *p, MultiPV: wanted, Limits: search.Limits{Nodes: g.Nodes}}
	result := g.Searcher.Search(ctx, request, func(i search.Info) {
		if len(i.Line) == 0 || i.Bound != search.Exact {
			return
		}
		if i.MultiPV == 1 {
			lines = nil
		}
		if lines = append(lines, i); len(lines) == wanted {
			complete = lines
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if g.count++; g.Progress != nil {
		g.Progress(g.count)
	}
	var ranked []gametree.Choice
	for _, line := range append(lines, complete...) {
		ranked = append(ranked, gametree.Choice{Move: line.Line[0], Judged: true,
			Evaluation: evaluation(line.Score, line.Depth, p.Side())})
	}
	// A search that was cut off at once has not judged every move.
	ranked = append(append(ranked, gametree.Choice{Move: result.Best}), all...)
	choices := make([]gametree.Choice, 0, wanted)
	for _, c := range ranked {
		known := slices.ContainsFunc(choices, func(other gametree.Choice) bool { return other.Move == c.Move })
		if !known && len(choices) < wanted {
			choices = append(choices, c)
		}
	}
	return choices, nil
}

// evaluation turns a score of the side c, searched to a depth in plies, into one of White's. The moves to a mate are
// counted before the sign is changed: the winner makes one move more than the loser.
func evaluation(score search.Score, depth int, c movegen.Color) gametree.Evaluation {
	sign := 1
	if c == movegen.Black {
		sign = -1
	}
	e := gametree.Evaluation{Depth: int16(min(depth, math.MaxInt16))}
	if moves, ok := score.Mate(); ok {
		e.Mate = int16(sign * moves)
	} else {
		e.Centipawns = int32(sign * int(score))
	}
	return e
}
