package eval

import "alfiere/movegen"

// centreHome is where the d- and e-pawns begin as their owner sees it.
const centreHome movegen.Bitboard = 0x18 << 8

// centreStandings are the letter c: centre pawns not yet moved, knights near the
// centre, and the king near it in the ending.
var centreStandings = []standing{
	{man: movegen.Pawn, weight: centrePawnHome, on: centreHome},
	{man: movegen.Knight, weight: knightSquare, bySquare: true, on: everywhere},
	{man: movegen.King, weight: kingEnding, bySquare: true, on: everywhere},
}
