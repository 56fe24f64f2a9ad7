package eval

import "alfiere/movegen"

// army is what the evaluation needs to know about one side; it is worked out once
// a position and read by all kinds of knowledge.
type army struct {
	color  movegen.Color
	king   movegen.Square
	men    [8]movegen.Bitboard // by PieceType; index 0 holds all of them
	by     [8]movegen.Bitboard // squares attacked by the pieces of a type
	all    movegen.Bitboard    // squares attacked by anything
	twice  movegen.Bitboard    // squares attacked by two men or more
	ring   movegen.Bitboard    // the king's square, those round it and those in front of these
	pieces movegen.Bitboard    // knights, bishops, rooks and queens
	aiming movegen.Bitboard    // those of them that attack the ring of the enemy king
	hits   int                 // their attacks on squares next to the enemy king
}

// sight is the position under evaluation with all attacks.
type sight struct {
	position     *movegen.Position
	occupied     movegen.Bitboard
	white, black army
}

// look prepares the evaluation of p and returns what the letters say about single pieces.
func (e judge[T]) look(p *movegen.Position) score {
	e.position = p
	e.occupied = p.Occupied()
	e.white.muster(p, movegen.White)
	e.black.muster(p, movegen.Black)
	return e.pieces(&e.white, &e.black) - e.pieces(&e.black, &e.white)
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
