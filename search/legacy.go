package search

import "alfiere/movegen"

// Legacy holds the settings that only GNU Chess 4 has had: Gnuchess 4.0, the program of the thesis whose eight kinds of
// knowledge and whose commands Alfiere has taken over (docs/knowledge.md and docs/console.md). None of them makes the
// engine stronger. The zero value is the usual way.
type Legacy struct {
	// Below and Above are how far the first window of an iteration reaches to either
	// side of the last score; 0 is the usual width. At least 1, in centipawns.
	Below, Above Score

	// Lazy uses an estimate instead of the evaluation when it lies farther outside the window than this: the evaluation
	// of the position before, with the balance of material brought up to date. 0 evaluates always.
	Lazy Score

	// Noise is by how much evaluations may vary at random, so that games differ. The same Seed gives the same noise.
	Noise Score
	Seed  uint64

	// Recaptures lets the search go on beyond its depth while pieces are taken back on the square of the last capture.
	Recaptures bool
}

// salt keeps table entries of different evaluations apart; the zero value has none.
func (l *Legacy) salt() movegen.Key {
	if l.Lazy == 0 && l.Noise == 0 {
		return 0
	}
	return movegen.Key(movegen.Mix(l.Seed ^ uint64(l.Lazy)<<32 ^ uint64(l.Noise)<<48))
}

// window returns the half-widths of the first aspiration window.
func (l *Legacy) window() (below, above Score) {
	below, above = Score(aspirationWindow), Score(aspirationWindow)
	if l.Below > 0 {
		below = l.Below
	}
	if l.Above > 0 {
		above = l.Above
	}
	return below, above
}

// NoiseAt returns the random number that is added to the evaluation of the position with the key.
func (l *Legacy) NoiseAt(key movegen.Key) Score {
	if l.Noise <= 0 {
		return 0
	}
	return Score(movegen.Mix(uint64(key)^l.Seed)%uint64(2*l.Noise+1)) - l.Noise
}

// evaluation returns the evaluation of nodes as Lazy and Noise ask for.
func (l *Legacy) evaluation() evaluation {
	if l.Lazy > 0 || l.Noise > 0 {
		return (*worker).legacyEvaluation
	}
	return (*worker).evaluate
}

// legacyEvaluation returns an estimate where Lazy allows one, and else the usual evaluation with noise. The noise
// depends on the position only, not on the moves that led there.
func (w *worker) legacyEvaluation(ss *stackEntry, ply int, alpha, beta Score) Score {
	legacy := &w.run.request.Legacy
	if estimate, ok := w.estimate(ss, ply, alpha, beta); ok {
		return estimate
	}
	noise := legacy.NoiseAt(ss.position.Key())
	if ss.afterNullMove {
		before := &w.stack[ply-1]
		seen := before.rawEval - legacy.NoiseAt(before.position.Key())
		return Score(w.evaluator.EvaluateAfterNull(&ss.position, ply, int(seen))) + noise
	}
	return w.evaluate(ss, ply, alpha, beta) + noise
}

// estimate returns the evaluation of the position before with the material of this one; ok is false if there is none, or
// if it is not far enough outside the window for Legacy.Lazy.
func (w *worker) estimate(ss *stackEntry, ply int, alpha, beta Score) (estimate Score, ok bool) {
	lazy := w.run.request.Legacy.Lazy
	if lazy <= 0 || ply == 0 || w.stack[ply-1].rawEval == noEval {
		return 0, false
	}
	before, side := &w.stack[ply-1], ss.position.Side()
	estimate = -before.rawEval + materialBalance(&ss.position, side) - materialBalance(&before.position, side)
	return estimate, estimate < alpha-lazy || estimate > beta+lazy
}

// materialBalance returns the material of c less that of the other side, in centipawns.
func materialBalance(p *movegen.Position, c movegen.Color) (sum Score) {
	for t := movegen.Pawn; t <= movegen.Queen; t++ {
		more := p.Pieces(c, t).Count() - p.Pieces(c.Other(), t).Count()
		sum += Score(more * movegen.ExchangeValue(t))
	}
	return sum
}

// takesBack reports whether c, at the horizon, is to be searched deeper because it takes
// on the square of the last capture.
func (w *worker) takesBack(ss *stackEntry, n *node, c *candidate) bool {
	to := c.move.To()
	return n.depth <= 1 && n.ply > 0 && to == ss.lastTo &&
		ss.position.IsCapture(c.move) && w.stack[n.ply-1].position.PieceAt(to) != movegen.NoPiece
}
