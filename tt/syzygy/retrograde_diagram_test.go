package syzygy_test

import (
	"alfiere/movegen"
)

// man is a man on its square.
type man struct {
	piece movegen.Piece
	at    movegen.Square
}

// diagram is a position of at most four men, without castling.
type diagram struct {
	men       [4]man // the first count
	count     int8
	side      movegen.Color
	enPassant movegen.Square // behind a pawn that has just made a double step beside one of the enemy, or NoSquare
}

// diagramOf returns the position as a diagram.
func diagramOf(p *movegen.Position) diagram {
	d := diagram{side: p.Side(), enPassant: p.EnPassant()}
	for all := p.Occupied(); all != 0; {
		s := all.Pop()
		d.men[d.count] = man{p.PieceAt(s), s}
		d.count++
	}
	return d
}

// position returns the diagram as a position of movegen, with the error if it is illegal.
func (d *diagram) position() (movegen.Position, error) {
	b := movegen.Builder{Side: d.side, EnPassant: d.enPassant, FullmoveNumber: 1}
	for _, m := range d.all() {
		b.Board[m.at] = m.piece
	}
	p, _, err := b.Build(movegen.Rules{})
	return p, err
}

// all returns the men.
func (d *diagram) all() []man { return d.men[:d.count] }

// occupied returns the squares of the men of a colour.
func (d *diagram) occupied(c movegen.Color) (squares movegen.Bitboard) {
	for _, m := range d.all() {
		if m.piece.Color() == c {
			squares |= m.at.Bitboard()
		}
	}
	return squares
}

// squares returns the squares of pieces of a kind.
func (d *diagram) squares(kind movegen.Piece) (squares movegen.Bitboard) {
	for _, m := range d.all() {
		if m.piece == kind {
			squares |= m.at.Bitboard()
		}
	}
	return squares
}

// inCheck reports whether the king of a side is attacked.
func (d *diagram) inCheck(c movegen.Color) bool {
	king := d.squares(movegen.MakePiece(c, movegen.King))
	both := d.occupied(movegen.White) | d.occupied(movegen.Black)
	for _, m := range d.all() {
		if m.piece.Color() != c && movegen.AttacksOf(m.piece.Type(), m.piece.Color(), m.at, both)&king != 0 {
			return true
		}
	}
	return false
}

// moves shows the positions after the moves of the side to move, also those that leave the
// king in check; zeroing tells captures and moves of pawns from the others. It goes on as
// long as visit returns true.
func (d *diagram) moves(visit func(next diagram, zeroing bool) bool) {
	own, enemy := d.occupied(d.side), d.occupied(d.side.Other())
	for i, m := range d.all() {
		if m.piece.Color() != d.side {
			continue
		}
		if m.piece.Type() == movegen.Pawn {
			if !d.pawnMoves(i, own|enemy, enemy, visit) {
				return
			}
			continue
		}
		to := movegen.AttacksOf(m.piece.Type(), d.side, m.at, own|enemy) &^ own
		for to != 0 {
			s := to.Pop()
			next := d.step(i, s)
			if enemy.Has(s) {
				next.take(i, s)
			}
			if !visit(next, enemy.Has(s)) {
				return
			}
		}
	}
}

// step returns the position after man i has gone to a square.
func (d *diagram) step(i int, to movegen.Square) diagram {
	next := *d
	next.men[i].at = to
	next.side = d.side.Other()
	next.enPassant = movegen.NoSquare
	return next
}

// take removes the man on s that is not man i.
func (d *diagram) take(i int, s movegen.Square) {
	for j, m := range d.all() {
		if j != i && m.at == s {
			d.count--
			d.men[j] = d.men[d.count]
			d.men[d.count] = man{}
			return
		}
	}
}

// pawnMoves is moves for man i, a pawn. It returns false when visit did.
func (d *diagram) pawnMoves(i int, occupied, enemy movegen.Bitboard, visit func(diagram, bool) bool) bool {
	from := d.men[i].at
	ahead := movegen.Square(int(from) + 8 - 16*int(d.side))
	if !occupied.Has(ahead) {
		if !d.pawnTo(i, ahead, visit) {
			return false
		}
		twoAhead := 2*ahead - from
		if from.Relative(d.side).Rank() == 1 && !occupied.Has(twoAhead) {
			next := d.step(i, twoAhead)
			if movegen.PawnAttacks(d.side, ahead)&d.squares(movegen.MakePiece(next.side, movegen.Pawn)) != 0 {
				next.enPassant = ahead
			}
			if !visit(next, true) {
				return false
			}
		}
	}
	for to := movegen.PawnAttacks(d.side, from) & (enemy | d.enPassant.Bitboard()); to != 0; {
		if !d.pawnTo(i, to.Pop(), visit) {
			return false
		}
	}
	return true
}

// pawnTo shows the positions after pawn i has gone one step to a square, or taken there.
func (d *diagram) pawnTo(i int, to movegen.Square, visit func(diagram, bool) bool) bool {
	next := d.step(i, to)
	if to.Relative(d.side).Rank() < 7 {
		if to == d.enPassant {
			next.take(i, movegen.Square(int(to)-8+16*int(d.side)))
		} else {
			next.take(i, to)
		}
		return visit(next, true)
	}
	for _, t := range [...]movegen.PieceType{movegen.Queen, movegen.Rook, movegen.Bishop, movegen.Knight} {
		promoted := next
		promoted.men[i].piece = movegen.MakePiece(d.side, t)
		promoted.take(i, to)
		if !visit(promoted, true) {
			return false
		}
	}
	return true
}

// unmoves shows the positions, also illegal ones, from which the side that is not to move
// may have come by a move that is not zeroing. The first free men are those that are no pawns.
func (d *diagram) unmoves(free int, visit func(previous diagram)) {
	both := d.occupied(movegen.White) | d.occupied(movegen.Black)
	for i, m := range d.men[:free] {
		if m.piece.Color() == d.side {
			continue
		}
		for from := movegen.AttacksOf(m.piece.Type(), d.side, m.at, both) &^ both; from != 0; {
			visit(d.step(i, from.Pop()))
		}
	}
}
