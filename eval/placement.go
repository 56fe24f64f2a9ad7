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

// threats judges own's pieces and pawns that the other side attacks. No capture is played
// out: the search does that.
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

// check judges a king in check. It counts whatever the letters: an attacked king is
// no matter of taste.
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
