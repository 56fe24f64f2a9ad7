package eval

import "alfiere/movegen"

// coverage is what pieces has found out so far; four words, as many as the compiler keeps
// in registers.
type coverage struct {
	by     movegen.Bitboard // squares attacked by the pieces of one type
	all    movegen.Bitboard // squares attacked by anything
	twice  movegen.Bitboard // squares attacked by two men or more
	aiming movegen.Bitboard // pieces that attack the ring of the enemy king
}

// with returns c with the piece on s, which attacks the given squares.
func (c coverage) with(s movegen.Square, squares, ring movegen.Bitboard) coverage {
	c.by |= squares
	c.twice |= c.all & squares
	c.all |= squares
	if squares&ring != 0 {
		c.aiming |= 1 << (s & 63)
	}
	return c
}

// pieces visits each of own's knights, bishops, rooks and queens once: it works out what
// they attack and adds up what the letters say about the single piece. (A visit for each
// letter, and a function for each type, made the evaluation a tenth slower each.)
func (e judge[T]) pieces(own, their *army) (sum score) {
	standing, area := &e.standing[own.color&1], e.area(own, their)
	near, ring := their.by[movegen.King], their.ring
	royals := their.men[movegen.King] | their.men[movegen.Queen]
	hits, seen := 0, coverage{all: own.all, twice: own.twice}
	for set := own.men[movegen.Knight]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.KnightAttacks(s)
		n := (squares & near).Count()
		hits, seen = hits+n, seen.with(s, squares, ring)
		sum += standing[movegen.Knight][s&63] + e.times(n, s, kingAim) +
			e.one(s, knightMobility+(squares&area).Count()) +
			e.times((board.near[s&63]&their.pieces).Count(), s, knightPost) +
			e.one(s, knightClose+steps(s, their.king)) + e.one(s, knightGuard+steps(s, own.king))
	}
	own.by[movegen.Knight], seen.by = seen.by, 0
	for set := own.men[movegen.Bishop]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.BishopAttacks(s, e.occupied)
		n := (squares & near).Count()
		hits, seen = hits+n, seen.with(s, squares, ring)
		sum += standing[movegen.Bishop][s&63] + e.times(n, s, kingAim+1) +
			e.one(s, bishopMobility+(squares&area).Count()) +
			e.times((board.alike[s&63]&own.men[movegen.Pawn]).Count(), s, badBishop)
		if aims := board.diagonal[s&63] & (royals | their.men[movegen.Rook]); aims != 0 {
			sum += e.lines(own, s, aims, 0)
		}
	}
	own.by[movegen.Bishop], seen.by = seen.by, 0
	for set := own.men[movegen.Rook]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.RookAttacks(s, e.occupied)
		n, reached := (squares & near).Count(), (squares & area).Count()
		hits, seen = hits+n, seen.with(s, squares, ring)
		sum += standing[movegen.Rook][s&63] + e.times(n, s, kingAim+2) +
			e.one(s, rookMobility+reached) + e.one(s, rookClose+steps(s, their.king))
		if reached <= 3 && shutIn(own, s) {
			sum += e.one(s, trappedRook)
		}
		if aims := board.straight[s&63] & royals; aims != 0 {
			sum += e.lines(own, s, aims, 1)
		}
	}
	own.by[movegen.Rook], seen.by = seen.by, 0
	for set := own.men[movegen.Queen]; set != 0; set &= set - 1 {
		s := set.LSB()
		squares := movegen.QueenAttacks(s, e.occupied)
		n := (squares & near).Count()
		hits, seen = hits+n, seen.with(s, squares, ring)
		sum += standing[movegen.Queen][s&63] + e.times(n, s, kingAim+3) +
			e.one(s, queenMobility+(squares&area).Count()) + e.one(s, queenClose+steps(s, their.king))
		if (board.straight[s&63] | board.diagonal[s&63]).Has(their.king) {
			sum += e.lines(own, s, their.king.Bitboard(), 2)
		}
	}
	own.by[movegen.Queen], own.all, own.twice = seen.by, seen.all, seen.twice
	own.aiming, own.hits = seen.aiming, hits
	return sum
}
