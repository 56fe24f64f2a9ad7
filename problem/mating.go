package problem

import "alfiere/movegen"

// matesAtOnce reports whether the side to move at ply has a mate in one.
func (s *solver) matesAtOnce(ply int) bool {
	f := &s.frames[ply]
	f.position.CheckingMoves(&f.list)
	if f.list.Len() == 0 {
		return false
	}
	free := unguarded(&f.position)
	for _, m := range f.list.Moves() {
		if s.isMate(ply, m, free) {
			return true
		}
	}
	return false
}

// isMate reports whether m, a legal checking move at ply, mates. free is what unguarded says of the position. Castling
// and pawn moves that change more than two squares or allow a capture en passant are made and looked at; of others it
// is worked out what they would lead to.
func (s *solver) isMate(ply int, m movegen.Move, free movegen.Bitboard) bool {
	p := &s.frames[ply].position
	if !isPlain(p, m) {
		s.play(ply, m)
		next := &s.frames[ply+1]
		next.position.LegalMoves(&next.list)
		return next.list.Len() == 0
	}
	s.count()
	piece := placed(p, m)
	// Most checks leave a flight that the piece does not reach. Only by opening a line does
	// the move guard more than the piece does.
	guarded := movegen.PseudoAttacks(piece, m.To()) | movegen.PseudoAttacks(movegen.Queen, m.From()) | m.To().Bitboard()
	if free&^guarded != 0 {
		return false
	}
	c := newChecking(p, m, piece)
	return !c.kingEscapes(free) && !c.isParried()
}

// isPlain reports whether m empties one square, fills another and gives no right to capture en passant.
func isPlain(p *movegen.Position, m movegen.Move) bool {
	switch m.Kind() {
	case movegen.Castling, movegen.EnPassant:
		return false
	}
	return m.From()^m.To() != 16 || p.PieceAt(m.From()).Type() != movegen.Pawn
}

// placed returns the piece that m puts on its square.
func placed(p *movegen.Position, m movegen.Move) movegen.PieceType {
	if m.Kind() == movegen.Promotion {
		return m.PromotionType()
	}
	return p.PieceAt(m.From()).Type()
}

// unguarded returns the squares next to the defender's king that are not its own
// men's and that the side to move does not guard.
func unguarded(p *movegen.Position) (free movegen.Bitboard) {
	us := p.Side()
	king := p.King(us.Other())
	occupied := p.Occupied() &^ king.Bitboard()
	free = movegen.KingAttacks(king) &^ p.ByColor(us.Other()) &^ movegen.KingAttacks(p.King(us)) &^
		movegen.PawnSetAttacks(us, p.Pieces(us, movegen.Pawn))
	for men := p.Pieces(us, movegen.Knight); men != 0; {
		free &^= movegen.KnightAttacks(men.Pop())
	}
	queens := p.Pieces(us, movegen.Queen)
	for men := p.Pieces(us, movegen.Rook) | queens; men != 0; {
		if from := men.Pop(); movegen.PseudoAttacks(movegen.Rook, from)&free != 0 {
			free &^= movegen.RookAttacks(from, occupied)
		}
	}
	for men := p.Pieces(us, movegen.Bishop) | queens; men != 0; {
		if from := men.Pop(); movegen.PseudoAttacks(movegen.Bishop, from)&free != 0 {
			free &^= movegen.BishopAttacks(from, occupied)
		}
	}
	return free
}

// checking is the position after a plain checking move, as far as it decides whether that mates.
type checking struct {
	before   *movegen.Position
	us       movegen.Color
	piece    movegen.PieceType // that has moved; what the pawn became
	from, to movegen.Square
	king     movegen.Square   // in check
	occupied movegen.Bitboard // after the move
	others   movegen.Bitboard // the attacker's men but the one that has moved
}

func newChecking(p *movegen.Position, m movegen.Move, piece movegen.PieceType) checking {
	c := checking{before: p, us: p.Side(), piece: piece, from: m.From(), to: m.To()}
	c.king = p.King(c.us.Other())
	c.occupied = p.Occupied()&^c.from.Bitboard() | c.to.Bitboard()
	c.others = p.ByColor(c.us) &^ c.from.Bitboard()
	return c
}

// kingEscapes reports whether the king has a square to flee to. The king shields no square behind it.
func (c *checking) kingEscapes(free movegen.Bitboard) bool {
	occupied := c.occupied &^ c.king.Bitboard()
	flights := movegen.KingAttacks(c.king) &^ movegen.AttacksOf(c.piece, c.us, c.to, occupied) &^
		(c.before.ByColor(c.us.Other()) &^ c.to.Bitboard())
	if free&flights&^c.to.Bitboard()&^movegen.PseudoAttacks(movegen.Queen, c.from) != 0 {
		return true
	}
	for flights != 0 {
		if c.before.AttackersTo(flights.Pop(), occupied)&c.others == 0 {
			return true
		}
	}
	return false
}

// isParried reports whether a man other than the king captures the checker or steps
// in between. In double check none can do both.
func (c *checking) isParried() bool {
	checkers := c.attackers(c.occupied)
	if checkers.MoreThanOne() {
		return false
	}
	checker := checkers.LSB()
	them := c.us.Other()
	defenders := c.before.ByColor(them) &^ c.to.Bitboard() &^ c.king.Bitboard()
	if c.reaches(c.before.AttackersTo(checker, c.occupied)&defenders, checker) {
		return true
	}
	pawns := defenders & c.before.ByType(movegen.Pawn)
	for between := movegen.Between(c.king, checker); between != 0; {
		square := between.Pop()
		// Pawns step forward to an empty square: seen from there, backward.
		pushed := square.Bitboard().Forward(c.us)
		movers := pushed & pawns
		if pushed&c.occupied == 0 && square.Relative(them).Rank() == 3 {
			movers = pushed.Forward(c.us) & pawns
		}
		movers |= c.before.AttackersTo(square, c.occupied) & defenders &^ pawns
		if c.reaches(movers, square) {
			return true
		}
	}
	return false
}

// reaches reports whether one of the movers, which can reach the square, may do so without leaving its king in check.
func (c *checking) reaches(movers movegen.Bitboard, square movegen.Square) bool {
	for movers != 0 {
		occupied := c.occupied&^movers.Pop().Bitboard() | square.Bitboard()
		if c.attackers(occupied)&^square.Bitboard() == 0 {
			return true
		}
	}
	return false
}

// attackers returns the men that attack the king if the board is so occupied.
func (c *checking) attackers(occupied movegen.Bitboard) movegen.Bitboard {
	attackers := c.before.AttackersTo(c.king, occupied) & c.others
	if movegen.AttacksOf(c.piece, c.us, c.to, occupied).Has(c.king) {
		attackers |= c.to.Bitboard()
	}
	return attackers
}
