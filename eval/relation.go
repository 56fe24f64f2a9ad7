package eval

import "alfiere/movegen"

// relation is the letter r without the worth of pieces by stage (piece_square.go) and bad
// bishops (piece.go): pairs of pieces, and the worth of each kind of piece by the number
// of pawns.
func (e judge[T]) relation(own *sideInfo) score {
	w := &e.weights
	knights, bishops, rooks := own.pieces[movegen.Knight], own.pieces[movegen.Bishop], own.pieces[movegen.Rook]
	pawns := min(8, own.pieces[movegen.Pawn].Count())
	sum := e.addSet(knights, &w.PieceByPawns[0][pawns]) + e.addSet(bishops, &w.PieceByPawns[1][pawns]) +
		e.addSet(rooks, &w.PieceByPawns[2][pawns]) + e.addSet(own.pieces[movegen.Queen], &w.PieceByPawns[3][pawns])
	if bishops&movegen.LightSquares != 0 && bishops&movegen.DarkSquares != 0 {
		sum += e.addSet(bishops, &w.BishopPair)
	}
	if knights.MoreThanOne() {
		sum += e.addSet(knights, &w.KnightPair)
	}
	if rooks.MoreThanOne() {
		sum += e.addSet(rooks, &w.RookPair)
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
