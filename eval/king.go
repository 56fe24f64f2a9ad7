package eval

import "alfiere/movegen"

// kingSafety is the letter k without what depends on kings and pawns alone (shelter.go),
// the square of the king (piece_square.go) and the nearness of single knights (piece.go):
// castling, defenders and danger.
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
	return sum + e.add(king, &w.KingDanger[e.dangerUnits(own, their)])
}

// Danger units: how much each circumstance adds to the danger of a king. The weight
// of a number of units is tuned (KingDanger), the units are not.
const (
	dangerMax       = 63
	weakSquareUnits = 2 // a square round the king attacked and defended by king or queen only
	hitUnits        = 1 // an attack on a square next to the king
	noQueenUnits    = 10

	// A piece that attacks the squares round the king.
	knightUnits = 4
	bishopUnits = 3
	rookUnits   = 4
	queenUnits  = 5

	// A kind of piece that can give check from a square where it is not simply taken.
	knightCheckUnits = 7
	bishopCheckUnits = 5
	rookCheckUnits   = 8
	queenCheckUnits  = 7
)

// dangerUnits adds up what threatens own's king, from 0 to dangerMax. A single
// attacker without the queen is no danger.
func (e *Evaluator) dangerUnits(own, their *sideInfo) int {
	near := movegen.KingAttacks(own.king)
	queens := their.pieces[movegen.Queen]
	if their.kingAttackers == 0 || !their.kingAttackers.MoreThanOne() && queens == 0 {
		return 0
	}
	units := hitUnits * their.kingAttacks
	units += knightUnits*(their.kingAttackers&their.pieces[movegen.Knight]).Count() +
		bishopUnits*(their.kingAttackers&their.pieces[movegen.Bishop]).Count() +
		rookUnits*(their.kingAttackers&their.pieces[movegen.Rook]).Count() +
		queenUnits*(their.kingAttackers&queens).Count()
	weak := their.attacked &^ own.attackedTwice &
		(^own.attacked | own.attackedBy[movegen.King] | own.attackedBy[movegen.Queen])
	units += weakSquareUnits*(weak&near).Count() + e.safeChecks(own, their, weak)
	if queens == 0 {
		units -= noQueenUnits
	}
	return max(0, min(dangerMax, units))
}

// safeChecks returns the units for the kinds of pieces that can give check from a
// square where they are not simply taken.
func (e *Evaluator) safeChecks(own, their *sideInfo, weak movegen.Bitboard) (units int) {
	safe := ^their.pieces[0] & (^own.attacked | weak&their.attackedTwice)
	occ := e.occupied &^ own.pieces[movegen.Queen]
	straight := movegen.RookAttacks(own.king, occ) & safe
	diagonal := movegen.BishopAttacks(own.king, occ) & safe
	if movegen.KnightAttacks(own.king)&safe&their.attackedBy[movegen.Knight] != 0 {
		units += knightCheckUnits
	}
	if diagonal&their.attackedBy[movegen.Bishop] != 0 {
		units += bishopCheckUnits
	}
	if straight&their.attackedBy[movegen.Rook] != 0 {
		units += rookCheckUnits
	}
	if (straight|diagonal)&their.attackedBy[movegen.Queen]&^own.attackedBy[movegen.Queen] != 0 {
		units += queenCheckUnits
	}
	return units
}
