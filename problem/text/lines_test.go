package text

import (
	"context"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// TestThemesAndPhasesSayWhichTryIsMeant: set lines have no first move, tries a question mark, and tries that the table
// of phases has not are counted.
func TestThemesAndPhasesSayWhichTryIsMeant(t *testing.T) {
	p, err := movegen.ParseFEN("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	o := Full(English())
	report, err := problem.Analyse(context.Background(), p, o.Analysis(WithThemes(problem.Options{Moves: 2, Tries: 1, SetPlay: true, Judge: true})))
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Report: report}
	d.Recognise()
	all := slices.Concat(ThemeLines(d, o)...)
	for _, want := range []string{"1...f3 2.Qe3#", "1.Bb2? 1...f3 2."} {
		if !slices.ContainsFunc(all, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("%q is not in %q", want, all)
		}
	}
	for _, line := range all {
		if strings.Contains(line, "....") || strings.HasPrefix(line, "1.") && !strings.HasPrefix(line, "1...") && !strings.ContainsAny(line, "!?") {
			t.Errorf("a line without a mark: %q", line)
		}
	}
	note := PhasesNote(d, o)
	if !strings.HasPrefix(note, "tries omitted: ") || !strings.Contains(note, "with the mates of other phases") {
		t.Errorf("the note on the phases is %q", note)
	}
	o.Language = Italian()
	if note := PhasesNote(d, o); !strings.HasPrefix(note, "tentativi omessi: ") {
		t.Errorf("in Italian it is %q", note)
	}
}
