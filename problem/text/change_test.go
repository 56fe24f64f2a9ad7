package text

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// kissFEN is a two-mover (Kiss 1953) in which many moves of one rook have the same changed mates.
const kissFEN = "8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3 w - - 0 1"

// TestChangesAreGroupedAsVariationsAre, and none is lost.
func TestChangesAreGroupedAsVariationsAre(t *testing.T) {
	grouped := 0
	for _, d := range append(corpus(t), &Document{Report: report(t, kissFEN, full(2)), Caption: Caption{Title: "Kiss"}}) {
		w := &text{report: d.Report, letters: English().letters}
		var got, want []problem.Change
		for _, g := range changesOf(w, w, w.report.Changes) {
			grouped += len(g.defences[0]) - 1
			line := g.write(w, w)
			for side, defences := range g.defences {
				for _, m := range defences {
					if side == 0 && g.Kind == problem.Added || side == 1 && g.Kind != problem.Added && g.Kind != problem.Transferred {
						continue
					}
					if !strings.Contains(line, m.To().String()) {
						t.Errorf("%s: %v is missing from %q", d.Title, m, line)
					}
				}
			}
			for _, m := range g.defences[0] {
				got = append(got, problem.Change{Kind: g.Kind, From: g.From, To: g.To, Defence: m})
			}
		}
		for _, c := range d.Report.Changes {
			c = problem.Change{Kind: c.Kind, From: c.From, To: c.To, Defence: c.Defence}
			if !slices.ContainsFunc(want, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				want = append(want, c)
			}
			if !slices.ContainsFunc(got, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				t.Errorf("%s: %+v is written nowhere", d.Title, c)
			}
		}
		for _, c := range got {
			if !slices.ContainsFunc(want, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				t.Errorf("%s: %+v is no change", d.Title, c)
			}
		}
	}
	if grouped < 10 {
		t.Errorf("%d changes grouped: a poor test", grouped)
	}
}

func sameChange(a, b *problem.Change) bool {
	return a.Kind == b.Kind && a.From == b.From && a.To == b.To && a.Defence == b.Defence
}

// TestTheKindOfEachKeyOfACookedProblemIsTold, for the first need not be the composer's.
func TestTheKindOfEachKeyOfACookedProblemIsTold(t *testing.T) {
	got := writtenWith(t, &Document{Report: report(t, "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", full(2))}, Full(English()))
	if want := "\nKind: 1.Rg1+ check, 1.Re7 block\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestChangesAgainstTrivialTriesAreCounted: each phase has one paragraph, and what is not told is counted.
func TestChangesAgainstTrivialTriesAreCounted(t *testing.T) {
	shire := &Document{Report: report(t, shireFEN, full(2))}
	got := writtenWith(t, shire, Options{Judgement: true})
	want := "\n  set play – 1.Nxd3!\n    transferred: 1...Ne5 2.Nd6# → 1...Bxe3 2.Nd6#\n    added: 4\n    removed: 1\n  omitted (trivial tries): changes 5, tries 5\n"
	if !strings.Contains(got, want) || strings.Contains(got, "1.Qe5+? –") {
		t.Errorf("no %q in\n%s", want, got)
	}
	left := 0
	for _, d := range corpus(t) {
		w := &text{report: d.Report, document: d, letters: English().letters}
		trivial, tries := 0, map[movegen.Move]bool{}
		for _, g := range changesOf(w, w, w.report.Changes) {
			if w.isTrivial(g.From) {
				trivial++
				tries[g.From] = true
			}
		}
		got := writtenWith(t, d, Options{Judgement: true})
		if line := fmt.Sprintf("changes %d, tries %d\n", trivial, len(tries)); trivial > 0 != strings.Contains(got, line) {
			t.Errorf("%s: no %q in\n%s", d.Title, line, got)
		}
		_, section, _ := strings.Cut(got, "\nChanges between the phases\n")
		section, _, _ = strings.Cut(section, "\n\n")
		for line := range strings.Lines(section) {
			if strings.Contains(line, " – ") && strings.Count(section, line) != 1 {
				t.Errorf("%s: %q twice", d.Title, line)
			}
		}
		left += trivial
	}
	if left < 10 {
		t.Errorf("%d left out: a poor test", left)
	}
}
