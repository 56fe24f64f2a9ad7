package problem

import (
	"slices"

	"alfiere/movegen"
)

// pictures examines every mate of the keys' effective play.
func (r *Report) pictures() (all []Picture) {
	for i := range r.Keys {
		key := &r.Keys[i]
		all = appendPictures(all, []movegen.Move{key.Move}, r.Position.After(key.Move), key)
	}
	return all
}

// appendPictures adds the mates of a phase; p is the position after its first move, with which line ends.
func appendPictures(all []Picture, line []movegen.Move, p movegen.Position, phase *Phase) []Picture {
	for i := range phase.Variations {
		v := &phase.Variations[i]
		if !v.Effective {
			continue
		}
		defended := p.After(v.Defence)
		for k, m := range v.Mates.Moves {
			next := append(slices.Clip(line), v.Defence, m)
			if v.Mates.In == 1 {
				all = append(all, newPicture(&defended, next))
			} else if k < len(v.Mates.Play) {
				all = appendPictures(all, next, defended.After(m), &v.Mates.Play[k])
			}
		}
	}
	return all
}

// newPicture examines the mate that ends the line; p is the position before it.
func newPicture(p *movegen.Position, line []movegen.Move) Picture {
	last := line[len(line)-1]
	s := newMateStudy(p, last)
	result := Picture{Line: line, Pins: s.pins, Double: s.mate.Checkers().MoreThanOne()}
	result.Pure = s.isPure()
	part := s.takingPart()
	attackers, king := s.mate.ByColor(s.attacker), s.king.Bitboard()
	idle := attackers &^ part
	result.Economical = idle&^s.mate.ByType(movegen.King)&^s.mate.ByType(movegen.Pawn) == 0
	result.Model = result.Pure && result.Economical
	blocks := s.mate.ByColor(s.mate.Side()) &^ king
	result.Ideal = result.Pure && idle == 0 && blocks&^movegen.KingAttacks(s.king) == 0
	return result
}

// mateStudy is a mate with what its qualities depend on.
type mateStudy struct {
	mate     movegen.Position
	attacker movegen.Color
	king     movegen.Square   // the mated one
	passed   movegen.Square   // behind the mating pawn after a double step, else NoSquare
	pins     movegen.Bitboard // the defender's men that are needed pinned
	pinners  movegen.Bitboard // the men that pin those
}

func newMateStudy(p *movegen.Position, last movegen.Move) mateStudy {
	s := mateStudy{mate: p.After(last), attacker: p.Side(), passed: movegen.NoSquare}
	s.king = s.mate.King(s.mate.Side())
	from, to := last.From(), last.To()
	if p.PieceAt(from).Type() == movegen.Pawn && (to == from+16 || from == to+16) {
		s.passed = (from + to) / 2
	}
	for pinned := s.mate.Pinned(s.mate.Side()); pinned != 0; {
		if man := pinned.Pop(); s.couldParry(man) {
			s.pins |= man.Bitboard()
			s.pinners |= s.pinner(man)
		}
	}
	return s
}

// pinner returns the man that pins the one on the square.
func (s *mateStudy) pinner(man movegen.Square) movegen.Bitboard {
	attackers := s.mate.AttackersTo(man, s.mate.Occupied()) & s.mate.ByColor(s.attacker) & movegen.Line(s.king, man)
	for attackers != 0 {
		if a := attackers.Pop(); movegen.Between(s.king, a).Has(man) {
			return a.Bitboard()
		}
	}
	return 0
}

// couldParry reports whether the pinned man could capture the checker or step in
// between if it were free. In double check no man but the king helps.
func (s *mateStudy) couldParry(man movegen.Square) bool {
	checkers := s.mate.Checkers()
	if checkers.MoreThanOne() {
		return false
	}
	occ := s.mate.Occupied()
	checker := checkers.LSB()
	lines := movegen.Between(s.king, checker)
	t, c := s.mate.PieceAt(man).Type(), s.mate.Side()
	attacks := movegen.AttacksOf(t, c, man, occ)
	if t != movegen.Pawn {
		return attacks&(checkers|lines) != 0
	}
	if s.passed != movegen.NoSquare && attacks.Has(s.passed) { // en passant
		pawn := s.passed.Bitboard().Forward(s.attacker)
		if checkers == pawn || lines.Has(s.passed) {
			return true
		}
	}
	if attacks&checkers != 0 {
		return true
	}
	step := man.Bitboard().Forward(c) &^ occ
	if man.Relative(c).Rank() == 1 {
		step |= step.Forward(c) &^ occ
	}
	return step&lines != 0
}

// guards returns the attacker's men that attack the square once the king has left its own.
func (s *mateStudy) guards(square movegen.Square) movegen.Bitboard {
	return s.mate.AttackersTo(square, s.mate.Occupied()&^s.king.Bitboard()) & s.mate.ByColor(s.attacker)
}

// isPure reports whether no square is denied to the king twice: every square of its field that the defender does not
// block is guarded by one man, a blocked one by none, and a double check is there only if either check alone could be
// parried. A block that is needed pinned may be attacked by its pinner.
func (s *mateStudy) isPure() bool {
	blocks := s.mate.ByColor(s.mate.Side())
	for field := movegen.KingAttacks(s.king); field != 0; {
		square := field.Pop()
		guards := s.guards(square)
		switch {
		case !blocks.Has(square):
			if guards.MoreThanOne() {
				return false
			}
		case s.pins.Has(square):
			if guards&^s.pinners != 0 {
				return false
			}
		case guards != 0:
			return false
		}
	}
	checkers := s.mate.Checkers()
	return !checkers.MoreThanOne() || s.needsEach(checkers)
}

// needsEach reports whether without any one of the checkers another man than the king
// could parry the check that is left.
func (s *mateStudy) needsEach(checkers movegen.Bitboard) bool {
	for checkers != 0 {
		b := s.mate.Builder()
		b.Board[checkers.Pop()] = movegen.NoPiece
		p, _, err := b.Build(movegen.Rules{Composed: true})
		if err != nil || !slices.ContainsFunc(p.Moves(), func(m movegen.Move) bool { return m.From() != s.king }) {
			return false
		}
	}
	return true
}

// takingPart returns the attacker's men without which it would be no mate, or not seem to be: those that check, guard a
// square that is not blocked, or pin a man that is needed pinned.
func (s *mateStudy) takingPart() movegen.Bitboard {
	part := s.mate.Checkers() | s.pinners
	field := movegen.KingAttacks(s.king) &^ s.mate.ByColor(s.mate.Side())
	for field != 0 {
		part |= s.guards(field.Pop())
	}
	return part
}
