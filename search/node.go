package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// nodeType is the expected result of a node. It steers pruning and reductions; only the window decides what is true.
type nodeType uint8

const (
	allNode nodeType = iota // no move is expected to rise above alpha
	cutNode                 // some move is expected to rise to beta
	pvNode                  // the window is open: the exact score is wanted
)

// child returns what is expected after a move other than the first of a line: after the
// move of a cut node an all node, else a cut node.
func (t nodeType) child() nodeType {
	if t == cutNode {
		return allNode
	}
	return cutNode
}

// firstChild returns what is expected after the first move.
func (t nodeType) firstChild() nodeType {
	if t == pvNode {
		return pvNode
	}
	return t.child()
}

// node is the state of the search of a position: the request, the results so far
// before it looks at the moves, and the best of those searched so far.
type node struct {
	ply, depth  int
	alpha, beta Score // as asked for; see raisedAlpha
	kind        nodeType
	key         movegen.Key

	inCheck   bool
	ttPV      bool // on the principal variation, now or in an earlier search
	excluding bool // a singular search: one move is left out
	improving bool // the static evaluation has risen since our last move
	ttHit     bool // the transposition table knows the position: the next fields
	ttBound   tt.Bound
	ttMove    movegen.Move
	ttDepth   int
	ttScore   Score
	ttEval    Score // noEval if it has none
	eval      Score // the static evaluation, or the table's score where that says more

	tbBound tt.Bound // what endgame tables say of tbScore; None if nothing
	tbScore Score

	counterMove movegen.Move // the reply that refuted the last move elsewhere
	extension   int          // of the TT move, by the singular search
	singular    bool         // the TT move is quiet and the only good one
	ttCapture   bool         // the TT move captures or promotes

	bestScore Score
	bestMove  movegen.Move // NoMove if none has risen above alpha
}

// raisedAlpha is the lower end of the window for the moves still to be searched.
func (n *node) raisedAlpha() Score { return max(n.alpha, n.bestScore) }

// ttSettles reports whether the transposition table's entry is an answer for the node's window.
func (n *node) ttSettles() bool {
	switch n.ttBound {
	case tt.Exact:
		return true
	case tt.Lower:
		return n.ttScore >= n.beta
	case tt.Upper:
		return n.ttScore <= n.alpha
	}
	return false
}

// bound returns what the best score proves.
func (n *node) bound() tt.Bound {
	switch {
	case n.bestScore >= n.beta:
		return tt.Lower
	case n.kind == pvNode && n.bestScore > n.alpha:
		return tt.Exact
	}
	return tt.Upper
}

