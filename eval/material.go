package eval

import "alfiere/movegen"

// materialStandings are the letter m: the value of the men, wherever they stand. The
// king has none, since neither side is ever without. Where the letter is not in the set
// a pawn is worth 20 points of anything else.
var materialStandings = []standing{
	{man: movegen.Pawn, weight: pieceValue, on: everywhere},
	{man: movegen.Knight, weight: pieceValue + 1, on: everywhere},
	{man: movegen.Bishop, weight: pieceValue + 2, on: everywhere},
	{man: movegen.Rook, weight: pieceValue + 3, on: everywhere},
	{man: movegen.Queen, weight: pieceValue + 4, on: everywhere},
	{man: movegen.Pawn, weight: pieceFifth, on: everywhere},
	{man: movegen.Knight, weight: pieceFifth + 1, on: everywhere},
	{man: movegen.Bishop, weight: pieceFifth + 2, on: everywhere},
	{man: movegen.Rook, weight: pieceFifth + 3, on: everywhere},
	{man: movegen.Queen, weight: pieceFifth + 4, on: everywhere},
}
