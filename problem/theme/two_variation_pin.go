package theme

import "alfiere/movegen"

// pinnedInAdvance makes the finder of Schiffmann: the defence pins a man of its own side, be it the one that moves or
// one that it leaves on the line. Against the threat this helps, because the threat would
// close the line of the pin and the man could parry; but another mate succeeds because
// it is pinned. In a Nietvelt the threat would unpin the man because the man that pins it would move.
func pinnedInAdvance(byPinner bool) func(*study) []showing {
	return func(s *study) []showing {
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
					(threat.From() == behind(pl.after.King(s.them), man.LSB(), pl.after.Occupied())) == byPinner {
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

// unpinnedInVain makes the finder of Goethart: the mating man enters the line on which a queen, rook or bishop of the
// defender is pinned and so unpins it; it could parry now, but for the defence, which
// has shut its line. In a Gamage the mating man is the one that has pinned.
func unpinnedInVain(byPinner bool) func(*study) []showing {
	return func(s *study) []showing {
		var lines showing
		for _, pl := range s.variations() {
			m, end := pl.mate(), pl.end()
			king := end.King(s.them)
			freed := pl.after.Pinned(s.them) &^ end.Pinned(s.them) & shutOut(&end, pl.Defence.To())
			for freed != 0 && m.To() != pl.Defence.To() {
				pinner := behind(king, freed.Pop(), pl.after.Occupied())
				if pinner != movegen.NoSquare && (pinner == m.From()) == byPinner &&
					(byPinner || movegen.Between(king, pinner).Has(m.To())) {
					lines = append(lines, pl.full())
					break
				}
			}
		}
		return once(lines)
	}
}
