package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// node is what alphaBeta finds out about a position before its moves are looked at.
type node struct {
	ply, depth  int
	alpha, beta Score
	pv          bool // the window is open
	cut         bool // a cut-off is expected
	inCheck     bool
	improving   bool // the static evaluation has risen since our last move
	eval        Score
	best        Score // of the moves searched so far
	table       movegen.Move
	tableScore  Score // with tableDepth and tableBound: what the table knows of the node
	tableDepth  int
	tableBound  tt.Bound
}

// toTable makes a mate score relative to the node, as the table keeps it.
func toTable(s Score, ply int) int16 {
	if s > MateBound {
		s += Score(ply)
	} else if s < -MateBound {
		s -= Score(ply)
	}
	return int16(s)
}

// fromTable is the inverse of toTable.
func fromTable(stored int16, ply int) Score {
	s := Score(stored)
	if s > MateBound {
		s -= Score(ply)
	} else if s < -MateBound {
		s += Score(ply)
	}
	return s
}

// cutsOff reports whether a table entry settles the node for the window.
func cutsOff(bound tt.Bound, score, alpha, beta Score) bool {
	switch bound {
	case tt.Exact:
		return true
	case tt.Lower:
		return score >= beta
	case tt.Upper:
		return score <= alpha
	}
	return false
}

// alphaBeta returns the fail-soft value of the position in the frame at ply: exact
// within the window, a bound outside. It is the outer node: draws, table, static
// evaluation and pruning of the whole node; the moves are searchMoves' business.
func (w *worker) alphaBeta(alpha, beta Score, depth, ply int, cut bool) Score {
	if depth <= 0 {
		return w.quiescence(alpha, beta, ply)
	}
	f := &w.frames[ply]
	if score, settled := w.enter(f, ply); settled {
		return score
	}
	// Mate-distance pruning: no line from here beats a mate already found nearer.
	alpha = max(alpha, -MateScore+Score(ply))
	beta = min(beta, MateScore-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, pv: beta-alpha > 1, cut: cut, inCheck: f.position.InCheck()}
	w.counters.count(NodeInside)
	key := f.position.Key() ^ w.run.salt
	entry, found := w.run.table.Probe(key)
	excluding := f.excluded != movegen.NoMove // the table speaks of all moves, this search of all but one
	if w.run.request.HashFileUse.File != nil && !excluding {
		entry, found = w.lookUp(key, depth, entry, found)
	}
	if found {
		w.counters.count(TableFound)
		n.table, n.tableScore = entry.Move, fromTable(entry.Score, ply)
		n.tableDepth, n.tableBound = int(entry.Depth), entry.Bound
		// Near the 50-move rule a stored score does not know the clock.
		if !n.pv && !excluding && n.tableDepth >= depth && cutsOff(entry.Bound, n.tableScore, alpha, beta) &&
			f.position.HalfmoveClock() < clockMatters {
			w.counters.count(TableSettled)
			w.history.confirm(f, n.table, depth, n.tableScore >= beta)
			return n.tableScore
		}
	}
	if n.pv && !excluding && w.run.team != nil && f.position.HalfmoveClock() < clockMatters {
		if score, known := w.run.team.exact.recall(f, key, depth, ply); known {
			return score
		}
	}
	w.judge(f, &n, entry, found)
	if !excluding {
		w.learnFromJudgement(f, &n)
	}
	if !n.pv && !n.inCheck && !excluding {
		if score, pruned := w.pruneNode(f, &n); pruned {
			w.counters.count(NodePruned)
			return score
		}
	}
	if n.depth >= iterativeReductionDepth && n.table == movegen.NoMove {
		n.depth-- // a node the table knows nothing of is rarely on the best line
	}
	best, move := w.searchMoves(f, &n)
	if w.stopped {
		return 0
	}
	if excluding {
		return best
	}
	bound := tt.Upper
	switch {
	case best >= beta:
		bound = tt.Lower
	case n.pv && best > alpha:
		bound = tt.Exact
		if w.run.team != nil {
			w.run.team.exact.tell(f, key, depth, ply, best)
		}
	}
	if bound == tt.Upper {
		w.praise(&n)
	}
	w.learnCorrection(f, &n, best, move, bound)
	// What was asked for is known now, though a ply less sufficed where the table had no
	// move: else who comes next would search the node once more.
	w.remember(key, tt.Entry{Move: move, Score: toTable(best, ply), Eval: int16(f.rawEval), Depth: int8(depth), Bound: bound})
	return best
}

// noEval marks a frame in check: its static evaluation means nothing.
const noEval Score = -Infinity

