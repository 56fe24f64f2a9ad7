package search

import (
	"slices"
	"time"

	"alfiere/movegen"
)

// iterate deepens until a limit is reached. On return rootMoves[0] is the best move
// of the last iteration that produced one, and all nodes are counted.
func (w *worker) iterate() {
	defer w.publishCounts()
	if gate := w.run.company.Gate; gate != nil {
		w.turn = gate.Enter(slices.Index(w.run.workers, w))
		defer func() { w.turn.Leave(); w.turn = nil }()
	}
	limits := &w.run.request.Limits
	lastDepth := MaxPly - 1
	if limits.Depth > 0 {
		lastDepth = min(lastDepth, limits.Depth)
	}
	lines := min(max(w.run.request.MultiPV, 1), len(w.rootMoves))
	var now stability
	bestBefore, scoreBefore := movegen.NoMove, Score(0)
	var reported []movegen.Move // the best line
	for depth := 1; depth <= lastDepth; depth = w.completed + 1 {
		w.searchIteration(depth, lines)
		if w.stopped && !w.run.iteration.adopt(w) {
			if w.completed > 0 && !slices.Equal(w.rootMoves[0].pv, reported) {
				w.reportMainPV(depth, 0)
			}
			return
		}
		for i := range lines {
			w.reportMainPV(w.completed, i)
		}
		reported = append(reported[:0], w.rootMoves[0].pv...)
		w.exchangeLines(lines)
		best := &w.rootMoves[0]
		now.unchanged++
		if best.move != bestBefore {
			now.unchanged = 0
		}
		now.drop = scoreBefore - best.score
		if depth == 1 {
			now.drop = 0
		}
		now.share = float64(best.nodes) / float64(max(w.iterationNodes, 1))
		bestBefore, scoreBefore = best.move, best.score
		if w.main && w.softLimitReached(best, now) {
			return
		}
	}
}

// searchIteration searches the best lines to the given depth.
func (w *worker) searchIteration(depth, lines int) {
	w.rootDepth, w.rootDone = depth, 0
	w.selDepth = 0
	for i := range w.rootMoves {
		w.rootMoves[i].previous = w.rootMoves[i].score
		w.rootMoves[i].nodes = 0
	}
	nodesBefore := w.nodes
	for first := range lines {
		w.aspirate(depth, first)
		if w.stopped {
			return
		}
		w.sortRootMoves(0, first+1)
		if depth == 1 {
			w.completed = depth // the best line is enough for a stop
		}
	}
	w.completed, w.iterationNodes = depth, w.nodes-nodesBefore
	w.lastPly = MaxPly
	if lines == 1 {
		w.run.iteration.publish(w)
	}
}

// aspirate searches with a narrow window around the last score. When the score
// falls outside, the fail-soft bound becomes the end of a wider window on that side.
func (w *worker) aspirate(depth, first int) {
	alpha, beta := -Infinity, Infinity
	below, above := w.run.request.Legacy.window()
	guess := w.rootMoves[first].previous
	if depth >= aspirationDepth && guess > -TBBound && guess < TBBound {
		alpha, beta = max(guess-below, -Infinity), min(guess+above, Infinity)
	}
	failedHigh := 0
	for {
		score := w.searchRoot(alpha, beta, max(depth-failedHigh, 1), first)
		if w.stopped {
			w.keepPartialPV(first)
			return
		}
		w.sortRootMoves(first, len(w.rootMoves))
		switch {
		case score <= alpha && alpha > -Infinity:
			w.reportFail(depth, first)
			beta = (alpha + beta) / 2
			alpha = max(score-below, -Infinity)
			failedHigh = 0
		case score >= beta && beta < Infinity:
			w.reportFail(depth, first)
			beta = min(score+above, Infinity)
			failedHigh = min(failedHigh+1, maxFailedHigh)
		default:
			return
		}
		below += max(below/Score(aspirationGrowth), 1)
		above += max(above/Score(aspirationGrowth), 1)
		if max(below, above) > Score(maxAspirationWindow) || score <= -TBBound || score >= TBBound {
			alpha, beta = -Infinity, Infinity
		}
	}
}

// keepPartialPV puts the moves of an interrupted iteration in order: a move that has
// already risen above the others counts, all else stays as the last iteration left it.
func (w *worker) keepPartialPV(first int) {
	best := -1
	for i := first; i < len(w.rootMoves); i++ {
		move := &w.rootMoves[i]
		if move.score > -Infinity && move.bound != Upper && (best < 0 || move.score > w.rootMoves[best].score) {
			best = i
		}
	}
	if best > first {
		moved := w.rootMoves[best]
		copy(w.rootMoves[first+1:best+1], w.rootMoves[first:best])
		w.rootMoves[first] = moved
	}
}

// softLimitReached reports whether another iteration should not begin.
func (w *worker) softLimitReached(best *rootMove, now stability) bool {
	limits := &w.run.request.Limits
	if mate, ok := best.score.Mate(); ok && limits.Mate > 0 && mate > 0 && mate <= limits.Mate {
		return true
	}
	timer := &w.run.timer
	if timer.budget.Base == 0 {
		return false
	}
	timer.aim = time.Duration(float64(timer.budget.Base) * now.scale())
	if w.rankEnd(0) == 1 && w.rootDepth >= 5 {
		timer.aim = minTime // forced: no need to think, only to have a score and a reply
	}
	return !timer.pondering && time.Since(timer.started) >= timer.aim
}

// Fails of the aspiration window are reported only after this time, as they would flood the output of quick iterations.
const reportFailAfter = 2 * time.Second

func (w *worker) reportFail(depth, index int) {
	if time.Since(w.run.start) >= reportFailAfter {
		w.reportMainPV(depth, index)
	}
}

// reportMainPV reports a line of the main worker.
func (w *worker) reportMainPV(depth, index int) {
	if w.main {
		w.reportPV(depth, index)
	}
}

func (w *worker) reportPV(depth, index int) {
	w.publishCounts()
	move := &w.rootMoves[index]
	score, bound := move.reported()
	line := make([]movegen.Move, len(move.pv))
	copy(line, move.pv)
	w.run.report(Info{Depth: depth, SelDepth: move.selDepth, MultiPV: index + 1, Score: score, Bound: bound,
		Line: line, Nodes: w.run.nodes(), TBHits: w.run.tbHits(), Elapsed: time.Since(w.run.start),
		Hashfull: w.run.tt.Hashfull()})
}
