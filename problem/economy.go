package problem

import (
	"context"
	"slices"
	"sync/atomic"

	"alfiere/movegen"
)

// economy removes each man but the kings in turn and checks whether the solution stays,
// until ctx or the node limit of o ends it. The report must be of a sound problem.
func (r *Report) economy(ctx context.Context, o Options) *Economy {
	result := &Economy{}
	if o.Nodes > 0 {
		if r.Nodes >= o.Nodes {
			return result
		}
		o.Nodes -= r.Nodes
	}
	t := newThinning(ctx, r, o)
	for men := r.Position.Occupied() &^ r.Position.ByType(movegen.King); men != 0; {
		man := men.Pop()
		superfluous := t.isSuperfluous(man)
		if t.isStopped() {
			break
		}
		result.Tested |= man.Bitboard()
		if !superfluous {
			continue
		}
		result.Superfluous |= man.Bitboard()
		if lost := t.lostTries(r, man); len(lost) > 0 {
			result.Lost = append(result.Lost, Loss{man, lost})
		}
	}
	for _, s := range t.solvers {
		r.Nodes += s.nodes
	}
	return result
}

// thinning takes men off a sound problem.
type thinning struct {
	whole   movegen.Position // with all its men
	moves   int
	keys    []*Phase
	set     *Phase // of the whole problem, as keys; nil unless it counts
	solvers []*solver
	playing // of the first solver; the table is true of every position, so all men share it
}

// newThinning prepares the removal of men, within the node limit of o.
func newThinning(ctx context.Context, r *Report, o Options) *thinning {
	t := &thinning{whole: r.Position, moves: o.Moves, keys: r.ActualPlay()}
	if r.Set != nil && r.Set.isProvided() {
		t.set = r.Set
	}
	first := newSolver(ctx, r.Position, o)
	t.solvers = []*solver{first}
	for len(t.solvers) < o.Threads {
		t.solvers = append(t.solvers, first.another())
	}
	t.playing = playing{first, &Options{Moves: o.Moves}}
	return t
}

// isStopped reports whether a limit has ended the thinning.
func (t *thinning) isStopped() bool {
	return slices.ContainsFunc(t.solvers, func(s *solver) bool { return s.stopped })
}

// isSuperfluous reports whether the problem without the man on the square has the same solution:
//
//   - it is sound, with the same keys of the same kinds and the same threats;
//   - the effective defences of the other men are the same, with the same mates (in
//     longer problems: the same continuations); so is the set play if the diagram
//     is provided for, since it is then a part of the solution;
//   - if it is the defender's man and has effective defences, each mate after them is
//     a threat or a mate after a defence of the other men too.
//
// Tries do not count. The answer is void if the thinning is stopped by then. What is
// decided with the least work, and what decides most, is asked first.
func (t *thinning) isSuperfluous(man movegen.Square) bool {
	needs := func(ph *Phase) bool { return !ph.doesWithout(man) }
	if slices.ContainsFunc(t.keys, needs) || t.set != nil && needs(t.set) {
		return false
	}
	b := t.whole.Builder()
	b.Board[man] = movegen.NoPiece
	p, _, err := b.Build(movegen.Rules{Composed: true})
	if err != nil {
		return false // the man shields a king
	}
	for _, s := range t.solvers {
		s.frames[0].position = p
	}
	for _, key := range t.keys {
		if !p.IsLegal(key.Move) {
			return false // the man makes the key
		}
		if t.play(0, key.Move); !t.defenceless(1, t.moves-1) || !t.shows(key, man) {
			return false
		}
	}
	if t.set != nil {
		if p.InCheck() {
			return false // and neither side can wait
		}
		if t.pass(0); !t.shows(t.set, man) {
			return false
		}
	}
	return !t.isCooked()
}

