package eval

import "alfiere/movegen"

// Stages of a passed pawn, by the obstacles in its way.
const (
	passedAlone   = iota // the enemy has no piece and his king comes too late
	passedFree           // nobody guards or blocks the path
	passedWatched        // a piece guards or blocks the path, or the king catches the pawn
)

// passedPawns judges own's passed pawns.
func (e judge[T]) passedPawns(own, their *sideInfo) (sum score) {
	w, c := &e.weights, own.color&1
	for set := e.pawns.passed & own.pieces[movegen.Pawn]; set != 0; {
		s := set.Pop()
		rank := relativeRank(c, s)
		path := geometry.forwardFile[c][s&63]
		stage := e.passedStage(own, their, s, path)
		sum += e.add(s, &w.Passed[stage][rank])
		if beyond := rank - 2; beyond > 0 {
			next := inFront(c, s)
			sum += e.addN(beyond, s, &w.PassedStep[e.passedStep(own, their, s, path)]) +
				e.addN(beyond, s, &w.PassedOwnKing[steps(own.king, next)]) +
				e.addN(beyond, s, &w.PassedEnemyKing[steps(their.king, next)])
		}
		if own.attackedBy[movegen.Pawn].Has(s) {
			sum += e.add(s, &w.PassedSupported)
		}
		sum += e.rooksBehind(own, their, s)
	}
	return sum
}

func (e *Evaluator) passedStage(own, their *sideInfo, s movegen.Square, path movegen.Bitboard) int {
	if path&(e.occupied|their.attacked) != 0 || e.kingCatches(own, their, s) {
		return passedWatched
	}
	if their.officers != 0 {
		return passedFree
	}
	return passedAlone
}

// passedStep grades the path of a passed pawn on s by its next step and by the rest: 0 if the
// enemy blocks it, 1 if an own piece does, 2 if the step loses the pawn, 3 if a later one may, 4 if
// own pieces guard all squares that the enemy attacks, 5 if it attacks none.
func (e *Evaluator) passedStep(own, their *sideInfo, s movegen.Square, path movegen.Bitboard) int {
	next := inFront(own.color, s).Bitboard()
	lost := their.attacked &^ own.attacked
	switch {
	case next&their.pieces[0] != 0:
		return 0
	case next&own.pieces[0] != 0:
		return 1
	case next&lost != 0:
		return 2
	case path&(lost|their.pieces[0]) != 0:
		return 3
	case path&their.attacked != 0:
		return 4
	}
	return 5
}

// kingCatches is the rule of the square: the enemy king reaches the queening square in time.
func (e *Evaluator) kingCatches(own, their *sideInfo, s movegen.Square) bool {
	moves := 7 - relativeRank(own.color, s)
	if moves == 6 {
		moves = 5 // the double step
	}
	if e.position.Side() == their.color {
		moves++
	}
	goal := movegen.MakeSquare(s.File(), 7).Relative(own.color)
	return steps(their.king, goal) <= moves
}

// rooksBehind judges the rooks that attack or guard the pawn on s from behind.
func (e judge[T]) rooksBehind(own, their *sideInfo, s movegen.Square) score {
	behind := geometry.forwardFile[own.color.Other()&1][s&63]
	rooks := behind & (own.pieces[movegen.Rook] | their.pieces[movegen.Rook])
	if rooks == 0 {
		return 0
	}
	rooks &= movegen.RookAttacks(s, e.occupied)
	if rooks&own.pieces[movegen.Rook] != 0 {
		return e.add(s, &e.weights.RookBehindPassed[0])
	}
	if rooks != 0 {
		return e.add(s, &e.weights.RookBehindPassed[1])
	}
	return 0
}

// attack is the letter a without what depends on kings and pawns alone (shelter.go, pawn.go) and what it says about
// single pieces (piece.go): rooks on the seventh rank and passed pawns.
func (e judge[T]) attack(own, their *sideInfo) score {
	return e.passedPawns(own, their) + e.rooksOnSeventh(own, their)
}

// hiddenAttacks judges the lines from the slider on s to its targets: a single enemy piece or pawn between them is
// pinned, a single own one uncovers an attack when it leaves. The slider is a bishop (0), rook (1) or queen (2).
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

// rooksOnSeventh judges rooks on the seventh rank that find pawns there or hold the king on the eighth.
func (e judge[T]) rooksOnSeventh(own, their *sideInfo) score {
	rank := movegen.RankOf(int(movegen.Square(48).Relative(own.color) >> 3))
	rooks := own.pieces[movegen.Rook] & rank
	if rooks == 0 || their.pieces[movegen.Pawn]&rank == 0 && relativeRank(own.color, their.king) != 7 {
		return 0
	}
	return e.addSet(rooks, &e.weights.RookOnSeventh)
}
