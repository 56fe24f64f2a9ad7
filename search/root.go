package search

import (
	"slices"
	"time"

	"alfiere/movegen"
	"alfiere/tt"
)

// rootMove is a move at the root and what the iterations have found out about it.
type rootMove struct {
	move     movegen.Move
	score    Score // of the present pass; -Infinity unless it rose above the others
	previous Score // of the last iteration
	known    Score // the last score that was not -Infinity; 0 before the first
	bound    Bound // what known proves
	replies  int   // legal answers it leaves
	nodes    uint64
	line     []movegen.Move
	selDepth int
}

// listRootMoves fills rootMoves with the legal moves, or those asked for. Among
// equals the move comes first, and so is preferred, that the table knows or else that
// leaves more replies.
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
			replies: replies.Len(), line: make([]movegen.Move, 1, MaxPly+1)})
		w.rootMoves[len(w.rootMoves)-1].line[0] = m
	}
	slices.SortStableFunc(w.rootMoves, func(a, b rootMove) int { return b.replies - a.replies })
	w.beginWithTableMove()
}

// beginWithTableMove puts the move first that an earlier search has left in the table: of
// several ways to the same end the one that was begun is followed, or none would be.
func (w *worker) beginWithTableMove() {
	entry, found := w.run.table.Probe(w.run.request.Position.Key() ^ w.run.salt)
	if !found {
		return
	}
	at := slices.IndexFunc(w.rootMoves, func(r rootMove) bool { return r.move == entry.Move })
	if at > 0 {
		moved := w.rootMoves[at]
		copy(w.rootMoves[1:at+1], w.rootMoves[:at])
		w.rootMoves[0] = moved
	}
}

// sortRootMoves orders the moves from index first on by the iteration's scores;
// moves that were not raised above alpha keep their order behind.
func (w *worker) sortRootMoves(first, last int) {
	slices.SortStableFunc(w.rootMoves[first:last], func(a, b rootMove) int {
		if a.score != b.score {
			return int(b.score - a.score)
		}
		return int(b.previous - a.previous)
	})
}

// searchRoot searches the root moves from index first on within the window and
// returns the fail-soft best score.
func (w *worker) searchRoot(alpha, beta Score, depth, first int) Score {
	f := &w.frames[0]
	f.lineLength = 0
	n := node{depth: depth, alpha: alpha, beta: beta, pv: true, inCheck: f.position.InCheck()}
	key := f.position.Key() ^ w.run.salt
	entry, found := w.run.table.Probe(key)
	w.judge(f, &n, entry, found)
	f.quietCount, f.captureCount = 0, 0
	f.picker.exchanged, f.picker.losing = false, false // root moves come from their own list
	info := f.position.CheckInfo()
	for i := range w.rootMoves[first:] {
		w.rootMoves[first+i].score = -Infinity
	}
	best, bestMove := -Infinity, movegen.NoMove
	n.best = best
	for i := first; i < len(w.rootMoves); i++ {
		move := &w.rootMoves[i]
		w.reportCurrent(move.move, i+1, depth)
		before, number := w.nodes, i-first+1
		quiet := isQuiet(&f.position, move.move)
		score := w.searchMove(f, &n, move.move, number, alpha, 0, quiet, f.position.GivesCheck(move.move, &info))
		move.nodes += w.nodes - before
		if w.stopped {
			return best
		}
		if number == 1 || score > alpha {
			move.score, move.known = score, score
			move.bound, move.selDepth = boundOf(score, n.alpha, beta), w.selDepth
			if move.bound != Upper { // a fail low refutes no line: the last one stays
				w.setLine(0, move.move)
				move.line = append(move.line[:0], f.line[:f.lineLength]...)
			}
		}
		if score > best {
			best, n.best = score, score
			if score > alpha {
				alpha, bestMove = score, move.move
			}
			if score >= beta {
				break
			}
		}
		f.remember(move.move, quiet)
	}
	if bestMove != movegen.NoMove {
		w.history.reward(f, bestMove, depth)
	}
	if first == 0 && len(w.run.request.Limits.Moves) == 0 {
		w.remember(key, tt.Entry{Move: bestMove, Score: toTable(best, 0), Eval: int16(f.rawEval),
			Depth: int8(depth), Bound: boundOf(best, n.alpha, beta)})
	}
	return best
}

func boundOf(score, alpha, beta Score) Bound {
	switch {
	case score <= alpha:
		return Upper
	case score >= beta:
		return Lower
	}
	return Exact
}

// Reports of the move being searched begin after this time.
const currentMoveAfter = time.Second

func (w *worker) reportCurrent(m movegen.Move, number, depth int) {
	if !w.main || w.nodes < 100_000 {
		return
	}
	if elapsed := time.Since(w.run.start); elapsed >= currentMoveAfter {
		w.counted.Store(w.nodes)
		w.run.report(Info{Depth: depth, SelDepth: w.selDepth, Nodes: w.run.nodes(), Elapsed: elapsed,
			Hashfull: w.run.table.Hashfull(), CurrentMove: m, CurrentNumber: number, RootMoves: len(w.rootMoves)})
	}
}
