package eval

import "alfiere/movegen"

// kingSafety is the letter k without what depends on kings and pawns alone (shelter.go),
// the square of the king (piece_square.go) and the nearness of single knights (piece.go):
// castling, defenders and danger (danger.go).
func (e judge[T]) kingSafety(own, their *sideInfo) score {
	w, c, king := &e.weights, own.color, own.king
	minors := own.pieces[movegen.Knight] | own.pieces[movegen.Bishop]
	sum := e.addSet(minors&movegen.KingAttacks(king), &w.KingDefender)
	if rooks := e.position.CastlingRooks() & own.pieces[movegen.Rook]; rooks != 0 {
		sum += e.addN(rooks.Count(), king, &w.CastlingRight)
	} else if file := king.File(); relativeRank(c, king) == 0 && (file <= 2 || file >= 6) {
		sum += e.add(king, &w.KingCastled)
	} else if file != 4 || relativeRank(c, king) != 0 {
		sum += e.add(king, &w.KingMoved)
	}
	if danger := e.danger(own, their); danger != 0 {
		sum += e.addN(danger*danger/dangerSquareShare, king, &w.KingDanger[0]) +
			e.addN(danger/dangerShare, king, &w.KingDanger[1])
	}
	return sum
}
