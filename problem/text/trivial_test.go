package text

import (
	"slices"
	"strings"
	"testing"

	"alfiere/problem"
)

// TestTrivialTriesAreCountedAndTheOthersOrdered: each try is told or counted, and none of
// those told is refuted by capture of its man, empty, or refuted by an unprovided move.
func TestTrivialTriesAreCountedAndTheOthersOrdered(t *testing.T) {
	told := trivialTries{}
	for _, d := range corpus(t) {
		r := d.Report
		tries, trivial := worthwhile(r, nil)
		if n := trivial.captured + trivial.empty + trivial.unprovided; len(tries)+n != len(r.Tries) {
			t.Errorf("%s: %d tries, %d written and %d omitted", d.Title, len(r.Tries), len(tries), n)
		}
		told.captured += trivial.captured
		told.empty += trivial.empty
		told.unprovided += trivial.unprovided
		last := 1000
		for _, try := range tries {
			answers := 0
			for _, v := range try.Variations {
				if v.Effective {
					answers++
				}
			}
			if answers == 0 || answers > last {
				t.Errorf("%s: %v with %d variations behind %d", d.Title, try.Move, answers, last)
			}
			last = answers
			for _, m := range try.Refutations {
				if m.To() == try.Move.To() || r.Set != nil && slices.Contains(r.Set.Refutations, m) {
					t.Errorf("%s: %v is refuted by %v", d.Title, try.Move, m)
				}
			}
		}
		kept, counts := worthwhile(r, d.Themes)
		for _, f := range d.Themes {
			for _, line := range f.Lines {
				isMove := func(ph problem.Phase) bool { return ph.Move == line[0] }
				if slices.ContainsFunc(r.Tries, isMove) && !slices.ContainsFunc(kept, isMove) {
					t.Errorf("%s: %v shows %s, and is left out", d.Title, line[0], f.Theme.Name)
				}
			}
		}
		trivial = counts
		got := writtenWith(t, d, Options{Tries: true, Judgement: true})
		if strings.Contains(got, "\n  omitted (") != (trivial != trivialTries{}) {
			t.Errorf("%s: %+v left out:\n%s", d.Title, trivial, got)
		}
	}
	if min(told.captured, told.empty, told.unprovided) < 10 {
		t.Errorf("%+v: a poor test", told)
	}
	r := &problem.Report{Tries: []problem.Phase{{}}}
	if tries, trivial := worthwhile(r, nil); tries != nil || trivial.empty != 1 {
		t.Errorf("%v, %+v", tries, trivial)
	}
}
