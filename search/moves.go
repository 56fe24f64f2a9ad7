package search

import (
	"math"
	"sync"

	"alfiere/movegen"
)

// prepareMoves sets up the data that the moves of the node need, before a singular search of the same node changes it.
func (w *worker) prepareMoves(ss *stackEntry, n *node) {
	w.forgetBelow(n.ply)
	ss.ttPV = n.ttPV
	n.ttCapture = n.ttMove != movegen.NoMove && !isQuiet(&ss.position, n.ttMove)
	if ss.previous[0] != noPieceTo {
		n.counterMove = w.history.counterMove[ss.previous[0]]
	}
}

// searchMoves is the inner loop of a node: pick, prune, reduce, recurse. It leaves the
// best score in n, and the move that has it if that rose above alpha.
func (w *worker) searchMoves(ss *stackEntry, n *node) {
	n.bestScore, n.bestMove = -Infinity, movegen.NoMove
	ss.quietCount, ss.captureCount = 0, 0
	ss.checks.Set(&ss.position)
	ss.picker.start(ss, n.ttMove, n.counterMove)
	ss.deferred.clear()
	moveCount := 0
	var c candidate
	for {
		// Step 1. Take the next move, at last those that were deferred.
		ss.picker.next(ss, &w.history, &c)
		if c.move == movegen.NoMove {
			if c = ss.deferred.take(); c.move == movegen.NoMove {
				break
			}
		} else {
			if c.move == ss.excluded {
				continue
			}
			moveCount++
			c.moveCount = int16(moveCount)
			c.givesCheck = ss.position.GivesCheck(c.move, &ss.checks)

			// Step 2. Prune it.
			if n.bestScore > -TBBound && w.canPrune(ss, n, &c) {
				w.counters.count(movePruned)
				continue
			}

			// Step 3. Defer it if another thread is searching it.
			if moveCount > 1 && w.run.smp.deferMove(ss, n, &c) {
				continue
			}
		}

		// Step 4. Search it.
		mark := w.run.smp.beginMove(n, c.move)
		score := w.searchMove(ss, n, &c)
		mark.end()
		if w.stopped {
			return
		}

		// Step 5. Is it the best so far, does it cut off?
		if score > n.bestScore {
			n.bestScore = score
			if score > n.alpha {
				n.bestMove = c.move
				if n.kind == pvNode {
					w.updatePV(n.ply, c.move)
				}
				if score >= n.beta {
					ss.cutOffs++
					w.countCutOff(&c)
					break
				}
			}
		}
		ss.addTried(&c)
	}

	// Step 6. No move: mate or stalemate. Else learn from the best one.
	switch {
	case moveCount == 0:
		n.bestScore = scoreWithoutMoves(n)
	case n.bestMove != movegen.NoMove:
		w.learn(ss, n)
		if n.bestScore > n.beta && n.bestScore < TBBound && n.beta > -TBBound {
			// What lies beyond beta was found by reduced searches: the less depth, the less it is believed.
			n.bestScore = (n.bestScore*Score(n.depth) + n.beta) / Score(n.depth+1)
		}
	}
}

// scoreWithoutMoves returns the score of a node in which there was nothing to search.
// Contempt weighs repetitions, not stalemates.
func scoreWithoutMoves(n *node) Score {
	switch {
	case n.excluding: // nothing else to play: as singular as can be
		return n.alpha
	case n.inCheck:
		return -MateScore + Score(n.ply)
	}
	return 0
}

// countCutOff counts a cut-off by c.
func (w *worker) countCutOff(c *candidate) {
	w.counters.count(cutOff)
	if c.moveCount == 1 {
		w.counters.count(firstMoveCut)
	}
}

// addTried notes a move that did not cut off.
func (ss *stackEntry) addTried(c *candidate) {
	if c.quiet {
		if ss.quietCount < len(ss.quiets) {
			ss.quiets[ss.quietCount] = c.move
			ss.quietCount++
		}
	} else if ss.captureCount < len(ss.captures) {
		ss.captures[ss.captureCount] = c.move
		ss.captureCount++
	}
}

