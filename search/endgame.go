package search

import (
	"alfiere/movegen"
	"alfiere/tt"
	"alfiere/tt/syzygy"
)

// inTree returns the tables to probe inside the tree; none if there are none for it.
func (use EndgameUse) inTree() EndgameUse {
	use.ProbeLimit = min(use.ProbeLimit, use.Tables.MaxPieces())
	if use.ProbeLimit <= 0 {
		return EndgameUse{}
	}
	return use
}

// salt keeps entries of the table apart: with tables a position has another score, and
// without the 50-move rule still another. A search that asks no tables inside the tree has
// none, so that it finds nothing it could not have found itself.
func (use *EndgameUse) salt() movegen.Key {
	switch {
	case use.Tables == nil:
		return 0
	case use.Rule50:
		return 0x6a09e667f3bcc909
	}
	return 0xbb67ae8584caa73b
}

// fileSalt keeps results apart in the hash file: those of games without the 50-move rule
// from all others. What tables have decided is not written there at all, see save.
func (use *EndgameUse) fileSalt() movegen.Key {
	if use.Tables == nil || use.Rule50 {
		return 0
	}
	return 0x3c6ef372fe94f82b
}

// decidedByTB reports whether the score is that of a win or loss by endgame tables.
func (s Score) decidedByTB() bool {
	return abs(int(s)) > int(TBBound) && abs(int(s)) <= int(MateBound)
}

// probeTB asks the endgame tables for the value of a position that the last move has made
// by a capture or with a pawn: only there the 50-move clock is what the tables take it for.
// A win may be a mate nearer than any other, so it is a lower bound, and a loss an upper one;
// if that does not settle the node, the search continues within the rest of the window.
func (w *worker) probeTB(ss *stackEntry, n *node) (settled bool) {
	p := &ss.position
	if p.HalfmoveClock() != 0 || n.excluding || p.CastlingRooks() != 0 {
		return false
	}
	use := &w.tb
	if pieces := p.Occupied().Count(); pieces > use.ProbeLimit || pieces == use.ProbeLimit && n.depth < use.ProbeDepth {
		return false
	}
	value, ok := use.Tables.WDL(p)
	if !ok {
		return false
	}
	w.tbHits++
	n.tbScore, n.tbBound = tbValue(value, use.Rule50, w.drawScore(ss)), tt.Exact
	switch n.tbScore {
	case TBWin:
		n.tbScore, n.tbBound = TBWin-Score(n.ply), tt.Lower
		settled = n.tbScore >= n.beta
	case -TBWin:
		n.tbScore, n.tbBound = -TBWin+Score(n.ply), tt.Upper
		settled = n.tbScore <= n.alpha
	default:
		settled = true
	}
	if settled {
		n.bestScore, n.bestMove = n.tbScore, n.ttMove
		w.tt.saveTB(n)
	} else if n.tbBound == tt.Lower {
		n.alpha = max(n.alpha, n.tbScore)
	}
	return settled
}

// clampToTB brings the best score of a node to where the tables say it is.
func (n *node) clampToTB() {
	switch n.tbBound {
	case tt.Lower:
		n.bestScore = max(n.bestScore, n.tbScore)
	case tt.Upper:
		n.bestScore = min(n.bestScore, n.tbScore)
	}
}

// tbScore returns what a value is worth to the side to move, to which a draw is worth
// drawScore. A win that needs more than fifty moves is worth a little more: the opponent may err.
func tbValue(value syzygy.WDL, rule50 bool, drawScore Score) Score {
	switch {
	case value == syzygy.Win, value == syzygy.CursedWin && !rule50:
		return TBWin
	case value == syzygy.Loss, value == syzygy.BlessedLoss && !rule50:
		return -TBWin
	case value == syzygy.CursedWin:
		return drawScore + cursedScore
	case value == syzygy.BlessedLoss:
		return drawScore - cursedScore
	}
	return drawScore
}
