package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// The logical school plays a main plan only after a foreplan has removed the one defence against it. Here the main plan
// is a try with a threat, refuted by one defence, and the same move with the same threat later in actual play.

// plan is a main plan: a try that begins with it at once, and the stage of actual play that begins with it after
// the foreplan.
type plan struct {
	try, main *phase
	foreplan  []*phase     // those that lead to main
	good      movegen.Move // the refutation of the try
}

// plans returns the main plans of the problem.
func (s *study) plans() (found []plan) {
	if s.report.Moves < 3 {
		return nil
	}
	for _, st := range s.stagesOfPlay() {
		if len(st.prefix) == 0 || slices.Contains(st.prefix, movegen.NoMove) {
			continue
		}
		for _, try := range s.tries {
			p := plan{try: try, main: st.phase, good: try.refutation()}
			if p.good != movegen.NoMove && p.isSame() && s.removes(&p) {
				for _, before := range s.stagesOfPlay() {
					if l := before.line(); len(l) < len(p.main.prefix) && slices.Equal(l, p.main.prefix[:len(l)]) {
						p.foreplan = append(p.foreplan, before.phase)
					}
				}
				if !slices.ContainsFunc(p.main.Threats.Moves, p.isForeplanThreat) {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

// removes reports whether the foreplan removes the refutation in a way that counts: the man that made it is not
// captured, the refutation is not lured out, and the defender's king takes no part.
func (s *study) removes(p *plan) bool {
	king := s.report.Position.King(s.them)
	good := p.good.From()
	for i, m := range p.main.prefix {
		switch black := i%2 == 1; {
		case black && (m == p.good || m.From() == king), !black && m.To() == good:
			return false
		case m.From() == good:
			good = m.To()
		}
	}
	return p.good.From() != king
}

// isSame reports whether the try and the stage begin with the same move of the same man and threaten the same.
func (p *plan) isSame() bool {
	if p.try.Kind != problem.Threat || p.main.Kind != problem.Threat || p.try.Threats.In != p.main.Threats.In ||
		!sameMove(nil, p.try.Move, p.main.prefix, p.main.Move) {
		return false
	}
	return slices.ContainsFunc(p.try.Threats.Moves, func(a movegen.Move) bool {
		return slices.ContainsFunc(p.main.Threats.Moves, func(b movegen.Move) bool {
			return sameMove(p.try.line(), a, p.main.line(), b)
		})
	})
}

// isForeplanThreat reports whether a move that mates or goes on in the main plan has been threatened in the foreplan.
func (p *plan) isForeplanThreat(m movegen.Move) bool {
	return slices.ContainsFunc(p.foreplan, func(ph *phase) bool {
		return slices.ContainsFunc(ph.Threats.Moves, func(threat movegen.Move) bool {
			return sameMove(ph.line(), threat, p.main.line(), m)
		})
	})
}

// line returns the moves up to the first of the phase.
func (ph *phase) line() line { return append(slices.Clone(ph.prefix), ph.Move) }

// sameMove reports whether after the lines the two moves are those of one man to one square.
func sameMove(afterA line, a movegen.Move, afterB line, b movegen.Move) bool {
	return a.To() == b.To() && a.PromotionType() == b.PromotionType() && a.Kind() == b.Kind() &&
		home(afterA, a.From()) == home(afterB, b.From())
}

// home returns where the man that stands on the square after the moves stood before them.
func home(moves line, at movegen.Square) movegen.Square {
	for _, m := range slices.Backward(moves) {
		if m.To() == at {
			at = m.From()
		}
	}
	return at
}

// foreplan: a try is refuted by one defence; later in actual play the same move with the same threat works.
func foreplan(s *study) []showing {
	return s.eachPlan(func(p plan) showing { return showing{p.main.line()} })
}

// eachPlan shows a theme once for each try, by its refutation and all lines that are shown by its main plans.
func (s *study) eachPlan(show func(plan) showing) (found []showing) {
	for _, try := range s.tries {
		lines := showing{try.refuted()}
		for _, p := range s.plans() {
			if p.try == try {
				lines = append(lines, show(p)...)
			}
		}
		if len(lines) > 1 {
			found = append(found, lines)
		}
	}
	return found
}

// decoy is a main plan with a defence that fails.
type decoy struct {
	plan
	bad     *play            // the defence that fails
	decoyed []movegen.Square // of the diagram: the defender's men that move in the foreplan
}

// decoyed makes the finder of a theme in which a good defence is replaced by a bad one.
func decoyed(has func(*decoy) bool) func(*study) []showing {
	return func(s *study) []showing {
		return s.eachPlan(func(p plan) (lines showing) {
			d := decoy{plan: p}
			for i := 1; i < len(p.main.prefix); i += 2 {
				d.decoyed = append(d.decoyed, home(p.main.prefix[:i], p.main.prefix[i].From()))
			}
			for _, d.bad = range p.main.plays {
				m := d.bad.answer()
				if d.bad.Stopped == len(p.main.Threats.Moves) && m != movegen.NoMove && !p.isForeplanThreat(m) &&
					d.bad.mover() != movegen.King && has(&d) {
					lines = append(lines, d.bad.line(m))
				}
			}
			return lines
		})
	}
}

// goodMan returns the square of the diagram of the man that refutes the try.
func (d *decoy) goodMan() movegen.Square { return d.good.From() }

// badMan returns the square of the diagram of the man whose defence fails.
func (d *decoy) badMan() movegen.Square { return home(d.main.line(), d.bad.Defence.From()) }

// isRoman: the man that refutes the try is decoyed, and its defence from there fails.
func (d *decoy) isRoman() bool {
	return d.badMan() == d.goodMan() && slices.Contains(d.decoyed, d.goodMan())
}

// isDresden: the defence that fails is that of another man. Either this man is decoyed and prevents the refutation,
// or the man that refutes the try is decoyed and the defence is new.
func (d *decoy) isDresden() bool {
	switch other := d.badMan(); {
	case other == d.goodMan():
		return false
	case slices.Contains(d.decoyed, d.goodMan()):
		before := d.try.play(d.bad.Defence)
		return before == nil || !before.Effective
	default:
		return slices.Contains(d.decoyed, other) && d.isPrevented()
	}
}

// isPrevented reports whether the refutation is impossible in the main plan, and would be possible if the decoyed men
// stood where they came from.
func (d *decoy) isPrevented() bool {
	after := d.main.after
	if after.IsLegal(d.good) {
		return false
	}
	b := after.Builder()
	for at := range movegen.NoSquare {
		if man := after.PieceAt(at); man != movegen.NoPiece && man.Color() == after.Side() {
			if from := home(d.main.line(), at); from != at && b.Board[from] == movegen.NoPiece {
				b.Board[from], b.Board[at] = man, movegen.NoPiece
			}
		}
	}
	p, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	return err == nil && p.IsLegal(d.good)
}

// seeberger: a queen, rook or bishop of the defender crosses a square; another of its men moves to that square and
// shuts it off. The mate needs this, or it leaves the piece immobile in zugzwang.
func seeberger(s *study) []showing {
	if s.report.Moves < 3 {
		return nil
	}
	return s.each(func(l line) bool {
		end := s.play(l)
		for j := 3; j < len(l); j += 2 {
			for i := 1; i < j; i += 2 {
				c := l[i].To()
				x := l[j].To()
				if crossed(l[i]).Has(x) && !touches(l[i+1:j+1], c) && !touches(l[j+1:j+2], x) &&
					(!touches(l[j+1:], c) && cutsOff(&end, l[i], x) || s.immobile(l[:j+2], l[i], x)) {
					return true
				}
			}
		}
		return false
	})
}

// touches reports whether one of the moves begins or ends on the square.
func touches(moves line, at movegen.Square) bool {
	return slices.ContainsFunc(moves, func(m movegen.Move) bool { return m.From() == at || m.To() == at })
}

// cutsOff reports whether in end, a mating position, the man on x keeps the piece that has made the move from
// parrying, as it could from the square that it has left.
func cutsOff(end *movegen.Position, critical movegen.Move, x movegen.Square) bool {
	a, c := critical.From(), critical.To()
	man := end.PieceAt(c)
	return end.ByColor(end.Side()).Has(x) && end.PieceAt(a) == movegen.NoPiece && shutOut(end, x).Has(c) &&
		reaches(end, man.Type(), a, end.Occupied()&^c.Bitboard(), parries(end))
}

// immobile reports whether the line ends with a waiting move after which the piece that has made the critical move
// could move but for the man on x.
func (s *study) immobile(l line, critical movegen.Move, x movegen.Square) bool {
	k := len(l) - 1
	i := slices.IndexFunc(s.stagesOfPlay(), func(st stage) bool {
		return len(st.prefix) == k && st.Move == l[k] && slices.Equal(st.prefix, l[:k])
	})
	if i < 0 || s.inside[i].Kind != problem.Block {
		return false
	}
	after, c := &s.inside[i].after, critical.To()
	man := after.PieceAt(c)
	reach := movegen.AttacksOf(man.Type(), s.them, c, after.Occupied()) &^ after.ByColor(s.them)
	return man.Color() == s.them && after.ByColor(s.them).Has(x) && reach == 0 && movegen.Line(c, x) != 0 &&
		movegen.AttacksOf(man.Type(), s.them, c, after.Occupied()&^x.Bitboard()).Has(x)
}
