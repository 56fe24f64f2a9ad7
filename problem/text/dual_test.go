package text

import (
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// armeniFEN is a thematic variation that ends with promotion to queen or bishop (Armeni 1994).
const armeniFEN = "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R w - - 0 1"

// TestPromotionsThatDifferInNameOnlyAreOneMate, which is no dual, and not hidden with them.
func TestPromotionsThatDifferInNameOnlyAreOneMate(t *testing.T) {
	r := report(t, armeniFEN, problem.Options{Moves: 2})
	for _, o := range []Options{{}, {HideDuals: true}} {
		if got, want := writtenWith(t, &Document{Report: r}, o), "  1...Rb8+ 2.cxb8=Q/B#\n"; !strings.Contains(got, want) {
			t.Errorf("%+v: no %q in\n%s", o, want, got)
		}
	}
	_, fields := jsonLine(t, &Document{Report: r}, Options{})
	if duals := fields["keys"].([]any)[0].(map[string]any)["duals"]; duals != 0.0 || r.Statistics().Duals != 0 {
		t.Errorf("%v duals in JSON, %d in the statistics", duals, r.Statistics().Duals)
	}
	if got := writtenWith(t, &Document{Report: r}, Full(English())); !strings.Contains(got, "duals 0\n") {
		t.Error(got)
	}
}

// TestOnlyMatesByPromotionAreJoined: knights, continuations and other squares stay apart.
func TestOnlyMatesByPromotionAreJoined(t *testing.T) {
	for _, test := range []struct {
		fen   string
		in    int
		moves []movegen.PieceType
		want  string
		n     int
	}{
		{"7k/P5pp/8/8/8/8/8/K7 w - - 0 1", 1, []movegen.PieceType{movegen.Rook, movegen.Queen}, "2.a8=Q/R#", 1},
		{"7k/P5pp/8/8/8/8/8/K7 w - - 0 1", 1, []movegen.PieceType{movegen.Rook, movegen.Knight}, "2.a8=N/a8=R#", 2},
		{"8/P5pp/7k/8/8/8/8/K7 w - - 0 1", 2, []movegen.PieceType{movegen.Rook, movegen.Queen}, "2.a8=Q/a8=R", 2},
	} {
		p, err := movegen.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		mates := problem.Mates{In: test.in}
		for _, kind := range test.moves {
			mates.Moves = append(mates.Moves, movegen.MakePromotion(movegen.MakeSquare(0, 6), movegen.MakeSquare(0, 7), kind))
		}
		w := text{letters: English().letters}
		if got := w.moves(&p, mates.Moves, 2); got != test.want || mates.Different() != test.n {
			t.Errorf("%s: %q, %d, want %q, %d", test.fen, got, mates.Different(), test.want, test.n)
		}
	}
}

// TestDefencesThatSeparateThreatsArePartial and no duals: four threats, of which every defence leaves at least one.
func TestDefencesThatSeparateThreatsArePartial(t *testing.T) {
	partial, duals := 0, 0
	for _, d := range corpus(t) {
		for _, key := range slices.Concat(d.Report.Keys, d.Report.Tries) {
			after := d.Report.Position.After(key.Move)
			w := text{report: d.Report, letters: English().letters}
			w.options.Ungrouped, w.options.AllDefences = true, true
			lines := strings.Split(w.variations(&after, &key, top), "\n")
			for k := range key.Variations {
				v := &key.Variations[k]
				threats := 0
				for _, m := range v.Mates.Moves {
					for _, threat := range key.Threats.Moves {
						if m == threat && v.Mates.In == key.Threats.In {
							threats++
						}
					}
				}
				separates := v.Effective && threats > 0 && threats == len(v.Mates.Moves)
				if v.Separates != separates {
					t.Errorf("%s: %v separates %t", d.Title, v.Defence, v.Separates)
				}
				if d.Report.Moves > 2 {
					continue // a line for each defence in two-movers only
				}
				isDual := strings.HasSuffix(lines[k], "(dual)")
				isPartial := strings.HasSuffix(lines[k], "(partial)")
				several := v.Effective && v.Mates.Different() > 1
				if isDual != (several && !separates) || isPartial != (several && separates) {
					t.Errorf("%s: %q, separates %t", d.Title, lines[k], separates)
				}
				if isPartial {
					partial++
				} else if isDual {
					duals++
				}
			}
		}
	}
	if partial < 3 || duals < 3 {
		t.Errorf("%d partial defences and %d duals: a poor test", partial, duals)
	}
}
