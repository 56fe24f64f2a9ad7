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
	for _, ph := range append(slices.Clone(s.earlierPhases()), s.key) {
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

// settingsOf are these and set play.
func (s *refStudy) settingsOf() []*refPhase {
	if s.set == nil {
		return s.stagesOf()
	}
	return append(s.stagesOf(), s.set)
}

func (s *refStudy) barnes() bool {
	for _, both := range s.stagesOf() {
		two := s.threatsOf(both)
		holds := func(name string) bool {
			return some(s.stagesOf(), func(ph *refPhase) bool { return s.threat(ph) == name })
		}
		if len(two) == 2 && holds(two[0]) && holds(two[1]) {
			return true
		}
	}
	return false
}

// variation reports whether the mate is the only one after a defence of the phase, and no
// threat of it.
func (s *refStudy) variation(ph *refPhase, mate string) bool {
	if slices.Contains(s.threatsOf(ph), mate) {
		return false
	}
	for _, other := range s.chart(ph) {
		if other == mate {
			return true
		}
	}
	return false
}

func (s *refStudy) rudenko() bool {
	for _, a := range s.stagesOf() {
		for _, b := range s.settingsOf() {
			threats := s.threatsOf(a)
			missing := func(m string) bool { return !s.variation(b, m) }
			if len(threats) > 1 && a != b && !slices.ContainsFunc(threats, missing) {
				return true
			}
		}
	}
	return false
}

func (s *refStudy) urania() bool {
	for _, a := range s.stagesOf() {
		for _, b := range s.stagesOf() {
			for _, c := range s.settingsOf() {
				move := s.firstMove(a)
				if a != b && b != c && a != c && s.threat(b) == move && s.variation(c, move) {
					return true
				}
			}
		}
	}
	return false
}

// ofPairs are themes of two variations and of threats.
var ofPairs = map[string]func(*refStudy) bool{
	"Grimshaw":        func(s *refStudy) bool { return s.anyPhase(s.grimshaw) },
	"pawn Grimshaw":   func(s *refStudy) bool { return s.anyPhase(s.pawnGrimshaw) },
	"Novotny":         func(s *refStudy) bool { return s.anyPhase(s.novotny) },
	"white Grimshaw":  (*refStudy).whiteGrimshaw,
	"half-pin":        func(s *refStudy) bool { return s.anyPhase(s.halfPin) },
	"focal":           (*refStudy).focal,
	"full Fleck":      func(s *refStudy) bool { return s.fleck() == "full Fleck" },
	"Karlström-Fleck": func(s *refStudy) bool { return s.fleck() == "Karlström-Fleck" },
	"partial Fleck":   func(s *refStudy) bool { return s.fleck() == "partial Fleck" },
	"Barnes":          (*refStudy).barnes,
	"Rudenko":         (*refStudy).rudenko,
	"Urania":          (*refStudy).urania,
}
