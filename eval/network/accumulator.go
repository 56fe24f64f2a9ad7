package network

import "alfiere/movegen"

// Accumulator is the hidden layer of both sides for one position. The zero value belongs to no
// position; the first Set fills it.
type Accumulator struct {
	values  [2][Hidden]int16 // by the side that sees the board
	turned  [2]movegen.Square
	valid   bool
	byType  [movegen.King + 1]movegen.Bitboard
	byColor [2]movegen.Bitboard
	board   [64]movegen.Piece
}

// changed returns the squares on which p differs from the accumulator's position.
func (a *Accumulator) changed(p *movegen.Position) movegen.Bitboard {
	squares := a.byColor[movegen.White] ^ p.ByColor(movegen.White)
	squares |= a.byColor[movegen.Black] ^ p.ByColor(movegen.Black)
	for t := movegen.Pawn; t <= movegen.King; t++ {
		squares |= a.byType[t] ^ p.ByType(t)
	}
	return squares
}

// SetWithout makes a the accumulator of p without the man on s; from is that of p.
func (a *Accumulator) SetWithout(n *Network, from *Accumulator, p *movegen.Position, s movegen.Square) {
	*a = *from
	var c changes
	c.remove(p.PieceAt(s), s, &a.turned)
	for side := range a.values {
		apply(&a.values[side], &a.values[side], n, &c.rows[side])
	}
	a.byColor[p.PieceAt(s).Color()] &^= s.Bitboard()
	a.byType[p.PieceAt(s).Type()] &^= s.Bitboard()
	a.board[s] = movegen.NoPiece
}

// Set makes a the accumulator of p. It begins with its own last position or with that of near,
// whichever differs less, and adds the difference; if that is great, or for a side whose king changed
// its half of the board, it begins with nothing. The result is the same in every case.
func (a *Accumulator) Set(n *Network, near *Accumulator, p *movegen.Position) {
	from, changed := near, near.changed(p)
	if near != a && (!near.valid || changed.Count() > usualChanges) {
		if own := a.changed(p); !near.valid || a.valid && own.Count() < changed.Count() {
			from, changed = a, own
		}
	}
	switch {
	case !from.valid || changed.Count() > maxChanges:
		for s := range movegen.Square(64) {
			a.board[s] = p.PieceAt(s)
		}
		a.refresh(n, movegen.White, p)
		a.refresh(n, movegen.Black, p)
	case changed != 0 || a != from:
		if a != from {
			a.board, a.turned = from.board, from.turned
		}
		var c changes
		for set := changed; set != 0; {
			s := set.Pop() & 63
			c.remove(a.board[s], s, &a.turned)
			a.board[s] = p.PieceAt(s)
			c.add(a.board[s], s, &a.turned)
		}
		for side := range a.values {
			if turned(p, movegen.Color(side)) != a.turned[side] {
				a.refresh(n, movegen.Color(side), p)
			} else {
				apply(&a.values[side], &from.values[side], n, &c.rows[side])
			}
		}
	default:
		return
	}
	a.valid = true
	a.byColor = [2]movegen.Bitboard{p.ByColor(movegen.White), p.ByColor(movegen.Black)}
	for t := movegen.Pawn; t <= movegen.King; t++ {
		a.byType[t] = p.ByType(t)
	}
}

// refresh computes the hidden layer of a side from nothing; the board is that of p.
func (a *Accumulator) refresh(n *Network, side movegen.Color, p *movegen.Position) {
	a.turned[side] = turned(p, side)
	a.values[side] = n.inputBiases
	for set := p.Occupied(); set != 0; {
		var c changes
		for range maxChanges {
			s := set.Pop() & 63
			c.add(a.board[s], s, &a.turned)
			if set == 0 {
				break
			}
		}
		apply(&a.values[side], &a.values[side], n, &c.rows[side])
	}
}

const (
	maxChanges   = 8 // squares that may change at once, a power of two
	usualChanges = 4 // squares that a move changes at most
)

// changes are the rows of weights that the hidden layers of both sides gain and lose.
type changes struct{ rows [2]rows }

// rows are those of one side. The assembly code knows their places.
type rows struct {
	added, removed           [maxChanges]uint16
	addedCount, removedCount int
}

// add notes a piece that appears on s, if it is one.
func (c *changes) add(piece movegen.Piece, s movegen.Square, turned *[2]movegen.Square) {
	if piece == movegen.NoPiece {
		return
	}
	for side := range c.rows {
		r := &c.rows[side]
		r.added[r.addedCount&(maxChanges-1)] = uint16(input(movegen.Color(side), turned[side], piece, s))
		r.addedCount++
	}
}

// remove notes a piece that leaves s, if there is one.
func (c *changes) remove(piece movegen.Piece, s movegen.Square, turned *[2]movegen.Square) {
	if piece == movegen.NoPiece {
		return
	}
	for side := range c.rows {
		r := &c.rows[side]
		r.removed[r.removedCount&(maxChanges-1)] = uint16(input(movegen.Color(side), turned[side], piece, s))
		r.removedCount++
	}
}

// Evaluate returns the output in centipawns from the point of view of the side to move of the
// accumulator's position.
func (a *Accumulator) Evaluate(n *Network, side movegen.Color) int {
	bucket := Bucket((a.byColor[movegen.White] | a.byColor[movegen.Black]).Count())
	weights := &n.outputWeights[bucket]
	sum := int(output(&a.values[side&1], &a.values[side&1^1], weights))
	return (sum/InputUnit + int(n.outputBiases[bucket])) * Scale / (InputUnit * OutputUnit)
}
