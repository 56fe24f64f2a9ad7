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

// changesNodes reports whether any setting concerns the nodes of the search.
func (l *Legacy) changesNodes() bool { return l.Lazy > 0 || l.Noise > 0 || l.Recaptures }

// legacyEvaluation returns the evaluation of a node as Lazy and Noise ask for.
func (w *worker) legacyEvaluation(ss *stackEntry, n *node) Score {
	if estimate, ok := w.estimate(ss, n); ok {
		return estimate
	}
	if ss.afterNullMove {
		return w.evaluateAfterNull(ss, n.ply)
	}
	return w.evaluate(ss, n.ply)
}

// estimate returns the estimate of Legacy.Lazy for the node's position; ok is false if
// there is none or if it is not far enough outside the window.
func (w *worker) estimate(ss *stackEntry, n *node) (estimate Score, ok bool) {
	lazy := w.run.request.Legacy.Lazy
	if lazy <= 0 || n.ply == 0 {
		return 0, false
	}
	before := &w.stack[n.ply-1]
	if before.rawEval == noEval {
		return 0, false
	}
	side := ss.position.Side()
	estimate = -before.rawEval + materialBalance(&ss.position, side) - materialBalance(&before.position, side)
	return estimate, estimate < n.alpha-lazy || estimate > n.beta+lazy
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
	return w.run.request.Legacy.Recaptures && n.depth <= 1 && n.ply > 0 && to == ss.lastTo &&
		ss.position.IsCapture(c.move) && w.stack[n.ply-1].position.PieceAt(to) != movegen.NoPiece
}
