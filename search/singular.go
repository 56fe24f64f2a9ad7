package search

import (
	"alfiere/movegen"
	"alfiere/tt"
)

// mayBeSingular reports whether it is worth asking if the table's move is the only
// good one: the table must have found it good in a search not much shallower.
func (w *worker) mayBeSingular(f *frame, n *node) bool {
	return n.ply > 0 && n.depth >= singularDepth && f.excluded == movegen.NoMove && n.table != movegen.NoMove &&
		n.tableDepth >= n.depth-singularLag && n.tableBound >= tt.Lower &&
		n.tableScore < MateBound && n.tableScore > -MateBound && n.ply < 2*w.rootDepth() &&
		f.position.IsLegal(n.table)
}

// singular searches the node without the table's move. If all else stays clearly
// below the table's score, the move is singular and searched deeper. If even without
// it the node rises above beta, more than one move cuts off and best stands for the
// node (multi-cut). Else a move that is not alone is searched less.
func (w *worker) singular(f *frame, n *node) (extension int, best Score, cut bool) {
	goal := n.tableScore - Score(singularMargin*n.depth)
	w.counters.count(SingularAsked)
	f.excluded = n.table
	score := w.alphaBeta(goal-1, goal, (n.depth-1)/2, n.ply, n.cut)
	f.excluded = movegen.NoMove
	switch {
	case w.stopped:
		return 0, 0, true
	case score < goal:
		w.counters.count(SingularFound)
		if !n.pv && score < goal-doubleMargin {
			return 2, 0, false
		}
		return 1, 0, false
	case goal >= n.beta && !n.pv:
		return 0, goal, true
	case n.tableScore >= n.beta:
		return -2, 0, false
	case n.cut:
		return -1, 0, false
	}
	return 0, 0, false
}
