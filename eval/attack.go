package eval

import "alfiere/movegen"

// attack is the letter a without what depends on kings and pawns alone (shelter.go) and
// what it says about single pieces (piece.go): rooks on the seventh rank and passed pawns.
func (e judge[T]) attack(own, their *army) score {
	return e.passedPawns(own, their) + e.seventh(own, their)
}

// lines judges the lines from the slider on s to the pieces it aims at: a single
// enemy man between is pinned, a single own man uncovers an attack when it leaves.
func (e judge[T]) lines(own *army, s movegen.Square, aims movegen.Bitboard, slider int) (sum score) {
	for aims != 0 {
		between := movegen.Between(s, aims.Pop()) & e.occupied
		if between == 0 || between.MoreThanOne() {
			continue
		}
		if between&own.men[0] != 0 {
			sum += e.one(s, discovery+slider)
		} else {
			sum += e.one(s, pin+slider)
		}
	}
	return sum
}

// seventh judges rooks on the seventh rank that find pawns there or hold the king
// on the eighth.
func (e judge[T]) seventh(own, their *army) score {
	rank := movegen.RankOf(int(movegen.Square(48).Relative(own.color) >> 3))
	rooks := own.men[movegen.Rook] & rank
	if rooks == 0 || their.men[movegen.Pawn]&rank == 0 && relativeRank(own.color, their.king) != 7 {
		return 0
	}
	return e.each(rooks, rookSeventh)
}
