package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// Geometry of mates: who could parry a mate if something stood elsewhere. Every question is put to the mating position
// itself, changed by one man or one square, so that an effect counts only if the mate would fail without it.

// parries returns the squares on which the defender could parry the check in end, a mating position: that of the
// checking man, and those between it and the king. After a double check there are none.
func parries(end *movegen.Position) movegen.Bitboard {
	checkers := end.Checkers()
	if checkers.MoreThanOne() {
		return 0
	}
	return checkers | movegen.Between(end.King(end.Side()), checkers.LSB())
}

// reaches reports whether the man on s, of type t and the side to move in p, could move to one of the targets if occ
// were occupied. Of pins it knows nothing. A king never parries a check, so it reaches nothing.
func reaches(p *movegen.Position, t movegen.PieceType, s movegen.Square, occ, targets movegen.Bitboard) bool {
	us := p.Side()
	switch t {
	case movegen.King:
		return false
	case movegen.Pawn:
		return pawnMoves(p, us, s, occ)&targets != 0
	}
	return movegen.AttacksOf(t, us, s, occ)&targets != 0
}

// pawnMoves returns where a pawn of colour c on s can go, en passant left out.
func pawnMoves(p *movegen.Position, c movegen.Color, s movegen.Square, occ movegen.Bitboard) movegen.Bitboard {
	moves := movegen.PawnAttacks(c, s) & p.ByColor(c.Other())
	step := s.Bitboard().Forward(c) &^ occ
	moves |= step
	if s.Relative(c).Rank() == 1 {
		moves |= step.Forward(c) &^ occ
	}
	return moves
}

// neededPins returns the defender's men that could parry the mate in end if they were not pinned.
func neededPins(end *movegen.Position) (needed movegen.Bitboard) {
	targets := parries(end)
	for pinned := end.Pinned(end.Side()); pinned != 0; {
		s := pinned.Pop()
		if reaches(end, end.PieceAt(s).Type(), s, end.Occupied(), targets) {
			needed |= s.Bitboard()
		}
	}
	return needed
}

// escapes returns the squares to which the king in end could go if occ were occupied;
// own men block their squares all the same.
func escapes(end *movegen.Position, occ movegen.Bitboard) (flights movegen.Bitboard) {
	king := end.King(end.Side())
	occ &^= king.Bitboard() // it shields no square behind it
	attackers := end.ByColor(end.Side().Other())
	for targets := movegen.KingAttacks(king) &^ end.ByColor(end.Side()); targets != 0; {
		s := targets.Pop()
		if end.AttackersTo(s, occ)&attackers&^s.Bitboard() == 0 {
			flights |= s.Bitboard()
		}
	}
	return flights
}

// needsOpen reports whether the mate in end would be none if a man without powers
// stood on the empty square s: no check, or an escape for the king.
func needsOpen(end *movegen.Position, s movegen.Square) bool {
	occ := end.Occupied() | s.Bitboard()
	king := end.King(end.Side())
	attackers := end.ByColor(end.Side().Other())
	return end.AttackersTo(king, occ)&attackers == 0 || escapes(end, occ)&^s.Bitboard() != 0
}

// shutOut returns the defender's line pieces that the man on s keeps from parrying
// the mate in end: with s transparent they would reach a square beyond it.
func shutOut(end *movegen.Position, s movegen.Square) (shut movegen.Bitboard) {
	us := end.Side()
	targets := parries(end) &^ s.Bitboard()
	occ := end.Occupied() &^ s.Bitboard()
	pinned := end.Pinned(us)
	sliders := end.ByColor(us) & (end.ByType(movegen.Bishop) | end.ByType(movegen.Rook) | end.ByType(movegen.Queen))
	for sliders = sliders &^ pinned &^ s.Bitboard(); sliders != 0; {
		from := sliders.Pop()
		if reached := movegen.AttacksOf(end.PieceAt(from).Type(), us, from, occ) & targets; reached != 0 {
			shut |= from.Bitboard()
		}
	}
	return shut
}

// crossed returns the squares strictly between the ends of m; none for castling.
func crossed(m movegen.Move) movegen.Bitboard {
	if m.Kind() == movegen.Castling {
		return 0
	}
	return movegen.Between(m.From(), m.To())
}

// behind returns the first man that stands on the line from a through b, beyond b; NoSquare if there is none.
func behind(a, b movegen.Square, occ movegen.Bitboard) movegen.Square {
	ray := movegen.QueenAttacks(b, occ) & movegen.Line(a, b) & occ &^ a.Bitboard()
	for ray != 0 {
		if s := ray.Pop(); movegen.Between(a, s).Has(b) {
			return s
		}
	}
	return movegen.NoSquare
}

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
		if next := pl.continuation(); next != nil {
			lines = append(lines, next.crossChecks()...)
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

// valladao: castling, a capture en passant and a promotion, as key or in the play after it.
func valladao(s *study) []showing {
	var lines showing
	for _, kind := range [...]movegen.MoveKind{movegen.Castling, movegen.EnPassant, movegen.Promotion} {
		found := slices.Concat(eachMove(kind)(s)...)
		if found == nil {
			return nil
		}
		lines = append(lines, slices.DeleteFunc(found, func(l line) bool {
			return slices.ContainsFunc(lines, func(m line) bool { return slices.Equal(l, m) })
		})...)
	}
	return once(lines)
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
