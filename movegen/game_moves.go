package movegen

// MoveFor returns the move that takes the piece on from to to, its kind derived from the position: a king that goes
// onto its own rook, or straight to where castling takes it, castles. promotion is NoPieceType unless a pawn promotes.
// IsLegal decides whether the move is legal; the result is NoMove if there can be no such move: beyond the board, or
// promoting to a pawn or king.
func (p *Position) MoveFor(from, to Square, promotion PieceType) Move {
	switch {
	case from >= NoSquare || to >= NoSquare:
		return NoMove
	case promotion >= Knight && promotion <= Queen:
		return MakePromotion(from, to, promotion)
	case promotion != NoPieceType:
		return NoMove
	case p.board[from].Type() == Pawn && to == p.enPassant && from.File() != to.File():
		return MakeMove(from, to, EnPassant)
	case p.board[from].Type() == King:
		return p.kingMove(from, to)
	}
	return MakeMove(from, to, Normal)
}

// kingMove is MoveFor for a king.
func (p *Position) kingMove(from, to Square) Move {
	for rooks := p.castling & p.BackRank(p.board[from].Color()); rooks != 0; {
		rook := rooks.Pop()
		m := MakeMove(from, rook, Castling)
		if to == rook || to == m.KingTo() && !KingAttacks(from).Has(to) {
			return m
		}
	}
	return MakeMove(from, to, Normal)
}

// MovesFrom returns the legal moves of the piece on s. For a piece of the side not to
// move see MovesOf. The list is empty when the game is over.
func (g *Game) MovesFrom(s Square) []Move {
	if s >= NoSquare || g.position.PieceAt(s) == NoPiece {
		return nil
	}
	var moves []Move
	for _, m := range g.MovesOf(g.position.PieceAt(s).Color()) {
		if m.From() == s {
			moves = append(moves, m)
		}
	}
	return moves
}

// MovesOf returns the legal moves of colour c. For the side not to move these are its moves if the other side had
// passed. Passing in check is impossible, so the list is empty then, and when the game is over.
func (g *Game) MovesOf(c Color) []Move {
	if g.Over() {
		return nil
	}
	p := g.position
	if c != p.side {
		if p.InCheck() {
			return nil
		}
		p.MakeNull()
	}
	return p.Moves()
}

// AllMoves returns the moves of both colours, those of the side to move first.
func (g *Game) AllMoves() []Move {
	return append(g.MovesOf(g.position.side), g.MovesOf(g.position.side.Other())...)
}

// AttacksFrom returns the squares that the piece on s attacks: those it could capture on, even if it is pinned or
// guards an own piece. It is empty if there is no piece on s.
func (p *Position) AttacksFrom(s Square) Bitboard {
	if s >= NoSquare || p.board[s] == NoPiece {
		return 0
	}
	return AttacksOf(p.board[s].Type(), p.board[s].Color(), s, p.Occupied())
}
