package problem

import "alfiere/movegen"

// arrivalWarnings reports the officers of c that cannot have come to their squares, whatever square the enemy king was
// on: each way there begins with a check on their own turn.
func (h *past) arrivalWarnings(c movegen.Color) (all []Warning) {
	king := h.p.King(c.Other())
	const bases = movegen.Rank1 | movegen.Rank8 // where they begin, promote and castle
	others := h.p.ByType(movegen.Pawn) | h.p.ByType(movegen.King) | h.walls | bases
	for men := h.p.ByColor(c) &^ others; men != 0; {
		if s := men.Pop(); !h.mayArrive(h.p.PieceAt(s).Type(), c, s) {
			all = append(all, Warning{Kind: NoArrival, Color: c, Squares: s.Bitboard() | king.Bitboard()})
		}
	}
	return all
}

// mayArrive reports whether a man of the type can have come to s while the enemy king was on its square, or on one from
// which the king walked there afterwards. Only checks from the next square count, and those of knights: another man may
// have stood in the way of others.
func (h *past) mayArrive(t movegen.PieceType, c movegen.Color, s movegen.Square) bool {
	const full = ^movegen.Bitboard(0)
	them := c.Other()
	walls := h.walls | h.pawnsFrom(s)
	reached := h.p.King(them).Bitboard()
	for next := reached; next != 0; {
		king := next.Pop()
		for froms := movegen.AttacksOf(t, c, s, walls|king.Bitboard()) &^ walls &^ king.Bitboard(); froms != 0; {
			if !movegen.AttacksOf(t, c, froms.Pop(), full).Has(king) {
				return true
			}
		}
		for rooks := h.castle[them]; rooks != 0; {
			if castle, _ := castled(rooks.Pop()); castle.Has(king) {
				return true
			}
		}
		if movegen.AttacksOf(t, c, s, full).Has(king) {
			continue // the king was in check and moved at once
		}
		squares := movegen.AttacksOf(movegen.King, them, king, 0) &^ walls &^ h.king[them] &^ s.Bitboard() &^ reached
		reached |= squares
		next |= squares
	}
	return false
}

// pawnsFrom returns the pawn in front of s if it can only have come from there, so that it stood there before any man
// came to s.
func (h *past) pawnsFrom(s movegen.Square) (pawns movegen.Bitboard) {
	for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
		ahead := (s.Bitboard() & homesOf(movegen.Pawn, c)).Forward(c) & h.p.Pieces(c, movegen.Pawn)
		if ahead != 0 && movegen.PawnSetAttacks(c.Other(), ahead)&^h.walls == 0 {
			pawns |= ahead
		}
	}
	return pawns
}
