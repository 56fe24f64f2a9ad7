package eval

import "alfiere/movegen"

// material is the letter m: the value of the men, wherever they stand. The king has
// none, since neither side is ever without. family is pieceValue, or pieceFifth
// where the letter is not in the set: then a pawn is worth 20 points of anything else.
func (e *Evaluator) material(own *army, family int) score {
	return e.each(own.men[movegen.Pawn], family) +
		e.each(own.men[movegen.Knight], family+1) +
		e.each(own.men[movegen.Bishop], family+2) +
		e.each(own.men[movegen.Rook], family+3) +
		e.each(own.men[movegen.Queen], family+4)
}
