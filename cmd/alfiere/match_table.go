package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// writeTable prints the standing of a match; test may be nil.
func writeTable(w io.Writer, names [2]string, t *arena.Tally, test *arena.SPRT) {
	count := t.Count()
	fmt.Fprintf(w, "%s - %s: %d games\n", names[0], names[1], count)
	if count == 0 {
		return
	}
	points := float64(t.Wins) + float64(t.Draws)/2
	fmt.Fprintf(w, "  points   %.1f of %d (%.2f %%): +%d =%d -%d\n", points, count, 100*points/float64(count), t.Wins, t.Draws, t.Losses)
	sample := t.Sample()
	fmt.Fprintf(w, "  Elo      %s, normalised %s (95 %%)\n", estimateText(sample.Elo()), estimateText(sample.NormalisedElo()))
	fmt.Fprintf(w, "  LOS      %.2f %%\n", 100*sample.Superiority())
	fmt.Fprintf(w, "  pairs    %d, by points from 0 to 2: %v\n", arena.Sample(t.Pairs[:]).Count(), t.Pairs)
	if test != nil {
		fmt.Fprintf(w, "  SPRT     %s\n", testText(test, sample))
	}
	fmt.Fprintf(w, "  ends     %s\n", endsText(t))
	for i, name := range names {
		fmt.Fprintf(w, "  faults   %s: %s\n", name, faultText(t, i))
	}
}

// estimateText returns a difference with its error.
func estimateText(e arena.Estimate) string {
	return numberText("%+.2f", e.Difference) + " ± " + numberText("%.2f", e.Error)
}

// numberText formats a number that may be none or infinite.
func numberText(format string, number float64) string {
	switch {
	case math.IsNaN(number):
		return "?"
	case math.IsInf(number, 1):
		return "∞"
	case math.IsInf(number, -1):
		return "-∞"
	}
	return fmt.Sprintf(format, number)
}

// testText tells how a test stands.
func testText(test *arena.SPRT, sample arena.Sample) string {
	lower, upper := test.Bounds()
	kind := "normalised"
	if test.Logistic {
		kind = "logistic"
	}
	verdict := "undecided"
	switch test.Judge(sample) {
	case arena.AcceptElo0:
		verdict = fmt.Sprintf("%g is accepted", test.Elo0)
	case arena.AcceptElo1:
		verdict = fmt.Sprintf("%g is accepted", test.Elo1)
	}
	return fmt.Sprintf("LLR %.2f of (%.2f, %.2f) for %s Elo [%g, %g]: %s",
		test.LogLikelihoodRatio(sample), lower, upper, kind, test.Elo0, test.Elo1, verdict)
}

// endsText lists how often games ended how.
func endsText(t *arena.Tally) string {
	var parts []string
	for how, n := range t.Terminations {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", arena.Termination(how), n))
		}
	}
	return strings.Join(parts, ", ")
}

// faultText lists the faults of a contestant.
func faultText(t *arena.Tally, contestant int) string {
	var parts []string
	for _, how := range arena.Faults() {
		if n := t.Faults[contestant][how]; n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", how, n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// progress tells a person how the match goes on: a line that is written over again and
// again, if there is a terminal, and each fault.
type progress struct {
	w     io.Writer
	live  bool
	names [2]string
	games int
	test  *arena.SPRT
}

// eraseLine goes to the beginning of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

func (p *progress) report(g *arena.Game, t *arena.Tally) {
	p.clear()
	if g.Termination.IsFault() {
		fmt.Fprintf(p.w, "game %d, %s - %s: %v, %s\n", g.Number+1, p.names[g.Contestant(movegen.White)], p.names[g.Contestant(movegen.Black)], g.Termination, g.Reason)
	}
	if !p.live {
		return
	}
	sample := t.Sample()
	fmt.Fprintf(p.w, "%d of %d games: +%d =%d -%d, Elo %s", t.Count(), p.games, t.Wins, t.Draws, t.Losses, estimateText(sample.Elo()))
	if p.test != nil {
		fmt.Fprintf(p.w, ", LLR %.2f", p.test.LogLikelihoodRatio(sample))
	}
}

// clear takes the line of progress away.
func (p *progress) clear() {
	if p.live {
		fmt.Fprint(p.w, eraseLine)
	}
}

// isTerminalFile reports whether what is written is seen by a person at once.
func isTerminalFile(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && cli.IsTerminal(file)
}
