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
	{kind: Mobility, man: movegen.Bishop, weight: bishopSquare, bySquare: true, on: everywhere},
	{kind: Mobility, man: movegen.Rook, weight: rookSquare, bySquare: true, on: everywhere},
	{kind: Mobility, man: movegen.Queen, weight: queenSquare, bySquare: true, on: everywhere},
}

// mobility is the letter x without its squares: squares reached and open files.
func (e judge[T]) mobility(own, their *army) score {
	c := own.color
	pawns := own.men[movegen.Pawn]
	stuck := pawns & (e.occupied.Forward(their.color) | lowRanks[c&1])
	area := ^(stuck | own.men[movegen.King] | own.men[movegen.Queen] | their.by[movegen.Pawn])

	sum := e.rookFiles(own, their) + e.space(own, their)
	if e.position.Side() == c {
		sum += e.side(1, c, tempo)
	}
	for set := own.men[movegen.Knight]; set != 0; {
		s := set.Pop()
		sum += e.one(s, knightMobility+(e.attacks[s&63]&area).Count())
	}
	for set := own.men[movegen.Bishop]; set != 0; {
		s := set.Pop()
		sum += e.one(s, bishopMobility+(e.attacks[s&63]&area).Count())
	}
	for set := own.men[movegen.Rook]; set != 0; {
		s := set.Pop()
		n := (e.attacks[s&63] & area).Count()
		sum += e.one(s, rookMobility+n)
		if n <= 3 && shutIn(own, s) {
			sum += e.one(s, trappedRook)
		}
	}
	for set := own.men[movegen.Queen]; set != 0; {
		s := set.Pop()
		sum += e.one(s, queenMobility+(e.attacks[s&63]&area).Count())
	}
	return sum
}

func (e judge[T]) rookFiles(own, their *army) score {
	rooks := own.men[movegen.Rook] &^ e.pawns.files[own.color&1]
	if rooks == 0 {
		return 0
	}
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
