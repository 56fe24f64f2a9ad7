package inprocess_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/inprocess"
)

// program describes a player with a scripted searcher, which is set when it is made.
func program(searcher **protocoltest.Searcher) *inprocess.Program {
	return &inprocess.Program{Name: "Local", Resources: protocol.Resources{Hash: 1, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) {
			*searcher = protocoltest.Open(megabytes)
			return *searcher, nil
		}}
}

// A player of this process comes to the same moves, whatever runs at the same time and whatever was
// played before: the whole game is sent at each move.
func TestPlayersTakeTheClockAndTheStop(t *testing.T) {
	protocoltest.NoLeak(t)
	var searcher *protocoltest.Searcher
	player := program(&searcher).Open()
	defer player.Close()
	game := movegen.NewGame()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// The searcher of protocoltest thinks until it is stopped if it has this much time.
	if err := player.NewGame(ctx, client.Setup{Start: game.Start(), Control: client.Control{MoveTime: 10 * protocoltest.Patience}}); err != nil {
		t.Fatal(err)
	}
	reply, err := player.Move(ctx, client.Turn{Game: game, Stop: time.Millisecond})
	if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Report.Depth != 3 || reply.Report.Nodes != 300 {
		t.Errorf("stopped: %+v, %v", reply, err)
	}
	time.AfterFunc(time.Duration(rand.IntN(5))*time.Millisecond, cancel)
	if _, err := player.Move(ctx, client.Turn{Game: game}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: error %v", err)
	}
	if err := player.NewGame(context.Background(), client.Setup{Start: game.Start(), Control: client.Control{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	if reply, err := player.Move(context.Background(), client.Turn{Game: game}); err != nil || reply.Move == movegen.NoMove {
		t.Errorf("in the game after an interrupt: %+v, %v", reply, err)
	}
}

func TestPlayersPonder(t *testing.T) {
	protocoltest.NoLeak(t)
	for _, test := range []struct {
		name     string
		hit      bool
		searches int // for both moves
	}{{"the expected reply", true, 2}, {"another reply", false, 3}} {
		t.Run(test.name, func(t *testing.T) {
			var searcher *protocoltest.Searcher
			player := program(&searcher).Open()
			defer player.Close()
			game := movegen.NewGame()
			control := client.Control{Depth: 3, Ponder: true}
			if err := player.NewGame(t.Context(), client.Setup{Start: game.Start(), Control: control}); err != nil {
				t.Fatal(err)
			}
			reply, err := player.Move(t.Context(), client.Turn{Game: game})
			if err != nil || game.Play(reply.Move) != nil {
				t.Fatalf("%+v, %v", reply, err)
			}
			if err := player.Ponder(t.Context(), client.Turn{Game: game}); err != nil {
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
			reply, err = player.Move(t.Context(), client.Turn{Game: game})
			if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Report.Depth != 3 {
				t.Errorf("%+v, %v", reply, err)
			}
			// A search that is overtaken may not have begun.
			if n := searcher.Searches(); n != test.searches && (test.hit || n != test.searches-1) {
				t.Errorf("%d searches, not %d", n, test.searches)
			}
		})
	}
}

func TestSettingsThatAreRefusedLeaveNoPlayer(t *testing.T) {
	for _, settings := range [][]client.Setting{
		{{Name: "Knowledge", Value: "nonsense"}},
		{{Name: "Threads", Value: "1"}, {Name: "Knowledge", Value: "nonsense"}},
		{{Name: "Nothing", Value: "1"}},
	} {
		var searcher *protocoltest.Searcher
		refused := program(&searcher)
		refused.Settings = settings
		player := refused.Open()
		for attempt := range 3 { // the last must not play with the default options
			err := player.NewGame(t.Context(), client.Setup{Start: movegen.StartPosition()})
			if fault, ok := errors.AsType[*client.StartError](err); !ok || fault.Name != "Local" {
				t.Errorf("%v, attempt %d: error %v", settings, attempt+1, err)
			}
		}
		if err := player.Close(); err != nil {
			t.Error(err)
		}
	}
}