// alphaBeta returns the fail-soft value of the position at ply: exact within the window, a bound outside.
func (w *worker) alphaBeta(alpha, beta Score, depth, ply int, kind nodeType) Score {
	// Step 1. At the horizon quiescence takes over.
	if depth <= 0 {
		return w.quiescence(alpha, beta, ply)
	}

	// Step 2. Count the node; a stop, a draw or the end of the stack settles it.
	ss := &w.stack[ply]
	if score, settled := w.enter(ss, ply); settled {
		return score
	}

	// Step 3. Mate-distance pruning: no line from here beats a mate already found nearer.
	alpha = max(alpha, -MateScore+Score(ply))
	beta = min(beta, MateScore-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	if draw := w.drawScore(ss); alpha < draw && ply > 0 && w.canRepeat(ss) {
		if alpha = draw; alpha >= beta {
			return alpha
		}
	}
	if kind == pvNode && beta-alpha == 1 {
		kind = allNode // the window is closed after all
	}
	var n node // filled in place: the compiler would copy a literal
	n.ply, n.depth, n.alpha, n.beta, n.kind = ply, depth, alpha, beta, kind
	n.key, n.inCheck = ss.position.Key(), ss.position.InCheck()
	n.excluding, n.ttPV = ss.excluded != movegen.NoMove, kind == pvNode

	// Step 4. Ask the transposition table, on the principal variation the other threads.
	w.tt.probe(&n)
	if score, settled := w.settledBefore(ss, &n); settled {
		return score
	}

	// Step 5. Ask the endgame tables.
	if w.tb.Tables != nil && w.probeTB(ss, &n) {
		return n.bestScore
	}

	// Step 6. Static evaluation; the move that led here is judged by it.
	w.staticEvaluation(ss, &n)
	if !n.excluding {
		w.evalDiffBonus(ss, &n)
	}

	// Step 7. Prune the node as a whole.
	if n.kind != pvNode && !n.inCheck && !n.excluding {
		if score, pruned := w.pruneNode(ss, &n); pruned {
			w.counters.count(nodePruned)
			return score
		}
	}

	// Step 8. Internal iterative reduction: a node that lacks the stored move it should have is rarely on the best line.
	if n.ttMove == movegen.NoMove &&
		(n.kind == pvNode && n.depth >= iirDepth || n.kind == cutNode && n.depth >= iirCutDepth) {
		n.depth--
	}

	// Step 9. Singular extension, or a multi-cut that settles the node.
	w.prepareMoves(ss, &n)
	if w.mayBeSingular(ss, &n) && w.singular(ss, &n) { // not stored: it is proved at half the depth
		n.clampToTB()
		return n.bestScore
	}

	// Step 10. Search the moves.
	if !w.stopped {
		w.searchMoves(ss, &n)
	}
	if w.stopped {
		return 0
	}

	// Step 11. Learn from the result and store it.
	n.clampToTB()
	if !n.excluding {
		w.finish(ss, &n, depth)
	}
	return n.bestScore
}

// finish learns from the result of the node and stores it for the depth that was asked
// for: if a ply less sufficed in step 8, the next visit would search the node once more.
func (w *worker) finish(ss *stackEntry, n *node, depth int) {
	bound := n.bound()
	if bound == tt.Upper && n.ply > 0 && n.depth > 3 {
		n.ttPV = n.ttPV || w.stack[n.ply-1].ttPV // all replies to a move of the variation matter
	}
	switch bound {
	case tt.Exact:
		w.run.smp.publishExact(ss, n, depth)
	case tt.Upper:
		w.failLowBonus(n)
	}
	w.learnCorrection(ss, n, bound)
	w.tt.save(n, depth, bound, ss.rawEval)
}

// settledBefore returns the score of a node that an earlier search has settled: this
// thread's or, on the principal variation, another's.
func (w *worker) settledBefore(ss *stackEntry, n *node) (score Score, settled bool) {
	w.counters.count(nodeInside)
	if n.ttHit {
		w.counters.count(ttHits)
	}
	// Near the 50-move rule a stored score does not know the clock.
	if n.excluding || ss.position.HalfmoveClock() >= rule50TTLimit {
		return 0, false
	}
	if n.kind == pvNode {
		return w.run.smp.exactScore(ss, n)
	}
	if n.ttDepth < n.depth || !n.ttSettles() {
		return 0, false
	}
	w.counters.count(ttCutoffs)
	w.ttCutoffBonus(ss, n)
	return n.ttScore, true
}

// noEval marks a node in check: its static evaluation means nothing.
const noEval Score = -Infinity

// staticEvaluation sets the node's evaluation and whether it is improving.
func (w *worker) staticEvaluation(ss *stackEntry, n *node) {
	if n.inCheck {
		ss.rawEval, ss.staticEval, n.eval = noEval, noEval, noEval
		return
	}
	if ss.rawEval = n.ttEval; ss.rawEval == noEval {
		ss.rawEval = w.static(w, ss, n.ply, n.alpha, n.beta)
	}
	ss.staticEval = ss.rawEval + w.correction.find(ss)
	n.eval = ss.staticEval
	if n.ttBound == tt.Exact || n.ttBound == tt.Lower && n.ttScore > n.eval ||
		n.ttBound == tt.Upper && n.ttScore < n.eval {
		n.eval = n.ttScore // a searched score judges better than a look
	}
	if n.ply >= 2 && w.stack[n.ply-2].staticEval != noEval {
		n.improving = ss.staticEval > w.stack[n.ply-2].staticEval
	} else if n.ply >= 4 && w.stack[n.ply-4].staticEval != noEval {
		n.improving = ss.staticEval > w.stack[n.ply-4].staticEval
	}
}

// pruneNode tries to settle the node without looking at its moves.
func (w *worker) pruneNode(ss *stackEntry, n *node) (score Score, pruned bool) {
	// Step 7a. Reverse futility: so far above beta that the plies left will not undo it.
	if !n.ttPV && n.depth <= reverseFutilityDepth && n.eval < TBBound && n.beta > -TBBound {
		plies := n.depth
		if n.improving {
			plies--
		}
		if n.eval-Score(reverseFutilityMargin*plies) >= n.beta {
			return (n.eval + n.beta) / 2, true
		}
	}

	// Step 7b. Razoring: only captures can help where alpha is hopelessly far away.
	if n.depth <= razorDepth && n.eval+Score(razorMargin*n.depth) < n.alpha {
		score = w.quiescence(n.alpha, n.alpha+1, n.ply)
		if score <= n.alpha || w.stopped {
			return score, true
		}
	}

	// Step 7c. Null move: a side that stays above beta without moving need not move.
	if n.depth >= nullMoveDepth && !ss.afterNullMove && n.ply >= w.nullMoveFrom && n.eval >= n.beta &&
		n.eval >= ss.staticEval && ss.staticEval >= n.beta+Score(nullMoveEvalMargin-nullMoveEvalPerPly*n.depth) &&
		zugzwangUnlikely(&ss.position) {
		if score, pruned := w.nullMove(n); pruned || w.stopped {
			return score, true
		}
	}

	// Step 7d. ProbCut: a capture far above beta in a shallower search.
	if n.depth >= probCutDepth && n.beta > -TBBound && n.beta < TBBound-Score(probCutMargin) {
		return w.probCut(ss, n)
	}
	return 0, false
}

// nullMove lets the opponent move twice: if even then the score stays above beta, a real move would too.
func (w *worker) nullMove(n *node) (score Score, pruned bool) {
	reduction := nullMoveReduction + n.depth/nullMoveDivisor + min(int(n.eval-n.beta)/nullMoveSurplus, nullMoveSurplusMax)
	w.counters.count(nullMoveTried)
	w.pushNull(n.ply)
	score = -w.alphaBeta(-n.beta, -n.beta+1, n.depth-reduction, n.ply+1, n.kind.child())
	w.pop()
	if w.stopped || score < n.beta {
		return 0, false
	}
	w.counters.count(nullMoveCut)
	score = min(score, TBBound) // a win found by passing is not proven
	if n.depth < nullMoveVerifyDepth || w.nullMoveFrom > 0 {
		return score, true
	}
	// So deep a node is worth a look whether it is zugzwang that made passing good.
	w.nullMoveFrom = n.ply + (n.depth-reduction)*3/4
	verified := w.alphaBeta(n.beta-1, n.beta, n.depth-reduction, n.ply, n.kind)
	w.nullMoveFrom = 0
	return score, verified >= n.beta && !w.stopped
}

// zugzwangUnlikely reports whether the side to move has more than pawns and a single
// minor piece: with less, passing may be better than any move.
func zugzwangUnlikely(p *movegen.Position) bool {
	side := p.Side()
	if p.Pieces(side, movegen.Rook)|p.Pieces(side, movegen.Queen) != 0 {
		return true
	}
	return (p.Pieces(side, movegen.Knight) | p.Pieces(side, movegen.Bishop)).MoreThanOne()
}

// probCut takes a capture that a much shallower search finds far above beta as proof for
// the node: the full search would hardly bring it below.
func (w *worker) probCut(ss *stackEntry, n *node) (score Score, pruned bool) {
	goal := n.beta + Score(probCutMargin)
	if n.improving {
		goal -= Score(probCutImproving)
	}
	if n.ttBound != tt.None && n.ttDepth >= n.depth-probCutStoredPlies && n.ttScore < goal {
		return 0, false
	}
	ss.picker.startCaptures(ss, n.ttMove)
	var c candidate
	for {
		ss.picker.next(ss, &w.history, &c)
		if c.move == movegen.NoMove {
			return 0, false
		}
		if !ss.position.SeeGE(c.move, int(goal-ss.staticEval)) {
			continue
		}
		ss.quietMove, ss.moveCount = movegen.NoMove, 0
		w.prefetch(ss, c.move)
		w.push(n.ply, c.move)
		score = -w.quiescence(-goal, -goal+1, n.ply+1)
		if score >= goal && !w.stopped {
			score = -w.alphaBeta(-goal, -goal+1, n.depth-probCutReduction, n.ply+1, n.kind.child())
		}
		w.pop()
		if w.stopped {
			return 0, true
		}
		if score >= goal {
			n.bestScore, n.bestMove = score, c.move
			w.tt.save(n, n.depth-probCutStoredPlies, tt.Lower, ss.rawEval)
			return score, true
		}
	}
}

// mayBeSingular reports whether it is worth asking if the TT move is the only good
// one: it must have been found good in a search not much shallower.
func (w *worker) mayBeSingular(ss *stackEntry, n *node) bool {
	return n.ply > 0 && n.depth >= singularDepth && !n.excluding && n.ttMove != movegen.NoMove &&
		n.ttDepth >= n.depth-singularTTDepth && n.ttBound >= tt.Lower &&
		n.ttScore < TBBound && n.ttScore > -TBBound && n.ply < 2*w.rootDepth &&
		ss.position.IsLegal(n.ttMove)
}

// singular searches the node without the TT move. If all else stays clearly below the stored score, the move
// is singular and searched deeper. If even without it the node rises above beta, more than one move cuts off and
// that settles the node (multi-cut). Else a move that is not alone is searched less.
func (w *worker) singular(ss *stackEntry, n *node) (multiCut bool) {
	margin := singularMargin
	if n.ttPV && n.kind != pvNode {
		margin += singularPVMargin
	}
	goal := n.ttScore - Score(margin*n.depth/16)
	w.counters.count(singularAsked)
	ss.excluded = n.ttMove
	score := w.alphaBeta(goal-1, goal, (n.depth-1)/2, n.ply, n.kind)
	ss.excluded = movegen.NoMove
	switch {
	case w.stopped:
	case score < goal:
		w.counters.count(singularFound)
		n.extension, n.singular = 1, !n.ttCapture
		if n.kind != pvNode && score < goal-Score(doubleExtensionMargin) && ss.doubleExtensions < maxDoubleExtensions {
			n.extension = 2
		}
	case goal >= n.beta && n.kind != pvNode:
		n.bestScore, n.bestMove = goal, n.ttMove
		return true
	case n.ttScore >= n.beta:
		n.extension = -2
	case n.kind == cutNode:
		n.extension = -1
	}
	return false
}
