package problem

import (
	"context"
	"time"

	"alfiere/movegen"
)

// Analyse solves the problem p. It examines every first move; when ctx ends or the
// node limit is reached it returns what is proven until then, with Complete false.
// The error is ErrMoves or ErrPosition.
func Analyse(ctx context.Context, p movegen.Position, o Options) (*Report, error) {
	if o.Moves < 1 || o.Moves > MaxMoves {
		return nil, ErrMoves
	}
	if !isSolvable(&p) {
		return nil, ErrPosition
	}
	start := time.Now()
	a := analysis{solver: newSolver(ctx, p, o), options: o}
	a.report = Report{Position: p, Moves: o.Moves}
	if o.SetPlay {
		a.setPlay()
	}
	a.firstMoves()
	a.report.Complete = !a.stopped
	a.report.Verdict = a.report.judge()
	a.report.Nodes = a.nodes
	a.report.Elapsed = time.Since(start)
	return &a.report, nil
}

// isSolvable reports whether p has what the solver relies on: two kings, of which
// the one not to move is not in check. How many other men there are is the
// composer's business.
func isSolvable(p *movegen.Position) bool {
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		if kings := p.Pieces(c, movegen.King); kings == 0 || kings.More() {
			return false
		}
	}
	return !p.IsAttacked(p.King(p.Side().Other()), p.Side())
}

// analysis fills a Report.
type analysis struct {
	*solver
	options Options
	report  Report
}

// judge derives the verdict from the first moves found.
func (r *Report) judge() Verdict {
	switch {
	case len(r.Short) > 0:
		return ShortSolution
	case len(r.Keys) > 1:
		return Cooked
	case !r.Complete:
		return Undecided
	case len(r.Keys) == 1:
		return Sound
	}
	return NoSolution
}

// setPlay lets the defender move first. In check the attacker cannot wait.
func (a *analysis) setPlay() {
	if !a.frames[0].position.InCheck() {
		a.pass(0)
		set := a.phase(movegen.NoMove)
		a.report.Set = &set
	}
}

// firstMoves sorts the first moves into short solutions, keys, tries and the rest.
func (a *analysis) firstMoves() {
	root := &a.frames[0]
	root.position.LegalMoves(&root.list)
	for _, m := range root.list.Moves() {
		a.play(0, m)
		if length := a.shortMate(); length > 0 {
			a.report.Short = append(a.report.Short, Short{m, length})
		} else if refutations, stalemate := a.countRefutations(); a.stopped {
			return
		} else if stalemate {
			continue
		} else if refutations == 0 {
			a.report.Keys = append(a.report.Keys, a.phase(m))
		} else if refutations <= a.options.Tries && !(a.options.QuietTries && a.frames[1].position.InCheck()) {
			a.report.Tries = append(a.report.Tries, a.phase(m))
		}
	}
}

// shortMate returns in how many moves the first move on frame 1 mates if that is
// fewer than stipulated, else 0.
func (a *analysis) shortMate() int {
	for n := 1; n < a.options.Moves; n++ {
		if a.defenceless(1, n-1) && !a.stopped {
			return n
		}
	}
	return 0
}

// countRefutations counts the defences on frame 1 that prevent a mate in time, until
// there are too many for a try.
func (a *analysis) countRefutations() (n int, stalemate bool) {
	f := &a.frames[1]
	f.position.LegalMoves(&f.list)
	if f.list.Len() == 0 {
		return 0, !f.position.InCheck()
	}
	f.killersFirst()
	for _, m := range f.list.Moves() {
		a.play(1, m)
		if a.attack(2, a.options.Moves-1) {
			continue
		}
		f.remember(m)
		if n++; n > a.options.Tries {
			break
		}
	}
	return n, false
}

// phase works out the play from frame 1, where the defender is to move after m.
func (a *analysis) phase(m movegen.Move) Phase {
	f := &a.frames[1]
	phase := Phase{Move: m}
	left := a.options.Moves - 1
	if f.position.InCheck() {
		phase.Kind = Check
	} else if m != movegen.NoMove {
		a.pass(1)
		if phase.Threats = a.continuations(left); phase.Threats != nil {
			phase.Kind = Threat
		}
	}
	f.position.LegalMoves(&f.list)
	for _, defence := range f.list.Moves() {
		a.play(1, defence)
		answers := a.continuations(left)
		if a.stopped {
			break
		}
		if answers == nil {
			phase.Refutations = append(phase.Refutations, defence)
			continue
		}
		effective := phase.Kind != Threat || !includes(answers, phase.Threats)
		if effective || a.options.AllDefences {
			phase.Variations = append(phase.Variations, Variation{defence, answers, effective})
		}
	}
	return phase
}

// includes reports whether every threat is among the answers.
func includes(answers, threats []movegen.Move) bool {
next:
	for _, threat := range threats {
		for _, m := range answers {
			if m == threat {
				continue next
			}
		}
		return false
	}
	return true
}

// continuations returns the moves of frame 2 that mate soonest, in at most n moves.
func (a *analysis) continuations(n int) (moves []movegen.Move) {
	f := &a.frames[2]
	for length := 1; length <= n && moves == nil && !a.stopped; length++ {
		if length == 1 {
			f.position.CheckingMoves(&f.list)
		} else {
			f.position.LegalMoves(&f.list)
		}
		for _, m := range f.list.Moves() {
			if length == 1 {
				if a.isMate(2, m) {
					moves = append(moves, m)
				}
				continue
			}
			a.play(2, m)
			if a.defenceless(3, length-1) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}
