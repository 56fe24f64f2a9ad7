package eval

import "alfiere/movegen"

// kingSafety is the letter k without what depends on kings and pawns alone (shelter.go), the square of the king
// (piece_square.go) and the nearness of single knights (piece.go): castling, defenders and danger.
func (e judge[T]) kingSafety(own, their *sideInfo) score {
	w, c, king := &e.weights, own.color, own.king
	minors := own.pieces[movegen.Knight] | own.pieces[movegen.Bishop]
	sum := e.addSet(minors&movegen.KingAttacks(king), &w.KingDefender)
	if rooks := e.position.CastlingRooks() & own.pieces[movegen.Rook]; rooks != 0 {
		sum += e.addN(rooks.Count(), king, &w.CastlingRight)
	} else if file := king.File(); relativeRank(c, king) == 0 && (file <= 2 || file >= 6) {
		sum += e.add(king, &w.KingCastled)
	} else if file != 4 || relativeRank(c, king) != 0 {
		sum += e.add(king, &w.KingMoved)
	}
	if danger := e.danger(own, their); danger != 0 {
		sum += e.addN(danger*danger/dangerSquareShare, king, &w.KingDanger[0]) +
			e.addN(danger/dangerShare, king, &w.KingDanger[1])
	}
	return sum
}

// Files and ranks round a king from which it is attacked: four files by the king's file, the
// first five ranks by its colour.
var (
	flankFiles = [8]movegen.Bitboard{
		filesAToD, filesAToD, filesAToD, filesCToF, filesCToF, filesEToH, filesEToH, filesEToH,
	}
	campRanks = [2]movegen.Bitboard{1<<40 - 1, ^movegen.Bitboard(1<<24 - 1)}
)

const (
	filesAToD = 0x0f0f0f0f0f0f0f0f
	filesCToF = filesAToD << 2
	filesEToH = filesAToD << 4
)

// danger adds up what threatens own's king, from 0 to dangerMax; parameter.go has the
// numbers. A single attacker without the queen is no danger.
func (e *Evaluator) danger(own, their *sideInfo) int {
	queens := their.pieces[movegen.Queen]
	if their.kingAttackers == 0 || !their.kingAttackers.MoreThanOne() && queens == 0 {
		return 0
	}
	near := movegen.KingAttacks(own.king)
	weak := their.attacked &^ own.attackedTwice &
		(^own.attacked | own.attackedBy[movegen.King] | own.attackedBy[movegen.Queen])
	danger := dangerHit*their.kingAttacks + dangerWeak*(weak&near).Count() +
		dangerKnight*(their.kingAttackers&their.pieces[movegen.Knight]).Count() +
		dangerBishop*(their.kingAttackers&their.pieces[movegen.Bishop]).Count() +
		dangerRook*(their.kingAttackers&their.pieces[movegen.Rook]).Count() +
		dangerQueen*(their.kingAttackers&queens).Count() + e.checks(own, their, weak)

	camp := flankFiles[own.king.File()] & campRanks[own.color&1]
	attacks := (camp & their.attacked).Count() + (camp & their.attackedTwice).Count()
	danger += dangerFlank*attacks*attacks/64 - dangerShield*(own.kingZone&own.pieces[movegen.Pawn]).Count()
	if queens == 0 {
		danger -= dangerNoQueen
	}
	return max(0, min(dangerMax, danger))
}

// checks returns the danger of the checks that own's king can be given: from squares where the
// piece is not simply taken by the kind of piece, from others by their number.
func (e *Evaluator) checks(own, their *sideInfo, weak movegen.Bitboard) (danger int) {
	free := ^their.pieces[0]
	safe := free & (^own.attacked | weak&their.attackedTwice)
	occ := e.occupied &^ own.pieces[movegen.Queen]
	straight, diagonal := movegen.RookAttacks(own.king, occ), movegen.BishopAttacks(own.king, occ)
	knights := movegen.KnightAttacks(own.king) & their.attackedBy[movegen.Knight]
	bishops, rooks := diagonal&their.attackedBy[movegen.Bishop], straight&their.attackedBy[movegen.Rook]
	queens := (straight | diagonal) & their.attackedBy[movegen.Queen] & safe &^ own.attackedBy[movegen.Queen]
	unsafe := movegen.Bitboard(0)
	if set := knights & safe; set == 0 {
		unsafe |= knights
	} else if danger += dangerKnightCheck; set.MoreThanOne() {
		danger += dangerMoreChecks
	}
	if set := bishops & safe; set == 0 {
		unsafe |= bishops
	} else if danger += dangerBishopCheck; set.MoreThanOne() {
		danger += dangerMoreChecks
	}
	if set := rooks & safe; set == 0 {
		unsafe |= rooks
	} else if danger += dangerRookCheck; set.MoreThanOne() {
		danger += dangerMoreChecks
	}
	if queens != 0 {
		if danger += dangerQueenCheck; queens.MoreThanOne() {
			danger += dangerMoreChecks
		}
	}
	return danger + dangerUnsafeCheck*(unsafe&free).Count()
}
