package eval

import "alfiere/movegen"

// Stages of a passed pawn: what stands in its way.
const (
	passedAlone   = iota // the enemy has no piece and his king comes too late
	passedFree           // nobody guards or blocks the path
	passedWatched        // a piece guards or blocks the path, or the king catches the pawn
)

// passedPawns judges own's passed pawns.
func (e judge[T]) passedPawns(own, their *army) (sum score) {
	c := own.color & 1
	for set := e.pawns.passed & own.men[movegen.Pawn]; set != 0; {
		s := set.Pop()
		rank := relativeRank(c, s)
		path := board.ahead[c][s&63]
		stage := e.passedStage(own, their, s, path)
		sum += e.one(s, passed+8*stage+rank)
		if beyond := rank - 2; beyond > 0 {
			next := inFront(c, s)
			sum += e.times(beyond, s, passedOwnKing+steps(own.king, next)) +
				e.times(beyond, s, passedTheirKing+steps(their.king, next))
		}
		if own.by[movegen.Pawn].Has(s) {
			sum += e.one(s, passedGuarded)
		}
		sum += e.rooksBehind(own, their, s)
	}
	return sum
}

func (e *Evaluator) passedStage(own, their *army, s movegen.Square, path movegen.Bitboard) int {
	if path&(e.occupied|their.all) != 0 || e.kingCatches(own, their, s) {
		return passedWatched
	}
	if their.pieces != 0 {
		return passedFree
	}
	return passedAlone
}

// kingCatches is the rule of the square: the enemy king reaches the queening square
// in time.
func (e *Evaluator) kingCatches(own, their *army, s movegen.Square) bool {
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

// rooksBehind judges the rooks that look along the file at the pawn on s from behind.
func (e judge[T]) rooksBehind(own, their *army, s movegen.Square) score {
	behind := board.ahead[own.color.Other()&1][s&63]
	rooks := behind & (own.men[movegen.Rook] | their.men[movegen.Rook])
	if rooks == 0 {
		return 0
	}
	rooks &= movegen.RookAttacks(s, e.occupied)
	if rooks&own.men[movegen.Rook] != 0 {
		return e.one(s, rookBehind)
	}
	if rooks != 0 {
		return e.one(s, rookBehind+1)
	}
	return 0
}
