package tournament

import (
	"fmt"
	"io"
	"strings"

	"alfiere/protocol/client/arena"
)

// writeTable prints the table of a match between two; test may be nil, and rule empty. The error is that of w.
func writeTable(w io.Writer, o *outcome, test *arena.SPRT, rule string) error {
	var b strings.Builder
	t := o.standing.Tally(arena.Pairing{First: 0, Second: 1})
	count := t.Count()
	fmt.Fprintf(&b, "%s - %s: %d games\n", o.names[0], o.names[1], count)
	writeRule(&b, rule)
	if count > 0 {
		writeFigures(&b, t, test)
		for i, name := range o.names {
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
	fmt.Fprintf(b, "  Elo      %s, normalised %s (95 %%)\n", sample.Elo().Text(2),
		sample.NormalisedElo().Text(2))
	fmt.Fprintf(b, "  LOS      %.2f %%\n", 100*sample.Superiority())
	fmt.Fprintf(b, "  pairs    %d, by points from 0 to 2: %v\n", arena.Sample(t.Pairs[:]).Count(), t.Pairs)
	if test != nil {
		fmt.Fprintf(b, "  SPRT     %s\n", testText(test, sample))
	}
	fmt.Fprintf(b, "  ends     %s\n", endsText(&t.Terminations))
}

// testText returns the state of a test.
func testText(test *arena.SPRT, sample arena.Sample) string {
	lower, upper := test.Bounds()
	verdict := "undecided"
	switch test.Judge(sample) {
	case arena.AcceptElo0:
		verdict = fmt.Sprintf("%g is accepted", test.Elo0)
	case arena.AcceptElo1:
		verdict = fmt.Sprintf("%g is accepted", test.Elo1)
	}
	return fmt.Sprintf("LLR %.2f of (%.2f, %.2f) for %v: %s",
		test.LogLikelihoodRatio(sample), lower, upper, test, verdict)
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
