package search

import "alfiere/movegen"

// searchMoves is the inner loop of a node: pick, prune, reduce, recurse. It returns
// the best score and the move that has it, NoMove if none rose above alpha.
func (w *worker) searchMoves(f *frame, n *node) (best Score, bestMove movegen.Move) {
	alpha := n.alpha
	best, n.best = -Infinity, -Infinity
	f.quietCount, f.captureCount = 0, 0
	w.frames[n.ply+1].killers = [2]movegen.Move{}
	if n.ply+2 < len(w.frames) {
		w.frames[n.ply+2].killers = [2]movegen.Move{}
	}
	counter := movegen.NoMove
	if f.before[0] != noPieceTo {
		counter = w.history.counter[f.before[0]]
	}
	extension := 0
	if w.mayBeSingular(f, n) {
		var cut bool
		if extension, best, cut = w.singular(f, n); cut || w.stopped {
			return best, n.table
		}
		best = -Infinity
		f.quietCount, f.captureCount = 0, 0
	}
	info := f.position.CheckInfo()
	f.picker.start(f, n.table, counter, false)
	f.deferred.clear()
	shared := w.shares(f, n)
	number := 0
	for {
		m, again := f.nextMove(&w.history, &number)
		if m == movegen.NoMove {
			break
		}
		quiet := isQuiet(&f.position, m)
		check := f.position.GivesCheck(m, &info)
		if !again && best > -MateBound && w.canPrune(f, n, m, number, quiet, check) {
			w.counters.count(MovePruned)
			f.picker.enough = f.picker.enough || enoughQuiets(n, number)
			continue
		}
		if shared && !again && number > 1 && w.deferMove(f, m, number) {
			continue
		}
		extend := 0
		if m == n.table {
			extend = extension
		}
		var at *busyMove
		if shared {
			at = w.run.team.busy.begin(f.position.Key(), m)
		}
		score := w.searchMove(f, n, m, number, alpha, extend, quiet, check)
		if shared {
			at.end()
		}
		if w.stopped {
			return 0, movegen.NoMove
		}
		if score > best {
			best, n.best = score, score
			if score > alpha {
				bestMove, alpha = m, score
				if n.pv {
					w.setLine(n.ply, m)
				}
				if score >= n.beta {
					w.countCutOff(number)
					w.history.reward(f, m, n.depth)
					return best, bestMove
				}
			}
		}
		f.remember(m, quiet)
	}
	if number == 0 {
		if f.excluded != movegen.NoMove {
			return n.alpha, movegen.NoMove // nothing else to play: as singular as can be
		}
		if n.inCheck {
			return -MateScore + Score(n.ply), movegen.NoMove
		}
		return w.stalemateScore(), movegen.NoMove
	}
	if bestMove != movegen.NoMove {
		w.history.reward(f, bestMove, n.depth)
	}
	return best, bestMove
}

// nextMove returns the next move and its number among those of the node: what the picker
// hands out, then what was put off.
func (f *frame) nextMove(h *history, number *int) (m movegen.Move, again bool) {
	m = f.picker.pick(f, h)
	if m != movegen.NoMove && m == f.excluded {
		m = f.picker.pick(f, h)
	}
	if m != movegen.NoMove {
		*number++
		return m, false
	}
	return f.deferred.take(&f.picker, number), true
}

// countCutOff counts a cut-off by the move with the given number.
func (w *worker) countCutOff(number int) {
	w.counters.count(CutOff)
	if number == 1 {
		w.counters.count(FirstMoveCut)
	}
}

// stalemateScore is 0: contempt weighs repetitions, not positions without moves.
func (w *worker) stalemateScore() Score { return 0 }

// remember notes a move that did not cut off.
func (f *frame) remember(m movegen.Move, quiet bool) {
	if quiet {
		if f.quietCount < len(f.quiets) {
			f.quiets[f.quietCount] = m
			f.quietCount++
		}
	} else if f.captureCount < len(f.captures) {
		f.captures[f.captureCount] = m
		f.captureCount++
	}
}

