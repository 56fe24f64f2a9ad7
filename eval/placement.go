package eval

import "alfiere/movegen"

// Ranks on which a minor piece is posted: the fourth to the sixth as its owner sees it.
var postRanks = [2]movegen.Bitboard{
	movegen.RankOf(3) | movegen.RankOf(4) | movegen.RankOf(5),
	movegen.RankOf(2) | movegen.RankOf(3) | movegen.RankOf(4),
}

// placement is the letter b: men that cannot be driven away, and men that are
// attacked by something cheaper, not defended, or attacked more often than defended.
func (e judge[T]) placement(own, their *army) score {
	return e.posts(own, their) + e.threats(own, their)
}

func (e judge[T]) posts(own, their *army) (sum score) {
	knights, bishops := own.men[movegen.Knight], own.men[movegen.Bishop]
	safe := postRanks[own.color&1] &^ e.pawns.span[their.color&1]
	if posted := knights & safe; posted != 0 {
		sum += e.each(posted&^own.by[movegen.Pawn], knightStrong) + e.each(posted&own.by[movegen.Pawn], knightStrong+1)
	}
	if posted := bishops & safe; posted != 0 {
		sum += e.each(posted&^own.by[movegen.Pawn], bishopStrong) + e.each(posted&own.by[movegen.Pawn], bishopStrong+1)
	}
	pawns := own.men[movegen.Pawn] | their.men[movegen.Pawn]
	return sum + e.each((knights|bishops)&pawns.Forward(their.color), minorBehindPawn)
}

// threats judges the men of own that their's attack. No capture is played out: the
// search does that.
func (e judge[T]) threats(own, their *army) (sum score) {
	sum = e.pushThreats(own, their)
	attacked := own.men[0] & their.all &^ own.men[movegen.King]
	if attacked == 0 {
		return sum
	}
	guarded := own.by[movegen.Pawn] | own.twice&^their.twice
	weak := attacked &^ guarded
	heavy := own.men[movegen.Rook] | own.men[movegen.Queen]
	byPawn := attacked & their.by[movegen.Pawn] & own.pieces
	byMinor := attacked & (their.by[movegen.Knight] | their.by[movegen.Bishop]) & (weak | heavy)
	byRook := attacked & their.by[movegen.Rook] & (weak | own.men[movegen.Queen])
	hanging := attacked &^ own.all

	for set := byPawn; set != 0; {
		s := set.Pop()
		sum += e.one(s, hitByPawn+e.kind(s)-int(movegen.Knight))
	}
	for set := byMinor; set != 0; {
		s := set.Pop()
		sum += e.one(s, hitByMinor+e.kind(s)-int(movegen.Pawn))
	}
	for set := byRook; set != 0; {
		s := set.Pop()
		sum += e.one(s, hitByRook+e.kind(s)-int(movegen.Pawn))
	}
	if weak != 0 {
		sum += e.each(weak&their.by[movegen.King], hitByKing) +
			e.each(hanging&own.men[movegen.Pawn], hangingPawn) +
			e.each(hanging&own.pieces, hangingPiece) +
			e.each(weak&^hanging&their.twice&^own.twice, outnumbered)
	}
	if loose := hanging | byPawn | byMinor&heavy | byRook&own.men[movegen.Queen]; loose.MoreThanOne() {
		sum += e.side(1, own.color, severalHanging)
	}
	return sum
}

// pushThreats judges the pieces of own that a safe pawn push of their's would attack.
func (e judge[T]) pushThreats(own, their *army) score {
	push := their.men[movegen.Pawn].Forward(their.color) &^ e.occupied
	push |= (push & doubleStepRanks[their.color&1]).Forward(their.color) &^ e.occupied
	push &^= own.by[movegen.Pawn]
	push &= their.all | ^own.all
	return e.each(movegen.PawnSetAttacks(their.color, push)&own.pieces, hitByPush)
}

// doubleStepRanks is where a pawn stands in the middle of its double step.
var doubleStepRanks = [2]movegen.Bitboard{movegen.RankOf(2), movegen.RankOf(5)}

// check judges a king in check. It counts whatever the letters: an attacked king is
// no matter of taste.
func (e judge[T]) check(own *army) score {
	checkers := e.position.Checkers()
	switch {
	case checkers == 0 || own.color != e.position.Side():
		return 0
	case checkers.MoreThanOne():
		return e.one(own.king, kingInCheck+1)
	}
	return e.one(own.king, kingInCheck)
}

// kind returns the type of the man on s as a number for indices.
func (e *Evaluator) kind(s movegen.Square) int { return int(e.position.PieceAt(s).Type()) }
