package protocol

import (
	"context"

	"alfiere/movegen"
	"alfiere/search"
)

// uninterrupted is the depth up to which positions are counted without checking for a
// stop: well below a second's work.
const uninterrupted = 3

// Perft counts the legal move sequences of the given length, at least 1, from the
// position on the board: a Counted event for each first move, then Finished with Perft
// set. Like a search it can be stopped; Finished then has the count so far and a Depth
// of 0.
func (c *Controller) Perft(depth int) {
	j := c.begin(c.game, search.Limits{Depth: depth}, false, 0)
	j.run(func() {
		finished := Finished{Search: j.number, Root: j.root, Perft: true}
		for _, m := range j.root.Moves() {
			next := j.root.After(m)
			nodes := count(j.ctx, &next, depth-1)
			if j.ctx.Err() != nil {
				break
			}
			finished.Nodes += nodes
			j.tell(Counted{j.number, movegen.PerftEntry{Move: m, Nodes: nodes}})
		}
		if j.ctx.Err() == nil {
			finished.Depth = depth
		}
		j.tell(finished)
	})
}

// count is movegen.Perft that stops, with a meaningless number, when ctx ends.
func count(ctx context.Context, p *movegen.Position, depth int) (nodes uint64) {
	if depth <= uninterrupted {
		return movegen.Perft(p, depth)
	}
	for _, m := range p.Moves() {
		if ctx.Err() != nil {
			break
		}
		next := p.After(m)
		nodes += count(ctx, &next, depth-1)
	}
	return nodes
}
