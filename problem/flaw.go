package problem

import (
	"slices"

	"alfiere/movegen"
)

// keyStudy compares the diagram with the position after a key or try.
type keyStudy struct {
	phase, set *Phase            // set is nil if there is no set play
	diagram    movegen.Position  // the attacker to move
	waiting    *movegen.Position // the same with the defender to move, nil if the attacker is in check
	after      movegen.Position
	flaws      []Flaw
}

// flaws lists what is remarkable about the first move of a phase, in the order of the kinds. set may be nil.
func flaws(p *movegen.Position, phase, set *Phase) []Flaw {
	s := keyStudy{phase: phase, set: set, diagram: *p, after: p.After(phase.Move)}
	if !p.InCheck() {
		waiting := *p
		waiting.MakeNull()
		s.waiting = &waiting
	}
	s.force()
	s.flights()
	s.pins()
	if s.isIdle() && s.comesIn() {
		s.note(BringsIdle, phase.Move.From().Bitboard())
	}
	s.exposure()
	slices.SortStableFunc(s.flaws, func(a, b Flaw) int { return int(a.Kind) - int(b.Kind) })
	return s.flaws
}

// note adds a flaw if there are squares to it.
func (s *keyStudy) note(kind FlawKind, squares movegen.Bitboard) {
	if squares != 0 {
		s.flaws = append(s.flaws, Flaw{kind, squares})
	}
}

// force notes checks, captures and promotions.
func (s *keyStudy) force() {
	m := s.phase.Move
	s.note(ChecksKing, s.after.Checkers())
	switch s.diagram.Captured(m) {
	case movegen.NoPieceType:
	case movegen.Pawn:
		s.note(CapturesPawn, victim(m).Bitboard())
	default:
		s.note(CapturesPiece, m.To().Bitboard())
	}
	if m.Kind() == movegen.Promotion {
		s.note(PromotesPawn, m.To().Bitboard())
	}
}

// victim returns the square of the man that the capture m takes.
func victim(m movegen.Move) movegen.Square {
	if m.Kind() == movegen.EnPassant {
		return movegen.MakeSquare(m.To().File(), m.From().Rank())
	}
	return m.To()
}

func (s *keyStudy) flights() {
	if s.waiting == nil {
		return
	}
	before, now := Flights(s.waiting), Flights(&s.after)
	s.note(TakesFlight, before&^now)
	s.note(GivesFlight, now&^before)
}

// Flights returns the squares that the king of the side to move can go to, castling apart.
func Flights(p *movegen.Position) (squares movegen.Bitboard) {
	king := p.King(p.Side())
	for _, m := range p.Moves() {
		if m.From() == king && m.Kind() != movegen.Castling {
			squares |= m.To().Bitboard()
		}
	}
	return squares
}

func (s *keyStudy) pins() {
	defender := s.after.Side()
	before, now := s.diagram.Pinned(defender), s.after.Pinned(defender)
	s.note(PinsMan, now&^before)
	s.note(UnpinsMan, before&^now&s.after.ByColor(defender))
}

// isIdle reports whether the man that makes the first move does nothing in the diagram: it attacks neither the
// defender's king nor a square round it, pins nothing, and gives no set mate.
func (s *keyStudy) isIdle() bool {
	from := s.phase.Move.From()
	return !attacksField(&s.diagram, from, s.after.Side()) && !s.pinsFrom(from) && (s.set == nil || !s.set.mates(from))
}

// pinsFrom reports whether the man on s pins one of the defender's.
func (s *keyStudy) pinsFrom(from movegen.Square) bool {
	defender := s.after.Side()
	king := s.diagram.King(defender)
	if !slider(s.diagram.PieceAt(from).Type(), from, king) {
		return false
	}
	return movegen.Between(from, king)&s.diagram.Occupied()&^s.diagram.Pinned(defender) == 0
}

// slider reports whether a piece of type t on s moves along the line to the square.
func slider(t movegen.PieceType, s, to movegen.Square) bool {
	return t >= movegen.Bishop && t <= movegen.Queen && movegen.PseudoAttacks(t, s).Has(to)
}

// comesIn reports whether that man takes part after the first move: it attacks the king's field or gives a mate.
func (s *keyStudy) comesIn() bool {
	m := s.phase.Move
	to := m.To()
	if m.Kind() == movegen.Castling {
		to = m.KingTo()
	}
	return attacksField(&s.after, to, s.after.Side()) || s.phase.mates(to)
}

// attacksField reports whether the man on from attacks the defender's king or a
// square round it, were the king not in the way.
func attacksField(p *movegen.Position, from movegen.Square, defender movegen.Color) bool {
	king := p.King(defender)
	man := p.PieceAt(from)
	attacks := movegen.AttacksOf(man.Type(), man.Color(), from, p.Occupied()&^king.Bitboard())
	return attacks&(movegen.KingAttacks(king)|king.Bitboard()) != 0
}

// mates reports whether the man on s mates, or in longer problems begins to, in a threat or variation of the phase.
func (p *Phase) mates(s movegen.Square) bool {
	moves := func(m movegen.Move) bool { return m.From() == s }
	return slices.ContainsFunc(p.Threats.Moves, moves) || slices.ContainsFunc(p.Variations, func(v Variation) bool {
		return slices.ContainsFunc(v.Mates.Moves, moves)
	})
}

// exposure notes what is unprovided in the diagram, and the captures and checks that the first move allows.
func (s *keyStudy) exposure() {
	if s.waiting == nil {
		return
	}
	if s.set != nil {
		s.unprovided()
	}
	from, to := s.phase.Move.From(), s.phase.Move.To()
	if !captured(s.waiting, s.waiting.Moves()).Has(from) {
		s.note(OffersMan, captured(&s.after, s.after.Moves())&to.Bitboard())
	}
	var before, now movegen.MoveList
	s.waiting.CheckingMoves(&before)
	s.after.CheckingMoves(&now)
	var men movegen.Bitboard
	for _, m := range now.Moves() {
		if !before.Has(m) {
			men |= m.From().Bitboard()
		}
	}
	s.note(ExposesKing, men)
}

// unprovided notes the strong moves without a set mate.
func (s *keyStudy) unprovided() {
	var checks, flights movegen.Bitboard
	info := s.waiting.CheckInfo()
	king := s.waiting.King(s.waiting.Side())
	for _, m := range s.set.Refutations {
		if s.waiting.GivesCheck(m, &info) {
			checks |= m.From().Bitboard()
		}
		if m.From() == king && m.Kind() != movegen.Castling {
			flights |= m.To().Bitboard()
		}
	}
	loose := captured(s.waiting, s.set.Refutations)
	s.note(UnprovidedCheck, checks)
	s.note(UnprovidedFlight, flights)
	s.note(UnprovidedCapture, loose&^s.diagram.ByType(movegen.Pawn))
	s.note(SavesMan, loose&s.phase.Move.From().Bitboard())
}

// captured returns the squares of the men that the moves take.
func captured(p *movegen.Position, moves []movegen.Move) (squares movegen.Bitboard) {
	for _, m := range moves {
		if p.IsCapture(m) {
			squares |= victim(m).Bitboard()
		}
	}
	return squares
}