// searchMove plays c and returns its score.
func (w *worker) searchMove(ss *stackEntry, n *node, c *candidate) Score {
	w.prefetch(ss, c.move)
	history := 0
	ss.quietMove, ss.moveCount = movegen.NoMove, int(c.moveCount)
	if c.quiet {
		ss.quietMove = c.move
		history = c.history
		if history == unknownHistory {
			history = w.history.quietScore(ss, c.move)
		}
	} else {
		history = int(*w.history.captureEntry(&ss.position, c.move))
	}
	extension := w.extensionOf(ss, n, c)
	w.counters.count(moveSearched)
	w.push(n.ply, c.move)
	if extension > 1 {
		w.stack[n.ply+1].doubleExtensions++
	}
	score := w.searchChild(n, c, n.depth-1+extension, history)
	w.pop()
	return score
}

// searchChild returns the score of the position after c: of the first move with the full
// window, of later ones with a null window, reduced first; what rises is searched again.
func (w *worker) searchChild(n *node, c *candidate, depth, history int) (score Score) {
	// Step 4a. The first move has the whole window.
	alpha := n.raisedAlpha()
	if c.moveCount == 1 {
		return -w.alphaBeta(-n.beta, -alpha, depth, n.ply+1, n.kind.firstChild())
	}

	// Step 4b. Later moves only have to show that they do not rise above alpha; late ones with less depth.
	reduced := depth
	if n.depth >= lmrDepth && int(c.moveCount) > lmrMoves && depth >= 1 {
		reduced = max(min(depth-w.lateMoveReduction(n, c, history)/lmrScale, depth+1), 1)
	}
	if reduced < depth {
		w.counters.count(moveReduced)
	}
	score = -w.alphaBeta(-alpha-1, -alpha, reduced, n.ply+1, cutNode)

	// Step 4c. One that rises is searched with its depth, or a ply more or less.
	if score > alpha && reduced < depth {
		w.counters.count(reducedAgain)
		if score > n.bestScore+Score(deeperMargin+deeperPerPly*(depth-reduced)) && reduced < depth-1 {
			depth++
		} else if score < n.bestScore+Score(shallowerMargin) {
			depth--
		}
		if reduced < depth {
			score = -w.alphaBeta(-alpha-1, -alpha, depth, n.ply+1, n.kind.child())
		}
		if c.quiet {
			w.history.searchedAgain(&w.stack[n.ply], c.move, n.depth, score > alpha)
		}
	}

	// Step 4d. In an open window its exact score is wanted.
	if score > alpha && score < n.beta {
		score = -w.alphaBeta(-n.beta, -alpha, depth, n.ply+1, pvNode)
	}
	return score
}

// extensionOf returns how many plies deeper c is searched; less than 0 is less deep.
func (w *worker) extensionOf(ss *stackEntry, n *node, c *candidate) (plies int) {
	if c.move == n.ttMove {
		plies = n.extension
	}
	switch {
	case plies == 0 && c.givesCheck && n.depth >= checkExtensionDepth && n.ply < 2*w.rootDepth &&
		(n.kind == pvNode || c.seeNonNegative || ss.position.SeeGE(c.move, 0)):
		plies++
	case w.recaptures && w.takesBack(ss, n, c):
		plies++
	}
	return plies
}

// lateMoveReduction returns by how much less a late move is searched, in parts of a ply; less than 0 is deeper.
func (w *worker) lateMoveReduction(n *node, c *candidate, history int) int {
	r := lmrPlies(n, c)
	switch n.kind {
	case pvNode:
		r -= lmrPV + lmrWindow*int(n.beta-n.raisedAlpha())/max(w.rootWindow, 1)
	case cutNode:
		r += lmrCutNode
	}
	if n.ttPV {
		r -= lmrTTPV
	}
	if n.ttCapture {
		r += lmrTTCapture
	}
	if n.singular {
		r -= lmrSingular
	}
	if c.givesCheck {
		r -= lmrCheck
	}
	if n.inCheck {
		r -= lmrInCheck
	}
	if !c.quiet && !c.badCapture {
		r -= lmrGoodCapture
	}
	if w.stack[n.ply+1].cutOffs > lmrChildren && n.kind != pvNode {
		r += lmrChildCutOffs
	}
	if n.ply > 0 && w.stack[n.ply-1].moveCount > lmrLateMoves {
		r -= lmrLateParent
	}
	return r - (history-historyCentre)*lmrScale/historyPerPly
}

