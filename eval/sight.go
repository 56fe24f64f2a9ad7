package eval

import "alfiere/movegen"

// army is what the evaluation needs to know about one side; it is worked out once
// a position and read by all kinds of knowledge.
type army struct {
	color    movegen.Color
	king     movegen.Square
	men      [8]movegen.Bitboard // by PieceType; index 0 holds all of them
	by       [8]movegen.Bitboard // squares attacked by the pieces of a type
	all      movegen.Bitboard    // squares attacked by anything
	twice    movegen.Bitboard    // squares attacked by two men or more
	ring     movegen.Bitboard    // the king's square, those round it and those in front of these
	pieces   movegen.Bitboard    // knights, bishops, rooks and queens
	aiming   movegen.Bitboard    // those of them that attack the ring of the enemy king
	hits     int                 // their attacks on squares next to the enemy king
	standing score               // what the standing table says about them
}

// sight is the position under evaluation with all attacks.
type sight struct {
	position     *movegen.Position
	occupied     movegen.Bitboard
	white, black army
	attacks      [64]movegen.Bitboard // by square, for the pieces that stand now
}

// look prepares the evaluation of p.
func (e *Evaluator) look(p *movegen.Position) {
	e.position = p
	e.occupied = p.Occupied()
	e.white.muster(p, movegen.White)
	e.black.muster(p, movegen.Black)
	e.reach(&e.white, &e.black)
	e.reach(&e.black, &e.white)
}

// muster fills a with the men of colour c and what its king and pawns attack.
func (a *army) muster(p *movegen.Position, c movegen.Color) {
	men := p.ByColor(c)
	pawns := men & p.ByType(movegen.Pawn)
	king := p.King(c)
	a.color, a.king = c, king
	a.men[movegen.NoPieceType], a.men[movegen.Pawn], a.men[movegen.King] = men, pawns, king.Bitboard()
	a.men[movegen.Knight], a.men[movegen.Bishop] = men&p.ByType(movegen.Knight), men&p.ByType(movegen.Bishop)
	a.men[movegen.Rook], a.men[movegen.Queen] = men&p.ByType(movegen.Rook), men&p.ByType(movegen.Queen)
	a.pieces = men &^ pawns &^ king.Bitboard()

	ahead := pawns.Forward(c)
	west, east := ahead&^movegen.FileA>>1, ahead&^movegen.FileH<<1
	near := movegen.KingAttacks(king)
	a.ring = king.Bitboard() | near | near.Forward(c)
	a.by[movegen.Pawn], a.by[movegen.King] = west|east, near
	a.all = west | east | near
	a.twice = west&east | (west|east)&near
}

// glance is what reach has found out so far.
type glance struct {
	ring, near movegen.Bitboard // round the enemy king
	reached    movegen.Bitboard // by the pieces of one type
	all, twice movegen.Bitboard
	aiming     movegen.Bitboard
	hits       int
}

// add takes the piece on s into account, which attacks the given squares.
func (g *glance) add(s movegen.Square, squares movegen.Bitboard) {
	g.reached |= squares
	g.twice |= g.all & squares
	g.all |= squares
	g.hits += (squares & g.near).Count()
	if squares&g.ring != 0 {
		g.aiming |= 1 << (s & 63)
	}
}

// reach works out what own's pieces attack.
func (e *Evaluator) reach(own, their *army) {
	table := &e.standing[own.color&1]
	g := glance{ring: their.ring, near: their.by[movegen.King], all: own.all, twice: own.twice}
	var sum score
	for set := own.men[movegen.Knight]; set != 0; {
		s := set.Pop()
		squares := movegen.KnightAttacks(s)
		e.attacks[s&63] = squares
		sum += table[movegen.Knight][s&63]
		g.add(s, squares)
	}
	own.by[movegen.Knight], g.reached = g.reached, 0
	for set := own.men[movegen.Bishop]; set != 0; {
		s := set.Pop()
		squares := movegen.BishopAttacks(s, e.occupied)
		e.attacks[s&63] = squares
		sum += table[movegen.Bishop][s&63]
		g.add(s, squares)
	}
	own.by[movegen.Bishop], g.reached = g.reached, 0
	for set := own.men[movegen.Rook]; set != 0; {
		s := set.Pop()
		squares := movegen.RookAttacks(s, e.occupied)
		e.attacks[s&63] = squares
		sum += table[movegen.Rook][s&63]
		g.add(s, squares)
	}
	own.by[movegen.Rook], g.reached = g.reached, 0
	for set := own.men[movegen.Queen]; set != 0; {
		s := set.Pop()
		squares := movegen.QueenAttacks(s, e.occupied)
		e.attacks[s&63] = squares
		sum += table[movegen.Queen][s&63]
		g.add(s, squares)
	}
	own.by[movegen.Queen], own.all, own.twice = g.reached, g.all, g.twice
	own.standing, own.hits, own.aiming = sum, g.hits, g.aiming
}
