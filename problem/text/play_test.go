package text

import (
	"context"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
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
		p := must.Get(movegen.ParseFEN(test.fen))(t)
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
			after := position{d.Report.Position.After(key.Move), nil}
			w := text{report: d.Report, letters: English().letters}
			w.options.Ungrouped, w.options.AllDefences = true, true
			lines := w.rendered(w.variationLines(after, &key, top), 2, false)
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
				isDual := strings.HasSuffix(lines[k].text, "(dual)")
				isPartial := strings.HasSuffix(lines[k].text, "(partial)")
				several := v.Effective && v.Mates.Different() > 1
				if isDual != (several && !separates) || isPartial != (several && separates) {
					t.Errorf("%s: %q, separates %t", d.Title, lines[k].text, separates)
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

// TestThePlayOfShortMatesIsReported: a two-mover that is asked for as a three-mover; and where there
// are many short mates only on request, and none of mates at once.
func TestThePlayOfShortMatesIsReported(t *testing.T) {
	for _, c := range []struct {
		fen      string
		options  Options
		want     string
		reported bool
	}{
		{cumpeFEN, Options{}, "1.Kd6! mates in 2\n\n1.Kd6! zugzwang\n  1...Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#\n", true},
		{cumpeFEN, Options{Judgement: true, Themes: true}, "\n1.Kd6! zugzwang\n  1...Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#\n", true},
		{cumpeFEN, Options{Compact: true}, "1.Kd6! mates in 2\n1.Kd6! zugzwang 1...Nf3~ 2.Qxh2# 1...Bg1 2.Qxf3#", true},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{}, "\n1.Ra7! [2.Ra8#]\n", false},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{Play: 2}, "\n1.Ra7! [2.Ra8#]\n", true},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{Play: 2}, "\n1.Ra8#!\n", false},
	} {
		p := must.First(movegen.Rules{Composed: true}.ParseFEN(c.fen))(t)
		r := must.Get(problem.Analyse(context.Background(), p, c.options.Analysis(problem.Options{Moves: 3})))(t)
		if got := writtenWith(t, &Document{Report: r}, c.options); strings.Contains(got, c.want) != c.reported {
			t.Errorf("%+v: %q is written: %t\n%s", c.options, c.want, !c.reported, got)
		}
		_, fields := jsonLine(t, &Document{Report: r}, c.options)
		for _, mate := range fields["short_mates"].([]any) {
			mate := mate.(map[string]any)
			play := mate["play"].([]any)
			if mate["in"] == 1.0 {
				if len(play) > 0 {
					t.Errorf("%v", mate)
				}
				continue
			}
			if phase := play[0].(map[string]any); len(play) != 1 || phase["move"] != mate["move"] || len(phase["refutations"].([]any)) > 0 ||
				phase["type"] != "threat" && len(phase["variations"].([]any)) == 0 {
				t.Errorf("%v", mate)
			}
		}
	}
}

// TestJSONMarksDualsAndPartialDefences as the text does.
func TestJSONMarksDualsAndPartialDefences(t *testing.T) {
	duals, partial := 0, 0
	for _, d := range corpus(t) {
		_, fields := jsonLine(t, d, Full(English()))
		for _, list := range []string{"keys", "tries"} {
			for _, ph := range fields[list].([]any) {
				phase := ph.(map[string]any)
				threats := map[any]bool{}
				for _, m := range phase["threats"].([]any) {
					threats[m] = true
				}
				count := 0.0
				for _, v := range phase["variations"].([]any) {
					v := v.(map[string]any)
					others := false
					for _, m := range v["mates"].([]any) {
						others = others || !threats[m]
					}
					switch {
					case v["dual"] == true:
						duals++
						count++
						if v["partial"] == true || !others || len(v["mates"].([]any)) < 2 || v["effective"] == false {
							t.Errorf("%s: %v", d.Title, v)
						}
					case v["partial"] == true:
						partial++
						if others || len(v["mates"].([]any)) < 2 || v["effective"] == false {
							t.Errorf("%s: %v", d.Title, v)
						}
					case v["effective"] == true && len(v["mates"].([]any)) > 1 && !strings.Contains(v["mates_san"].([]any)[0].(string), "="):
						t.Errorf("%s: %v", d.Title, v)
					}
				}
				if count != phase["duals"] {
					t.Errorf("%s: %v duals marked, and %v counted", d.Title, count, phase["duals"])
				}
			}
		}
	}
	if duals < 10 || partial < 3 {
		t.Errorf("%d duals, %d partial: a poor test", duals, partial)
	}
}

const (
	threeMoverFEN = "k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1"
	excelsiorFEN  = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1" // S. Loyd 1861
)

// TestThePlayAfterAThreatIsReportedDownToTheMate: a key that threatens more than a mate at
// once is no solution without it, in the text as in JSON.
func TestThePlayAfterAThreatIsReportedDownToTheMate(t *testing.T) {
	d := &Document{Report: report(t, threeMoverFEN, problem.Options{Moves: 3, Play: 3})}
	want := "1.Qc7! [2.Qb8+]\n      2...Rxb8 3.Nc7#\n"
	if got := writtenWith(t, d, Options{}); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	line, _ := jsonLine(t, d, Options{})
	if !strings.Contains(line, `"threat_play":[{"move":"c7b8"`) || !strings.Contains(line, `"mates":["a6c7"]`) {
		t.Errorf("no play after the threat in %s", line)
	}
}

// TestEveryThreatOfALongProblemEndsInMate: each line of the play below is written.
func TestEveryThreatOfALongProblemEndsInMate(t *testing.T) {
	r := report(t, excelsiorFEN, problem.Options{Moves: 5, Play: 5})
	if len(r.Keys) != 1 || r.Keys[0].Kind != problem.Threat {
		t.Fatalf("%v with %d keys", r.Verdict, len(r.Keys))
	}
	var follow func(ph *problem.Phase, depth int)
	ends := 0
	follow = func(ph *problem.Phase, depth int) {
		for _, mates := range append(answersOf(ph), &ph.Threats) {
			if mates.In == 1 {
				ends++
			} else if len(mates.Play) != len(mates.Moves) {
				t.Errorf("no play after %v, %d moves deep", mates.Moves, depth)
			}
			for i := range mates.Play {
				follow(&mates.Play[i], depth+1)
			}
		}
	}
	follow(&r.Keys[0], 1)
	if got := writtenWith(t, &Document{Report: r}, Options{Play: 5}); strings.Count(got, "5.") == 0 || ends < 10 {
		t.Errorf("%d mates:\n%s", ends, got)
	}
}

func answersOf(ph *problem.Phase) (all []*problem.Mates) {
	for i := range ph.Variations {
		all = append(all, &ph.Variations[i].Mates)
	}
	return all
}

// TestAJudgementTellsTheWholePlayOfASoundProblem however long it is.
func TestAJudgementTellsTheWholePlayOfASoundProblem(t *testing.T) {
	for _, test := range []struct {
		options             Options
		moves, cooks, depth int
	}{
		{Options{}, 4, 0, 4}, {Options{}, 5, 0, 2}, {Options{}, 3, 1, 2}, {Options{}, 1, 0, 1}, {Options{}, 4, -1, 4},
		{Options{Judgement: true}, 9, 0, 9}, {Options{Judgement: true}, 9, 1, 2},
		{Options{Play: 4}, 9, 1, 4}, {Options{Play: 40}, 9, 0, 9},
	} {
		if got := test.options.depth(test.moves, test.cooks); got != test.depth {
			t.Errorf("%+v: %d, want %d", test, got, test.depth)
		}
	}
}

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
