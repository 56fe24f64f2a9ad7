package eval

import (
	"slices"

	"alfiere/movegen"
)

// standing is knowledge of a man that depends on its type and square alone.
type standing struct {
	man      movegen.PieceType
	weight   int              // index; with bySquare that of a1
	bySquare bool             // a weight for each square as the owner sees it, else one for all
	on       movegen.Bitboard // the squares where it counts, as the owner sees them
}

// everywhere is the set of all squares.
const everywhere = ^movegen.Bitboard(0)

// standings are the rows of all letters.
var standings = slices.Concat(materialStandings, mobilityStandings, kingStandings, centreStandings,
	pawnStandings, relationStandings)

// weightOn returns the index of the weight for a man on s as its owner sees it.
func (r *standing) weightOn(s movegen.Square) int {
	if r.bySquare {
		return r.weight + int(s&63)
	}
	return r.weight
}

// standingTable holds the sum of the rows, by colour, type and square.
type standingTable [2][8][64]score

func (table *standingTable) build(weights *[weightRoom]score) {
	for i := range standings {
		r := &standings[i]
		for set := r.on; set != 0; {
			s := set.Pop()
			w := weights[r.weightOn(s)]
			for _, c := range [...]movegen.Color{movegen.White, movegen.Black} {
				table[c][r.man][s.Relative(c)] += w
			}
		}
	}
}

// sumOf adds up what the table says about the men of one colour and type.
func (table *standingTable) sumOf(c movegen.Color, t movegen.PieceType, men movegen.Bitboard) (sum score) {
	for men != 0 {
		sum += table[c&1][t&7][men.Pop()&63]
	}
	return sum
}

// recordStanding records the rows that the table has added up for own's men.
func (e *Evaluator) recordStanding(own *army) {
	for i := range standings {
		r := &standings[i]
		for men := own.men[r.man]; men != 0; {
			s := men.Pop()
			if seen := s.Relative(own.color); r.on.Has(seen) {
				e.record(s, r.weightOn(seen), 1)
			}
		}
	}
}
