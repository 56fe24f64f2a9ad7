package movegen

// Key identifies a position for hashing: pieces, side to move, castling rights
// and the en-passant square if a capture there is legal (Zobrist 1970).
type Key uint64

// zobristTable holds the random numbers that make up a Key.
type zobristTable struct {
	piece     [16][64]Key
	castling  [64]Key // by the square of the rook that may castle
	enPassant [8]Key  // by file
	black     Key     // Black is to move
}

var zobrist *zobristTable // made by makeTables

func buildZobrist() *zobristTable {
	table := new(zobristTable)
	state := uint64(0x416c666965726521)
	next := func() Key {
		state += 0x9e3779b97f4a7c15
		return Key(Mix(state))
	}
	for _, c := range [...]Color{White, Black} {
		for t := Pawn; t <= King; t++ {
			for s := range table.piece[0] {
				table.piece[MakePiece(c, t)][s] = next()
			}
		}
	}
	for _, rank := range [...]int{0, 7} {
		for file := range 8 {
			table.castling[MakeSquare(file, rank)] = next()
		}
	}
	for file := range table.enPassant {
		table.enPassant[file] = next()
	}
	table.black = next()
	return table
}

// Mix spreads the bits of x over the word, one to one. It is the finaliser of splitmix64 (Steele, Lea and Flood 2014).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// computeKeys computes the keys of p from scratch; the keys that Make updates must always equal them.
func (p *Position) computeKeys() (key, pawnKey Key) {
	for occ := p.Occupied(); occ != 0; {
		s := occ.Pop()
		piece := p.PieceAt(s)
		key ^= zobrist.piece[piece][s]
		if piece.Type() == Pawn {
			pawnKey ^= zobrist.piece[piece][s]
		}
	}
	for rooks := p.castling; rooks != 0; {
		key ^= zobrist.castling[rooks.Pop()]
	}
	if p.enPassant != NoSquare {
		key ^= zobrist.enPassant[p.enPassant.File()]
	}
	if p.side == Black {
		key ^= zobrist.black
	}
	return key, pawnKey
}
