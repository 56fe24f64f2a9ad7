package eval

import "alfiere/movegen"

// spaceArea is where space is counted: the c- to f-files, ranks 2 to 4 as the owner
// sees them.
var spaceArea = [2]movegen.Bitboard{0x3c3c3c00, 0x3c3c3c00 << 24}

// Pawns on their first two ranks are as good as blocked for the piece behind them.
var lowRanks = [2]movegen.Bitboard{
	movegen.RankOf(1) | movegen.RankOf(2),
	movegen.RankOf(5) | movegen.RankOf(6),
}

// mobilityArea returns the squares that count when own's pieces reach them: not those of the king,
// the queen and pawns that can hardly move, nor those that enemy pawns attack.
func (e *Evaluator) mobilityArea(own, their *sideInfo) movegen.Bitboard {
	stuck := own.pieces[movegen.Pawn] & (e.occupied.Forward(their.color) | lowRanks[own.color&1])
	return ^(stuck | own.pieces[movegen.King] | own.pieces[movegen.Queen] | their.attackedBy[movegen.Pawn])
}

// mobility is the letter x without what it says about single pieces (piece.go) and their
// squares (piece_square.go): open files, space and the move.
func (e judge[T]) mobility(own, their *sideInfo) score {
	c := own.color
	sum := e.rookFiles(own, their) + e.space(own, their)
	if e.position.Side() == c {
		sum += e.addSide(1, c, &e.weights.Tempo)
	}
	return sum
}

func (e judge[T]) rookFiles(own, their *sideInfo) score {
	rooks := own.pieces[movegen.Rook] &^ e.pawns.files[own.color&1]
	theirs := e.pawns.files[their.color&1]
	return e.addSet(rooks&theirs, &e.weights.HalfOpenFile) + e.addSet(rooks&^theirs, &e.weights.OpenFile)
}

// shutIn reports whether the rook on s is between its uncastled king and the
// edge of the board.
func shutIn(own *sideInfo, s movegen.Square) bool {
	if relativeRank(own.color, own.king) != 0 || relativeRank(own.color, s) != 0 {
		return false
	}
	rook, king := s.File(), own.king.File()
	return rook < king && king < 4 || rook > king && king > 4
}

// space counts the safe squares behind and among the centre pawns; those directly
// behind an own pawn count twice.
func (e judge[T]) space(own, their *sideInfo) score {
	pawns := own.pieces[movegen.Pawn]
	safe := spaceArea[own.color&1] &^ pawns &^ their.attackedBy[movegen.Pawn]
	behind := pawns.Forward(their.color)
	behind |= behind.Forward(their.color)
	return e.addSide(safe.Count()+(safe&behind&^their.attacked).Count(), own.color, &e.weights.Space)
}