// lmrPlies returns the reduction by depth, number and evaluation alone, in parts of a ply.
func lmrPlies(n *node, c *candidate) int {
	r := int(lmrTable[min(n.depth, 63)][min(c.moveCount, 63)])
	if !n.improving {
		r += lmrNotImproving
	}
	return r
}

// lmrTable holds the logarithmic late-move reduction by depth and move number; makeLMRTable makes it for the first
// Engine.
var lmrTable [64][64]int16

var makeLMRTable = sync.OnceFunc(setLMRTable)

func setLMRTable() {
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			product := math.Log(float64(depth)) * math.Log(float64(number))
			lmrTable[depth][number] = int16(lmrScale * (float64(lmrBase)/100 + product/(float64(lmrDivisor)/100)))
		}
	}
}

// canPrune reports whether c may be left out: enough moves have been tried, the static
// evaluation is hopelessly low, or c loses material or has always failed.
func (w *worker) canPrune(ss *stackEntry, n *node, c *candidate) bool {
	if !ss.position.HasPieces(ss.position.Side()) {
		return false
	}
	if c.quiet {
		return w.canPruneQuiet(ss, n, c)
	}
	if !c.givesCheck && !n.inCheck && n.kind != pvNode {
		depth := max(n.depth-1-lmrPlies(n, c)/lmrScale, 0)
		if depth < captureFutilityDepth && n.eval+gainOf(&ss.position, c.move)+Score(captureFutilityMargin+
			captureFutilityPerPly*depth+int(*w.history.captureEntry(&ss.position, c.move))/captureFutilityHistory) <= n.alpha {
			return true
		}
	}
	if c.seeNonNegative || n.depth > seeDepth {
		return false
	}
	return !ss.position.SeeGE(c.move, -seeMargin*n.depth)
}

// canLose reports whether the quiet move m may lose more than margin by exchanges. Where the
// opponent attacks neither of its squares he cannot take.
func (ss *stackEntry) canLose(m movegen.Move, margin int) bool {
	ss.findAttacked()
	return attackedPair(ss.attacked, m) != 0 && !ss.position.SeeGE(m, -margin)
}

func (w *worker) canPruneQuiet(ss *stackEntry, n *node, c *candidate) bool {
	if c.givesCheck || n.inCheck {
		return n.depth <= seeDepth && ss.canLose(c.move, seeMargin*n.depth)
	}
	if lateMovePrune(n, int(c.moveCount)) {
		ss.picker.skipQuiets = true
		return true
	}
	// How deep the move will really be searched decides the margins.
	depth := max(n.depth-1-lmrPlies(n, c)/lmrScale, 0)
	if c.history == unknownHistory {
		c.history = w.history.quietScore(ss, c.move)
	}
	if depth < futilityDepth && n.eval+Score(futilityMargin+futilityPerPly*depth+c.history/futilityHistory) <= n.alpha {
		ss.picker.skipQuiets = true // later ones have less depth and a worse history
		return true
	}
	if n.depth <= historyPruneDepth && c.history < -historyPruneMargin*n.depth {
		return true
	}
	return depth < seeQuietDepth && ss.canLose(c.move, seeQuietMargin*depth+seeQuietSquare*depth*depth)
}

// lateMovePrune reports whether enough moves have been tried that no quiet one is likely to raise the score any more.
func lateMovePrune(n *node, moveCount int) bool {
	return n.kind != pvNode && !n.inCheck && n.depth <= lateMoveDepth && moveCount > lateMoveLimit(n.depth, n.improving)
}

// lateMoveLimit returns after how many moves quiet ones are left out at this depth.
func lateMoveLimit(depth int, improving bool) int {
	if improving {
		return 4 + depth*depth
	}
	return (5 + depth*depth) / 2
}
