package problem

import (
	"context"
	"slices"

	"alfiere/movegen"
)

// economy removes each man but the kings in turn and solves what is left, until ctx
// or the node limit of o ends it. The report must be of a sound problem.
func (r *Report) economy(ctx context.Context, o Options) *Economy {
	if o.Nodes > 0 && r.Nodes >= o.Nodes {
		return &Economy{}
	}
	t, whole := newThinning(ctx, r, o)
	result := &Economy{}
	for men := r.Position.Occupied() &^ r.Position.ByType(movegen.King); men != 0 && whole; {
		man := men.Pop()
		superfluous := t.isSuperfluous(man)
		if t.stopped {
			break
		}
		result.Tested |= man.Bitboard()
		if superfluous {
			result.Superfluous |= man.Bitboard()
		}
	}
	r.Nodes += t.nodes
	return result
}

// thinning takes men off a sound problem.
type thinning struct {
	ctx     context.Context
	options Options // of the solutions that are compared
	whole   *Report // the problem with all its men
	filter  *solver // sees whether the key still mates; its table is true of every position
	limit   uint64  // of nodes; 0 is none
	nodes   uint64
	stopped bool
}

// newThinning prepares the removal of men. ok is false if a limit has ended it.
func newThinning(ctx context.Context, r *Report, o Options) (t *thinning, ok bool) {
	provided := r.Set != nil && r.Set.isProvided()
	t = &thinning{ctx: ctx, whole: r, options: Options{Moves: o.Moves, SetPlay: provided, Threads: o.Threads}}
	if o.Nodes > 0 {
		t.limit = o.Nodes - r.Nodes
	}
	t.filter = newSolver(ctx, r.Position, Options{Moves: o.Moves})
	if !o.HidePartial {
		return t, !t.filter.stopped
	}
	t.whole = t.solve(r.Position) // with the play that the report hides
	return t, t.whole != nil
}

// solve analyses p within what is left of the limit; it returns nil and stops the
// thinning if that does not suffice.
func (t *thinning) solve(p movegen.Position) *Report {
	o := t.options
	if t.limit > 0 {
		o.Nodes = t.limit - t.nodes
	}
	report, err := analysePlay(t.ctx, p, o)
	if err != nil {
		return nil
	}
	t.count(report.Nodes)
	if !report.Complete {
		t.stopped = true
		return nil
	}
	return report
}

// count adds nodes to those spent.
func (t *thinning) count(nodes uint64) {
	t.nodes += nodes
	t.stopped = t.stopped || t.limit > 0 && t.nodes >= t.limit
}

// isSuperfluous reports whether the problem without the man on the square has the
// same solution:
//
//   - it is sound, with the same key of the same kind and the same threats;
//   - the effective defences of the other men are the same, with the same mates (in
//     longer problems: the same continuations); so is the set play if the diagram
//     is provided for, since it is then a part of the solution;
//   - if it is the defender's man and has effective defences, each mate after them is
//     a threat or a mate after a defence of the other men too.
//
// Tries do not count. The answer is void if the thinning is stopped by then.
func (t *thinning) isSuperfluous(man movegen.Square) bool {
	b := t.whole.Position.Builder()
	b.Board[man] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil {
		return false // the man shields a king
	}
	key := &t.whole.Keys[0]
	if !p.IsLegal(key.Move) || !t.mates(p, key.Move) || t.stopped {
		return false
	}
	reduced := t.solve(p)
	if reduced == nil || reduced.Verdict != Sound || reduced.Keys[0].Move != key.Move || !reduced.Keys[0].shows(key, man) {
		return false
	}
	return !t.options.SetPlay || reduced.Set != nil && reduced.Set.shows(t.whole.Set, man)
}

// mates reports whether the first move mates in time. Without most men the key does
// not, and that is seen sooner than all else.
func (t *thinning) mates(p movegen.Position, first movegen.Move) bool {
	s := t.filter
	before := s.nodes
	s.frames[0].position = p
	s.budget = newBudget(0)
	if t.limit > 0 {
		s.budget = newBudget(t.limit - t.nodes)
	}
	s.leased = s.nodes
	s.renew()
	s.play(0, first)
	solves := s.defenceless(1, t.options.Moves-1)
	t.stopped = t.stopped || s.stopped
	t.count(s.nodes - before)
	return solves
}

// shows reports whether the phase shows the play of another, which it has when the
// man on the square is not on the board (see isSuperfluous).
func (p *Phase) shows(whole *Phase, man movegen.Square) bool {
	if p.Kind != whole.Kind || !p.Threats.equal(&whole.Threats) || len(p.Refutations) > 0 {
		return false
	}
	left := 0
	for i := range whole.Variations {
		v := &whole.Variations[i]
		if !v.Effective {
			continue
		}
		if v.Defence.From() == man {
			if slices.ContainsFunc(v.Mates.Moves, func(m movegen.Move) bool { return !p.contains(m) }) {
				return false
			}
			continue
		}
		left++
		if w := p.answer(v.Defence); w == nil || !w.Mates.equal(&v.Mates) {
			return false
		}
	}
	return left == len(p.Variations) // all of them effective
}

// contains reports whether m is a threat or mate of the phase.
func (p *Phase) contains(m movegen.Move) bool {
	return slices.Contains(p.Threats.Moves, m) || slices.ContainsFunc(p.Variations, func(v Variation) bool {
		return slices.Contains(v.Mates.Moves, m)
	})
}

// equal reports whether both hold the same moves, in whatever order.
func (a *Mates) equal(b *Mates) bool {
	return a.In == b.In && len(a.Moves) == len(b.Moves) &&
		!slices.ContainsFunc(a.Moves, func(m movegen.Move) bool { return !slices.Contains(b.Moves, m) })
}
