package theme

import "alfiere/movegen"

// ofDefence are the themes that a defence and its mate show by themselves.
var ofDefence = map[string]func(*refPlay) bool{
	"self-block":              (*refPlay).selfBlock,
	"self-pin":                (*refPlay).selfPin,
	"unpin of the mating man": (*refPlay).unpinsMater,
	"pin-mate":                func(p *refPlay) bool { return len(p.neededPins()) > 0 },
	"interference":            (*refPlay).interferes,
	"line opening":            (*refPlay).opensLine,
	"gate opening":            (*refPlay).opensGate,
	"line closing":            (*refPlay).closesLine,
	"unguard":                 (*refPlay).unguards,
	"cross-check":             (*refPlay).crossChecks,
}

// ofMate are the themes that a mate shows by itself; threats count.
var ofMate = map[string]func(*refPlay) bool{
	"double-check mate": func(p *refPlay) bool { return len(p.checkers()) == 2 },
	"battery":           func(p *refPlay) bool { return p.battery() >= 0 },
	"indirect battery":  (*refPlay).indirectBattery,
}

// mated is the king of the end; the defender is not p.atWhite.
func (p *refPlay) mated() int { return p.end.king(!p.atWhite) }

func (p *refPlay) checkers() []int { return p.end.attackers(p.mated(), p.atWhite) }

// neededPins lists the defender's men that could parry the mate if they were not pinned.
func (p *refPlay) neededPins() (men []int) {
	for s := range p.end {
		if p.end.has(s, !p.atWhite) && p.end.pinner(s, !p.atWhite) >= 0 && p.end.couldParry(s) {
			men = append(men, s)
		}
	}
	return men
}

// The king could go to the square if the man that the defence has brought were not there.
func (p *refPlay) selfBlock() bool {
	return !p.byKing() && p.end.has(p.to(), !p.atWhite) && contains(beside(p.mated()), p.to()) &&
		contains(p.end.without(p.to()).flights(!p.atWhite), p.to())
}

// A needed pin is of the man that has defended, or of another, and was none before.
func (p *refPlay) selfPin() bool {
	for _, s := range p.neededPins() {
		earlier := s
		if s == p.to() {
			earlier = p.from()
		}
		if p.after.pinner(s, !p.atWhite) >= 0 && p.before.pinner(earlier, !p.atWhite) < 0 {
			return true
		}
	}
	return false
}

// On the board before the defence the mating move would have left the king in check.
func (p *refPlay) unpinsMater() bool {
	from := int(p.mate.From())
	return p.before.pinner(from, p.atWhite) >= 0 && p.after.pinner(from, p.atWhite) < 0 &&
		p.before.after(from, int(p.mate.To())).inCheck(p.atWhite)
}

func (p *refPlay) interferes() bool {
	return !p.byKing() && !captures(&p.before, &p.after, p.atWhite) && p.mateTo() != p.to() &&
		len(p.end.shut(p.to(), p.from(), !p.atWhite)) > 0
}

func (p *refPlay) closesLine() bool {
	return p.mate.Kind() != movegen.Castling && !captures(&p.after, &p.end, !p.atWhite) &&
		len(p.end.shut(p.mateTo(), int(p.mate.From()), !p.atWhite)) > 0
}

// With a man without powers on the square that the defence has left there is no check,
// or the king escapes.
func (p *refPlay) opensLine() bool {
	if p.byKing() || p.end[p.from()] != 0 {
		return false
	}
	b := p.end.with(p.from(), '#')
	return !b.inCheck(!p.atWhite) || len(b.flights(!p.atWhite)) > 0
}

func (p *refPlay) opensGate() bool {
	return !p.byKing() && p.mate.Kind() != movegen.Castling &&
		contains(path(int(p.mate.From()), int(p.mate.To())), p.from())
}

// The man that has defended is put back where it came from.
func (p *refPlay) unguards() bool {
	if p.byKing() || p.mateTo() == p.to() || p.end[p.from()] != 0 || p.before.pinner(p.from(), !p.atWhite) >= 0 {
		return false
	}
	back := p.end.without(p.to()).with(p.from(), p.before[p.from()])
	for _, t := range p.end.parrySquares(!p.atWhite) {
		if back.reaches(p.from(), t) {
			return true
		}
	}
	return false
}

// The man that checks White is still there after the mate.
func (p *refPlay) crossChecks() bool {
	checkers := p.after.attackers(p.after.king(p.atWhite), !p.atWhite)
	for _, s := range checkers {
		if p.end[s] != p.after[s] {
			return false
		}
	}
	return len(checkers) > 0
}

// battery returns a man that checks and has not moved, -1 if there is none.
func (p *refPlay) battery() int {
	for _, s := range p.checkers() {
		if p.mate.Kind() != movegen.Castling && s != p.mateTo() {
			return s
		}
	}
	return -1
}

// With a man without powers on the square that the mating man has left, the king could
// go to a square that the mating man itself does not guard.
func (p *refPlay) indirectBattery() bool {
	from := int(p.mate.From())
	if p.mate.Kind() == movegen.Castling || p.end[from] != 0 {
		return false
	}
	open := p.end.without(p.mated())
	for _, t := range p.end.with(from, '#').flights(!p.atWhite) {
		if !open.attacks(p.mateTo(), t) {
			return true
		}
	}
	return false
}

// unpinsDefender: in the diagram the defence would have left the king in check.
func (s *refStudy) unpinsDefender(p *refPlay) bool {
	return s.diagram.pinner(p.from(), !s.white) >= 0 && s.after.pinner(p.from(), !s.white) < 0 &&
		s.diagram.after(p.from(), p.to()).inCheck(!s.white)
}

// halfBattery: in the diagram the key's and the mate's man, and no other, stand between a
// man that checks in the end and the king; the key leaves the line.
func (s *refStudy) halfBattery(p *refPlay) bool {
	king := s.diagram.king(!s.white)
	for _, rear := range p.checkers() {
		way := path(rear, king)
		if p.mated() != king || rear == p.mateTo() || p.battery() < 0 || !s.diagram.isSlider(rear) || !s.diagram.has(rear, s.white) {
			continue
		}
		first, second := int(s.key.Move.From()), int(p.mate.From())
		between := 0
		for _, t := range way {
			if s.diagram[t] != 0 {
				between++
			}
		}
		if between == 2 && first != second && contains(way, first) && contains(way, second) &&
			!contains(way, int(s.key.Move.To())) {
			return true
		}
	}
	return false
}

// halfPin: for a slider of the attacker with two men of the defender between it and the
// king, defences by each of them to which the mate needs the pin of the other.
func (s *refStudy) halfPin(ph *refPhase, after *refBoard) bool {
	king := after.king(!s.white)
	for slider := range after {
		if !after.has(slider, s.white) || !after.isSlider(slider) || !goes(after.kind(slider), s.white, slider, king) {
			continue
		}
		way := path(slider, king)
		var men []int
		for _, t := range way {
			if after[t] != 0 {
				men = append(men, t)
			}
		}
		if len(men) != 2 || !after.has(men[0], !s.white) || !after.has(men[1], !s.white) {
			continue
		}
		var left [2]bool
		for i := range ph.plays {
			p := &ph.plays[i]
			for k, man := range men {
				if p.from() == man && !contains(way, p.to()) && p.end[slider] == after[slider] &&
					contains(p.neededPins(), men[1-k]) {
					left[k] = true
				}
			}
		}
		if left[0] && left[1] {
			return true
		}
	}
	return false
}
