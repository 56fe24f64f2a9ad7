package eval

import "alfiere/movegen"

// relationStandings are the part of letter r for the worth of the men by the stage of
// the game.
var relationStandings = []standing{
	{man: movegen.Pawn, weight: pieceStage, on: everywhere},
	{man: movegen.Knight, weight: pieceStage + 1, on: everywhere},
	{man: movegen.Bishop, weight: pieceStage + 2, on: everywhere},
	{man: movegen.Rook, weight: pieceStage + 3, on: everywhere},
	{man: movegen.Queen, weight: pieceStage + 4, on: everywhere},
}

// relation is the letter r without the stage and bad bishops (piece.go): pairs of pieces,
// and the worth of each kind of piece by the number of pawns.
func (e judge[T]) relation(own *army) score {
	pawns, bishops := own.men[movegen.Pawn], own.men[movegen.Bishop]
	byPawns := pieceByPawns + min(8, pawns.Count())
	sum := e.each(own.men[movegen.Knight], byPawns) + e.each(bishops, byPawns+9) +
		e.each(own.men[movegen.Rook], byPawns+18) + e.each(own.men[movegen.Queen], byPawns+27)
	if bishops&movegen.LightSquares != 0 && bishops&movegen.DarkSquares != 0 {
		sum += e.each(bishops, bishopPair)
	}
	if knights := own.men[movegen.Knight]; knights.MoreThanOne() {
		sum += e.each(knights, knightPair)
	}
	if rooks := own.men[movegen.Rook]; rooks.MoreThanOne() {
		sum += e.each(rooks, rookPair)
	}
	return sum
}

// squaresLike returns the squares of the same colour as s.
func squaresLike(s movegen.Square) movegen.Bitboard {
	if movegen.LightSquares.Has(s) {
		return movegen.LightSquares
	}
	return movegen.DarkSquares
}
