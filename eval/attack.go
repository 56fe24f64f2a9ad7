package eval

import "alfiere/movegen"

// attack is the letter a without what depends on kings and pawns alone (shelter.go):
// pieces that aim at the enemy king or stand near it, pins, discovered attacks,
// rooks on the seventh rank and passed pawns.
func (e judge[T]) attack(own, their *army) score {
	king := their.king
	near := movegen.KingAttacks(king)
	royals := their.men[movegen.King] | their.men[movegen.Queen]
	sum := e.passedPawns(own, their)
	for set := own.men[movegen.Knight]; set != 0; {
		s := set.Pop()
		sum += e.times((e.attacks[s&63]&near).Count(), s, kingAim) +
			e.times((board.near[s&63]&their.pieces).Count(), s, knightPost) +
			e.one(s, knightClose+steps(s, king))
	}
	for set := own.men[movegen.Bishop]; set != 0; {
		s := set.Pop()
		sum += e.times((e.attacks[s&63] & near).Count(), s, kingAim+1)
		if aims := board.diagonal[s&63] & (royals | their.men[movegen.Rook]); aims != 0 {
			sum += e.lines(own, s, aims, 0)
		}
	}
	for set := own.men[movegen.Rook]; set != 0; {
		s := set.Pop()
		sum += e.times((e.attacks[s&63]&near).Count(), s, kingAim+2) + e.one(s, rookClose+steps(s, king))
		if aims := board.straight[s&63] & royals; aims != 0 {
			sum += e.lines(own, s, aims, 1)
		}
	}
	for set := own.men[movegen.Queen]; set != 0; {
		s := set.Pop()
		sum += e.times((e.attacks[s&63]&near).Count(), s, kingAim+3) + e.one(s, queenClose+steps(s, king))
		if (board.straight[s&63] | board.diagonal[s&63]).Has(king) {
			sum += e.lines(own, s, king.Bitboard(), 2)
		}
	}
	return sum + e.seventh(own, their)
}

// lines judges the lines from the slider on s to the pieces it aims at: a single
// enemy man between is pinned, a single own man uncovers an attack when it leaves.
func (e judge[T]) lines(own *army, s movegen.Square, aims movegen.Bitboard, slider int) (sum score) {
	for aims != 0 {
		between := movegen.Between(s, aims.Pop()) & e.occupied
		if between == 0 || between.More() {
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
