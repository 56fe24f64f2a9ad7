package arena

import (
	"context"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol/client"
)

// The fake engine is right about every other reply. While it ponders it prints more
// than a pipe holds, and what it says when a reply was another is no move at all.
func TestEnginesPonder(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	for _, test := range []struct {
		name     string
		protocol client.Protocol
		depths   map[int]bool // that the engine tells of its moves
	}{
		{"UCI", client.UCI, map[int]bool{3: true, 5: true}}, // without and with what it had found before
		{"xboard", client.CECP, map[int]bool{3: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := fakeProgram(t, test.protocol, "ponders")
			control := client.Control{Base: time.Hour, Ponder: true}
			match := Match{Contestants: []Contestant{partner(), {Name: "Fake", Control: control, Open: opened(program)}}, Games: 3, Rules: patientRules}
			told := map[int]bool{}
			match.Report = eachGame(func(g *Game) {
				if g.Termination.IsFault() {
					t.Errorf("game %d: %v, %s", g.Number, g.Termination, g.Reason)
				}
				for i := 1 - g.White; i < len(g.Moves); i += 2 {
					told[g.Moves[i].Report.Depth] = true
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 3 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
			for depth := range test.depths {
				if !told[depth] || len(told) != len(test.depths) {
					t.Errorf("told %v, want %v", told, test.depths)
				}
			}
		})
	}
}

func TestEnginesThatCannotPonderAreNoPartners(t *testing.T) {
	program := fakeProgram(t, client.UCI, "good")
	match := Match{Contestants: []Contestant{partner(), {Name: "Fake", Control: client.Control{Depth: 1, Ponder: true}, Open: opened(program)}}, Games: 1}
	if _, err := match.Run(context.Background()); err == nil {
		t.Error("it ponders")
	}
}

func TestEnginesAgreeOnADraw(t *testing.T) {
	protocoltest.NoLeak(t)
	offering, agreeing, silent := fakeProgram(t, client.CECP, "offers"), fakeProgram(t, client.CECP, "agrees"), fakeProgram(t, client.UCI, "good")
	for _, test := range []struct {
		name  string
		other *client.Program
		want  string
	}{
		{"at once", agreeing, "agreement"},
		{"not with one that cannot", silent, "threefold repetition"},
	} {
		t.Run(test.name, func(t *testing.T) {
			control := client.Control{Base: time.Hour}
			match := Match{Contestants: []Contestant{{Name: "A", Control: control, Open: opened(offering)}, {Name: "B", Control: control, Open: opened(test.other)}},
				Games: 2, Rules: patientRules}
			match.Report = eachGame(func(g *Game) {
				if g.Reason != test.want || g.Result != movegen.Drawn {
					t.Errorf("game %d: %v, %s", g.Number, g.Result, g.Reason)
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}
