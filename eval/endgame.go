package eval

import "alfiere/movegen"

// How much the endgame half of a score counts, in scaleFull-ths. The scale belongs
// to letter r: it is what pieces are worth when pawns are missing.
const (
	scaleDraw          = 0
	scaleHopeless      = 4  // no pawns, and a minor piece defends against a minor piece more
	scalePawnless      = 14 // no pawns, and no more than a minor piece ahead
	scaleBishops       = 24 // bishops of opposite colours alone
	scaleBishopsPassed = 5  // with them, for each passed pawn of the stronger side
	scaleBishopsMore   = 46 // bishops of opposite colours and other pieces
	scaleRooks         = 38 // a rook each, a pawn ahead at most, and the stronger side's pawns on one flank
	scaleFewPawns      = 44 // few pawns, which the defender's pieces may be given for
	scalePerPawn       = 5  // added for each pawn of the stronger side
)

// scale returns how much the endgame half counts; eg is that half, positive if White stands better. A position in which
// nobody can be mated is a draw whatever the letters: that is a rule of the game.
func (e *Evaluator) scale(eg int) int {
	if e.position.InsufficientMaterial() {
		return scaleDraw
	}
	if e.knowledge&Relation == 0 || eg == 0 {
		return scaleFull
	}
	strong, weak := &e.white, &e.black
	if eg < 0 {
		strong, weak = weak, strong
	}
	pawns := strong.pieces[movegen.Pawn]
	switch {
	case e.isKPK():
		if !e.kpkWins() {
			return scaleDraw
		}
	case pawns == 0:
		return pawnlessScale(strong, weak)
	case wrongColouredBishop(strong, weak):
		return scaleDraw
	case oppositeBishops(strong, weak):
		if strong.officers == strong.pieces[movegen.Bishop] && weak.officers == weak.pieces[movegen.Bishop] {
			return scaleBishops + scaleBishopsPassed*(e.pawns.passed&pawns).Count()
		}
		return scaleBishopsMore
	case rooksOnOneFlank(strong, weak):
		return scaleRooks
	case weak.officers != 0:
		return min(scaleFull, scaleFewPawns+scalePerPawn*pawns.Count())
	}
	return scaleFull
}

// pawnlessScale knows that being a minor piece ahead wins nothing without pawns, nor do two knights.
func pawnlessScale(strong, weak *sideInfo) int {
	worth, against := pieceWorth(strong), pieceWorth(weak)
	onlyKnights := strong.officers == strong.pieces[movegen.Knight] && strong.officers.Count() <= 2
	switch {
	case onlyKnights && weak.pieces[movegen.Pawn] == 0 || worth < 5:
		return scaleDraw
	case worth-against > 3 && !onlyKnights:
		return scaleFull
	case against <= 3:
		return scaleHopeless
	}
	return scalePawnless
}

// pieceWorth counts the officers of a side in pawns of the textbook.
func pieceWorth(a *sideInfo) int {
	minors := a.pieces[movegen.Knight] | a.pieces[movegen.Bishop]
	return 3*minors.Count() + 5*a.pieces[movegen.Rook].Count() + 9*a.pieces[movegen.Queen].Count()
}

// wrongColouredBishop reports whether strong has nothing but pawns on one edge file and
// bishops that do not move on the queening square's colour, and weak's king is there.
func wrongColouredBishop(strong, weak *sideInfo) bool {
	pawns, bishops := strong.pieces[movegen.Pawn], strong.pieces[movegen.Bishop]
	if strong.officers != bishops || pawns&^movegen.FileA != 0 && pawns&^movegen.FileH != 0 {
		return false
	}
	corner := movegen.MakeSquare(pawns.LSB().File(), 7).Relative(strong.color)
	return bishops&squaresLike(corner) == 0 && steps(weak.king, corner) <= 1
}

