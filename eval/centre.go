package eval

import "alfiere/movegen"

// centreHome is where the d- and e-pawns begin.
var centreHome = [2]movegen.Bitboard{0x18 << 8, 0x18 << 48}

// centre is the letter c: centre pawns not yet moved, knights near the centre, and
// the king near it in the ending.
func (e *Evaluator) centre(own *army) score {
	c := own.color
	sum := e.each(own.men[movegen.Pawn]&centreHome[c&1], centrePawnHome) +
		e.one(own.king, kingEnding+int(own.king.Relative(c)))
	for set := own.men[movegen.Knight]; set != 0; {
		s := set.Pop()
		sum += e.one(s, knightSquare+int(s.Relative(c)))
	}
	return sum
}
