package movegen

// exchangeValue is the value of a piece in SeeGE, in centipawns.
var exchangeValue = [8]int{Pawn: 100, Knight: 325, Bishop: 325, Rook: 500, Queen: 975, King: 20000}

// ExchangeValue returns the value of a piece of type t in SeeGE, in centipawns.
func ExchangeValue(t PieceType) int { return exchangeValue[t&7] }

// SeeGE reports whether the captures and recaptures on m's target square that follow m gain its mover at least
// threshold centipawns when both sides take with their least valuable piece and stop when it pays. Pieces pinned to
// their king by a slider that is still on the board do not take part; a king does not capture onto an attacked square.
// A promotion counts only if m itself promotes.
func (p *Position) SeeGE(m Move, threshold int) bool {
	if m.Kind() == Castling {
		return threshold <= 0
	}
	from, to := m.From(), m.To()
	balance := exchangeValue[p.Captured(m)&7] - threshold
	next := p.board[from].Type()
	if m.Kind() == Promotion {
		next = m.PromotionType()
		balance += exchangeValue[next&7] - exchangeValue[Pawn]
	}
	if balance < 0 {
		return false
	}
	balance -= exchangeValue[next&7]
	if balance >= 0 {
		return true
	}
	occ := p.Occupied() ^ from.bit() | to.bit()
	if m.Kind() == EnPassant {
		occ ^= (to ^ 8).bit()
	}
	return p.exchange(to, occ, balance)
}

// exchange plays the recaptures on to. balance is the mover's gain if the piece
// now on to is lost, negative; the opponent of the side to move begins.
func (p *Position) exchange(to Square, occ Bitboard, balance int) bool {
	diagonal := p.byType[Bishop] | p.byType[Queen]
	straight := p.byType[Rook] | p.byType[Queen]
	attackers := p.AttackersTo(to, occ) & occ
	side := p.side
	var blockers [2]Bitboard // of a side that takes; most exchanges end before both sides take
	var looked [2]bool
	for {
		side ^= 1
		attackers &= occ
		ours := attackers & p.byColor[side&1]
		if ours == 0 {
			break
		}
		if !looked[side&1] {
			looked[side&1], blockers[side&1] = true, p.blockersOf(side)
		}
		if pinned := blockers[side&1] & ours; pinned != 0 {
			if ours &^= p.stillPinned(pinned, side, to, occ); ours == 0 {
				break
			}
		}
		t := Pawn
		for p.byType[t&7]&ours == 0 {
			t++
		}
		if t == King && attackers&p.byColor[side&1^1] != 0 {
			break // the king may not take a defended piece
		}
		occ ^= (p.byType[t&7] & ours).LSB().bit()
		if t == Pawn || t == Bishop || t == Queen {
			attackers |= BishopAttacks(to, occ) & diagonal
		}
		if t == Rook || t == Queen {
			attackers |= RookAttacks(to, occ) & straight
		}
		balance = -balance - 1 - exchangeValue[t&7]
		if balance >= 0 {
			side ^= 1 // the side that has just taken gains
			break
		}
	}
	return side != p.side
}

// stillPinned returns those of the pieces, pinned in p, whose pinner is still on the
// board and whose line does not lead to the exchange square.
func (p *Position) stillPinned(pinned Bitboard, c Color, to Square, occ Bitboard) (still Bitboard) {
	king := p.King(c)
	for rest := pinned; rest != 0; {
		s := rest.Pop()
		line := Line(king, s)
		sliders := (p.byType[Rook]|p.byType[Queen])&RookAttacks(s, occ) |
			(p.byType[Bishop]|p.byType[Queen])&BishopAttacks(s, occ)
		if !line.Has(to) && sliders&line&p.byColor[c^1]&occ != 0 {
			still |= s.bit()
		}
	}
	return still
}
