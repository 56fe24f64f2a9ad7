package theme

import (
	"slices"

	"alfiere/movegen"
)

// pelle: a pinned man moves along the line of its pin, as a defence with one answer or with a mate.
func pelle(s *study) []showing {
	var lines showing
	for _, pl := range s.actual.endings() {
		e := pl.ending()
		moves := e.before.Pinned(s.them).Has(e.defence.From()) && !e.movesKing()
		if moves || e.after.Pinned(s.us).Has(e.mate.From()) && e.mate.From() != e.after.King(s.us) {
			lines = append(lines, pl.full())
		}
	}
	return once(lines)
}

// thirdPin: in the diagram three men, two of the defender's at least and nothing else,
// stand between its king and a queen, rook or bishop of the attacker. In two lines two of
// them have left, and the mate needs the pin of the third, another one in each.
func thirdPin(s *study) (found []showing) {
	p := &s.report.Position
	king := p.King(s.them)
	for sliders := p.ByColor(s.us) &^ p.ByType(movegen.Pawn); sliders != 0; {
		slider := sliders.Pop()
		between := movegen.Between(king, slider)
		men := between & p.Occupied()
		if men.Count() != 3 || (men&p.ByColor(s.them)).Count() < 2 ||
			!movegen.AttacksOf(p.PieceAt(slider).Type(), s.us, slider, p.Occupied()&^men).Has(king) {
			continue
		}
		var lines showing
		var pinned movegen.Bitboard
		for _, l := range s.actual.lines() {
			end := s.play(l)
			left := between & end.Occupied()
			if end.King(s.them) == king && end.PieceAt(slider) == p.PieceAt(slider) && left&^men == 0 && !left.MoreThanOne() &&
				neededPins(&end)&left != 0 &&
				!slices.ContainsFunc(l, func(m movegen.Move) bool { return m != movegen.NoMove && left.Has(m.To()) }) {
				pinned |= left
				lines = append(lines, l)
			}
		}
		if pinned.MoreThanOne() {
			found = append(found, lines)
		}
	}
	return found
}

// play returns the position at the end of a line.
func (s *study) play(l line) movegen.Position {
	p := s.report.Position
	for _, m := range l {
		p.MakeOrPass(m)
	}
	return p
}

// mansfieldCouplet: two men of the defender could parry the mates of one battery. In each of two variations one of them
// pins itself, and the battery's front man captures the other or shuts its line.
func mansfieldCouplet(s *study) []showing {
	return s.eachPair(func(a, b *play) showing {
		if a.Defence > b.Defence || a.mate().From() != b.mate().From() ||
			!a.disarms(b.Defence.From()) || !b.disarms(a.Defence.From()) {
			return nil
		}
		e, f := a.ending(), b.ending()
		if e.rears()&f.rears() == 0 {
			return nil
		}
		return both(a, b)
	})
}

// disarms reports whether the man that defends pins itself, so that it cannot parry the
// mate, and the mate captures the man on other or shuts its line.
func (pl *play) disarms(other movegen.Square) bool {
	e := pl.ending()
	to := e.mate.To()
	return !e.movesKing() && neededPins(&e.end).Has(pl.Defence.To()) &&
		!e.before.Pinned(e.before.Side()).Has(pl.Defence.From()) &&
		(to == other || shutOut(&e.end, to).Has(other))
}

// stocchi: three defences or more block the same square beside the king. The block as
// such would allow all their mates, but each defence allows only its own.
func stocchi(s *study) (found []showing) {
	var seen movegen.Bitboard
	plays := s.variations()
	for _, first := range plays {
		x := first.Defence.To()
		if seen.Has(x) {
			continue
		}
		seen |= x.Bitboard()
		allowed := s.errorsOfBlocking(x)
		var lines showing
		var mates line
		for _, pl := range plays {
			if m := pl.mate(); pl.Defence.To() == x && pl.mover() != movegen.King && slices.Contains(allowed, m) &&
				!slices.Contains(mates, m) {
				mates = append(mates, m)
				lines = append(lines, pl.full())
			}
		}
		if len(mates) >= 3 {
			found = append(found, lines)
		}
	}
	return found
}
