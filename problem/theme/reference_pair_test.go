package theme

import (
	"slices"

	"alfiere/movegen"
)

// shutsOff reports whether the man that has defended shuts the line of the man on s in the
// mate: with the square transparent that man could parry, or would attack White's king. The
// mate must not stand there.
func (p *refPlay) shutsOff(s int) bool {
	if p.mateTo() == p.to() {
		return false
	}
	open := p.end.without(p.to())
	return contains(p.end.shut(p.to(), -1, !p.atWhite), s) ||
		p.end.isSlider(s) && p.end.has(s, !p.atWhite) && s != p.to() && open.attacks(s, open.king(p.atWhite))
}

// pairs reports whether show holds of two plays of a phase with different mates.
func (ph *refPhase) pairs(show func(a, b *refPlay) bool) bool {
	for i := range ph.plays {
		for k := range ph.plays {
			a, b := &ph.plays[i], &ph.plays[k]
			if a.mate != b.mate && show(a, b) {
				return true
			}
		}
	}
	return false
}

// anyPhase reports whether actual play, set play or a quiet try has what is asked for.
func (s *refStudy) anyPhase(has func(ph *refPhase, after *refBoard) bool) bool {
	phases := append(slices.Clone(s.tries), s.key)
	if s.set != nil {
		phases = append(phases, s.set)
	}
	for _, ph := range phases {
		p := s.report.Position
		p.MakeOrPass(ph.Move)
		if after := refOf(&p); has(ph, &after) {
			return true
		}
	}
	return false
}

// mover is the kind of man that defends.
func (p *refPlay) mover() byte { return p.before.kind(p.from()) }

func (s *refStudy) grimshaw(ph *refPhase, after *refBoard) bool {
	return ph.pairs(func(rook, bishop *refPlay) bool {
		return rook.mover() == 'r' && bishop.mover() == 'b' && rook.to() == bishop.to() && after[rook.to()] == 0 &&
			rook.shutsOff(bishop.from()) && bishop.shutsOff(rook.from())
	})
}

// pawnGrimshaw: with the square before it transparent, the pawn could parry the other mate
// by its double step.
func (s *refStudy) pawnGrimshaw(ph *refPhase, after *refBoard) bool {
	return ph.pairs(func(pawn, piece *refPlay) bool {
		x, home := pawn.to(), pawn.from()
		far := 2*x - home
		if pawn.mover() != 'p' || piece.mover() == 'p' || piece.mover() == 'k' || piece.to() != x || after[x] != 0 ||
			x != step(home, 0, sign(x-home)) || far < 0 || far > 63 || piece.mateTo() == x {
			return false
		}
		open := piece.end.without(x)
		return pawn.shutsOff(piece.from()) && piece.end.pinner(home, !s.white) < 0 &&
			contains(piece.end.parrySquares(!s.white), far) && open.reaches(home, far)
	})
}

// closesTwo: the man of the first move shuts two men that could capture it, along a row and
// along a diagonal, each from another mate of the phase.
func (s *refStudy) closesTwo(ph *refPhase, after *refBoard) bool {
	if ph.Move == movegen.NoMove || ph.Move.Kind() == movegen.Castling {
		return false
	}
	x := int(ph.Move.To())
	all := slices.Concat(ph.threats, ph.plays)
	shuts := func(p refPlay, man int) bool {
		return p.mateTo() != x && p.end[x] == after[x] && p.end[man] == after[man] && contains(p.end.shut(x, -1, !s.white), man)
	}
	for a := range after {
		for b := range after {
			straight := a/8 == x/8 || a%8 == x%8
			diagonal := b/8 != x/8 && b%8 != x%8
			if !straight || !diagonal || after[a] == after[b] || !after.isSlider(a) || !after.isSlider(b) || !after.has(a, !s.white) || !after.has(b, !s.white) ||
				!after.attacks(a, x) || !after.attacks(b, x) {
				continue
			}
			for _, one := range all {
				for _, two := range all {
					if one.mate != two.mate && shuts(one, a) && shuts(two, b) {
						return true
					}
				}
			}
		}
	}
	return false
}

// novotny: with the first move both captures are answered by threats, or two lines are shut;
// or a mate shuts two men that could also capture the mating man.
func (s *refStudy) novotny(ph *refPhase, after *refBoard) bool {
	threats := ph.Threats.Moves
	x := int(ph.Move.To())
	return ph.pairs(func(rook, bishop *refPlay) bool {
		return rook.mover() == 'r' && bishop.mover() == 'b' && rook.to() == x && bishop.to() == x &&
			slices.Contains(threats, rook.mate) && slices.Contains(threats, bishop.mate) &&
			rook.shutsOff(bishop.from()) && bishop.shutsOff(rook.from())
	}) || s.closesTwo(ph, after) || slices.ContainsFunc(ph.plays, func(p refPlay) bool {
		kinds := ""
		for _, man := range p.end.shut(p.mateTo(), -1, !s.white) {
			if p.end.attacks(man, p.mateTo()) && p.mate.Kind() != movegen.Castling {
				kinds += string(p.end.kind(man))
			}
		}
		return slices.Contains([]byte(kinds), 'r') && slices.Contains([]byte(kinds), 'b')
	})
}

// waits reports whether the key neither checks nor threatens.
func (s *refStudy) waits() bool { return !s.after.inCheck(!s.white) && len(s.key.Threats.Moves) == 0 }

// focal: one man keeps one of two squares and gives up the other, where the mate comes.
func (s *refStudy) focal() bool {
	return s.waits() && s.key.pairs(func(a, b *refPlay) bool {
		x, y, from := int(a.mate.To()), int(b.mate.To()), a.from()
		keeps := func(p *refPlay, square int) bool { return p.after.attacks(p.to(), square) }
		return b.from() == from && s.after.isSlider(from) && x != y && a.to() != x && b.to() != y &&
			s.after.attacks(from, x) && s.after.attacks(from, y) &&
			!keeps(a, x) && keeps(a, y) && !keeps(b, y) && keeps(b, x)
	})
}

// ofPairs are the themes of two variations that lines and pins decide.
var ofPairs = map[string]func(*refStudy) bool{
	"Grimshaw":       func(s *refStudy) bool { return s.anyPhase(s.grimshaw) },
	"pawn Grimshaw":  func(s *refStudy) bool { return s.anyPhase(s.pawnGrimshaw) },
	"Novotny":        func(s *refStudy) bool { return s.anyPhase(s.novotny) },
	"white Grimshaw": (*refStudy).whiteGrimshaw,
	"half-pin":       func(s *refStudy) bool { return s.anyPhase(s.halfPin) },
	"focal":          (*refStudy).focal,
}