// lostTries returns the tries of the report that are none, or have other play or another
// refutation, without a superfluous man, which has been taken off. Tries whose man is
// captured are nobody's loss. If a limit ends the thinning, tries may be missing.
func (t *thinning) lostTries(r *Report, man movegen.Square) (lost []movegen.Move) {
	for i := range r.Tries {
		try := &r.Tries[i]
		if r.Triviality(try) == CapturedTry {
			continue
		}
		p := &t.frames[0].position
		kept := p.PieceAt(man) == movegen.NoPiece && p.IsLegal(try.Move) && try.doesWithout(man)
		if kept {
			t.play(0, try.Move)
			kept = t.shows(try, man)
		}
		if t.isStopped() {
			return lost
		}
		if !kept {
			lost = append(lost, try.Move)
		}
	}
	return lost
}

// doesWithout reports whether the phase can do without the defences of the man on the
// square: each mate after them is a threat, or a mate after another man's defence too.
func (p *Phase) doesWithout(man movegen.Square) bool {
	for i := range p.Variations {
		v := &p.Variations[i]
		if !v.Effective || v.Defence.From() != man {
			continue
		}
		if slices.ContainsFunc(v.Mates.Moves, func(m movegen.Move) bool { return !p.contains(m, man) }) {
			return false
		}
	}
	return true
}

// contains reports whether m is a threat of the phase, or a mate after an effective defence
// of another man than the one on the square.
func (p *Phase) contains(m movegen.Move, man movegen.Square) bool {
	if slices.Contains(p.Threats.Moves, m) {
		return true
	}
	for i := range p.Variations {
		v := &p.Variations[i]
		if v.Effective && v.Defence.From() != man && slices.Contains(v.Mates.Moves, m) {
			return true
		}
	}
	return false
}

// shows reports whether the position on frame 1, after a first move or a null move, has the play of the phase but for
// the defences of the man, which has been taken off, and the same refutations.
func (t *thinning) shows(phase *Phase, man movegen.Square) bool {
	f := &t.frames[1]
	if f.position.InCheck() != (phase.Kind == Check) {
		return false
	}
	n := t.moves - 1
	if phase.Kind == Threat || phase.Kind == Block {
		t.pass(1)
		if threats := t.mates(2, n); !threats.equal(&phase.Threats) {
			return false
		}
	}
	missing := len(phase.Refutations)
	for i := range phase.Variations {
		if v := &phase.Variations[i]; v.Effective && v.Defence.From() != man {
			missing++
		}
	}
	f.position.LegalMoves(&f.list)
	if phase.Stalemate && f.list.Len() > 0 {
		return false
	}
	for _, defence := range f.list.Moves() {
		t.play(1, defence)
		mates := t.mates(2, n)
		v := phase.answer(defence)
		switch {
		case v != nil && v.Mates.equal(&mates), mates.In == 0 && slices.Contains(phase.Refutations, defence):
			missing--
		case v != nil || mates.In == 0 || phase.Threats.In == 0 || phase.Threats.stoppedBy(&mates) > 0:
			return false // another answer, or a defence that had no effect with the man
		}
	}
	return missing == 0
}

// isCooked reports whether what is left on frame 0 has another solution than the keys: a
// first move that mates in time too, or any that mates sooner.
func (t *thinning) isCooked() bool {
	first := t.solvers[0]
	if t.moves > 1 && first.matesAtOnce(0) {
		return true
	}
	moves := first.frames[0].position.Moves()
	var found atomic.Bool
	for n := min(2, t.moves); n <= t.moves; n++ {
		var next atomic.Int64
		together(t.solvers, func(s *solver) {
			for !s.stopped && !found.Load() {
				i := int(next.Add(1)) - 1
				if i >= len(moves) {
					return
				}
				if n == t.moves && slices.ContainsFunc(t.keys, func(key *Phase) bool { return key.Move == moves[i] }) {
					continue
				}
				if s.play(0, moves[i]); s.defenceless(1, n-1) {
					found.Store(true)
				}
			}
		})
	}
	return found.Load()
}

// equal reports whether both hold the same moves, in whatever order.
func (a *Mates) equal(b *Mates) bool {
	return a.In == b.In && len(a.Moves) == len(b.Moves) &&
		!slices.ContainsFunc(a.Moves, func(m movegen.Move) bool { return !slices.Contains(b.Moves, m) })
}
