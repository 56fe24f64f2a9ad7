package network

import "alfiere/movegen"

// Accumulator is the hidden layer of both sides for one position. The zero value belongs to no
// position; the first Set fills it.
type Accumulator struct {
	values   [2][Hidden]int16 // by the side that sees the board
	mirrored [2]bool
	valid    bool
	byType   [movegen.King + 1]movegen.Bitboard
	byColor  [2]movegen.Bitboard
	board    [64]movegen.Piece
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

// Nearer reports whether fewer squares of a than of b differ from p.
func (a *Accumulator) Nearer(b *Accumulator, p *movegen.Position) bool {
	return a.valid && a != b && (!b.valid || a.changed(p).Count() < b.changed(p).Count())
}

// SetWithout makes a the accumulator of p without the man on s; from is that of p.
func (a *Accumulator) SetWithout(n *Network, from *Accumulator, p *movegen.Position, s movegen.Square) {
	*a = *from
	for side := range a.values {
		var rows changes
		rows.remove(movegen.Color(side), a.mirrored[side], p.PieceAt(s), s)
		apply(&a.values[side], &a.values[side], n, &rows)
	}
	a.byColor[p.PieceAt(s).Color()] &^= s.Bitboard()
	a.byType[p.PieceAt(s).Type()] &^= s.Bitboard()
	a.board[s] = movegen.NoPiece
}

// Set makes a the accumulator of p. It begins with from, which may be a itself or that of any
// other position, and adds what differs; if that is more than what is on the board, or if a king
// changed its half of the board, it begins with nothing. The result is the same either way.
func (a *Accumulator) Set(n *Network, from *Accumulator, p *movegen.Position) {
	changed, occupied := from.changed(p), p.Occupied()
	if changed == 0 && from.valid {
		if a != from {
			*a = *from
		}
		return
	}
	anew := !from.valid || changed.Count() > occupied.Count()
	for side := range a.values {
		mirrored := Mirrored(p, movegen.Color(side))
		var rows changes
		origin := &from.values[side]
		if anew || mirrored != from.mirrored[side] {
			origin = &n.inputBiases
			for set := occupied; set != 0; {
				s := set.Pop()
				rows.add(movegen.Color(side), mirrored, p.PieceAt(s), s)
			}
		} else {
			for set := changed; set != 0; {
				s := set.Pop()
				if piece := from.board[s]; piece != movegen.NoPiece {
					rows.remove(movegen.Color(side), mirrored, piece, s)
				}
				if piece := p.PieceAt(s); piece != movegen.NoPiece {
					rows.add(movegen.Color(side), mirrored, piece, s)
				}
			}
		}
		a.mirrored[side] = mirrored
		apply(&a.values[side], origin, n, &rows)
	}
	if a != from {
		a.board, a.valid = from.board, true
	}
	for set := changed; set != 0; {
		s := set.Pop()
		a.board[s] = p.PieceAt(s)
	}
	a.valid = true
	a.byColor = [2]movegen.Bitboard{p.ByColor(movegen.White), p.ByColor(movegen.Black)}
	for t := movegen.Pawn; t <= movegen.King; t++ {
		a.byType[t] = p.ByType(t)
	}
}

// changes are the rows of weights that a hidden layer gains and loses.
type changes struct {
	added, removed           [64]uint16
	addedCount, removedCount int
}

func (c *changes) add(side movegen.Color, mirrored bool, piece movegen.Piece, s movegen.Square) {
	c.added[c.addedCount&63] = uint16(Input(side, mirrored, piece, s))
	c.addedCount++
}

func (c *changes) remove(side movegen.Color, mirrored bool, piece movegen.Piece, s movegen.Square) {
	c.removed[c.removedCount&63] = uint16(Input(side, mirrored, piece, s))
	c.removedCount++
}

// Evaluate returns the output in centipawns from the point of view of the side to move of the
// accumulator's position.
func (a *Accumulator) Evaluate(n *Network, side movegen.Color) int {
	bucket := Bucket((a.byColor[movegen.White] | a.byColor[movegen.Black]).Count())
	weights := &n.outputWeights[bucket]
	sum := int(output(&a.values[side&1], &a.values[side&1^1], weights))
	return (sum/InputUnit + int(n.outputBiases[bucket])) * Scale / (InputUnit * OutputUnit)
}
