package arena

import (
	"context"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/protocoltest"
)

// The fake engine is right about every other reply. While it ponders it prints more
// than a pipe holds, and what it says when a reply was another is no move at all.
func TestEnginesPonder(t *testing.T) {
	noLeak(t)
	for _, test := range []struct {
		name     string
		language Language
		depths   map[int]bool // that the engine tells of its moves
	}{
		{"UCI", UCI, map[int]bool{3: true, 5: true}}, // without and with what it had found before
		{"xboard", XBoard, map[int]bool{3: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := fakeProgram(t, test.language, "ponders")
			control := protocol.Control{Base: time.Hour, Ponder: true}
			match := Match{Contestants: [2]Contestant{partner(), {Name: "Fake", Control: control, Open: program.Open}}, Games: 3, Rules: patientRules}
			told := map[int]bool{}
			match.Report = func(g *Game, _ *Tally) error {
				if g.Termination.IsFault() {
					t.Errorf("game %d: %v, %s", g.Number, g.Termination, g.Reason)
				}
				for i := 1 - g.White; i < len(g.Moves); i += 2 {
					told[g.Moves[i].Info.Depth] = true
				}
				return nil
			}
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
	program := fakeProgram(t, UCI, "good")
	match := Match{Contestants: [2]Contestant{partner(), {Name: "Fake", Control: protocol.Control{Depth: 1, Ponder: true}, Open: program.Open}}, Games: 1}
	if _, err := match.Run(context.Background()); err == nil {
		t.Error("it ponders")
	}
}

func TestLocalPlayersPonder(t *testing.T) {
	noLeak(t)
	for _, test := range []struct {
		name     string
		hit      bool
		searches int // for both moves
	}{{"the expected reply", true, 2}, {"another reply", false, 3}} {
		t.Run(test.name, func(t *testing.T) {
			var searcher *protocoltest.Searcher
			local := Local{Name: "Local", Resources: protocol.Resources{Hash: 1, Threads: 1}, Searcher: func(megabytes int) (protocol.Searcher, error) {
				searcher = protocoltest.Open(megabytes)
				return searcher, nil
			}}
			player := local.Open()
			defer player.Close()
			game := referee.Start(movegen.StartPosition())
			control := protocol.Control{Depth: 3, Ponder: true}
			if err := player.NewGame(t.Context(), protocol.Setup{Start: game.Start(), Control: control}); err != nil {
				t.Fatal(err)
			}
			reply, err := player.Move(t.Context(), protocol.Turn{Game: game})
			if err != nil || game.Play(reply.Move) != nil {
				t.Fatalf("%+v, %v", reply, err)
			}
			if err := player.Ponder(t.Context(), protocol.Turn{Game: game}); err != nil {
				t.Fatal(err)
			}
			position := game.Position()
			var list movegen.MoveList
			position.LegalMoves(&list)
			next := list.At(0) // what the searcher expects
			if !test.hit {
				next = list.At(1)
			}
			if err := game.Play(next); err != nil {
				t.Fatal(err)
			}
			reply, err = player.Move(t.Context(), protocol.Turn{Game: game})
			if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Info.Depth != 3 {
				t.Errorf("%+v, %v", reply, err)
			}
			// A search that is overtaken may not have begun.
			if n := searcher.Searches(); n != test.searches && (test.hit || n != test.searches-1) {
				t.Errorf("%d searches, not %d", n, test.searches)
			}
		})
	}
}

func TestEnginesAgreeOnADraw(t *testing.T) {
	noLeak(t)
	offering, agreeing, silent := fakeProgram(t, XBoard, "offers"), fakeProgram(t, XBoard, "agrees"), fakeProgram(t, UCI, "good")
	for _, test := range []struct {
		name  string
		other *Program
		want  string
	}{
		{"at once", agreeing, "agreement"},
		{"not with one that cannot", silent, "threefold repetition"},
	} {
		t.Run(test.name, func(t *testing.T) {
			control := protocol.Control{Base: time.Hour}
			match := Match{Contestants: [2]Contestant{{Name: "A", Control: control, Open: offering.Open}, {Name: "B", Control: control, Open: test.other.Open}},
				Games: 2, Rules: patientRules}
			match.Report = func(g *Game, _ *Tally) error {
				if g.Reason != test.want || g.Result != movegen.Drawn {
					t.Errorf("game %d: %v, %s", g.Number, g.Result, g.Reason)
				}
				return nil
			}
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}
