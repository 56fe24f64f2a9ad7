package tournament

import (
	"fmt"
	"io"
	"math"
	"strings"

	"alfiere/protocol/client/arena"
)

// writeTable prints the table of a match between two; test may be nil. The error is that of w.
func writeTable(w io.Writer, names [2]string, t *arena.Tally, test *arena.SPRT) error {
	var b strings.Builder
	count := t.Count()
	fmt.Fprintf(&b, "%s - %s: %d games\n", names[0], names[1], count)
	if count > 0 {
		writeFigures(&b, t, test)
		for i, name := range names {
			fmt.Fprintf(&b, "  faults   %s: %s\n", name, faultText(&t.Faults[i]))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFigures prints what is computed from the games.
func writeFigures(b *strings.Builder, t *arena.Tally, test *arena.SPRT) {
	count := t.Count()
	points := float64(t.Wins) + float64(t.Draws)/2
	fmt.Fprintf(b, "  points   %.1f of %d (%.2f %%): +%d =%d -%d\n", points, count, 100*points/float64(count), t.Wins,
		t.Draws, t.Losses)
	sample := t.Sample()
	fmt.Fprintf(b, "  Elo      %s, normalised %s (95 %%)\n", estimateText(sample.Elo()),
		estimateText(sample.NormalisedElo()))
	fmt.Fprintf(b, "  LOS      %.2f %%\n", 100*sample.Superiority())
	fmt.Fprintf(b, "  pairs    %d, by points from 0 to 2: %v\n", arena.Sample(t.Pairs[:]).Count(), t.Pairs)
	if test != nil {
		fmt.Fprintf(b, "  SPRT     %s\n", testText(test, sample))
	}
	fmt.Fprintf(b, "  ends     %s\n", endsText(&t.Terminations))
}

// estimateText returns a difference with its error.
func estimateText(e arena.Estimate) string {
	return numberText("%+.2f", e.Difference) + " ± " + numberText("%.2f", e.Error)
}

// numberText formats a number that may be NaN or infinite.
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

// testText returns the state of a test.
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

// endsText lists the number of games per kind of end.
func endsText(counts *arena.Terminations) string {
	var parts []string
	for how, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", arena.Termination(how), n))
		}
	}
	return strings.Join(parts, ", ")
}

// faultText lists the faults among the ends of a contestant's games.
func faultText(counts *arena.Terminations) string {
	var parts []string
	for _, how := range arena.Faults() {
		if n := counts[how]; n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", how, n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
