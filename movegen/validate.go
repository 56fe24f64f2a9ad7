package movegen

// Validate checks the position. The illegal faults are those for which a FEN is
// refused; a position from this package has none unless it was read with
// Rules.Composed. Suspicious ones are only warnings.
func (p *Position) Validate() (illegal, suspicious []Fault) { return p.validate(p.enPassant) }

func (p *Position) validate(passed Square) (illegal, suspicious []Fault) {
	refuse := func(code FaultCode, squares Bitboard) {
		illegal = append(illegal, Fault{Code: code, Field: BoardField, Offset: -1, Squares: squares})
	}
	whole := true
	for _, c := range [...]Color{White, Black} {
		if kings := p.Pieces(c, King); kings == 0 || kings.MoreThanOne() {
			illegal = append(illegal, Fault{Code: KingCount, Field: BoardField, Offset: -1, Color: c, Squares: kings})
			whole = false
		}
	}
	if edge := p.byType[Pawn] & (Rank1 | Rank8); edge != 0 {
		refuse(PawnOnEdgeRank, edge)
	}
	for _, c := range [...]Color{White, Black} {
		pawns := p.Pieces(c, Pawn)
		if men := p.byColor[c]; men.Count() > 16 {
			refuse(TooManyMen, men)
		}
		if pawns.Count() > 8 {
			refuse(TooManyPawns, pawns)
		} else if promoted := p.PromotedAtLeast(c); promoted > 8-pawns.Count() {
			refuse(TooManyPromoted, p.byColor[c]&^pawns&^p.byType[King])
		}
	}
	if !whole {
		return illegal, nil
	}
	them := p.side ^ 1
	king := p.King(them)
	if attackers := p.AttackersTo(king, p.Occupied()) & p.byColor[p.side]; attackers != 0 {
		refuse(OpponentInCheck, attackers|king.bit())
		return illegal, nil
	}
	if p.checkers != 0 && !p.hasLastMove(passed) {
		suspicious = append(suspicious, Fault{Code: ImpossibleCheck, Field: BoardField, Offset: -1,
			Squares: p.checkers | p.King(p.side).bit()})
	}
	return illegal, suspicious
}

// PromotedAtLeast returns how many pieces of c must be promoted pawns, judged by
// their number alone.
func (p *Position) PromotedAtLeast(c Color) (n int) {
	for _, set := range [...]struct {
		t    PieceType
		have int
	}{{Knight, 2}, {Bishop, 2}, {Rook, 2}, {Queen, 1}} {
		n += max(0, p.Pieces(c, set.t).Count()-set.have)
	}
	return n
}

// HasLastMove reports whether the side that is not to move can have made a last move:
// false proves that no game leads to the position, unless a game begins with it.
// Counters and castling rights are not considered.
func (p *Position) HasLastMove() bool { return p.hasLastMove(NoSquare) }

// hasLastMove takes moves back until it finds one before which the king of the side to
// move was safe. passed is the square a pawn has just passed by a double step, NoSquare
// if that is not known; if it is, the last move was that step.
func (p *Position) hasLastMove(passed Square) bool {
	them := p.side ^ 1
	if p.doubleStepped(passed) {
		from, to := passed.bit().Forward(p.side).LSB(), passed.bit().Forward(them).LSB()
		return p.safeBefore(Pawn, from, to, 0)
	}
	for men := p.byColor[them]; men != 0; {
		if p.mayHaveMoved(men.Pop()) {
			return true
		}
	}
	return p.mayHaveCastled()
}

// safeBefore reports whether the king of the side to move was not attacked when the
// piece now on to was still on from as a piece of type t, and the piece it took was on
// the squares taken.
func (p *Position) safeBefore(t PieceType, from, to Square, taken Bitboard) bool {
	king, them := p.King(p.side), p.side^1
	occ := p.Occupied()&^to.bit() | from.bit() | taken
	others := p.byColor[them] &^ to.bit()
	return p.AttackersTo(king, occ)&others == 0 && !AttacksOf(t, them, from, occ).Has(king)
}

// mayHaveMoved reports whether the enemy piece on s can have made the last move.
func (p *Position) mayHaveMoved(s Square) bool {
	t := p.board[s].Type()
	if t == Pawn {
		return p.pawnMayHaveMoved(s)
	}
	occ := p.Occupied()
	for origins := attacksFrom(t, s, occ) &^ occ; origins != 0; {
		from := origins.Pop()
		if p.safeBefore(t, from, s, 0) || p.safeBefore(t, from, s, s.bit()) {
			return true
		}
	}
	return t != King && s.Relative(p.side).Rank() == 0 && p.pawnMayHaveMoved(s)
}

// pawnMayHaveMoved is mayHaveMoved for a pawn, or for a piece that may just have been one.
func (p *Position) pawnMayHaveMoved(s Square) bool {
	empty := ^p.Occupied()
	homes := empty &^ (Rank1 | Rank8)
	rank := s.Relative(p.side ^ 1).Rank()
	steps := s.bit().Forward(p.side) & homes
	if rank == 3 {
		steps |= steps.Forward(p.side) & homes
	}
	for steps != 0 {
		if p.safeBefore(Pawn, steps.Pop(), s, 0) {
			return true
		}
	}
	victim := s.bit().Forward(p.side)
	enPassant := rank == 5 && (victim|s.bit().Forward(p.side^1))&^empty == 0
	for origins := PawnAttacks(p.side, s) & homes; origins != 0; {
		from := origins.Pop()
		if p.safeBefore(Pawn, from, s, s.bit()) || enPassant && p.safeBefore(Pawn, from, s, victim) {
			return true
		}
	}
	return false
}

// mayHaveCastled reports whether a rook is next to its king as after castling, and no
// other piece gives check.
func (p *Position) mayHaveCastled() bool {
	them := p.side ^ 1
	for _, castled := range [...]struct{ king, rook Square }{{G1, F1}, {C1, D1}} {
		rook := castled.rook.Relative(them)
		if p.King(them) == castled.king.Relative(them) && p.checkers&^rook.Bitboard() == 0 && p.board[rook].Type() == Rook {
			return true
		}
	}
	return false
}
