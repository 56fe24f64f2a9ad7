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

// mobilityStandings are the part of letter x for the squares on which bishops, rooks
// and queens are known to reach many.
var mobilityStandings = []standing{
	{man: movegen.Bishop, weight: bishopSquare, bySquare: true, on: everywhere},
	{man: movegen.Rook, weight: rookSquare, bySquare: true, on: everywhere},
	{man: movegen.Queen, weight: queenSquare, bySquare: true, on: everywhere},
}

// area returns the squares that count when own's pieces reach them: not those of the king,
// the queen and pawns that can hardly move, nor those that enemy pawns attack.
func (e *Evaluator) area(own, their *army) movegen.Bitboard {
	stuck := own.men[movegen.Pawn] & (e.occupied.Forward(their.color) | lowRanks[own.color&1])
	return ^(stuck | own.men[movegen.King] | own.men[movegen.Queen] | their.by[movegen.Pawn])
}

// mobility is the letter x without what it says about single pieces (piece.go): open
// files, space and the move.
func (e judge[T]) mobility(own, their *army) score {
	c := own.color
	sum := e.rookFiles(own, their) + e.space(own, their)
	if e.position.Side() == c {
		sum += e.side(1, c, tempo)
	}
	return sum
}

func (e judge[T]) rookFiles(own, their *army) score {
	rooks := own.men[movegen.Rook] &^ e.pawns.files[own.color&1]
	theirs := e.pawns.files[their.color&1]
	return e.each(rooks&theirs, halfOpenFile) + e.each(rooks&^theirs, openFile)
}

// shutIn reports whether the rook on s stands between its uncastled king and the
// edge of the board.
func shutIn(own *army, s movegen.Square) bool {
	if relativeRank(own.color, own.king) != 0 || relativeRank(own.color, s) != 0 {
		return false
	}
	rook, king := s.File(), own.king.File()
	return rook < king && king < 4 || rook > king && king > 4
}

// space counts the safe squares behind and among the centre pawns; those right
// behind an own pawn count twice.
func (e judge[T]) space(own, their *army) score {
	pawns := own.men[movegen.Pawn]
	safe := spaceArea[own.color&1] &^ pawns &^ their.by[movegen.Pawn]
	behind := pawns.Forward(their.color)
	behind |= behind.Forward(their.color)
	return e.side(safe.Count()+(safe&behind&^their.all).Count(), own.color, space)
}
