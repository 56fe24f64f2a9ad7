package eval

import "alfiere/movegen"

// relation is the letter r: pairs of pieces, and the worth of each kind of piece by
// the stage of the game, the number of pawns and their squares.
func (e *Evaluator) relation(own *army) score {
	pawns, bishops := own.men[movegen.Pawn], own.men[movegen.Bishop]
	byPawns := pieceByPawns + min(8, pawns.Count())
	sum := e.each(pawns, pieceStage)
	for t := movegen.Knight; t <= movegen.Queen; t++ {
		if set := own.men[t&7]; set != 0 {
			sum += e.each(set, pieceStage+int(t-movegen.Pawn)) + e.each(set, byPawns+9*int(t-movegen.Knight))
		}
	}
	if bishops&movegen.LightSquares != 0 && bishops&movegen.DarkSquares != 0 {
		sum += e.each(bishops, bishopPair)
	}
	if knights := own.men[movegen.Knight]; knights.More() {
		sum += e.each(knights, knightPair)
	}
	if rooks := own.men[movegen.Rook]; rooks.More() {
		sum += e.each(rooks, rookPair)
	}
	for bishops != 0 {
		s := bishops.Pop()
		sum += e.times((pawns & squaresLike(s)).Count(), s, badBishop)
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
