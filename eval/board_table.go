package eval

import "alfiere/movegen"

// boardTable holds what follows from the geometry of the board alone.
type boardTable struct {
	distance [64][64]uint8           // king's steps between two squares
	ahead    [2][64]movegen.Bitboard // squares before a square on its file, by colour
	fromRank [2][64]movegen.Bitboard // the rank of a square and all ranks before it
	alike    [64]movegen.Bitboard    // squares of the same colour
	near     [64]movegen.Bitboard    // squares within two king's steps
	straight [64]movegen.Bitboard    // what a rook attacks on an empty board
	diagonal [64]movegen.Bitboard    // what a bishop attacks on an empty board
}

var board = buildBoardTable()

func buildBoardTable() (b boardTable) {
	for s := range movegen.Square(64) {
		for t := range movegen.Square(64) {
			files, ranks := abs(s.File()-t.File()), abs(s.Rank()-t.Rank())
			b.distance[s][t] = uint8(max(files, ranks))
			if b.distance[s][t] <= 2 {
				b.near[s] |= t.Bitboard()
			}
			if t.Rank() >= s.Rank() {
				b.fromRank[movegen.White][s] |= t.Bitboard()
			}
			if t.Rank() <= s.Rank() {
				b.fromRank[movegen.Black][s] |= t.Bitboard()
			}
		}
		b.alike[s] = squaresLike(s)
		b.straight[s], b.diagonal[s] = movegen.RookAttacks(s, 0), movegen.BishopAttacks(s, 0)
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			b.ahead[c][s] = b.fromRank[c][s] & movegen.FileOf(s.File()) &^ s.Bitboard()
		}
	}
	return b
}

func abs(n int) int { return max(n, -n) }

// steps returns how many moves a king needs from a to b on an empty board.
func steps(a, b movegen.Square) int { return int(board.distance[a&63][b&63]) }

// relativeRank returns the rank of s as c sees it, from 0 to 7.
func relativeRank(c movegen.Color, s movegen.Square) int { return s.Relative(c).Rank() & 7 }

// inFront returns the square before s as c sees it; s is not on c's last rank.
func inFront(c movegen.Color, s movegen.Square) movegen.Square {
	return s + 8 - 16*movegen.Square(c)
}

// beside returns the squares to the left and to the right of those in the set.
func beside(set movegen.Bitboard) movegen.Bitboard {
	return set&^movegen.FileA>>1 | set&^movegen.FileH<<1
}

// pathOf returns the squares before the men of c in the set, up to the last rank.
func pathOf(c movegen.Color, set movegen.Bitboard) movegen.Bitboard {
	if c == movegen.White {
		set = set << 8
		set |= set << 8
		set |= set << 16
		return set | set<<32
	}
	set = set >> 8
	set |= set >> 8
	set |= set >> 16
	return set | set>>32
}
