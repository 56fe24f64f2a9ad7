package eval

import "alfiere/movegen"

// kingStandings are the part of letter k for the square of the king in the middlegame.
var kingStandings = []standing{
	{man: movegen.King, weight: kingOpening, bySquare: true, on: everywhere},
}

// kingSafety is the letter k without what depends on kings and pawns alone (shelter.go)
// and the nearness of single knights (piece.go): castling, defenders and danger.
func (e judge[T]) kingSafety(own, their *army) score {
	c, king := own.color, own.king
	minors := own.men[movegen.Knight] | own.men[movegen.Bishop]
	sum := e.each(minors&movegen.KingAttacks(king), kingDefender)
	if rooks := e.position.CastlingRooks() & own.men[movegen.Rook]; rooks != 0 {
		sum += e.times(rooks.Count(), king, mayCastle)
	} else if file := king.File(); relativeRank(c, king) == 0 && (file <= 2 || file >= 6) {
		sum += e.one(king, kingCastled)
	} else if file != 4 || relativeRank(c, king) != 0 {
		sum += e.one(king, kingMoved)
	}
	return sum + e.one(king, kingDanger+e.dangerUnits(own, their))
}

// Danger units: how much each circumstance adds to the danger of a king. The weight
// of a number of units is tuned (family kingDanger), the units are not.
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
func (e *Evaluator) dangerUnits(own, their *army) int {
	near := movegen.KingAttacks(own.king)
	queens := their.men[movegen.Queen]
	if their.aiming == 0 || !their.aiming.MoreThanOne() && queens == 0 {
		return 0
	}
	units := hitUnits * their.hits
	units += knightUnits*(their.aiming&their.men[movegen.Knight]).Count() +
		bishopUnits*(their.aiming&their.men[movegen.Bishop]).Count() +
		rookUnits*(their.aiming&their.men[movegen.Rook]).Count() +
		queenUnits*(their.aiming&queens).Count()
	weak := their.all &^ own.twice & (^own.all | own.by[movegen.King] | own.by[movegen.Queen])
	units += weakSquareUnits*(weak&near).Count() + e.safeChecks(own, their, weak)
	if queens == 0 {
		units -= noQueenUnits
	}
	return max(0, min(dangerMax, units))
}

// safeChecks returns the units for the kinds of pieces that can give check from a
// square where they are not simply taken.
func (e *Evaluator) safeChecks(own, their *army, weak movegen.Bitboard) (units int) {
	safe := ^their.men[0] & (^own.all | weak&their.twice)
	occ := e.occupied &^ own.men[movegen.Queen]
	straight := movegen.RookAttacks(own.king, occ) & safe
	diagonal := movegen.BishopAttacks(own.king, occ) & safe
	if movegen.KnightAttacks(own.king)&safe&their.by[movegen.Knight] != 0 {
		units += knightCheckUnits
	}
	if diagonal&their.by[movegen.Bishop] != 0 {
		units += bishopCheckUnits
	}
	if straight&their.by[movegen.Rook] != 0 {
		units += rookCheckUnits
	}
	if (straight|diagonal)&their.by[movegen.Queen]&^own.by[movegen.Queen] != 0 {
		units += queenCheckUnits
	}
	return units
}