// searchMove plays m and returns its score: the first move with the full window,
// later ones with a null window, reduced first; what rises is searched again.
// extend is what the singular search grants the table's move.
func (w *worker) searchMove(f *frame, n *node, m movegen.Move, number int, alpha Score, extend int, quiet, check bool) (score Score) {
	w.prefetch(f, m)
	history := 0
	f.quietMove = movegen.NoMove
	if quiet {
		f.quietMove = m
		history = w.history.quietScore(f, m)
	} else {
		history = int(*w.history.captureEntry(&f.position, m))
	}
	depth := n.depth - 1 + extend
	if extend == 0 && check && (n.pv || f.picker.exchanged || f.position.SeeGE(m, 0)) && n.ply < 2*w.rootDepth() ||
		w.takesBack(f, n, m) {
		depth++
	}
	w.counters.count(MoveSearched)
	w.push(n.ply, m)
	switch {
	case number == 1:
		score = -w.alphaBeta(-n.beta, -alpha, depth, n.ply+1, !n.pv && !n.cut)
	default:
		reduction := 0
		if n.depth >= reductionDepth && number > reductionMoves {
			reduction = reductionOf(n, number, history, quiet, check, f.picker.losing)
		}
		reduced := max(min(depth-reduction, depth), 1)
		if depth < 1 {
			reduced = depth
		}
		if reduced < depth {
			w.counters.count(Reduced)
		}
		score = -w.alphaBeta(-alpha-1, -alpha, reduced, n.ply+1, true)
		if score > alpha && reduced < depth {
			w.counters.count(ReducedAgain)
			if score > n.best+deeperMargin && reduced < depth-1 {
				depth++
			} else if score < n.best+shallowerMargin {
				depth--
			}
			score = -w.alphaBeta(-alpha-1, -alpha, depth, n.ply+1, !n.cut)
		}
		if score > alpha && score < n.beta {
			score = -w.alphaBeta(-n.beta, -alpha, depth, n.ply+1, false)
		}
	}
	w.pop()
	return score
}

// reductionOf returns by how many plies a late move is searched less.
func reductionOf(n *node, number, history int, quiet, check, losing bool) int {
	if !quiet && !losing {
		return 0
	}
	r := int(reductionTable[min(n.depth, 63)][min(number, 63)])
	if n.pv {
		r -= fullPly
	}
	if n.cut {
		r += fullPly
	}
	if !n.improving {
		r += fullPly
	}
	if check {
		r -= fullPly
	}
	if n.inCheck {
		r -= fullPly
	}
	return (r - history*fullPly/historyPerPly) / fullPly
}

// canPrune reports whether m may be left out: enough moves have been tried, the
// static evaluation is hopelessly low, or m loses material or has always failed.
func (w *worker) canPrune(f *frame, n *node, m movegen.Move, number int, quiet, check bool) bool {
	if n.pv && n.ply == 0 || !f.position.HasPieces(f.position.Side()) {
		return false
	}
	if quiet {
		return canPruneQuiet(w, f, n, m, number, check)
	}
	if f.picker.exchanged || n.depth > exchangeDepth {
		return false
	}
	return !f.position.SeeGE(m, -lossPerPly*n.depth)
}

func canPruneQuiet(w *worker, f *frame, n *node, m movegen.Move, number int, check bool) bool {
	if check || n.inCheck {
		return n.depth <= exchangeDepth && !f.position.SeeGE(m, -lossPerPly*n.depth)
	}
	if enoughQuiets(n, number) {
		return true
	}
	// How deep the move will really be searched decides the margins.
	depth := max(n.depth-1-int(reductionTable[min(n.depth, 63)][min(number, 63)])/fullPly, 0)
	if depth <= futilityDepth && n.eval+Score(futilityMargin+futilityPerPly*depth) <= n.alpha {
		return true
	}
	if n.depth <= historyPruneDepth && w.history.quietScore(f, m) < -historyPruneMargin*n.depth {
		return true
	}
	return n.depth <= exchangeDepth && !f.position.SeeGE(m, -quietLossPerPly*n.depth)
}

// enoughQuiets reports whether so many moves have been tried that no quiet one is
// likely to raise the score any more.
func enoughQuiets(n *node, number int) bool {
	return !n.pv && !n.inCheck && n.depth <= lateMoveDepth && number > lateMoveLimit(n.depth, n.improving)
}