// judge sets the node's static evaluation and whether it is improving.
func (w *worker) judge(f *frame, n *node, entry tt.Entry, found bool) {
	if n.inCheck {
		f.rawEval, f.staticEval, n.eval = noEval, noEval, noEval
		return
	}
	estimate, estimated := w.estimate(f, n)
	switch {
	case found && Score(entry.Eval) != noEval:
		f.rawEval = Score(entry.Eval)
	case estimated:
		f.rawEval = estimate
	case f.nulled:
		// Nobody has moved: what the other side saw, but for the worth of the move.
		f.rawEval = Score(w.evaluator.AfterPass(&f.position, int(w.frames[n.ply-1].rawEval)))
	default:
		f.rawEval = w.evaluate(f)
	}
	f.correctionAt = w.correction.places(f)
	f.staticEval = f.rawEval + w.correction.of(f)
	n.eval = f.staticEval
	if found {
		score := fromTable(entry.Score, n.ply)
		if entry.Bound == tt.Exact || entry.Bound == tt.Lower && score > n.eval || entry.Bound == tt.Upper && score < n.eval {
			n.eval = score // a searched score judges better than a look
		}
	}
	if n.ply >= 2 && w.frames[n.ply-2].staticEval != noEval {
		n.improving = f.staticEval > w.frames[n.ply-2].staticEval
	} else if n.ply >= 4 && w.frames[n.ply-4].staticEval != noEval {
		n.improving = f.staticEval > w.frames[n.ply-4].staticEval
	}
}

// pruneNode tries to settle the node without looking at its moves.
func (w *worker) pruneNode(f *frame, n *node) (score Score, pruned bool) {
	// Reverse futility: so far above beta that the remaining plies will not undo it.
	if n.depth <= reverseFutilityDepth && n.eval < MateBound && n.beta > -MateBound {
		plies := n.depth
		if n.improving {
			plies--
		}
		if n.eval-Score(reverseFutilityMargin*plies) >= n.beta {
			return (n.eval + n.beta) / 2, true
		}
	}
	if score, pruned := w.razor(f, n); pruned {
		return score, true
	}
	if n.depth >= nullMoveDepth && !f.nulled && n.eval >= n.beta && f.staticEval >= n.beta-Score(20*n.depth)+100 &&
		zugzwangUnlikely(&f.position) {
		if score, pruned := w.nullMove(f, n); pruned || w.stopped {
			return score, true
		}
	}
	if n.depth >= probCutDepth && n.beta > -MateBound && n.beta < MateBound-probCutMargin {
		return w.probCut(f, n)
	}
	return 0, false
}

// razor looks at captures only where the static evaluation is hopelessly below alpha.
func (w *worker) razor(f *frame, n *node) (score Score, pruned bool) {
	if n.depth > razorDepth || n.eval+Score(razorMargin*n.depth) >= n.alpha {
		return 0, false
	}
	score = w.quiescence(n.alpha, n.alpha+1, n.ply)
	return score, score <= n.alpha || w.stopped
}

// probCut lets a capture that a much shallower search finds far above beta stand for
// the node: the full search would hardly bring it below.
func (w *worker) probCut(f *frame, n *node) (score Score, pruned bool) {
	goal := n.beta + probCutMargin
	if n.tableBound != tt.None && n.tableDepth >= n.depth-3 && n.tableScore < goal {
		return 0, false
	}
	first := n.table
	if first != movegen.NoMove && isQuiet(&f.position, first) {
		first = movegen.NoMove
	}
	f.picker.start(f, first, movegen.NoMove, true)
	for {
		m := f.picker.pick(f, &w.history)
		if m == movegen.NoMove {
			return 0, false
		}
		if !f.position.SeeGE(m, int(goal-f.staticEval)) {
			continue
		}
		f.quietMove = movegen.NoMove
		w.prefetch(f, m)
		w.push(n.ply, m)
		score = -w.quiescence(-goal, -goal+1, n.ply+1)
		if score >= goal && !w.stopped {
			score = -w.alphaBeta(-goal, -goal+1, n.depth-4, n.ply+1, !n.cut)
		}
		w.pop()
		if w.stopped {
			return 0, true
		}
		if score >= goal {
			w.run.table.Store(f.position.Key()^w.run.salt, tt.Entry{Move: m, Score: toTable(score, n.ply),
				Eval: int16(f.rawEval), Depth: int8(n.depth - 3), Bound: tt.Lower})
			return score, true
		}
	}
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

// nullMove lets the opponent move twice: if even then the score stays above beta, a
// real move would too.
func (w *worker) nullMove(f *frame, n *node) (score Score, pruned bool) {
	reduction := nullMoveReduction + n.depth/4 + int(min((n.eval-n.beta)/nullMoveSurplus, 3))
	w.counters.count(NullMoveTried)
	w.pushNull(n.ply)
	score = -w.alphaBeta(-n.beta, -n.beta+1, n.depth-reduction, n.ply+1, !n.cut)
	w.pop()
	if w.stopped || score < n.beta {
		return 0, false
	}
	w.counters.count(NullMoveCut)
	return min(score, MateBound), true // a mate found by passing is not proven
}
