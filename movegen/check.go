package movegen

// CheckInfo holds the data of a position that GivesCheck needs; it is computed
// once and serves all moves of the side to move.
type CheckInfo struct {
	King                      Square      // of the side that is to be checked
	Squares                   [8]Bitboard // by PieceType: from where such a piece gives check
	DiscoveredCheckCandidates Bitboard    // the mover's pieces that give check by leaving a line
}

// CheckInfo returns the squares and lines from which the side to move gives check.
func (p *Position) CheckInfo() (info CheckInfo) {
	info.Set(p)
	return info
}

// Set sets i to p.CheckInfo(): for a search, which would wait for a copy.
func (i *CheckInfo) Set(p *Position) {
	them := p.side ^ 1
	king, occ := p.King(them), p.Occupied()
	rook, bishop := RookAttacks(king, occ), BishopAttacks(king, occ)
	i.King, i.DiscoveredCheckCandidates = king, p.blockersOf(them)&p.byColor[p.side&1]
	i.Squares[Pawn] = PawnAttacks(them, king)
	i.Squares[Knight] = KnightAttacks(king)
	i.Squares[Bishop] = bishop
	i.Squares[Rook] = rook
	i.Squares[Queen] = rook | bishop
}

// GivesCheck reports whether m, which must be legal, gives check. info is p.CheckInfo().
func (p *Position) GivesCheck(m Move, info *CheckInfo) bool {
	from, to := m.From(), m.To()
	if m.Kind() != Castling {
		if info.DiscoveredCheckCandidates.Has(from) && !Line(from, info.King).Has(to) {
			return true
		}
		if m.Kind() != Promotion && info.Squares[p.board[from]&7].Has(to) {
			return true
		}
	}
	occ := p.Occupied()
	switch m.Kind() {
	case Promotion:
		return attacksFrom(m.PromotionType(), to, occ^from.bit()).Has(info.King)
	case EnPassant: // two pawns leave the board's lines
		occ = occ ^ from.bit() ^ (to ^ 8).bit() | to.bit()
		queens := p.byType[Queen]
		sliders := RookAttacks(info.King, occ)&(p.byType[Rook]|queens) |
			BishopAttacks(info.King, occ)&(p.byType[Bishop]|queens)
		return sliders&p.byColor[p.side&1] != 0
	case Castling:
		occ = occ ^ from.bit() ^ to.bit() | m.KingTo().bit() | m.RookTo().bit()
		return RookAttacks(m.RookTo(), occ).Has(info.King)
	}
	return false
}

// IsLegal reports whether m, which may come from anywhere (a table, a file), is a legal move in p.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	piece := p.board[from]
	if piece == NoPiece || piece.Color() != p.side || m == NoMove ||
		m.Kind() != Promotion && m>>12&3 != 0 {
		return false
	}
	switch m.Kind() {
	case Castling:
		return piece.Type() == King && p.checkers == 0 &&
			p.castling&p.BackRank(p.side)&to.bit() != 0 && p.castlingLegal(m)
	case EnPassant:
		return piece.Type() == Pawn && to == p.enPassant &&
			PawnAttacks(p.side, from).Has(to) && p.enPassantLegal(from, to, p.side)
	}
	own, enemy := p.byColor[p.side&1], p.byColor[p.side&1^1]
	occ := own | enemy
	if own.Has(to) {
		return false
	}
	if piece.Type() == Pawn {
		last := Rank1 | Rank8
		if last.Has(to) != (m.Kind() == Promotion) || !p.pawnReaches(from, to, occ) {
			return false
		}
	} else if m.Kind() == Promotion || !attacksFrom(piece.Type(), from, occ).Has(to) {
		return false
	}
	if piece.Type() == King {
		return !p.attacked(to, p.side^1, occ^from.bit())
	}
	occAfter := occ ^ from.bit() | to.bit()
	return p.AttackersTo(p.King(p.side), occAfter)&enemy&^to.bit() == 0
}

// pawnReaches reports whether the mover's pawn on from can step or capture to to; en passant is not considered.
func (p *Position) pawnReaches(from, to Square, occ Bitboard) bool {
	if PawnAttacks(p.side, from).Has(to) {
		return occ.Has(to)
	}
	one := from.bit().Forward(p.side) &^ occ
	if one.Has(to) {
		return true
	}
	return RankOf(1).Has(from.Relative(p.side)) && (one.Forward(p.side) &^ occ).Has(to)
}
