package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/analysis"
)

// display answers "d": the board as White sees it, the FEN, the key and the checking
// pieces. In Chess960 the FEN comes a second time with the files of the rooks.
func (a *adapter) display(string) {
	position := a.controller.Position()
	a.out.Print(notation.Diagram{Coords: true}.Draw(&position))
	a.out.Printf("\nfen %s", position.FEN())
	if a.controller.Settings().Chess960 {
		a.out.Printf("shredder fen %s", position.ShredderFEN())
	}
	a.out.Printf("key %016x", uint64(position.Key()))
	a.out.Printf("checkers %s", position.Checkers().String())
}

func (a *adapter) printFEN(string) {
	position := a.controller.Position()
	a.out.Printf("%s", position.FEN())
}

// export prints the command that sets up the current game.
func (a *adapter) export(string) {
	game := a.controller.Game()
	start, text := game.Start(), "position startpos"
	if start != movegen.StartPosition() {
		text = "position fen " + start.FEN()
	}
	if moves := game.Moves(); len(moves) > 0 {
		text += " moves " + a.line(moves)
	}
	a.out.Printf("%s", text)
}

// flip begins a game at the same position with colours exchanged.
func (a *adapter) flip(string) {
	position := a.controller.Position()
	a.controller.SetPosition(position.Mirror())
	a.explainPosition()
}

func (a *adapter) explainEvaluation(string) {
	position, settings := a.controller.Position(), a.controller.Settings()
	a.out.Print(analysis.ExplanationText(eval.Explain(&position, settings.Knowledge, settings.Network)))
}

// solve carries out "mate". A running search ends first; a problem may still be solved if that takes no longer
// than a second.
func (a *adapter) solve(rest string) {
	request, err := text.ParseRequest(rest)
	if err != nil {
		a.reportError(err)
		return
	}
	if a.refused {
		a.reportError(fmt.Errorf("mate: %w", errRefused))
		return
	}
	if a.solving {
		a.controller.FinishProblem()
	}
	a.finish()
	a.controller.Solve(request)
	a.solving = true
}

// printSolved prints the report.
func (a *adapter) printSolved(s protocol.Solved) {
	text, err := s.Text()
	if err != nil {
		a.reportError(err)
		return
	}
	a.printText(text)
}

// printText prints lines: plainly for a person; for a program in a form that it shows or ignores.
func (a *adapter) printText(text string) {
	if !a.greeted {
		a.out.Print(text)
		return
	}
	for line := range strings.Lines(text) {
		a.out.Printf("info string %s", strings.TrimRight(line, "\n"))
	}
}

// bench carries out "bench [DEPTH]". A running search ends first.
func (a *adapter) bench(rest string) {
	depth := search.BenchDepth
	if rest != "" {
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n >= search.MaxPly {
			a.out.Printf("info string error: bench: the depth must be a number from 1 to %d", search.MaxPly-1)
			return
		}
		depth = n
	}
	a.finish()
	a.controller.Bench(depth)
}

func (a *adapter) printBench(b protocol.BenchFinished) {
	switch {
	case b.Err != nil:
		a.reportError(b.Err)
	case b.Stopped:
		a.out.Printf("info string bench stopped")
	default:
		a.out.Printf("%d nodes %d nps", b.Total.Nodes, perSecond(b.Total.Nodes, b.Total.Elapsed))
	}
}

// setDebug carries out "debug on|off"; without a word it is on.
func (a *adapter) setDebug(rest string) {
	word, _ := wire.Cut(rest)
	switch word {
	case "on", "":
		a.debugging = true
		a.debug("on")
	case "off":
		a.debugging = false
	default:
		a.debug("neither on nor off: %s", wire.Clip(word))
	}
}

// debug explains how the engine reads a command, in debug mode only.
func (a *adapter) debug(format string, arguments ...any) {
	if a.debugging {
		a.out.Printf("info string debug: "+format, arguments...)
	}
}

// explainPosition describes the position on the board.
func (a *adapter) explainPosition() {
	if a.debugging {
		position := a.controller.Position()
		a.debug("position: %d half-moves played, %v to move: %s", a.controller.Game().Len(), position.Side(), position.FEN())
	}
}

// explainSearch lists the limits of the search that has just begun.
func (a *adapter) explainSearch(ponder bool) {
	if !a.debugging {
		return
	}
	limits, settings := a.controller.Limits(), a.controller.Settings()
	a.debug("search: %s", a.describe(&limits, ponder))
	if limits.Clock.Remaining != 0 && !limits.Infinite && limits.MoveTime == 0 {
		c, budget := &limits.Clock, limits.Clock.Budget()
		a.debug("clock: %v left, increment %v, moves to go %d, overhead %v, measured lag %v", c.Remaining,
			c.Increment, c.MovesToGo, c.Overhead, c.Lag)
		a.debug("clock: aiming at %v, at most %v", budget.Base.Round(time.Microsecond), budget.Limit.Round(time.Microsecond))
	}
	if elo, limited := settings.Rating(); limited {
		settings.Elo = elo
		s := settings.Strength()
		a.debug("strength: %d is at most %d nodes, %.1f candidates and a noise of %.0f centipawns; analysis is not weakened",
			s.Elo, s.Nodes, s.Candidates, s.Noise)
	}
	if settings.OwnBook {
		a.explainBook(settings.Book)
	}
}

// explainThreads shows the result of each of several threads.
func (a *adapter) explainThreads(threads []search.ThreadReport) {
	if len(threads) < 2 {
		return
	}
	for i, t := range threads {
		a.debug("thread %d: depth %d nodes %d best %s score %s", i+1, t.Depth, t.Nodes, a.move(t.Best),
			a.score(t.Score, search.Exact))
	}
}

// describe lists the limits as words of "go".
func (a *adapter) describe(l *search.Limits, ponder bool) string {
	var words []string
	add := func(wanted bool, format string, arguments ...any) {
		if wanted {
			words = append(words, fmt.Sprintf(format, arguments...))
		}
	}
	add(ponder, "ponder")
	add(l.Infinite, "infinite")
	add(l.Depth > 0, "depth %d", l.Depth)
	add(l.Nodes > 0, "nodes %d", l.Nodes)
	add(l.Mate > 0, "mate %d", l.Mate)
	add(l.MoveTime > 0, "movetime %v without the overhead", l.MoveTime)
	add(l.Clock.Remaining != 0, "clock")
	add(len(l.Moves) > 0, "searchmoves %s", a.line(l.Moves))
	if len(words) == 0 {
		return "no limit"
	}
	return strings.Join(words, ", ")
}

// explainBook lists the book's moves in the position.
func (a *adapter) explainBook(path string) {
	entries, err := a.controller.BookMoves()
	switch {
	case err != nil:
		a.debug("book: %v", err)
	case path == "":
		a.debug("book: none, because BookFile is empty")
	case len(entries) == 0:
		a.debug("book: no move here")
	default:
		a.debug("book: %d moves here", len(entries))
	}
}

// explainVote shows how a council has chosen its move: all the proposals in debug mode, else one line.
func (a *adapter) explainVote(f *protocol.Finished) {
	switch {
	case f.Vote == nil:
	case a.debugging:
		for line := range strings.Lines(f.Vote.Table()) {
			a.debug("%s", strings.TrimRight(line, "\n"))
		}
	default:
		a.out.Printf("info string %s", f.Vote.Line())
	}
}

// showVote answers "council".
func (a *adapter) showVote(string) { a.printText(a.controller.Vote()) }

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
