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
}

// sight is the position under evaluation with all attacks.
type sight struct {
	position     *movegen.Position
	occupied     movegen.Bitboard
	white, black army
	attacks      [64]movegen.Bitboard // by square, for the pieces that stand now
}

func (v *sight) look(p *movegen.Position) {
	v.position = p
	v.occupied = p.Occupied()
	v.muster(&v.white, movegen.White)
	v.muster(&v.black, movegen.Black)
}

// muster fills a with the men of colour c and what they attack.
func (v *sight) muster(a *army, c movegen.Color) {
	p, occ := v.position, v.occupied
	men := p.ByColor(c)
	pawns := men & p.ByType(movegen.Pawn)
	king := p.King(c)
	a.color, a.king = c, king
	a.men = [8]movegen.Bitboard{men, pawns,
		men & p.ByType(movegen.Knight), men & p.ByType(movegen.Bishop),
		men & p.ByType(movegen.Rook), men & p.ByType(movegen.Queen), king.Bitboard()}
	a.pieces = men &^ pawns &^ king.Bitboard()

	ahead := pawns.Forward(c)
	west, east := ahead&^movegen.FileA>>1, ahead&^movegen.FileH<<1
	near := movegen.KingAttacks(king)
	a.ring = king.Bitboard() | near | near.Forward(c)
	all := west | east
	a.by[movegen.Pawn], a.by[movegen.King] = all, near
	twice := west&east | all&near
	all |= near

	var reached movegen.Bitboard
	for set := a.men[movegen.Knight]; set != 0; {
		s := set.Pop()
		squares := movegen.KnightAttacks(s)
		v.attacks[s&63] = squares
		reached, twice, all = reached|squares, twice|all&squares, all|squares
	}
	a.by[movegen.Knight], reached = reached, 0
	for set := a.men[movegen.Bishop]; set != 0; {
		s := set.Pop()
		squares := movegen.BishopAttacks(s, occ)
		v.attacks[s&63] = squares
		reached, twice, all = reached|squares, twice|all&squares, all|squares
	}
	a.by[movegen.Bishop], reached = reached, 0
	for set := a.men[movegen.Rook]; set != 0; {
		s := set.Pop()
		squares := movegen.RookAttacks(s, occ)
		v.attacks[s&63] = squares
		reached, twice, all = reached|squares, twice|all&squares, all|squares
	}
	a.by[movegen.Rook], reached = reached, 0
	for set := a.men[movegen.Queen]; set != 0; {
		s := set.Pop()
		squares := movegen.QueenAttacks(s, occ)
		v.attacks[s&63] = squares
		reached, twice, all = reached|squares, twice|all&squares, all|squares
	}
	a.by[movegen.Queen], a.all, a.twice = reached, all, twice
}
