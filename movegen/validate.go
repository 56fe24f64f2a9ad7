package movegen

// Validate judges the position. Illegal faults are those for which a FEN is
// refused; a position from this package has none unless it was read with
// Rules.Composed. Suspicious ones only warn.
func (p *Position) Validate() (illegal, suspicious []Fault) { return p.validate(p.enPassant) }

func (p *Position) validate(passed Square) (illegal, suspicious []Fault) {
	refuse := func(code FaultCode, squares Bitboard) {
		illegal = append(illegal, Fault{Code: code, Field: BoardField, Offset: -1, Squares: squares})
	}
	whole := true
	for _, c := range [...]Color{White, Black} {
		if kings := p.Pieces(c, King); kings == 0 || kings.More() {
			refuse(KingCount, kings)
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
	if p.checkers != 0 && !p.checkPossible(passed) {
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

// checkPossible reports whether some last move can have given the check that the
// side to move is in. passed is the square a pawn has just passed by a double
// step, NoSquare if that is not known: then the last move was that step.
func (p *Position) checkPossible(passed Square) bool {
	if p.checkers.Count() > 2 {
		return false
	}
	king, them := p.King(p.side), p.side^1
	if p.doubleStepped(passed) {
		pawn, origin := passed.bit().Forward(them), passed.bit().Forward(p.side)
		before := p.Occupied() ^ pawn ^ origin
		return p.AttackersTo(king, before)&p.byColor[them]&^pawn == 0
	}
	if !p.checkers.More() {
		return true
	}
	first, second := p.checkers.First(), p.checkers.Last()
	if p.checkers&^(p.byType[Bishop]|p.byType[Rook]|p.byType[Queen]) != 0 {
		// A knight or pawn and a slider: the slider was uncovered by the other,
		// unless both are jumpers, of which only one can have moved.
		return p.checkers&(p.byType[Bishop]|p.byType[Rook]|p.byType[Queen]) != 0 && p.uncovered(first, second, king)
	}
	// Two sliders on one line through the king cannot both have come to check.
	if Line(first, second).Has(king) && Line(first, second) != 0 {
		return false
	}
	return true
}

// uncovered reports whether the jumper among the two checkers can have come from
// the slider's line to the king.
func (p *Position) uncovered(first, second, king Square) bool {
	jumper, slider := first, second
	if p.board[jumper].Type() != Knight && p.board[jumper].Type() != Pawn {
		jumper, slider = second, first
	}
	line := Between(king, slider) &^ p.Occupied()
	them := p.side ^ 1
	if p.board[jumper].Type() == Knight {
		if KnightAttacks(jumper)&line != 0 {
			return true
		}
		if jumper.Relative(them).Rank() != 7 {
			return false // else it may just have been promoted
		}
	}
	// A pawn came by a step, a double step or a capture; behind it may also have
	// stood the pawn that it took en passant.
	from := jumper.bit().Forward(p.side)
	if jumper.Relative(them).Rank() == 3 && from&p.Occupied() == 0 {
		from |= from.Forward(p.side)
	}
	return (from|PawnAttacks(p.side, jumper))&line != 0
}
