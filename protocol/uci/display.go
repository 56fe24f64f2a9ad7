package uci

import (
	"fmt"
	"strconv"
	"strings"

	"alfiere/eval"
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

// printText prints lines: plainly for a person; for a program in a form that it shows or
// ignores.
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
