package main

import (
	"encoding/json"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/problem/text"
)

// noSquares locks all but the squares of the king and of the pawn, so that there is little to search.
const noSquares = "lock a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3 c4 c5 c6 c7 c8 d1 d2 d3 d4 d6 d7 d8 " +
	"e1 e2 e3 e4 e5 e6 e7 e8 f1 f2 f3 f4 f5 f6 f7 f8 g1 g2 g4 g5 g6 g7 g8 h1 h2 h3 h4 h5 h6 h7 h8"

func TestMateListsNeighbours(t *testing.T) {
	const unsound = "8/8/8/3K4/8/5n2/5Q1b/5N1k w - - 0 1" // cumpe without its pawn
	status, out, errors := runMateWith(cumpe+"\n"+unsound+"\n", "2", "--compact", "--neighbours="+noSquares)
	for _, want := range []string{"Sound: one key.\nchanges tried: 5 of 5", "neighbours found: 0\n", "No solution.\n", "\n  +Pg3  1.Kd6!\n    gains: "} {
		if status != cli.ExitGood || errors != "" || !strings.Contains(out, want) {
			t.Fatalf("status %d, %s: no %q in\n%s", status, errors, want, out)
		}
	}
	_, out, _ = runMateWith("", "2", "--compact", "--language", "it", "--neighbours=repair; "+noSquares, unsound)
	if !strings.Contains(out, "modifiche provate: ") || !strings.Contains(out, "+Pg3  1.Rd6!\n    guadagna: ") {
		t.Error(out)
	}
	_, out, _ = runMateWith("", "2", "--compact", "--language", "it", "--neighbours=repair", cumpe)
	if !strings.Contains(out, "Il problema è corretto: non c'è nulla da riparare.\n") {
		t.Error(out)
	}
	_, out, _ = runMateWith("", "2", "--compact", "--neighbours=whole", cumpe)
	if !strings.Contains(out, "\n  mirrored  1.Ke6!\n") || !strings.Contains(out, "\n  flipped, 1 down  1.g6+!  another key\n    loses: ") {
		t.Error(out)
	}
	_, out, errors = runMateWith(unsound, "2", "--json", "--neighbours=key; keep 1…♗g1 2.Qxf3#; "+noSquares)
	var form text.NeighboursForm
	if err := json.Unmarshal([]byte(out), &form); err != nil || form.Verdict != "none" || !form.Complete || form.Line != 1 ||
		len(form.Neighbours) != form.Sound || form.Sound == 0 {
		t.Fatalf("%v: %s%s", err, out, errors)
	}
	if n := form.Neighbours[0]; n.Key.SAN != "Kd6" || n.Gains[0] != "sound" || len(n.Losses) > 0 || len(n.Gained) == 0 {
		t.Errorf("%+v", n)
	}
	for goal, says := range map[string]string{
		"all": `"all" is no goal`, "fewer; repair": `"repair" is no goal`, "keep": "is no line", "keep 1.Kd6 Bg1 2.Qf3 Kg2": "is no line",
		"fewer; whole": "changes no man", "whole; two": "changes no man", "whole; keep 1...Bg1": "changes no man",
		"theme Grimsaw": `no theme "Grimsaw"`, "lock j9": "give squares", "keep 1...Bg1 2.Qa7": "has no line",
	} {
		if status, out, errors := runMateWith("", "2", "--neighbours="+goal, cumpe); status == cli.ExitGood || !strings.Contains(errors, says) {
			t.Errorf("%s: status %d, %s%s", goal, status, out, errors)
		}
	}
	if status, _, errors := runMateWith("", "2", "--latex", "--neighbours", cumpe); status != cli.ExitUsage {
		t.Error(errors)
	}
}
