package theme

import (
	"slices"

	"alfiere/movegen"
)

// The white combinations: how two lines on which the attacker guards a square beside the king are closed and opened. A
// guard is a queen, rook or bishop of the attacker; the king itself shields no square behind it.

// guards returns the attacker's line pieces that guard the square s in p.
func guards(p *movegen.Position, us movegen.Color, s movegen.Square) movegen.Bitboard {
	return guardsThrough(p, us, s, p.Occupied())
}

// guardsThrough is guards with the men of occ on the board.
func guardsThrough(p *movegen.Position, us movegen.Color, s movegen.Square, occ movegen.Bitboard) movegen.Bitboard {
	sliders := p.ByType(movegen.Bishop) | p.ByType(movegen.Rook) | p.ByType(movegen.Queen)
	return p.AttackersTo(s, occ&^p.Pieces(us.Other(), movegen.King)) & p.ByColor(us) & sliders
}

// lineDefences returns the variations in which not the king moves: it neither opens nor
// closes lines onto the squares beside it.
func (s *study) lineDefences() (plays []*play) {
	for _, pl := range s.variations() {
		if pl.mover() != movegen.King {
			plays = append(plays, pl)
		}
	}
	return plays
}

// closed returns those of the guards of s whose line the square x lies on.
func closed(guards movegen.Bitboard, s, x movegen.Square) (shut movegen.Bitboard) {
	for guards != 0 {
		if g := guards.Pop(); movegen.Between(g, s).Has(x) {
			shut |= g.Bitboard()
		}
	}
	return shut
}

// failsAt returns the flights of the king that spoil the mate m after the defence; none if m is illegal or no check.
func (pl *play) failsAt(m movegen.Move) movegen.Bitboard {
	if !pl.after.IsLegal(m) {
		return 0
	}
	p := pl.after.After(m)
	if !p.InCheck() {
		return 0
	}
	return escapes(&p, p.Occupied())
}

// eachSpoilt finds the defences after which a threat fails because the king can go to a square for which because holds.
func (s *study) eachSpoilt(because func(pl *play, threat movegen.Move, flight movegen.Square) bool) []showing {
	var lines showing
	for _, threat := range s.actual.Threats.Moves {
		var defences showing
		for _, pl := range s.lineDefences() {
			for flights := pl.failsAt(threat); flights != 0; {
				if because(pl, threat, flights.Pop()) {
					defences = append(defences, pl.full())
					break
				}
			}
		}
		if defences != nil {
			lines = append(append(lines, s.actual.threatLine(threat)), defences...)
		}
	}
	return once(lines)
}

// barulin: two of the attacker's lines guard a square beside the king. The threat would
// close one; the defence closes the other, and the king could go there.
func barulin(s *study) []showing {
	return s.eachSpoilt(func(pl *play, threat movegen.Move, z movegen.Square) bool {
		g := guards(&s.actual.after, s.us, z) &^ threat.From().Bitboard()
		byThreat, byDefence := closed(g, z, threat.To()), closed(g, z, pl.Defence.To())
		return byThreat != 0 && byDefence != 0 && byThreat != byDefence
	})
}

// levman: the threat would close one of the attacker's lines to a square beside the
// king and open another. The defence closes in advance the line that is to be opened.
func levman(s *study) []showing {
	return s.eachSpoilt(func(pl *play, threat movegen.Move, z movegen.Square) bool {
		p := &s.actual.after
		from := threat.From().Bitboard()
		g := guards(p, s.us, z) &^ from
		opened := closed(guardsThrough(p, s.us, z, p.Occupied()&^from)&^g&^from, z, threat.From())
		return closed(g, z, threat.To()) != 0 && closed(opened, z, pl.Defence.To()) != 0
	})
}

// somovB1: the defence opens a line on which the attacker then guards a square beside
// the king, so that the mate may close another line to it.
func somovB1(s *study) []showing {
	return shownIn(s.lineDefences(), func(pl *play) bool {
		m, end := pl.mate(), pl.end()
		for beside := movegen.KingAttacks(end.King(s.them)) &^ end.ByColor(s.them); beside != 0; {
			z := beside.Pop()
			occ := end.Occupied() &^ end.Pieces(s.them, movegen.King)
			only := end.AttackersTo(z, occ) & end.ByColor(s.us)
			opened := closed(guards(&end, s.us, z)&^guards(&s.actual.after, s.us, z)&^m.To().Bitboard(), z, pl.Defence.From())
			lost := closed(guards(&pl.after, s.us, z)&^m.From().Bitboard(), z, m.To())
			if lost != 0 && only != 0 && only == opened {
				return true
			}
		}
		return false
	})
}

// somovB2: the defence blocks a square beside its king, so that the mate may close the
// only line on which the attacker guards that square.
func somovB2(s *study) []showing {
	return shownIn(s.lineDefences(), func(pl *play) bool {
		m, end := pl.mate(), pl.end()
		z := pl.Defence.To()
		occ := end.Occupied() &^ end.Pieces(s.them, movegen.King)
		lost := closed(guards(&pl.after, s.us, z)&^m.From().Bitboard(), z, m.To())
		return lost != 0 && m.To() != z && movegen.KingAttacks(end.King(s.them)).Has(z) &&
			end.AttackersTo(z, occ)&end.ByColor(s.us) == 0
	})
}

// isaev: two defences each close one of two lines on which the attacker guards the same square beside the king. Each
// mate closes once more the line that is closed already; the other variation's mate would close the second one as well
// and let the king out there.
func isaev(s *study) []showing {
	return s.eachPair(func(a, b *play) bool {
		if a.Defence > b.Defence || a.mover() == movegen.King || b.mover() == movegen.King {
			return false // each pair once
		}
		for flights := a.failsAt(b.mate()) & b.failsAt(a.mate()); flights != 0; {
			z := flights.Pop()
			g := guards(&s.actual.after, s.us, z)
			lineA, lineB := closed(g, z, a.Defence.To()), closed(g, z, b.Defence.To())
			if lineA != 0 && lineB != 0 && lineA != lineB &&
				closed(lineA, z, a.mate().To()) != 0 && closed(lineB, z, b.mate().To()) != 0 {
				return true
			}
		}
		return false
	})
}

// isPelle: a pinned man moves along the line of its pin, as a defence with one answer or with a mate.
func isPelle(e *ending) bool {
	us := e.after.Side()
	return e.before.Pinned(us.Other()).Has(e.defence.From()) && !e.movesKing() ||
		e.after.Pinned(us).Has(e.mate.From()) && e.mate.From() != e.after.King(us)
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
	return s.eachPair(func(a, b *play) bool {
		return a.Defence < b.Defence && a.mate().From() == b.mate().From() &&
			a.disarms(b.Defence.From()) && b.disarms(a.Defence.From()) && a.ending().rears()&b.ending().rears() != 0
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
