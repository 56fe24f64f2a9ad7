package search

import (
	"cmp"
	"slices"
	"time"

	"alfiere/movegen"
)

// rootMove is a move at the root with the results of the iterations so far.
type rootMove struct {
	move      movegen.Move
	score     Score // of the current pass; -Infinity unless it rose above those before
	previous  Score // of the last iteration
	lastScore Score // the last score that was not -Infinity; 0 before the first
	bound     Bound // what lastScore proves
	capture   int   // its captureRank
	replies   int   // legal answers it leaves
	nodes     uint64
	pv        []movegen.Move
	selDepth  int
	tb        *tbRank // what endgame tables know of it; nil if nothing
}

// listRootMoves fills rootMoves with the legal moves, or those asked for. The move that the transposition table knows
// comes first, then captures and promotions that lose nothing, so that depth 1 has a good score early. Among equals the
// move comes first, and so is preferred, that leaves more replies.
func (w *worker) listRootMoves() {
	w.rootMoves = w.rootMoves[:0]
	request := w.run.request
	var list movegen.MoveList
	request.Position.LegalMoves(&list)
	for _, m := range list.Moves() {
		if wanted := request.Limits.Moves; len(wanted) > 0 && !slices.Contains(wanted, m) {
			continue
		}
		next := request.Position.After(m)
		var replies movegen.MoveList
		next.LegalMoves(&replies)
		w.rootMoves = append(w.rootMoves, rootMove{move: m, score: -Infinity, previous: -Infinity,
			capture: captureRank(&request.Position, m),
			replies: replies.Len(), pv: make([]movegen.Move, 1, MaxPly+1), tb: w.run.ranked(m)})
		w.rootMoves[len(w.rootMoves)-1].pv[0] = m
	}
	slices.SortStableFunc(w.rootMoves, func(a, b rootMove) int { return cmp.Or(b.capture-a.capture, b.replies-a.replies) })
	w.ttMoveFirst()
	slices.SortStableFunc(w.rootMoves, func(a, b rootMove) int { return b.rank() - a.rank() })
}

// captureRank orders captures and promotions that lose nothing by exchanges: the largest gain
// first, of equal ones that with the least valuable piece. It is 0 for all other moves.
func captureRank(p *movegen.Position, m movegen.Move) int {
	if isQuiet(p, m) || !p.SeeGE(m, 0) {
		return 0
	}
	return 16*int(gainOf(p, m)) - movegen.ExchangeValue(p.PieceAt(m.From()).Type())/16
}

// ttMoveFirst puts the move first that an earlier search has stored: of
// several ways to the same end the one that was begun is followed, or none would be.
func (w *worker) ttMoveFirst() {
	ttMove := w.tt.move(w.run.request.Position.Key())
	at := slices.IndexFunc(w.rootMoves, func(r rootMove) bool { return r.move == ttMove })
	if at > 0 {
		moved := w.rootMoves[at]
		copy(w.rootMoves[1:at+1], w.rootMoves[:at])
		w.rootMoves[0] = moved
	}
}

// sortRootMoves orders the moves from index first on by the iteration's scores;
// moves that did not rise above alpha follow in their old order. Ranks come first.
func (w *worker) sortRootMoves(first, last int) {
	slices.SortStableFunc(w.rootMoves[first:last], func(a, b rootMove) int {
		if a.rank() != b.rank() {
			return b.rank() - a.rank()
		}
		if a.score != b.score {
			return int(b.score - a.score)
		}
		return int(b.previous - a.previous)
	})
}

// searchRoot searches the root moves from index first on, as far as they have its rank, within
// the window and returns the fail-soft best score.
func (w *worker) searchRoot(alpha, beta Score, depth, first int) Score {
	ss := &w.stack[0]
	ss.pvLength = 0
	n := node{depth: depth, alpha: alpha, beta: beta, kind: pvNode,
		key: ss.position.Key(), inCheck: ss.position.InCheck(), ttPV: true}
	w.rootWindow = int(beta - alpha)
	ss.ttPV = true
	w.tt.probe(&n)
	w.staticEvaluation(ss, &n)
	n.bestScore, n.bestMove = -Infinity, movegen.NoMove
	ss.quietCount, ss.captureCount = 0, 0
	info := ss.position.CheckInfo()
	for i := range w.rootMoves[first:] {
		w.rootMoves[first+i].score = -Infinity
	}
	end := w.rankEnd(first)
	for i := first; i < end; i++ {
		move := &w.rootMoves[i]
		w.reportCurrent(move.move, i+1, depth)
		c := candidate{move: move.move, moveCount: int16(i - first + 1), quiet: isQuiet(&ss.position, move.move),
			history: unknownHistory, givesCheck: ss.position.GivesCheck(move.move, &info)}
		before := w.nodes
		score := w.searchMove(ss, &n, &c)
		move.nodes += w.nodes - before
		if w.stopped {
			return n.bestScore
		}
		if c.moveCount == 1 || score > n.raisedAlpha() {
			w.updateRootMove(move, &n, score)
		}
		w.rootDone = i + 1
		if score > n.bestScore {
			n.bestScore = score
			if score > alpha {
				n.bestMove = move.move
			}
			if score >= beta {
				break
			}
		}
		ss.addTried(&c)
	}
	if n.bestMove != movegen.NoMove {
		w.learn(ss, &n)
	}
	if first == 0 && end == len(w.rootMoves) && len(w.run.request.Limits.Moves) == 0 {
		w.tt.save(&n, depth, n.bound(), ss.rawEval)
	}
	return n.bestScore
}

// updateRootMove notes what the search of a move within the window of n has found.
func (w *worker) updateRootMove(move *rootMove, n *node, score Score) {
	move.score, move.lastScore, move.selDepth = score, score, w.selDepth
	switch {
	case score <= n.alpha:
		move.bound = Upper
		return // a fail low refutes no line: the last one stays
	case score >= n.beta:
		move.bound = Lower
	default:
		move.bound = Exact
	}
	w.updatePV(0, move.move)
	root := &w.stack[0]
	move.pv = append(move.pv[:0], root.pv[:root.pvLength]...)
}

// Reports of the move being searched begin after this time.
const currentMoveAfter = time.Second

func (w *worker) reportCurrent(m movegen.Move, number, depth int) {
	if !w.main || w.nodes < 100_000 {
		return
	}
	if elapsed := time.Since(w.run.start); elapsed >= currentMoveAfter {
		w.publishCounts()
		w.run.report(Info{Depth: depth, SelDepth: w.selDepth, Nodes: w.run.nodes(), TBHits: w.run.tbHits(), Elapsed: elapsed,
			Hashfull: w.run.tt.Hashfull(), CurrentMove: m, CurrentNumber: number, RootMoves: len(w.rootMoves)})
	}
}
