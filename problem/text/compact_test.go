package text

import (
	"regexp"
	"strings"
	"testing"

	"alfiere/problem"
)

// TestACompactLineNamesEachDefenceOnce: a man with several answers has its squares listed.
func TestACompactLineNamesEachDefenceOnce(t *testing.T) {
	r := report(t, "8/8/3r4/5k1N/5N2/8/4Q3/6RK w - - 0 1", problem.Options{Moves: 2})
	if got, want := writtenWith(t, &Document{Report: r}, Options{Compact: true}), "1...Rd6~ ("; !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	label := regexp.MustCompile(`1\.\.\.(\S+)( \([^)]*\))?`)
	for _, d := range corpus(t) {
		o := Full(English())
		o.Compact = true
		for line := range strings.Lines(writtenWith(t, d, o)) {
			if !strings.Contains(line, "1...") || strings.Contains(line, "Themes") {
				continue
			}
			seen := map[string]bool{}
			for _, m := range label.FindAllStringSubmatch(line, -1) {
				for _, name := range strings.Split(m[1], "/") {
					if strings.HasSuffix(name, "~") && m[2] == "" && seen[name] {
						t.Errorf("%s: %s twice in %s", d.Title, name, line)
					}
					seen[name] = true
				}
			}
		}
	}
}

// TestTheCompactFormKeepsFlawsSuperfluousMenAndWarnings on a line each.
func TestTheCompactFormKeepsFlawsSuperfluousMenAndWarnings(t *testing.T) {
	r := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", full(2))
	r.Economy = &problem.Economy{Superfluous: 1 << 13}
	r.Warnings = []problem.Warning{{Kind: problem.PromotedPiece, Need: 1}}
	r.Keys[0].Flaws = []problem.Flaw{{Kind: problem.TakesFlight, Squares: 1}, {Kind: problem.OffersMan}}
	o := Full(English())
	o.Compact = true
	got := writtenWith(t, &Document{Report: r}, o)
	for _, want := range []string{"\nThe key 1.Kd6: takes flights (a1); offers the man (a merit)\n", "\nSuperfluous men in actual play: Qf2\n",
		"\nWarnings: White: promoted piece: at least 1\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
