package text

import (
	"context"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// TestThePlayOfShortMatesIsTold: a two-mover that is asked for as a three-mover; and where there
// are many short mates only on request, and none of mates at once.
func TestThePlayOfShortMatesIsTold(t *testing.T) {
	for _, c := range []struct {
		fen     string
		options Options
		want    string
		told    bool
	}{
		{cumpeFEN, Options{}, "1.Kd6! mates in 2\n\n1.Kd6! zugzwang\n  1...Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#\n", true},
		{cumpeFEN, Options{Judgement: true, Themes: true}, "\n1.Kd6! zugzwang\n  1...Nf3~ (e1,g1,d2,d4,h4,e5,g5) 2.Qxh2#\n", true},
		{cumpeFEN, Options{Compact: true}, "1.Kd6! mates in 2\n1.Kd6! zugzwang 1...Nf3~ 2.Qxh2# 1...Bg1 2.Qxf3#", true},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{}, "\n1.Ra7! [2.Ra8#]\n", false},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{Play: 2}, "\n1.Ra7! [2.Ra8#]\n", true},
		{"6k1/8/5K2/8/8/8/8/R6R w - - 0 1", Options{Play: 2}, "\n1.Ra8#!\n", false},
	} {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		r, err := problem.Analyse(context.Background(), p, c.options.Analysis(problem.Options{Moves: 3}))
		if err != nil {
			t.Fatal(err)
		}
		if got := writtenWith(t, &Document{Report: r}, c.options); strings.Contains(got, c.want) != c.told {
			t.Errorf("%+v: %q is written: %t\n%s", c.options, c.want, !c.told, got)
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
