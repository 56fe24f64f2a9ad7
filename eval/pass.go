package eval

import "alfiere/movegen"

// AfterPass returns about what Evaluate would say of p, to which a null move has just
// led, from what it said of the position before that move. Nobody has moved, so the
// sides see opposite scores but for the worth of the move itself; what the move is worth
// to a passed pawn or before a bare king is left out.
func (e *Evaluator) AfterPass(p *movegen.Position, before int) int {
	value := -before
	if e.knowledge&Mobility != 0 {
		value += 2 * stage{phaseOf(p), scaleFull}.centipawns(weights[tempo])
	}
	return max(-MaxScore, min(MaxScore, value))
}
