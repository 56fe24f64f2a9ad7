package network

import "alfiere/movegen"

// Accumulator is the hidden layer of both sides for one position. The zero value belongs to no
// position; the first Set fills it.
type Accumulator struct {
	values   [2][Hidden]int16 // by the side that sees the board
	turned   [2]movegen.Square
	pieces   int // on the board, 0 if it belongs to no position
	position movegen.Position
}

// changed returns the squares on which p differs from the accumulator's position.
func (a *Accumulator) changed(p *movegen.Position) movegen.Bitboard {
	squares := a.position.ByColor(movegen.White) ^ p.ByColor(movegen.White)
	squares |= a.position.ByColor(movegen.Black) ^ p.ByColor(movegen.Black)
	for t := movegen.Pawn; t <= movegen.King; t++ {
		squares |= a.position.ByType(t) ^ p.ByType(t)
	}
	return squares
}

// SetWithout makes a the accumulator of p without the piece on s; from is that of p. Only Evaluate may follow.
func (a *Accumulator) SetWithout(n *Network, from *Accumulator, p *movegen.Position, s movegen.Square) {
	*a = *from
	var c changes
	c.remove(p.PieceAt(s), s, &a.turned)
	for side := range a.values {
		c.apply(side, &a.values[side], &a.values[side], n)
	}
	a.pieces--
}

// Set makes a the accumulator of p. It begins with its own last position or with that of near,
// whichever differs less, and adds the difference; if that is great, or for a side whose king changed
// its half of the board, it begins with nothing. The result is the same in every case.
func (a *Accumulator) Set(n *Network, near *Accumulator, p *movegen.Position) {
	from, changed := near, near.changed(p)
	if near != a && (near.pieces == 0 || changed.Count() > usualChanges) {
		if own := a.changed(p); near.pieces == 0 || a.pieces != 0 && own.Count() < changed.Count() {
			from, changed = a, own
		}
	}
	switch {
	case from.pieces == 0 || changed.Count() > maxChanges:
		a.refresh(n, p, [2]bool{true, true})
	case changed != 0 || a != from:
		a.turned = from.turned
		var c changes
		for set := changed; set != 0; {
			s := set.Pop()
			c.remove(from.position.PieceAt(s), s, &a.turned)
			c.add(p.PieceAt(s), s, &a.turned)
		}
		var anew [2]bool
		for side := range a.values {
			if changed&p.ByType(movegen.King) != 0 && turned(p, movegen.Color(side)) != a.turned[side] {
				anew[side] = true
			} else {
				c.apply(side, &a.values[side], &from.values[side], n)
			}
		}
		if anew[0] || anew[1] {
			a.refresh(n, p, anew)
		}
	default:
		return
	}
	a.pieces, a.position = p.Occupied().Count(), *p
}

// refresh computes the hidden layers of some sides of p from nothing.
func (a *Accumulator) refresh(n *Network, p *movegen.Position, sides [2]bool) {
	for side, wanted := range sides {
		if wanted {
			a.turned[side], a.values[side] = turned(p, movegen.Color(side)), n.inputBiases
		}
	}
	for set := p.Occupied(); set != 0; {
		var c changes
		for range min(maxChanges, set.Count()) {
			s := set.Pop() & 63
			c.add(p.PieceAt(s), s, &a.turned)
		}
		for side, wanted := range sides {
			if wanted {
				c.apply(side, &a.values[side], &a.values[side], n)
			}
		}
	}
}

const (
	maxChanges   = 8 // squares that may change at once, a power of two
	usualChanges = 4 // squares that a move changes at most
)

// changes are the rows of weights that the hidden layers of both sides gain and lose.
type changes struct {
	rows           [2]rows
	added, removed int // of each side
}

// rows are those of one side. The assembly code knows their places.
type rows struct {
	added, removed           [maxChanges]uint16
	addedCount, removedCount int // set by changes.apply
}

// add notes a piece that appears on s, if it is one.
func (c *changes) add(piece movegen.Piece, s movegen.Square, turned *[2]movegen.Square) {
	if piece == movegen.NoPiece {
		return
	}
	at := c.added & (maxChanges - 1)
	c.rows[movegen.White].added[at] = uint16(input(movegen.White, turned[movegen.White], piece, s))
	c.rows[movegen.Black].added[at] = uint16(input(movegen.Black, turned[movegen.Black], piece, s))
	c.added++
}

// remove notes a piece that leaves s, if there is one.
func (c *changes) remove(piece movegen.Piece, s movegen.Square, turned *[2]movegen.Square) {
	if piece == movegen.NoPiece {
		return
	}
	at := c.removed & (maxChanges - 1)
	c.rows[movegen.White].removed[at] = uint16(input(movegen.White, turned[movegen.White], piece, s))
	c.rows[movegen.Black].removed[at] = uint16(input(movegen.Black, turned[movegen.Black], piece, s))
	c.removed++
}

// apply sets the layer to of a side to from with the changes.
func (c *changes) apply(side int, to, from *[Hidden]int16, n *Network) {
	r := &c.rows[side&1]
	r.addedCount, r.removedCount = c.added, c.removed
	apply(to, from, n, r)
}

// Equal reports whether both have the same hidden layers of as many pieces.
func (a *Accumulator) Equal(b *Accumulator) bool { return a.pieces == b.pieces && a.values == b.values }

// Evaluate returns the output in centipawns from the point of view of the side to move of the accumulator's position.
func (a *Accumulator) Evaluate(n *Network, side movegen.Color) int {
	bucket := Bucket(a.pieces)
	weights := &n.outputWeights[bucket]
	sum := int(output(&a.values[side&1], &a.values[side&1^1], weights))
	return (sum/InputUnit + int(n.outputBiases[bucket])) * Scale / (InputUnit * OutputUnit)
}
