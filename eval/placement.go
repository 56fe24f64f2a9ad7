package eval

import "alfiere/movegen"

// Ranks on which a minor piece has an outpost: the fourth to the sixth as its owner sees it.
var outpostRanks = [2]movegen.Bitboard{
	movegen.RankOf(3) | movegen.RankOf(4) | movegen.RankOf(5),
	movegen.RankOf(2) | movegen.RankOf(3) | movegen.RankOf(4),
}

// placement is the letter b: pieces that cannot be driven away, and those that are
// attacked by something cheaper, not defended, or attacked more often than defended.
func (e judge[T]) placement(own, their *sideInfo) score {
	return e.outposts(own, their) + e.threats(own, their)
}

func (e judge[T]) outposts(own, their *sideInfo) (sum score) {
	w := &e.weights
	knights, bishops := own.pieces[movegen.Knight], own.pieces[movegen.Bishop]
	safe := outpostRanks[own.color&1] &^ e.pawns.span[their.color&1]
	if posted := knights & safe; posted != 0 {
		sum += e.addSet(posted&^own.attackedBy[movegen.Pawn], &w.KnightOutpost[0]) +
			e.addSet(posted&own.attackedBy[movegen.Pawn], &w.KnightOutpost[1])
	}
	if posted := bishops & safe; posted != 0 {
		sum += e.addSet(posted&^own.attackedBy[movegen.Pawn], &w.BishopOutpost[0]) +
			e.addSet(posted&own.attackedBy[movegen.Pawn], &w.BishopOutpost[1])
	}
	pawns := own.pieces[movegen.Pawn] | their.pieces[movegen.Pawn]
	return sum + e.addSet((knights|bishops)&pawns.Forward(their.color), &w.MinorBehindPawn)
}

// threats judges own's pieces and pawns that the other side attacks. No capture is played out: the search does that.
func (e judge[T]) threats(own, their *sideInfo) (sum score) {
	w := &e.weights
	guarded := own.attackedBy[movegen.Pawn] | own.attackedTwice&^their.attackedTwice
	sum = e.pushThreats(own, their) + e.queenThreats(own, their, guarded) +
		e.addSide((own.attacked&their.attacked&^guarded).Count(), own.color, &w.Restricted)
	attacked := own.pieces[0] & their.attacked &^ own.pieces[movegen.King]
	if attacked == 0 {
		return sum
	}
	weak := attacked &^ guarded
	heavy := own.pieces[movegen.Rook] | own.pieces[movegen.Queen]
	byPawn := attacked & their.attackedBy[movegen.Pawn] & own.officers
	byMinor := attacked & (their.attackedBy[movegen.Knight] | their.attackedBy[movegen.Bishop]) & (weak | heavy)
	byRook := attacked & their.attackedBy[movegen.Rook] & (weak | own.pieces[movegen.Queen])
	hanging := attacked &^ own.attacked

	for set := byPawn; set != 0; {
		s := set.Pop()
		sum += e.add(s, &w.ThreatByPawn[e.typeAt(s)-movegen.Knight])
	}
	for set := byMinor; set != 0; {
		s := set.Pop()
		sum += e.add(s, &w.ThreatByMinor[e.typeAt(s)-movegen.Pawn])
	}
	for set := byRook; set != 0; {
		s := set.Pop()
		sum += e.add(s, &w.ThreatByRook[e.typeAt(s)-movegen.Pawn])
	}
	if weak != 0 {
		sum += e.addSet(weak&their.attackedBy[movegen.King], &w.ThreatByKing) +
			e.addSet(hanging&own.pieces[movegen.Pawn], &w.HangingPawn) +
			e.addSet(hanging&own.officers, &w.HangingPiece) +
			e.addSet(weak&own.attackedBy[movegen.Queen]&^own.attackedTwice, &w.GuardedByQueen) +
			e.addSet(weak&^hanging&their.attackedTwice&^own.attackedTwice, &w.Outnumbered)
	}
	if loose := hanging | byPawn | byMinor&heavy | byRook&own.pieces[movegen.Queen]; loose.MoreThanOne() {
		sum += e.addSide(1, own.color, &w.SeveralHanging)
	}
	return sum
}

// pushThreats judges own's pieces that the other side would attack by a safe pawn push.
func (e judge[T]) pushThreats(own, their *sideInfo) score {
	push := their.pieces[movegen.Pawn].Forward(their.color) &^ e.occupied
	push |= (push & doubleStepRanks[their.color&1]).Forward(their.color) &^ e.occupied
	push &^= own.attackedBy[movegen.Pawn]
	push &= their.attacked | ^own.attacked
	return e.addSet(movegen.PawnSetAttacks(their.color, push)&own.officers, &e.weights.ThreatByPush)
}

