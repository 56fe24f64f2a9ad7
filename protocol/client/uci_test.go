package client

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"alfiere/movegen"
)

func TestUCIClientSendsWhatTheStandardWants(t *testing.T) {
	clocks := [2]Clock{
		{Remaining: 61500 * time.Millisecond, Increment: time.Second},
		{Remaining: 200 * time.Microsecond, Increment: 500 * time.Millisecond, MovesToGo: 7}}
	tests := []struct {
		name    string
		control Control
		game    *movegen.Game
		want    []string
	}{
		{"a clock", Control{Moves: 40, Base: time.Minute}, gameOf(t, movegen.StartFEN, "e2e4"),
			[]string{"position startpos moves e2e4", "go wtime 61500 btime 1 winc 1000 binc 500 movestogo 7"}},
		{"a time for each move", Control{MoveTime: 1500 * time.Millisecond}, gameOf(t, "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9"),
			[]string{"position fen 4k3/8/8/8/8/8/8/R3K3 b Q - 3 9", "go movetime 1500"}},
		{"nodes and depth", Control{Nodes: 5000, Depth: 9}, gameOf(t, movegen.StartFEN),
			[]string{"position startpos", "go nodes 5000 depth 9"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, sent := scripted(map[string]string{"isready": "readyok", "go": "bestmove 0000"})
			client := newUCI(engine)
			if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: test.control}); err != nil {
				t.Fatal(err)
			}
			_, err := client.Move(t.Context(), Turn{Game: test.game, Clocks: clocks})
			if fault, ok := errors.AsType[*UnplayableError](err); !ok || fault.Text != "0000" {
				t.Errorf("error %v", err)
			}
			if want := append([]string{"ucinewgame", "isready"}, test.want...); !slices.Equal(*sent, want) {
				t.Errorf("sent %q, want %q", *sent, want)
			}
		})
	}
}

func TestUCIClientReadsWhatEnginesSay(t *testing.T) {
	engine, sent := scripted(map[string]string{
		"uci":     "a greeting\nid name Some Engine 1.0\noption name Move Overhead type spin default 1 min 0 max 9\noption name Clear Hash type button\nuciok",
		"isready": "info string almost\nreadyok",
		"go": "info depth 1 score cp 10 pv e2e4\ninfo depth 8 seldepth 9 multipv 1 score cp 33 nodes 700 time 12 pv e2e4 e7e5\n" +
			"info depth 8 multipv 2 score cp 99 nodes 800\ninfo depth 9 score cp 90 lowerbound nodes 900 time 15\n" +
			"info depth 9 currmove e2e4 currmovenumber 1\ninfo string depth 77 score cp 77\nbestmove e2e4 ponder e7e5",
	})
	client := newUCI(engine)
	if err := client.Handshake(t.Context()); err != nil || client.name != "Some Engine 1.0" {
		t.Fatalf("name %q, error %v", client.name, err)
	}
	for _, setting := range [][2]string{{"moveoverhead", "20"}, {"Clear Hash", ""}} {
		if err := client.SetOption(setting[0], setting[1]); err != nil {
			t.Errorf("%s: %v", setting[0], err)
		}
	}
	if err := client.SetOption("Contempt", "3"); !errors.Is(err, ErrUnable) {
		t.Errorf("an option that is not there: %v", err)
	}
	if want := []string{"uci", "setoption name Move Overhead value 20", "setoption name Clear Hash"}; !slices.Equal(*sent, want) {
		t.Errorf("sent %q, want %q", *sent, want)
	}
	if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 9}}); err != nil {
		t.Fatal(err)
	}
	reply, err := client.Move(t.Context(), Turn{Game: gameOf(t, movegen.StartFEN)})
	want := Report{Depth: 8, Score: 33, Nodes: 900, Elapsed: 15 * time.Millisecond}
	if err != nil || reply.Move.String() != "e2e4" || reply.Report != want {
		t.Errorf("%+v, error %v", reply, err)
	}
}

func TestUCIClientDoesNotWaitForEver(t *testing.T) {
	engine, sent := scripted(map[string]string{"isready": "readyok", "stop": "bestmove e2e4"})
	client := newUCI(engine)
	if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 9}}); err != nil {
		t.Fatal(err)
	}
	game := gameOf(t, movegen.StartFEN)
	reply, err := client.Move(t.Context(), Turn{Game: game, Stop: time.Millisecond})
	if err != nil || reply.Move.String() != "e2e4" || (*sent)[len(*sent)-1] != "stop" {
		t.Errorf("told to stop: %+v, %v, sent %q", reply, err, *sent)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := client.Move(ctx, Turn{Game: game}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no answer: %v", err)
	}
	gone, _ := scripted(map[string]string{"uci": "id name X\nEOF"})
	if err := newUCI(gone).Handshake(t.Context()); !errors.Is(err, errGone) {
		t.Errorf("the end of the lines: %v", err)
	}
}

// TestATurnCanBeInterrupted tells an engine that would think for ever to move at once, and
// reads the line that it has told.
func TestATurnCanBeInterrupted(t *testing.T) {
	conn, sent := scripted(map[string]string{
		"isready": "readyok",
		"stop":    "info depth 3 score cp 12 pv e2e4 e7e5 e1e8\nbestmove e2e4",
	})
	client := New(UCI, conn)
	if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{MoveTime: time.Hour}}); err != nil {
		t.Fatal(err)
	}
	interrupt := make(chan struct{})
	time.AfterFunc(20*time.Millisecond, func() { close(interrupt) })
	reply, err := client.Move(t.Context(), Turn{Game: gameOf(t, movegen.StartFEN), Interrupt: interrupt})
	if err != nil || reply.Move.String() != "e2e4" || len(reply.Line) != 2 || reply.Report.Depth != 3 {
		t.Errorf("%+v, %v", reply, err)
	}
	if last := (*sent)[len(*sent)-1]; last != "stop" {
		t.Errorf("the last line sent is %q", last)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	conn, _ = scripted(map[string]string{"isready": "readyok"})
	client = New(UCI, conn)
	if _, err := client.Move(ctx, Turn{Game: gameOf(t, movegen.StartFEN), Interrupt: make(chan struct{})}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an engine that does not answer gives %v", err)
	}
}
