package text

import (
	"strings"
	"testing"

	"alfiere/problem"
)

const (
	threeMoverFEN = "k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1"
	excelsiorFEN  = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1" // S. Loyd 1861
)

// TestThePlayAfterAThreatIsToldDownToTheMate: a key that threatens more than a mate at
// once is no solution without it, in the text as in JSON.
func TestThePlayAfterAThreatIsToldDownToTheMate(t *testing.T) {
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
		options            Options
		moves, keys, depth int
	}{
		{Options{}, 4, 1, 4}, {Options{}, 5, 1, 2}, {Options{}, 3, 2, 2}, {Options{}, 1, 1, 1}, {Options{}, 4, 0, 4},
		{Options{Judgement: true}, 9, 1, 9}, {Options{Judgement: true}, 9, 2, 2},
		{Options{Play: 4}, 9, 2, 4}, {Options{Play: 40}, 9, 1, 9},
	} {
		if got := test.options.depth(test.moves, test.keys); got != test.depth {
			t.Errorf("%+v: %d, want %d", test, got, test.depth)
		}
	}
}
