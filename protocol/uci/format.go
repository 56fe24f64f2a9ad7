package uci

import (
	"fmt"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
	"alfiere/search"
)

func (a *adapter) move(m movegen.Move) string {
	return notation.UCI(m, a.controller.Settings().Chess960)
}

// printThinking prints a line of the search, or the move being searched.
func (a *adapter) printThinking(t protocol.Thinking) {
	if len(t.Line) == 0 {
		if t.CurrentMove != movegen.NoMove {
			a.out.Printf("info depth %d currmove %s currmovenumber %d nodes %d nps %d hashfull %d%s time %d", t.Depth,
				a.move(t.CurrentMove), t.CurrentNumber, t.Nodes, perSecond(t.Nodes, t.Elapsed), t.Hashfull, a.hits(t.TBHits),
				t.Elapsed.Milliseconds())
		}
		return
	}
	rank := max(t.MultiPV, 1)
	if rank == 1 && t.Bound == search.Exact {
		a.best = t.Line[0]
	}
	a.out.Printf("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d%s time %d pv %s", t.Depth,
		max(t.SelDepth, t.Depth), rank, a.score(t.Score, t.Bound),
		t.Nodes, perSecond(t.Nodes, t.Elapsed), t.Hashfull, a.hits(t.TBHits), t.Elapsed.Milliseconds(), a.line(t.Line))
}

// hits returns how many positions were found in endgame tables, if there are any tables.
func (a *adapter) hits(n uint64) string {
	if n == 0 && a.controller.Settings().SyzygyPath == "" {
		return ""
	}
	return fmt.Sprintf(" tbhits %d", n)
}

// printFinished prints the end of a search. If the best move differs from the last one printed, for example because the
// search was stopped during an iteration, its line is printed first.
func (a *adapter) printFinished(f protocol.Finished) {
	a.reportError(f.Fault)
	switch {
	case f.Refused:
		a.out.Printf("bestmove (none)")
		return
	case f.Perft && f.Depth == 0:
		a.out.Printf("info string perft stopped")
		return
	case f.Perft:
		a.out.Printf("\nNodes searched: %d", f.Nodes)
		return
	case f.Best == movegen.NoMove:
		score := search.Score(0)
		if f.Root.InCheck() {
			score = -search.MateScore
		}
		a.out.Printf("info depth 0 score %s", a.score(score, search.Exact))
		a.out.Printf("bestmove (none)")
		return
	case f.FromBook:
		a.out.Printf("info string book move")
	case f.Best != a.best && len(f.Line) > 0:
		a.printThinking(protocol.Thinking{Search: f.Search,
			Info: search.Info{Depth: max(f.Depth, 1), Score: f.Score, Bound: search.Exact,
				Line: f.Line, Nodes: f.Nodes, TBHits: f.TBHits, Elapsed: f.Elapsed}})
	}
	a.explainThreads(f.Threads)
	a.explainVote(&f)
	if f.Ponder == movegen.NoMove {
		a.out.Printf("bestmove %s", a.move(f.Best))
		return
	}
	a.out.Printf("bestmove %s ponder %s", a.move(f.Best), a.move(f.Ponder))
}

// score returns "cp C" or "mate M" with its bound, followed by the chances if they are wanted.
func (a *adapter) score(s search.Score, bound search.Bound) string {
	text := fmt.Sprintf("cp %d", s)
	if moves, ok := s.Mate(); ok {
		text = fmt.Sprintf("mate %d", moves)
	}
	text += [...]string{search.Exact: "", search.Lower: " lowerbound", search.Upper: " upperbound"}[bound]
	if a.controller.Settings().ShowWDL {
		win, draw, loss := s.WDL()
		text += fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
	}
	return text
}

func (a *adapter) line(moves []movegen.Move) string {
	var text strings.Builder
	for i, m := range moves {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(a.move(m))
	}
	return text.String()
}

// perSecond returns nodes per second; a time of zero counts as a microsecond.
func perSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Microsecond).Seconds())
}
