package theme

import (
	"slices"

	"alfiere/movegen"
)

// shutsOff reports whether the man that has defended shuts the line of the man on s in the
// mate: with the square transparent that man could parry. The mate must not stand there.
func (p *refPlay) shutsOff(s int) bool {
	return p.mateTo() != p.to() && contains(p.end.shut(p.to(), -1, !p.atWhite), s)
}

// pairs reports whether show holds of two plays after the key with different mates.
func (s *refStudy) pairs(show func(a, b *refPlay) bool) bool {
	for i := range s.key.plays {
		for k := range s.key.plays {
			a, b := &s.key.plays[i], &s.key.plays[k]
			if a.mate != b.mate && show(a, b) {
				return true
			}
		}
	}
	return false
}

// mover is the kind of man that defends.
func (p *refPlay) mover() byte { return p.before.kind(p.from()) }

func (s *refStudy) grimshaw() bool {
	return s.pairs(func(rook, bishop *refPlay) bool {
		return rook.mover() == 'r' && bishop.mover() == 'b' && rook.to() == bishop.to() && s.after[rook.to()] == 0 &&
			rook.shutsOff(bishop.from()) && bishop.shutsOff(rook.from())
	})
}

// pawnGrimshaw: with the square before it transparent, the pawn could parry the other mate
// by its double step.
func (s *refStudy) pawnGrimshaw() bool {
	return s.pairs(func(pawn, piece *refPlay) bool {
		x, home := pawn.to(), pawn.from()
		far := 2*x - home
		if pawn.mover() != 'p' || piece.mover() == 'p' || piece.mover() == 'k' || piece.to() != x || s.after[x] != 0 ||
			x != step(home, 0, sign(x-home)) || far < 0 || far > 63 || piece.mateTo() == x {
			return false
		}
		open := piece.end.without(x)
		return pawn.shutsOff(piece.from()) && piece.end.pinner(home, !s.white) < 0 &&
			contains(piece.end.parrySquares(!s.white), far) && open.reaches(home, far)
	})
}

// novotny: with the key both captures are answered by threats; or a mate shuts two men
// that could also capture the mating man.
func (s *refStudy) novotny() bool {
	threats := s.key.Threats.Moves
	x := int(s.key.Move.To())
	return s.pairs(func(rook, bishop *refPlay) bool {
		return rook.mover() == 'r' && bishop.mover() == 'b' && rook.to() == x && bishop.to() == x &&
			slices.Contains(threats, rook.mate) && slices.Contains(threats, bishop.mate) &&
			rook.shutsOff(bishop.from()) && bishop.shutsOff(rook.from())
	}) || slices.ContainsFunc(s.key.plays, func(p refPlay) bool {
		kinds := ""
		for _, man := range p.end.shut(p.mateTo(), -1, !s.white) {
			if p.end.attacks(man, p.mateTo()) && p.mate.Kind() != movegen.Castling {
				kinds += string(p.end.kind(man))
			}
		}
		return slices.Contains([]byte(kinds), 'r') && slices.Contains([]byte(kinds), 'b')
	})
}

// focal: one man keeps one of two squares and gives up the other, where the mate comes.
func (s *refStudy) focal() bool {
	return s.waits() && s.pairs(func(a, b *refPlay) bool {
		x, y, from := int(a.mate.To()), int(b.mate.To()), a.from()
		keeps := func(p *refPlay, square int) bool { return p.after.attacks(p.to(), square) }
		return b.from() == from && s.after.isSlider(from) && x != y && a.to() != x && b.to() != y &&
			s.after.attacks(from, x) && s.after.attacks(from, y) &&
			!keeps(a, x) && keeps(a, y) && !keeps(b, y) && keeps(b, x)
	})
}

// fleck tells the three Flecks apart: how many of three threats or more are left alone by
// some defence, whether all effective defences do so, and whether some allow another mate.
func (s *refStudy) fleck() string {
	threats := s.key.Threats.Moves
	if len(threats) < 3 {
		return ""
	}
	left := map[movegen.Move]bool{}
	effective, others := 0, 0
	for _, v := range s.key.Variations {
		if v.Effective {
			effective++
		}
	}
	exact := effective == len(s.key.plays)
	for _, p := range s.key.plays {
		if slices.Contains(threats, p.mate) {
			left[p.mate] = true
		} else {
			others++
		}
	}
	switch {
	case len(left) == len(threats) && exact && others == 0:
		return "full Fleck"
	case len(left) == len(threats) && others > 0:
		return "Karlström-Fleck"
	case len(left) >= 2:
		return "partial Fleck"
	}
	return ""
}

// stagesOf are the phases with a first move that does not check, the key's the last.
func (s *refStudy) stagesOf() []*refPhase {
	stages := slices.Clone(s.tries)
	if !s.after.inCheck(!s.white) {
		stages = append(stages, s.key)
	}
	return stages
}

// three reports whether three phases, of which actual play is one, have what is asked for.
func (s *refStudy) three(has func(a, b, c *refPhase) bool) bool {
	for _, a := range s.stagesOf() {
		for _, b := range s.stagesOf() {
			for _, c := range s.stagesOf() {
				if (a == s.key || b == s.key || c == s.key) && has(a, b, c) {
					return true
				}
			}
		}
	}
	return false
}

func (s *refStudy) barnes() bool {
	return s.three(func(a, b, c *refPhase) bool {
		two, one, other := a.Threats.Moves, b.Threats.Moves, c.Threats.Moves
		return len(two) == 2 && len(one) == 1 && len(other) == 1 && one[0] == two[0] && other[0] == two[1]
	})
}

// variation reports whether m is the one mate after a defence of the phase, and no threat of it.
func (ph *refPhase) variation(m movegen.Move) bool {
	return !slices.Contains(ph.Threats.Moves, m) && slices.ContainsFunc(ph.plays, func(p refPlay) bool { return p.mate == m })
}

func (s *refStudy) rudenko() bool {
	for _, a := range s.stagesOf() {
		for _, b := range s.stagesOf() {
			all := len(a.Threats.Moves) >= 2 && a != b && (a == s.key || b == s.key)
			for _, m := range a.Threats.Moves {
				all = all && b.variation(m)
			}
			if all {
				return true
			}
		}
	}
	return false
}

func (s *refStudy) urania() bool {
	return s.three(func(a, b, c *refPhase) bool {
		return a != b && b != c && a != c && slices.Equal(b.Threats.Moves, []movegen.Move{a.Move}) && c.variation(a.Move)
	})
}

// ofPairs are themes of two variations and of threats.
var ofPairs = map[string]func(*refStudy) bool{
	"Grimshaw":        (*refStudy).grimshaw,
	"pawn Grimshaw":   (*refStudy).pawnGrimshaw,
	"Novotny":         (*refStudy).novotny,
	"focal":           (*refStudy).focal,
	"full Fleck":      func(s *refStudy) bool { return s.fleck() == "full Fleck" },
	"Karlström-Fleck": func(s *refStudy) bool { return s.fleck() == "Karlström-Fleck" },
	"partial Fleck":   func(s *refStudy) bool { return s.fleck() == "partial Fleck" },
	"Barnes":          (*refStudy).barnes,
	"Rudenko":         (*refStudy).rudenko,
	"Urania":          (*refStudy).urania,
}
