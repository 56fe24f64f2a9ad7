package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// isDoubleCheck: two men give the mating check.
func isDoubleCheck(e *ending) bool { return e.end.Checkers().MoreThanOne() }

// crossCheck: a defence checks, and the answer checks without capturing the checking
// man, be it en passant. In a longer problem the answer need not mate.
func crossCheck(s *study) []showing { return once(s.actual.crossChecks()) }

func (ph *phase) crossChecks() (lines showing) {
	for _, pl := range ph.plays {
		answer := pl.answer()
		if !pl.Effective || answer == movegen.NoMove {
			continue
		}
		end := pl.after.After(answer)
		checkers := pl.after.Checkers()
		if checkers != 0 && end.InCheck() && checkers&^end.ByColor(pl.after.Side().Other()) == 0 {
			lines = append(lines, pl.line(answer))
		}
		if pl.next != nil {
			lines = append(lines, pl.next[slices.Index(pl.Mates.Moves, answer)].crossChecks()...)
		}
	}
	return lines
}

// isBattery: a man that has not moved gives the mating check, because the man that moves has left its line.
func isBattery(e *ending) bool { return e.rears() != 0 }

// rears returns the men that the mating move has made give check.
func (e *ending) rears() movegen.Bitboard {
	if e.mate.Kind() == movegen.Castling {
		return 0
	}
	return e.end.Checkers() &^ e.mate.To().Bitboard()
}

// isIndirectBattery: the mating man opens, by leaving it, a line of another man of its side onto a square beside the
// king; were the line still closed, the king could go there.
func isIndirectBattery(e *ending) bool {
	from, to := e.mate.From(), e.mate.To()
	if e.end.PieceAt(from) != movegen.NoPiece || e.mate.Kind() == movegen.Castling {
		return false
	}
	king := e.end.King(e.end.Side()).Bitboard()
	own := movegen.AttacksOf(e.end.PieceAt(to).Type(), e.after.Side(), to, e.end.Occupied()&^king)
	closed := e.end.Occupied() | from.Bitboard()
	return escapes(&e.end, closed)&^(own|from.Bitboard()) != 0
}

// halfBattery: in the diagram two men of the attacker, and no other, stand between a queen, rook or bishop of its own
// and the king; the key moves one of them off the line, and the other opens the line with a mate.
func halfBattery(s *study) []showing {
	ph := s.actual
	king := ph.before.King(s.them)
	var lines showing
	for _, l := range ph.lines() {
		if len(l) != 3 || l[1] == movegen.NoMove && ph.Threats.Sole() == movegen.NoMove {
			continue
		}
		e := ph.threat(l[2])
		if l[1] != movegen.NoMove {
			e = ph.play(l[1]).ending()
		}
		for rears := e.rears(); rears != 0; {
			rear := rears.Pop()
			front := movegen.Between(rear, king)
			men := front & ph.before.Occupied()
			if rear != ph.Move.To() && e.end.King(s.them) == king && men.Count() == 2 && men&^ph.before.ByColor(s.us) == 0 &&
				men.Has(ph.Move.From()) && men.Has(e.mate.From()) && !front.Has(ph.Move.To()) {
				lines = append(lines, l)
				break
			}
		}
	}
	return once(lines)
}

// halfPin: after the first move of a phase, or in the diagram, two men of the defender, and nothing else, stand between
// their king and a queen, rook or bishop of the attacker; each leaves the line with a defence, at whatever stage, and
// the other is then pinned and could parry a mate or a later check if it were not.
func halfPin(ph *phase) (found []showing) {
	them := ph.after.Side()
	king := ph.after.King(them)
	for sliders := ph.after.ByColor(them.Other()) &^ ph.after.ByType(movegen.Pawn); sliders != 0; {
		slider := sliders.Pop()
		line := pinLine{slider.Bitboard() | king.Bitboard(), movegen.Between(king, slider), 0}
		line.men = line.between & ph.after.Occupied()
		if line.men.Count() != 2 || line.men&^ph.after.ByColor(them) != 0 || !movegen.AttacksOf(
			ph.after.PieceAt(slider).Type(), them.Other(), slider, ph.after.Occupied()&^line.men).Has(king) {
			continue
		}
		lines, left := line.leavings(ph)
		if left == line.men {
			found = append(found, lines)
		}
	}
	return found
}

// pinLine is a line from the king to a line piece, these two its ends, with two men between.
type pinLine struct{ ends, between, men movegen.Bitboard }

// leavings returns the lines in which the first of the two men to move leaves the line as a
// defence, so that the other is pinned; and which of them do so.
func (l *pinLine) leavings(ph *phase) (lines showing, left movegen.Bitboard) {
	for _, pl := range ph.answered() {
		from := pl.Defence.From().Bitboard()
		switch next := pl.continuation(); {
		case from&l.men != 0:
			pins := func(e *ending) bool {
				return neededPins(&e.end)&l.men&^from != 0 && unmoved(&ph.after, &e.end, l.ends|l.men&^from)
			}
			if !l.between.Has(pl.Defence.To()) && slices.ContainsFunc(slices.Concat(pl.finals(), pl.checks()), pins) {
				lines, left = append(lines, pl.line(pl.answer())), left|from
			}
		case next != nil && next.after.Occupied()&l.between == l.men && unmoved(&ph.after, &next.after, l.ends|l.men):
			more, who := l.leavings(next)
			lines, left = append(lines, more...), left|who
		}
	}
	return lines, left
}

// unmoved reports whether the same men stand on the squares.
func unmoved(p, q *movegen.Position, squares movegen.Bitboard) bool {
	for squares != 0 {
		if s := squares.Pop(); p.PieceAt(s) != q.PieceAt(s) {
			return false
		}
	}
	return true
}

// eachMove makes the finder of en passant and castling: such a move as key or in the play after it. It shows the lines
// that contain one, up to the end. Where there are none it shows the key alone, or defences met by several moves.
func eachMove(kind movegen.MoveKind) func(*study) []showing {
	return func(s *study) []showing {
		found := s.each(func(l line) bool {
			return slices.ContainsFunc(l, func(m movegen.Move) bool { return m.Kind() == kind })
		})
		if found != nil {
			return found
		}
		if s.actual.Move.Kind() == kind {
			return once(showing{{s.actual.Move}})
		}
		var lines showing
		for _, st := range s.stagesOfPlay() {
			for _, pl := range st.plays {
				if pl.Effective && pl.Defence.Kind() == kind {
					lines = append(lines, pl.line())
				}
			}
		}
		return once(lines)
	}
}

// pictures makes the finder of mates that have what is asked for, in lines of actual play: model mates are pure and
// economical, and in ideal mates all men of both sides take part besides. The report has pictures of duals too, which
// are no such lines.
func pictures(has func(*problem.Picture) bool) func(*study) []showing {
	return func(s *study) []showing {
		var shown showing
		for _, p := range s.pictured(has) {
			shown = append(shown, p.Line)
		}
		return once(shown)
	}
}

// pictured returns the pictures of lines of actual play that have what is asked for.
func (s *study) pictured(has func(*problem.Picture) bool) (pictures []*problem.Picture) {
	ways := s.ways()
	for i := range s.report.Pictures {
		p := &s.report.Pictures[i]
		if has(p) && slices.ContainsFunc(ways, func(w way) bool { return slices.Equal(w.line, p.Line) }) {
			pictures = append(pictures, p)
		}
	}
	return pictures
}

func isModel(p *problem.Picture) bool { return p.Model }

func isIdeal(p *problem.Picture) bool { return p.Ideal }
