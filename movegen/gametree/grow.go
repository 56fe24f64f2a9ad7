package gametree

import (
	"context"

	"alfiere/internal/message"
	"alfiere/movegen"
)

// Choice is a move and its evaluation.
type Choice struct {
	Move       movegen.Move
	Evaluation Evaluation
	Judged     bool // Evaluation is set
}

// chooser returns the moves of p, all legal, that are worth following, the best first.
// It is never asked about a position without legal moves.
type chooser func(ctx context.Context, p *movegen.Position) ([]Choice, error)

// AllMoves is the chooser of every legal move, in the order of the generator.
func AllMoves(_ context.Context, p *movegen.Position) ([]Choice, error) {
	moves := p.Moves()
	choices := make([]Choice, len(moves))
	for i, m := range moves {
		choices[i].Move = m
	}
	return choices, nil
}

// MaxGrowth is the largest number of moves of a tree in Grow; writing it takes less than 2 GB of memory.
const MaxGrowth = 1 << 23

// Grow adds the chosen moves below every leaf, until the tree is depth generations deep. Mates, stalemates and dead
// positions are marked as ended; at the other leaves all legal replies are announced. The error is that of the chooser
// or the context, or an *Error that wraps errTooBig; the moves added until then stay.
func (t *Tree) Grow(ctx context.Context, depth int, choose chooser) error {
	return t.grow(ctx, depth, MaxGrowth, choose)
}

// grow is Grow with the number of moves beyond which it stops.
func (t *Tree) grow(ctx context.Context, depth, maxMoves int, choose chooser) error {
	leaves := []Node{Root}
	for generation := 0; len(leaves) > 0 && generation <= depth; generation++ {
		var next []Node
		for _, n := range leaves {
			if err := ctx.Err(); err != nil {
				return err
			}
			if t.nodes[n].child == Root && !t.nodes[n].ended {
				if err := t.growLeaf(ctx, n, generation < depth, choose); err != nil {
					return err
				}
				if t.Len() > maxMoves {
					most := message.Errorf("at most %d moves", maxMoves)
					return &Error{Generation: generation + 1, Err: errTooBig, Expected: most}
				}
			}
			for child := range t.Children(n) {
				next = append(next, child)
			}
		}
		leaves = next
	}
	return nil
}

// growLeaf adds the children of n, or only announces them.
func (t *Tree) growLeaf(ctx context.Context, n Node, further bool, choose chooser) error {
	p := t.Position(n)
	count := len(p.Moves())
	if count == 0 || p.InsufficientMaterial() {
		t.SetEnded(n, true)
		return nil
	}
	if !further {
		if n != Root {
			t.Announce(n, count)
		}
		return nil
	}
	choices, err := choose(ctx, &p)
	if err != nil {
		return err
	}
	for _, c := range choices {
		child := t.Add(n, c.Move)
		if c.Judged {
			t.SetEvaluation(child, c.Evaluation)
		}
	}
	return nil
}
