package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// trivialTries counts the tries that deceive no solver, each by the first reason that applies.
type trivialTries struct {
	captured   int // refuted by the capture of the man that has moved
	empty      int // no effective defence is answered by mate
	unprovided int // refuted by a move that has no set mate, which a solver examines first
}

// add counts a try by its reason.
func (t *trivialTries) add(reason problem.Triviality) {
	switch reason {
	case problem.CapturedTry:
		t.captured++
	case problem.EmptyTry:
		t.empty++
	case problem.UnprovidedTry:
		t.unprovided++
	}
}

// worthwhile returns the other tries and those that show one of the themes, those with the
// most variations first, and the counts of the trivial ones.
func worthwhile(r *problem.Report, themes []theme.Found) (tries []problem.Phase, trivial trivialTries) {
	for i := range r.Tries {
		try := &r.Tries[i]
		if reason := r.Triviality(try); reason == problem.Worthwhile || isThematic(themes, try.Move) {
			tries = append(tries, *try)
		} else {
			trivial.add(reason)
		}
	}
	slices.SortStableFunc(tries, func(a, b problem.Phase) int { return effective(&b) - effective(&a) })
	return tries, trivial
}

// isThematic reports whether a line of the themes begins with the move.
func isThematic(themes []theme.Found, first movegen.Move) bool {
	return slices.ContainsFunc(themes, func(f theme.Found) bool {
		return slices.ContainsFunc(f.Lines, func(line []movegen.Move) bool { return line[0] == first })
	})
}

// effective counts the effective defences that are answered.
func effective(ph *problem.Phase) (n int) {
	for i := range ph.Variations {
		if ph.Variations[i].Effective {
			n++
		}
	}
	return n
}

// omitted returns how many trivial tries are omitted, and why; nothing if none is.
func (t *text) omitted(trivial trivialTries) string {
	return strings.Join(t.reasons([]reason{{trivial.captured, "%d refuted by capturing the man"},
		{trivial.empty, "%d without variations"}, {trivial.unprovided, "%d refuted by a move without a set mate"}}), ", ")
}

// leftOut writes which trivial tries are omitted, and how to see them.
func (t *text) leftOut(trivial trivialTries) {
	reasons := t.omitted(trivial)
	if reasons == "" {
		return
	}
	start := "  "
	if t.options.Compact {
		start = t.words.Text("Tries") + ": "
	}
	how := t.hint(t.words.Text(" (--tries without --full lists them)"))
	fmt.Fprintf(t, "%s%s: %s\n", start, t.words.Text("omitted")+how, reasons)
}