// queenThreats judges the squares from which the other side's minor pieces and rooks would attack
// own's only queen, unless own guards them well; sliders need support there.
func (e judge[T]) queenThreats(own, their *sideInfo, guarded movegen.Bitboard) (sum score) {
	queens := own.pieces[movegen.Queen]
	if queens == 0 || queens.MoreThanOne() {
		return 0
	}
	s, safe := queens.LSB(), ^(guarded | their.pieces[0])
	if from := movegen.KnightAttacks(s) & their.attackedBy[movegen.Knight] & safe; from != 0 {
		sum = e.addN(from.Count(), s, &e.weights.QueenStalked[0])
	}
	safe &= their.attackedTwice
	straight := movegen.PseudoAttacks(movegen.Rook, s) & their.attackedBy[movegen.Rook] & safe
	diagonal := movegen.PseudoAttacks(movegen.Bishop, s) & their.attackedBy[movegen.Bishop] & safe
	if straight != 0 {
		straight &= movegen.RookAttacks(s, e.occupied)
	}
	if diagonal != 0 {
		diagonal &= movegen.BishopAttacks(s, e.occupied)
	}
	return sum + e.addN((straight|diagonal).Count(), s, &e.weights.QueenStalked[1])
}

// doubleStepRanks holds the rank that a pawn passes over in its double step.
var doubleStepRanks = [2]movegen.Bitboard{movegen.RankOf(2), movegen.RankOf(5)}

// check judges a king in check. It counts whatever the letters: an attacked king is no matter of taste.
func (e judge[T]) check(own *sideInfo) score {
	checkers := e.position.Checkers()
	switch {
	case checkers == 0 || own.color != e.position.Side():
		return 0
	case checkers.MoreThanOne():
		return e.add(own.king, &e.weights.KingInCheck[1])
	}
	return e.add(own.king, &e.weights.KingInCheck[0])
}

// typeAt returns the type of the piece on s.
func (e *Evaluator) typeAt(s movegen.Square) movegen.PieceType { return e.position.PieceAt(s).Type() }

// spaceArea is where space is counted: the c- to f-files, ranks 2 to 4 as the owner sees them.
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

// shutIn reports whether the rook on s is between its uncastled king and the edge of the board.
func shutIn(own *sideInfo, s movegen.Square) bool {
	if relativeRank(own.color, own.king) != 0 || relativeRank(own.color, s) != 0 {
		return false
	}
	rook, king := s.File(), own.king.File()
	return rook < king && king < 4 || rook > king && king > 4
}

// space counts the safe squares behind and among the centre pawns; those directly behind an own pawn count twice.
func (e judge[T]) space(own, their *sideInfo) score {
	pawns := own.pieces[movegen.Pawn]
	safe := spaceArea[own.color&1] &^ pawns &^ their.attackedBy[movegen.Pawn]
	behind := pawns.Forward(their.color)
	behind |= behind.Forward(their.color)
	return e.addSide(safe.Count()+(safe&behind&^their.attacked).Count(), own.color, &e.weights.Space)
}

// relation is the letter r without the worth of pieces by stage (piece_square.go) and bad bishops (piece.go): pairs of
// pieces, and the worth of each kind of piece by the number of pawns.
func (e judge[T]) relation(own *sideInfo) score {
	w := &e.weights
	knights, bishops, rooks := own.pieces[movegen.Knight], own.pieces[movegen.Bishop], own.pieces[movegen.Rook]
	pawns := min(8, own.pieces[movegen.Pawn].Count())
	sum := e.addSet(knights, &w.PieceByPawns[0][pawns]) + e.addSet(bishops, &w.PieceByPawns[1][pawns]) +
		e.addSet(rooks, &w.PieceByPawns[2][pawns]) + e.addSet(own.pieces[movegen.Queen], &w.PieceByPawns[3][pawns])
	if bishops&movegen.LightSquares != 0 && bishops&movegen.DarkSquares != 0 {
		sum += e.addSet(bishops, &w.BishopPair)
	}
	if knights.MoreThanOne() {
		sum += e.addSet(knights, &w.KnightPair)
	}
	if rooks.MoreThanOne() {
		sum += e.addSet(rooks, &w.RookPair)
	}
	return sum
}

// squaresLike returns the squares of the same colour as s.
func squaresLike(s movegen.Square) movegen.Bitboard {
	if movegen.LightSquares.Has(s) {
		return movegen.LightSquares
	}
	return movegen.DarkSquares
}