func oppositeBishops(strong, weak *sideInfo) bool {
	a, b := strong.pieces[movegen.Bishop], weak.pieces[movegen.Bishop]
	return a != 0 && b != 0 && !a.MoreThanOne() && !b.MoreThanOne() &&
		(a&movegen.LightSquares == 0) != (b&movegen.LightSquares == 0)
}

// rooksOnOneFlank reports whether each side has a rook and strong's pawns, one more than weak's at
// most, are on one half of the board and none of weak's is on the other.
func rooksOnOneFlank(strong, weak *sideInfo) bool {
	own, their := strong.pieces[movegen.Pawn], weak.pieces[movegen.Pawn]
	pawns := own | their
	return strong.officers == strong.pieces[movegen.Rook] && !strong.officers.MoreThanOne() &&
		weak.officers == weak.pieces[movegen.Rook] && weak.officers != 0 && !weak.officers.MoreThanOne() &&
		(pawns&filesAToD == 0 || pawns&filesEToH == 0) && own.Count() <= their.Count()+1
}

// mopUpFactor is how many times the weights for the right corner and for the distance
// between the kings count. Playing out all of bishop and knight against the best
// defence asks for that much; the games that the weights are fitted to hardly do.
const mopUpFactor = 7

// mopUp is the part of letter a for the endings against a bare king: drive it to the edge, or to the corner that the
// bishop guards, and bring the own king near. The steps towards that corner are worth more than all else that pieces
// gain by their squares, or the king is never let out of the wrong one. Whoever has more than bishop and knight is paid
// as if the king were there, so that nobody gives pieces away for it.
func (e judge[T]) mopUp(own, their *sideInfo) score {
	if their.pieces[0] != their.pieces[movegen.King] {
		return 0
	}
	w := &e.weights
	if e.isKPK() {
		if e.kpkWins() {
			return e.add(own.pieces[movegen.Pawn].LSB(), &w.WonPawn)
		}
		return 0
	}
	knights, bishops := own.pieces[movegen.Knight], own.pieces[movegen.Bishop]
	heavy := own.pieces[movegen.Rook] | own.pieces[movegen.Queen]
	bothColours := bishops&movegen.LightSquares != 0 && bishops&movegen.DarkSquares != 0
	corner := 0
	switch {
	case heavy != 0 || bothColours:
	case bishops != 0 && knights != 0:
		if own.pieces[movegen.Pawn] == 0 {
			corner = cornerDistance(their.king, bishops.LSB())
		}
	default:
		return 0
	}
	return e.addN(mopUpFactor, own.king, &w.MopUpCorner[corner]) +
		e.add(own.king, &w.MopUpEdge[edgeDistance(their.king)]) +
		e.addN(mopUpFactor, own.king, &w.MopUpKingDistance[steps(own.king, their.king)])
}

// edgeDistance returns how many squares lie between s and the nearest edge.
func edgeDistance(s movegen.Square) int {
	return min(s.File(), 7-s.File(), s.Rank(), 7-s.Rank())
}

// cornerDistance returns how far s is from the nearest corner on which a bishop like that on b gives check, from 0 in
// the corner to 7 on the diagonal between the other two. Along the edges it falls with every step towards that corner.
func cornerDistance(s, b movegen.Square) int {
	aside := s.File() - s.Rank() // from the diagonal a1-h8
	if movegen.DarkSquares.Has(b) {
		aside = s.File() + s.Rank() - 7 // from the diagonal h1-a8
	}
	return 7 - max(aside, -aside)
}

// isKPK reports whether this is king and pawn against king.
func (e *Evaluator) isKPK() bool {
	return e.occupied.Count() == 3 && e.position.ByType(movegen.Pawn) != 0
}

// kpkWins reports exactly whether king and pawn win against king.
func (e *Evaluator) kpkWins() bool {
	own, their := &e.white, &e.black
	if own.pieces[movegen.Pawn] == 0 {
		own, their = their, own
	}
	c := own.color
	return kpk().wins(own.king.Relative(c), own.pieces[movegen.Pawn].LSB().Relative(c),
		their.king.Relative(c), e.position.Side() == c)
}
