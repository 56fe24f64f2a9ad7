package problem

import (
	"context"
	"slices"
	"time"

	"alfiere/movegen"
)

// Analyse solves the problem p. It examines every first move; if ctx ends or the
// node limit is reached it returns what is proven by then, with Complete false. The
// error is ErrMoves or ErrPosition.
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

// analysis fills a Report. Frame 0 of its solver holds the diagram, frame 1 the
// position after a first move, frame 2 that after a defence.
type analysis struct {
	*solver
	options Options
	report  Report
}

// setPlay lets the defender move first. In check the attacker cannot wait.
func (a *analysis) setPlay() {
	if a.frames[0].position.InCheck() {
		return
	}
	a.pass(0)
	set := Phase{}
	a.variations(&set)
	if !a.stopped {
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
			continue
		}
		refutations, stalemate := a.countRefutations()
		if a.stopped {
			return
		}
		switch {
		case stalemate:
		case refutations == 0:
			a.report.Keys = append(a.report.Keys, a.follow(m))
		case refutations <= a.options.Tries && a.wantsTry():
			if try := a.follow(m); !a.stopped {
				a.report.Tries = append(a.report.Tries, try)
			}
		}
	}
}

// shortMate returns in how many moves the first move mates if that is fewer than
// stipulated, else 0.
func (a *analysis) shortMate() int {
	for n := 1; n < a.options.Moves; n++ {
		if a.defenceless(1, n-1) {
			return n
		}
	}
	return 0
}

// countRefutations counts the defences that prevent a mate in time, until there are
// too many for a try. stalemate says that the first move leaves no defence and is
// no mate.
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

func (a *analysis) wantsTry() bool {
	return !a.options.QuietTries || !a.frames[1].position.InCheck()
}

// follow works out the phase that begins with the first move m.
func (a *analysis) follow(m movegen.Move) Phase {
	phase := Phase{Move: m}
	if a.frames[1].position.InCheck() {
		phase.Kind = Check
	} else {
		a.pass(1)
		phase.Threats = a.mates()
		switch {
		case a.stopped:
			phase.Threats = Mates{}
		case phase.Threats.In > 0:
			phase.Kind = Threat
		default:
			phase.Kind = Block
		}
	}
	a.variations(&phase)
	return phase
}

// variations adds every defence to the phase whose threats are known.
func (a *analysis) variations(phase *Phase) {
	f := &a.frames[1]
	f.position.LegalMoves(&f.list)
	for _, defence := range f.list.Moves() {
		a.play(1, defence)
		mates := a.mates()
		if a.stopped {
			return
		}
		if mates.In == 0 {
			phase.Refutations = append(phase.Refutations, defence)
			continue
		}
		effective := phase.Threats.stoppedBy(&mates)
		if effective || a.options.AllDefences {
			phase.Variations = append(phase.Variations, Variation{defence, mates, effective})
		}
	}
}

// stoppedBy reports whether a defence that leaves the given mates stops one of the
// threats. Without threats every defence counts.
func (threats *Mates) stoppedBy(left *Mates) bool {
	if threats.In != left.In {
		return threats.In < left.In
	}
	for _, threat := range threats.Moves {
		if !slices.Contains(left.Moves, threat) {
			return true
		}
	}
	return false
}

// mates returns the moves on frame 2 that mate soonest, if in time.
func (a *analysis) mates() Mates {
	f := &a.frames[2]
	var found []movegen.Move
	for n := 1; n < a.options.Moves; n++ {
		if n == 1 {
			f.position.CheckingMoves(&f.list)
		} else {
			f.position.LegalMoves(&f.list)
		}
		for _, m := range f.list.Moves() {
			if a.matesIn(m, n) {
				found = append(found, m)
			}
		}
		if found != nil {
			return Mates{n, found}
		}
	}
	return Mates{}
}

// matesIn reports whether m on frame 2, a check if n is 1, mates in n moves.
func (a *analysis) matesIn(m movegen.Move, n int) bool {
	if n == 1 {
		return a.isMate(2, m)
	}
	a.play(2, m)
	return a.defenceless(3, n-1)
}
