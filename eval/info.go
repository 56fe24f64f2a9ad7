package eval

import "alfiere/movegen"

// sideInfo holds the data of one side that several terms need. It is computed once per
// position and read by all kinds of knowledge.
type sideInfo struct {
	color         movegen.Color
	king          movegen.Square
	pieces        [8]movegen.Bitboard // by PieceType, pawns and king included; index 0 holds all of them
	officers      movegen.Bitboard    // knights, bishops, rooks and queens
	attackedBy    [8]movegen.Bitboard // squares that the pieces of a type attack
	attacked      movegen.Bitboard    // squares that anything attacks
	attackedTwice movegen.Bitboard    // squares that two pieces or more attack
	kingZone      movegen.Bitboard    // the king's square, those round it and those in front of these
	kingAttackers movegen.Bitboard    // the officers that attack the king zone of the other side
	kingAttacks   int                 // their attacks on squares next to the other side's king
}

// info is the position under evaluation with all attacks.
type info struct {
	position     *movegen.Position
	occupied     movegen.Bitboard
	white, black sideInfo
}

// init prepares the evaluation of p and returns what the letters say about single pieces.
func (e judge[T]) init(p *movegen.Position) score {
	e.position = p
	e.occupied = p.Occupied()
	e.white.init(p, movegen.White)
	e.black.init(p, movegen.Black)
	return e.singlePieces(&e.white, &e.black) - e.singlePieces(&e.black, &e.white)
}

// init fills a with the pieces of colour c and what its king and pawns attack; the attacks
// of the officers are added by singlePieces.
func (a *sideInfo) init(p *movegen.Position, c movegen.Color) {
	all := p.ByColor(c)
	pawns := all & p.ByType(movegen.Pawn)
	king := p.King(c)
	a.color, a.king = c, king
	a.pieces[movegen.NoPieceType], a.pieces[movegen.Pawn], a.pieces[movegen.King] = all, pawns, king.Bitboard()
	a.pieces[movegen.Knight], a.pieces[movegen.Bishop] = all&p.ByType(movegen.Knight), all&p.ByType(movegen.Bishop)
	a.pieces[movegen.Rook], a.pieces[movegen.Queen] = all&p.ByType(movegen.Rook), all&p.ByType(movegen.Queen)
	a.officers = all &^ pawns &^ king.Bitboard()

	ahead := pawns.Forward(c)
	west, east := ahead&^movegen.FileA>>1, ahead&^movegen.FileH<<1
	near := movegen.KingAttacks(king)
	a.kingZone = king.Bitboard() | near | near.Forward(c)
	a.attackedBy[movegen.Pawn], a.attackedBy[movegen.King] = west|east, near
	a.attacked = west | east | near
	a.attackedTwice = west&east | (west|east)&near
}
