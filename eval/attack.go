package eval

import "alfiere/movegen"

// attack is the letter a without what depends on kings and pawns alone (shelter.go,
// pawn.go) and what it says about single pieces (piece.go): rooks on the seventh rank and
// passed pawns.
func (e judge[T]) attack(own, their *sideInfo) score {
	return e.passedPawns(own, their) + e.rooksOnSeventh(own, their)
}

// hiddenAttacks judges the lines from the slider on s to its targets: a single enemy piece
// or pawn between them is pinned, a single own one uncovers an attack when it leaves. The
// slider is a bishop (0), rook (1) or queen (2).
func (e judge[T]) hiddenAttacks(own *sideInfo, s movegen.Square, targets movegen.Bitboard, slider int) (sum score) {
	for targets != 0 {
		between := movegen.Between(s, targets.Pop()) & e.occupied
		if between == 0 || between.MoreThanOne() {
			continue
		}
		if between&own.pieces[0] != 0 {
			sum += e.add(s, &e.weights.DiscoveredAttack[slider])
		} else {
			sum += e.add(s, &e.weights.Pin[slider])
		}
	}
	return sum
}

// rooksOnSeventh judges rooks on the seventh rank that find pawns there or hold the king
// on the eighth.
func (e judge[T]) rooksOnSeventh(own, their *sideInfo) score {
	rank := movegen.RankOf(int(movegen.Square(48).Relative(own.color) >> 3))
	rooks := own.pieces[movegen.Rook] & rank
	if rooks == 0 || their.pieces[movegen.Pawn]&rank == 0 && relativeRank(own.color, their.king) != 7 {
		return 0
	}
	return e.addSet(rooks, &e.weights.RookOnSeventh)
}
