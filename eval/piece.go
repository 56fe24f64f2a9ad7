package eval

import "alfiere/movegen"

// coverage is what singlePieces has found out so far; four words, as many as the compiler keeps in registers.
type coverage struct {
	attackedBy    movegen.Bitboard // squares attacked by the pieces of one type
	attacked      movegen.Bitboard // squares attacked by anything
	attackedTwice movegen.Bitboard // squares attacked by two pieces or more
	kingAttackers movegen.Bitboard // pieces that attack the enemy king's zone
}

// with returns c with the piece on s, which attacks the given squares.
func (c coverage) with(s movegen.Square, squares, zone movegen.Bitboard) coverage {
	c.attackedBy |= squares
	c.attackedTwice |= c.attacked & squares
	c.attacked |= squares
	if squares&zone != 0 {
		c.kingAttackers |= 1 << (s & 63)
	}
	return c
}

// singlePieces visits each of own's knights, bishops, rooks and queens once: it works out what they attack and adds up
// what the letters x, a, k and r, and the table by type and square, say about the single piece. (A visit for each
// letter, and a function for each type, made the evaluation a tenth slower each.)
func (e judge[T]) singlePieces(own, their *sideInfo) (sum score) {
	w, squareTable, area := &e.weights, &e.pieceSquares[own.color&1], e.mobilityArea(own, their)
	near, zone := their.attackedBy[movegen.King], their.kingZone
	royals := their.pieces[movegen.King] | their.pieces[movegen.Queen]
	kingAttacks, seen := 0, coverage{attacked: own.attacked, attackedTwice: own.attackedTwice}
	for set := own.pieces[movegen.Knight]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.KnightAttacks(s)
		n := (squares & near).Count()
		kingAttacks, seen = kingAttacks+n, seen.with(s, squares, zone)
		sum += squareTable[movegen.Knight][s&63] + e.addN(n, s, &w.KingZoneAttack[0]) +
			e.add(s, &w.KnightMobility[(squares&area).Count()]) +
			e.addN((geometry.withinTwo[s&63]&their.officers).Count(), s, &w.KnightNearPieces) +
			e.add(s, &w.KnightTropism[steps(s, their.king)]) + e.add(s, &w.KnightGuard[steps(s, own.king)])
	}
	own.attackedBy[movegen.Knight], seen.attackedBy = seen.attackedBy, 0
	for set := own.pieces[movegen.Bishop]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.BishopAttacks(s, e.occupied)
		n := (squares & near).Count()
		kingAttacks, seen = kingAttacks+n, seen.with(s, squares, zone)
		sum += squareTable[movegen.Bishop][s&63] + e.addN(n, s, &w.KingZoneAttack[1]) +
			e.add(s, &w.BishopMobility[(squares&area).Count()]) +
			e.addN((geometry.sameColour[s&63]&own.pieces[movegen.Pawn]).Count(), s, &w.BadBishop)
		if targets := movegen.PseudoAttacks(movegen.Bishop, s) & (royals | their.pieces[movegen.Rook]); targets != 0 {
			sum += e.hiddenAttacks(own, s, targets, 0)
		}
	}
	own.attackedBy[movegen.Bishop], seen.attackedBy = seen.attackedBy, 0
	for set := own.pieces[movegen.Rook]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.RookAttacks(s, e.occupied)
		n, reached := (squares & near).Count(), (squares & area).Count()
		kingAttacks, seen = kingAttacks+n, seen.with(s, squares, zone)
		sum += squareTable[movegen.Rook][s&63] + e.addN(n, s, &w.KingZoneAttack[2]) +
			e.add(s, &w.RookMobility[reached]) + e.add(s, &w.RookTropism[steps(s, their.king)])
		if reached <= 3 && shutIn(own, s) {
			sum += e.add(s, &w.TrappedRook)
		}
		if targets := movegen.PseudoAttacks(movegen.Rook, s) & royals; targets != 0 {
			sum += e.hiddenAttacks(own, s, targets, 1)
		}
	}
	own.attackedBy[movegen.Rook], seen.attackedBy = seen.attackedBy, 0
	for set := own.pieces[movegen.Queen]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.QueenAttacks(s, e.occupied)
		n := (squares & near).Count()
		kingAttacks, seen = kingAttacks+n, seen.with(s, squares, zone)
		sum += squareTable[movegen.Queen][s&63] + e.addN(n, s, &w.KingZoneAttack[3]) +
			e.add(s, &w.QueenMobility[(squares&area).Count()]) + e.add(s, &w.QueenTropism[steps(s, their.king)])
		if movegen.PseudoAttacks(movegen.Queen, s).Has(their.king) {
			sum += e.hiddenAttacks(own, s, their.king.Bitboard(), 2)
		}
	}
	own.attackedBy[movegen.Queen], own.attacked, own.attackedTwice = seen.attackedBy, seen.attacked, seen.attackedTwice
	own.kingAttackers, own.kingAttacks = seen.kingAttackers, kingAttacks
	return sum
}
