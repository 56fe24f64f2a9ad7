package theme

import "alfiere/movegen"

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
	var lines showing
	for _, pl := range s.lineDefences() {
		m, end := pl.mate(), pl.end()
		for beside := movegen.KingAttacks(end.King(s.them)) &^ end.ByColor(s.them); beside != 0; {
			z := beside.Pop()
			occ := end.Occupied() &^ end.Pieces(s.them, movegen.King)
			only := end.AttackersTo(z, occ) & end.ByColor(s.us)
			opened := closed(guards(&end, s.us, z)&^guards(&s.actual.after, s.us, z)&^m.To().Bitboard(), z, pl.Defence.From())
			lost := closed(guards(&pl.after, s.us, z)&^m.From().Bitboard(), z, m.To())
			if lost != 0 && only != 0 && only == opened {
				lines = append(lines, pl.full())
				break
			}
		}
	}
	return once(lines)
}

// somovB2: the defence blocks a square beside its king, so that the mate may close the
// only line on which the attacker guards that square.
func somovB2(s *study) []showing {
	var lines showing
	for _, pl := range s.lineDefences() {
		m, end := pl.mate(), pl.end()
		z := pl.Defence.To()
		occ := end.Occupied() &^ end.Pieces(s.them, movegen.King)
		lost := closed(guards(&pl.after, s.us, z)&^m.From().Bitboard(), z, m.To())
		if lost != 0 && m.To() != z && movegen.KingAttacks(end.King(s.them)).Has(z) &&
			end.AttackersTo(z, occ)&end.ByColor(s.us) == 0 {
			lines = append(lines, pl.full())
		}
	}
	return once(lines)
}

// isaev: two defences each close one of two lines on which the attacker guards the same square beside the king. Each
// mate closes once more the line that is closed already; the other variation's mate would close the second one as well
// and let the king out there.
func isaev(s *study) []showing {
	return s.eachPair(func(a, b *play) showing {
		if a.Defence > b.Defence || a.mover() == movegen.King || b.mover() == movegen.King {
			return nil // each pair once
		}
		for flights := a.failsAt(b.mate()) & b.failsAt(a.mate()); flights != 0; {
			z := flights.Pop()
			g := guards(&s.actual.after, s.us, z)
			lineA, lineB := closed(g, z, a.Defence.To()), closed(g, z, b.Defence.To())
			if lineA != 0 && lineB != 0 && lineA != lineB &&
				closed(lineA, z, a.mate().To()) != 0 && closed(lineB, z, b.mate().To()) != 0 {
				return both(a, b)
			}
		}
		return nil
	})
}
