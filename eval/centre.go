package eval

import "alfiere/movegen"

// centreHome is where the d- and e-pawns begin as their owner sees it.
const centreHome movegen.Bitboard = 0x18 << 8

// centreStandings are the letter c: centre pawns not yet moved, knights near the
// centre, and the king near it in the ending.
var centreStandings = []standing{
	{kind: Centre, man: movegen.Pawn, weight: centrePawnHome, on: centreHome},
	{kind: Centre, man: movegen.Knight, weight: knightSquare, bySquare: true, on: everywhere},
	{kind: Centre, man: movegen.King, weight: kingEnding, bySquare: true, on: everywhere},
}
