package theme

import "alfiere/movegen"

// schiffmann: the defence pins a man of its own side, be it the one that moves or one
// that it leaves on the line. Against the threat this helps, because the threat would
// close the line of the pin and the man could parry; but another mate succeeds because
// it is pinned.
func schiffmann(s *study) []showing {
	return s.pinnedInAdvance(func(threat movegen.Move, pinner movegen.Square) bool { return threat.From() != pinner })
}

// nietvelt: like Schiffmann, but the threat would unpin the man because the man that
// pins it would move.
func nietvelt(s *study) []showing {
	return s.pinnedInAdvance(func(threat movegen.Move, pinner movegen.Square) bool { return threat.From() == pinner })
}

// pinnedInAdvance finds the defences that pin a man so that a threat would unpin it in
// the way that holds says.
func (s *study) pinnedInAdvance(holds func(threat movegen.Move, pinner movegen.Square) bool) []showing {
	var lines showing
	for _, pl := range s.variations() {
		end := pl.end()
		pinned := pl.after.Pinned(s.them) & neededPins(&end)
		if old := s.actual.after.Pinned(s.them); old.Has(pl.Defence.From()) {
			pinned &^= old | pl.Defence.To().Bitboard()
		} else {
			pinned &^= old
		}
		for _, threat := range s.actual.Threats.Moves {
			if man := pl.freed(threat) & pinned; man != 0 &&
				holds(threat, behind(pl.after.King(s.them), man.LSB(), pl.after.Occupied())) {
				if len(lines) == 0 {
					lines = append(lines, s.actual.threatLine(threat))
				}
				lines = append(lines, pl.full())
				break
			}
		}
	}
	return once(lines)
}

// freed returns the men that are pinned after the defence, and that the threat, played
// now, would unpin so that they could parry it.
func (pl *play) freed(threat movegen.Move) (men movegen.Bitboard) {
	if !pl.after.IsLegal(threat) {
		return 0
	}
	them := pl.after.Side().Other()
	p := pl.after.After(threat)
	targets := parries(&p)
	freed := pl.after.Pinned(them) &^ p.Pinned(them) & p.ByColor(them)
	for freed != 0 && p.InCheck() {
		s := freed.Pop()
		if reaches(&p, p.PieceAt(s).Type(), s, p.Occupied(), targets) {
			men |= s.Bitboard()
		}
	}
	return men
}

// goethart: the mating man enters the line on which a queen, rook or bishop of the
// defender is pinned and so unpins it; it could parry now, but for the defence, which
// has shut its line.
func goethart(s *study) []showing {
	return s.unpinnedInVain(func(m movegen.Move, king, pinner movegen.Square) bool {
		return pinner != m.From() && movegen.Between(king, pinner).Has(m.To())
	})
}

// gamage: as Goethart, but the mating man is the one that has pinned.
func gamage(s *study) []showing {
	return s.unpinnedInVain(func(m movegen.Move, _, pinner movegen.Square) bool { return pinner == m.From() })
}

// unpinnedInVain finds the mates that unpin a line piece of the defender in the way that
// by says, while the defence shuts the line on which it could parry.
func (s *study) unpinnedInVain(by func(m movegen.Move, king, pinner movegen.Square) bool) []showing {
	var lines showing
	for _, pl := range s.variations() {
		m, end := pl.mate(), pl.end()
		king := end.King(s.them)
		freed := pl.after.Pinned(s.them) &^ end.Pinned(s.them) & shutOut(&end, pl.Defence.To())
		for freed != 0 && m.To() != pl.Defence.To() {
			pinner := behind(king, freed.Pop(), pl.after.Occupied())
			if pinner != movegen.NoSquare && by(m, king, pinner) {
				lines = append(lines, pl.full())
				break
			}
		}
	}
	return once(lines)
}
