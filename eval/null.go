package eval

import "alfiere/movegen"

// EvaluateAfterNull returns about what Evaluate would say of p, to which a null move has
// just led, from what it said of the position before that move. Nothing has moved, so the
// sides see opposite scores but for the worth of the move itself; what the move is worth
// to a passed pawn or before a bare king is left out. The network does not see the sides alike, so
// that with letter n the position is evaluated; ply is as in EvaluateAt.
func (e *Evaluator) EvaluateAfterNull(p *movegen.Position, ply, before int) int {
	if e.network != nil {
		return e.EvaluateAt(p, ply)
	}
	value := 2*taper{phaseOf(p), scaleFull}.centipawns(e.weights.Tempo) - before
	return max(-MaxScore, min(MaxScore, value))
}
