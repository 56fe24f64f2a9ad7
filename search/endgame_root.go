package search

import (
	"slices"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// tbRank is the result of the endgame tables for a root move.
type tbRank struct {
	move  movegen.Move
	rank  int   // the higher the better; among moves of the same rank the search decides
	score Score // reported unless the search finds a mate
}

// The ranks of root moves. Distances are taken from, or added to, those that are ordered.
const (
	rankWon         = 5000  // the search may choose the way
	rankWonShortest = 4000  // less the distance
	rankWonRepeated = 3000  // less the distance: this position is a repetition and others are not
	rankWonOnEdge   = 2000  // the rule just allows it, if the table is exact
	rankCursed      = 1000  // less distance and clock
	rankDrawn       = 0     // draws by the next repetition among them
	rankBlessed     = -2000 // plus distance and clock
	rankLostSlowest = -4000 // plus the distance
	rankLost        = -5000 // the search may choose the way
	maxRankedPlies  = 900   // longer distances count as this
)

// rankRoot ranks the root's moves by the endgame tables if they have the position, and says
// what is asked inside the tree: then nothing, for the result is known and scores of wins by
// tables would hide the way there; else the values of what captures and pawns lead to.
func (r *run) rankRoot() {
	use, p := &r.request.Endgames, &r.request.Position
	*use = use.inTree()
	if use.Tables == nil || p.CastlingRooks() != 0 || p.Occupied().Count() > use.ProbeLimit {
		return
	}
	root := tbRoot{rule50: use.Rule50, clock: p.HalfmoveClock(), drawScore: r.drawScores[p.Side()]}
	moves, ok := use.Tables.Moves(p)
	if ok {
		root.shortest = r.request.Limits.Mate == 0 &&
			(root.clock >= strictRankClock || hasRepeated(p, r.request.History))
	} else if moves, ok = valuesOfMoves(use.Tables, p); !ok {
		return
	}
	for i := range moves {
		r.ranks = append(r.ranks, root.rank(&moves[i], timesBefore(p, &moves[i], r.request.History)))
	}
	*use = EndgameUse{}
}

// valuesOfMoves does with values alone what Tables.Moves does where it has the distances,
// too. In their place stand the shortest ones that the values allow.
func valuesOfMoves(tables *syzygy.Tables, p *movegen.Position) (moves []syzygy.Move, ok bool) {
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, m := range list.Moves() {
		next := p.After(m)
		value := syzygy.Draw
		switch {
		case next.HasLegalMove() && !next.InsufficientMaterial():
			if value, ok = tables.WDL(&next); !ok {
				return nil, false
			}
			value = -value
		case next.InCheck():
			value = syzygy.Win
		}
		distance := [...]int{-1, -101, 0, 101, 1}[value-syzygy.Loss]
		moves = append(moves, syzygy.Move{Move: m, WDL: value, DTZ: distance})
	}
	return moves, true
}

// tbRoot holds the facts, other than its distance, that decide a move's rank.
type tbRoot struct {
	rule50    bool
	shortest  bool  // only the shortest way to a win is good: there has been no progress
	clock     int   // half-moves since the last capture or pawn move
	drawScore Score // what a draw is worth to the side to move
}

// rank returns the rank of a move that leads to a position which has occurred this many times before. Distances may be
// one too small, so that a win is safe only with one half-move to spare.
func (r *tbRoot) rank(m *syzygy.Move, before int) tbRank {
	plies, clock := max(-maxRankedPlies, min(m.DTZ, maxRankedPlies)), r.clock
	if !r.rule50 {
		clock = -2 * maxRankedPlies // so that no sum reaches a bound
	}
	rank, value := rankDrawn, syzygy.Draw
	switch {
	case plies == 0 || before >= 2: // the third time is a draw
	case plies < 0 && clock-plies > 100:
		rank, value = rankBlessed+min(clock-plies, maxRankedPlies), syzygy.BlessedLoss
	case plies < 0 && clock-2*plies < 100:
		rank, value = rankLost, syzygy.Loss
	case plies < 0: // not far from where the rule saves the game
		rank, value = rankLostSlowest-plies, syzygy.Loss
	case clock+plies > 100:
		rank, value = rankCursed-min(clock+plies, maxRankedPlies), syzygy.CursedWin
	case before > 0 && !r.shortest: // no harm, and no progress; on the shortest way there is
		rank, value = rankWonRepeated-plies, syzygy.Win
	case clock+plies == 100:
		rank, value = rankWonOnEdge, syzygy.Win
	case r.shortest || clock+plies > comfortableClock:
		rank, value = rankWonShortest-plies, syzygy.Win
	default:
		rank, value = rankWon, syzygy.Win
	}
	return tbRank{move: m.Move, rank: rank, score: tbValue(value, r.rule50, r.drawScore)}
}

// sinceZeroing returns those of the game's keys from which p can be repeated.
func sinceZeroing(p *movegen.Position, history []movegen.Key) []movegen.Key {
	return history[len(history)-min(len(history), p.HalfmoveClock()):]
}

// timesBefore returns how often the position after m has stood on the board. It is twice for a winning move, too, if a
// reply makes another position of which that is true: the third time is a draw, whoever brings it about.
func timesBefore(p *movegen.Position, m *syzygy.Move, history []movegen.Key) (times int) {
	next := p.After(m.Move)
	if next.HalfmoveClock() == 0 {
		return 0
	}
	keys := sinceZeroing(p, history)
	count := func(key movegen.Key) (times int) {
		for _, k := range keys {
			if k == key {
				times++
			}
		}
		return times
	}
	times = count(next.Key())
	if m.DTZ > 0 {
		for _, reply := range next.Moves() {
			after := next.After(reply)
			if count(after.Key()) >= 2 {
				times = 2
			}
		}
	}
	return times
}

// hasRepeated reports whether a position has stood on the board twice since the last capture or pawn move.
func hasRepeated(p *movegen.Position, history []movegen.Key) bool {
	keys := append(slices.Clone(sinceZeroing(p, history)), p.Key())
	slices.Sort(keys)
	return len(slices.Compact(keys)) <= min(len(history), p.HalfmoveClock())
}

// ranked returns the tables' result for a root move, nil if there is none.
func (r *run) ranked(m movegen.Move) *tbRank {
	i := slices.IndexFunc(r.ranks, func(rank tbRank) bool { return rank.move == m })
	if i < 0 {
		return nil
	}
	return &r.ranks[i]
}

// reported returns the score of the move for people and what it proves: what the tables know, or
// a mate that the search has found where they know a win.
func (m *rootMove) reported() (score Score, bound Bound) {
	_, mate := m.lastScore.Mate()
	if m.tb == nil || mate && m.tb.score.decidedByTB() && (m.lastScore > 0) == (m.tb.score > 0) {
		return m.lastScore, m.bound
	}
	return m.tb.score, Exact
}

// rankEnd returns the index after the last of the root moves that have the rank of the one at first.
func (w *worker) rankEnd(first int) int {
	for i := first + 1; i < len(w.rootMoves); i++ {
		if w.rootMoves[i].rank() != w.rootMoves[first].rank() {
			return i
		}
	}
	return len(w.rootMoves)
}

// rank returns the rank of the move by tables; all are alike without them.
func (m *rootMove) rank() int {
	if m.tb == nil {
		return 0
	}
	return m.tb.rank
}
