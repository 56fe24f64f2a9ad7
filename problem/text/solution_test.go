package text

import (
	"strings"
	"testing"

	"alfiere/movegen/notation"
	"alfiere/problem"
)

// TestLinesOfTheSolutionAreThoseOfTheText, each with moves that can be played, whatever the problem and the language.
func TestLinesOfTheSolutionAreThoseOfTheText(t *testing.T) {
	for _, test := range []struct {
		fen   string
		moves int
		least int // lines
	}{
		{"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", 2, 10},
		{"6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", 2, 6},
		{"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", 2, 5},
		{"6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", 3, 6},
		{threeMoverFEN, 3, 15},
		{excelsiorFEN, 5, 20},
	} {
		for _, language := range []Language{English(), Italian()} {
			o := Full(language)
			o.AllDefences = false
			d := &Document{Report: report(t, test.fen, o.Analysis(problem.Options{Moves: test.moves, Tries: 4 - min(test.moves, 4), SetPlay: true}))}
			text := writtenWith(t, d, o)
			seen := 0
			var walk func(lines []Line)
			walk = func(lines []Line) {
				for _, line := range lines {
					seen++
					if _, head, _ := strings.Cut(line.Text, "."); !strings.Contains(text, strings.TrimSuffix(strings.TrimLeft(head, "."), "!")) || !strings.Contains(text, line.Answer) {
						t.Errorf("%s: the text has no %q %q", test.fen, line.Text, line.Answer)
					}
					p := d.Report.Position
					for _, m := range line.Moves {
						if m == "0000" {
							p.MakeNull()
							continue
						}
						move, err := notation.ParseUCI(&p, m)
						if err != nil {
							t.Fatalf("%s: %v in %v", test.fen, err, line)
						}
						p = p.After(move)
					}
					if line.Kind == defenceLine && len(line.Below) == 0 && len(line.Moves) == 2*test.moves && len(p.Moves()) > 0 {
						t.Errorf("%s: %v ends without mate", test.fen, line)
					}
					walk(line.Below)
				}
			}
			walk(Solution(d, o))
			if seen < test.least {
				t.Errorf("%s: %d lines", test.fen, seen)
			}
		}
	}
	if Solution(&Document{Illegal: &Illegal{}}, Options{}) != nil {
		t.Error("an illegal diagram has a solution")
	}
}
