package eval

import (
	"sync"

	"alfiere/movegen"
)

// geometryTable holds what follows from the geometry of the board alone.
type geometryTable struct {
	distance     [64][64]uint8           // king's steps between two squares
	forwardFile  [2][64]movegen.Bitboard // [colour] squares in front of a square on its file
	forwardRanks [2][64]movegen.Bitboard // [colour] the rank of a square and all ranks in front of it
	sameColour   [64]movegen.Bitboard    // squares of the same colour
	withinTwo    [64]movegen.Bitboard    // squares within two king's steps
}

// geometry is made by makeGeometry.
var geometry geometryTable

// makeGeometry makes the table once, for the first Evaluator, so that a use needs no test.
var makeGeometry = sync.OnceFunc(func() {
	g := &geometry
	for s := range movegen.Square(64) {
		for t := range movegen.Square(64) {
			files, ranks := abs(s.File()-t.File()), abs(s.Rank()-t.Rank())
			g.distance[s][t] = uint8(max(files, ranks))
			if g.distance[s][t] <= 2 {
				g.withinTwo[s] |= t.Bitboard()
			}
			if t.Rank() >= s.Rank() {
				g.forwardRanks[movegen.White][s] |= t.Bitboard()
			}
			if t.Rank() <= s.Rank() {
				g.forwardRanks[movegen.Black][s] |= t.Bitboard()
			}
		}
		g.sameColour[s] = squaresLike(s)
		for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
			g.forwardFile[c][s] = g.forwardRanks[c][s] & movegen.FileOf(s.File()) &^ s.Bitboard()
		}
	}
})

func abs(n int) int { return max(n, -n) }

// steps returns how many moves a king needs from a to b on an empty board.
func steps(a, b movegen.Square) int { return int(geometry.distance[a&63][b&63]) }

// relativeRank returns the rank of s as c sees it, from 0 to 7.
func relativeRank(c movegen.Color, s movegen.Square) int { return s.Relative(c).Rank() & 7 }

// inFront returns the square in front of s as c sees it; s is not on c's last rank.
func inFront(c movegen.Color, s movegen.Square) movegen.Square {
	return s + 8 - 16*movegen.Square(c)
}

// neighbourFiles returns the squares to the left and to the right of those in the set.
func neighbourFiles(set movegen.Bitboard) movegen.Bitboard {
	return set&^movegen.FileA>>1 | set&^movegen.FileH<<1
}

// forwardFill returns the squares in front of those in the set as c sees them, up to the last rank.
func forwardFill(c movegen.Color, set movegen.Bitboard) movegen.Bitboard {
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
