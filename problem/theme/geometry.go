package theme

import "alfiere/movegen"

// Geometry of mates: who could parry a mate if something stood elsewhere. Every question is put to the mating position
// itself, changed by one man or one square, so that an effect counts only if the mate would fail without it.

// parries returns the squares on which the defender could parry the check in end, a mating position: that of the
// checking man, and those between it and the king. After a double check there are none.
func parries(end *movegen.Position) movegen.Bitboard {
	checkers := end.Checkers()
	if checkers.MoreThanOne() {
		return 0
	}
	return checkers | movegen.Between(end.King(end.Side()), checkers.LSB())
}

// reaches reports whether the man on s, of type t and the side to move in p, could move to one of the targets if occ
// were occupied. Of pins it knows nothing. A king never parries a check, so it reaches nothing.
func reaches(p *movegen.Position, t movegen.PieceType, s movegen.Square, occ, targets movegen.Bitboard) bool {
	us := p.Side()
	switch t {
	case movegen.King:
		return false
	case movegen.Pawn:
		return pawnMoves(p, us, s, occ)&targets != 0
	}
	return movegen.AttacksOf(t, us, s, occ)&targets != 0
}

// pawnMoves returns where a pawn of colour c on s can go, en passant left out.
func pawnMoves(p *movegen.Position, c movegen.Color, s movegen.Square, occ movegen.Bitboard) movegen.Bitboard {
	moves := movegen.PawnAttacks(c, s) & p.ByColor(c.Other())
	step := s.Bitboard().Forward(c) &^ occ
	moves |= step
	if s.Relative(c).Rank() == 1 {
		moves |= step.Forward(c) &^ occ
	}
	return moves
}

// neededPins returns the defender's men that could parry the mate in end if they were not pinned.
func neededPins(end *movegen.Position) (needed movegen.Bitboard) {
	targets := parries(end)
	for pinned := end.Pinned(end.Side()); pinned != 0; {
		s := pinned.Pop()
		if reaches(end, end.PieceAt(s).Type(), s, end.Occupied(), targets) {
			needed |= s.Bitboard()
		}
	}
	return needed
}

// escapes returns the squares to which the king in end could go if occ were occupied;
// own men block their squares all the same.
func escapes(end *movegen.Position, occ movegen.Bitboard) (flights movegen.Bitboard) {
	king := end.King(end.Side())
	occ &^= king.Bitboard() // it shields no square behind it
	attackers := end.ByColor(end.Side().Other())
	for targets := movegen.KingAttacks(king) &^ end.ByColor(end.Side()); targets != 0; {
		s := targets.Pop()
		if end.AttackersTo(s, occ)&attackers&^s.Bitboard() == 0 {
			flights |= s.Bitboard()
		}
	}
	return flights
}

// needsOpen reports whether the mate in end would be none if a man without powers
// stood on the empty square s: no check, or an escape for the king.
func needsOpen(end *movegen.Position, s movegen.Square) bool {
	occ := end.Occupied() | s.Bitboard()
	king := end.King(end.Side())
	attackers := end.ByColor(end.Side().Other())
	return end.AttackersTo(king, occ)&attackers == 0 || escapes(end, occ)&^s.Bitboard() != 0
}

// shutOut returns the defender's line pieces that the man on s keeps from parrying
// the mate in end: with s transparent they would reach a square beyond it.
func shutOut(end *movegen.Position, s movegen.Square) (shut movegen.Bitboard) {
	us := end.Side()
	targets := parries(end) &^ s.Bitboard()
	occ := end.Occupied() &^ s.Bitboard()
	pinned := end.Pinned(us)
	sliders := end.ByColor(us) & (end.ByType(movegen.Bishop) | end.ByType(movegen.Rook) | end.ByType(movegen.Queen))
	for sliders = sliders &^ pinned &^ s.Bitboard(); sliders != 0; {
		from := sliders.Pop()
		if reached := movegen.AttacksOf(end.PieceAt(from).Type(), us, from, occ) & targets; reached != 0 {
			shut |= from.Bitboard()
		}
	}
	return shut
}

// crossed returns the squares strictly between the ends of m; none for castling.
func crossed(m movegen.Move) movegen.Bitboard {
	if m.Kind() == movegen.Castling {
		return 0
	}
	return movegen.Between(m.From(), m.To())
}

// behind returns the first man that stands on the line from a through b, beyond b; NoSquare if there is none.
func behind(a, b movegen.Square, occ movegen.Bitboard) movegen.Square {
	ray := movegen.QueenAttacks(b, occ) & movegen.Line(a, b) & occ &^ a.Bitboard()
	for ray != 0 {
		if s := ray.Pop(); movegen.Between(a, s).Has(b) {
			return s
		}
	}
	return movegen.NoSquare
}
