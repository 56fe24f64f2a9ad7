package uci

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/protocoltest"
	"alfiere/protocol/wire"
	"alfiere/search"
)

// scripted returns an engine that answers the lines that have a key with its lines, and
// where the lines are noted that it was sent.
func scripted(answers map[string]string) (*protocol.Opponent, *[]string) {
	return answering(func(line string) string {
		word, _ := wire.Cut(line)
		return answers[word]
	})
}

// answering returns an engine that answers as answer says.
func answering(answer func(line string) string) (*protocol.Opponent, *[]string) {
	lines := make(chan wire.Line, 1000)
	var sent []string
	return &protocol.Opponent{Lines: lines, Out: wire.NewOutput(writerFunc(func(p []byte) (int, error) {
		line := strings.TrimSuffix(string(p), "\n")
		sent = append(sent, line)
		for answer := range strings.Lines(answer(line)) {
			if answer == "EOF" {
				close(lines)
				break
			}
			lines <- wire.Line{Text: strings.TrimSuffix(answer, "\n")}
		}
		return len(p), nil
	}))}, &sent
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func clientGame(t *testing.T, fen string, moves ...movegen.Move) *movegen.Game {
	t.Helper()
	game, _, err := movegen.Follower().StartFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

var e2e4 = movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)

func TestClientSendsWhatTheStandardWants(t *testing.T) {
	clocks := [2]search.Clock{
		{Remaining: 61500 * time.Millisecond, Increment: time.Second},
		{Remaining: 200 * time.Microsecond, Increment: 500 * time.Millisecond, MovesToGo: 7}}
	tests := []struct {
		name    string
		control protocol.Control
		game    *movegen.Game
		want    []string
	}{
		{"a clock", protocol.Control{Moves: 40, Base: time.Minute}, clientGame(t, movegen.StartFEN, e2e4),
			[]string{"position startpos moves e2e4", "go wtime 61500 btime 1 winc 1000 binc 500 movestogo 7"}},
		{"a time for each move", protocol.Control{MoveTime: 1500 * time.Millisecond}, clientGame(t, "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9"),
			[]string{"position fen 4k3/8/8/8/8/8/8/R3K3 b Q - 3 9", "go movetime 1500"}},
		{"nodes and depth", protocol.Control{Nodes: 5000, Depth: 9}, clientGame(t, movegen.StartFEN),
			[]string{"position startpos", "go nodes 5000 depth 9"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, sent := scripted(map[string]string{"isready": "readyok", "go": "bestmove 0000"})
			client := NewClient(engine)
			if err := client.NewGame(t.Context(), protocol.Setup{Start: movegen.StartPosition(), Control: test.control}); err != nil {
				t.Fatal(err)
			}
			_, err := client.Move(t.Context(), protocol.Turn{Game: test.game, Clocks: clocks})
			if fault, ok := errors.AsType[*protocol.UnplayableError](err); !ok || fault.Text != "0000" {
				t.Errorf("error %v", err)
			}
			if want := append([]string{"ucinewgame", "isready"}, test.want...); !slices.Equal(*sent, want) {
				t.Errorf("sent %q, want %q", *sent, want)
			}
		})
	}
}

func TestClientReadsWhatEnginesSay(t *testing.T) {
	engine, sent := scripted(map[string]string{
		"uci":     "a greeting\nid name Some Engine 1.0\noption name Move Overhead type spin default 1 min 0 max 9\noption name Clear Hash type button\nuciok",
		"isready": "info string almost\nreadyok",
		"go": "info depth 1 score cp 10 pv e2e4\ninfo depth 8 seldepth 9 multipv 1 score cp 33 nodes 700 time 12 pv e2e4 e7e5\n" +
			"info depth 8 multipv 2 score cp 99 nodes 800\ninfo depth 9 score cp 90 lowerbound nodes 900 time 15\n" +
			"info depth 9 currmove e2e4 currmovenumber 1\ninfo string depth 77 score cp 77\nbestmove e2e4 ponder e7e5",
	})
	client := NewClient(engine)
	if err := client.Handshake(t.Context()); err != nil || client.Name() != "Some Engine 1.0" {
		t.Fatalf("name %q, error %v", client.Name(), err)
	}
	for _, setting := range [][2]string{{"moveoverhead", "20"}, {"Clear Hash", ""}} {
		if err := client.SetOption(setting[0], setting[1]); err != nil {
			t.Errorf("%s: %v", setting[0], err)
		}
	}
	if err := client.SetOption("Contempt", "3"); !errors.Is(err, protocol.ErrUnable) {
		t.Errorf("an option that is not there: %v", err)
	}
	if want := []string{"uci", "setoption name Move Overhead value 20", "setoption name Clear Hash"}; !slices.Equal(*sent, want) {
		t.Errorf("sent %q, want %q", *sent, want)
	}
	if err := client.NewGame(t.Context(), protocol.Setup{Start: movegen.StartPosition(), Control: protocol.Control{Depth: 9}}); err != nil {
		t.Fatal(err)
	}
	reply, err := client.Move(t.Context(), protocol.Turn{Game: clientGame(t, movegen.StartFEN)})
	want := search.Info{Depth: 8, SelDepth: 9, MultiPV: 1, Score: 33, Bound: search.Exact, Nodes: 900, Elapsed: 15 * time.Millisecond}
	if err != nil || reply.Move != e2e4 || !sameInfo(reply.Info, want) {
		t.Errorf("%+v, error %v", reply, err)
	}
}

// sameInfo compares infos without their lines.
func sameInfo(a, b search.Info) bool {
	return a.Depth == b.Depth && a.SelDepth == b.SelDepth && a.MultiPV == b.MultiPV && a.Score == b.Score &&
		a.Bound == b.Bound && a.Nodes == b.Nodes && a.Elapsed == b.Elapsed
}

func TestClientDoesNotWaitForEver(t *testing.T) {
	engine, sent := scripted(map[string]string{"isready": "readyok", "stop": "bestmove e2e4"})
	client := NewClient(engine)
	if err := client.NewGame(t.Context(), protocol.Setup{Start: movegen.StartPosition(), Control: protocol.Control{Depth: 9}}); err != nil {
		t.Fatal(err)
	}
	game := clientGame(t, movegen.StartFEN)
	reply, err := client.Move(t.Context(), protocol.Turn{Game: game, Stop: time.Millisecond})
	if err != nil || reply.Move != e2e4 || (*sent)[len(*sent)-1] != "stop" {
		t.Errorf("told to stop: %+v, %v, sent %q", reply, err, *sent)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := client.Move(ctx, protocol.Turn{Game: game}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no answer: %v", err)
	}
	gone, _ := scripted(map[string]string{"uci": "id name X\nEOF"})
	if err := NewClient(gone).Handshake(t.Context()); !errors.Is(err, protocol.ErrGone) {
		t.Errorf("the end of the lines: %v", err)
	}
}

// TestClientAndAdapterUnderstandEachOther lets the two sides of this package play.
func TestClientAndAdapterUnderstandEachOther(t *testing.T) {
	toEngine, fromClient := protocoltest.Pipe(t)
	toClient, fromEngine := protocoltest.Pipe(t)
	quit := make(chan struct{})
	defer close(quit)
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil
	}, protocol.Resources{Hash: 64, Threads: 1}, rand.NewPCG(1, 1))
	ended := make(chan error, 1)
	go func() {
		session := &protocol.Session{Lines: wire.ReadLines(toEngine, quit), Out: wire.NewOutput(fromEngine), Controller: controller}
		_, err := Serve(session, "uci")
		fromEngine.Close()
		ended <- err
	}()
	client := NewClient(&protocol.Opponent{Lines: wire.ReadLines(toClient, quit), Out: wire.NewOutput(fromClient)})
	if err := client.Handshake(t.Context()); err != nil || client.Name() != protocol.Name {
		t.Fatalf("name %q, error %v", client.Name(), err)
	}
	if err := client.SetOption("Hash", "2"); err != nil {
		t.Error(err)
	}
	for range 2 {
		game := clientGame(t, movegen.StartFEN)
		if err := client.NewGame(t.Context(), protocol.Setup{Start: game.Start(), Control: protocol.Control{Depth: 3}}); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			reply, err := client.Move(t.Context(), protocol.Turn{Game: game})
			if err != nil || reply.Info.Depth != 3 || reply.Info.Nodes != 300 {
				t.Fatalf("%+v, error %v", reply, err)
			}
			if err := game.Play(reply.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	client.Quit()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// FuzzInfo writes a report as the adapter does and reads it as the client does.
func FuzzInfo(f *testing.F) {
	f.Add(7, 9, -35, uint64(123456), int64(1500), uint8(0), "score mate 3 depth")
	f.Add(99, 0, int(search.MateScore)-5, uint64(0), int64(0), uint8(2), "depth x nodes -7 time 99999999999999999999")
	f.Fuzz(func(t *testing.T, depth, selDepth, score int, nodes uint64, milliseconds int64, bound uint8, noise string) {
		var read search.Info
		parseInfo(noise, &read) // whatever it is
		limit := int(search.MateScore)
		want := search.Info{Depth: 1 + abs(depth)%200, MultiPV: 1, Nodes: nodes >> 1, Elapsed: time.Duration(abs(int(milliseconds))%1_000_000) * time.Millisecond,
			Score: search.Score(score % (limit + 1)), Bound: search.Upper + search.Bound(bound%3), Line: []movegen.Move{e2e4}}
		want.SelDepth = want.Depth + abs(selDepth)%50
		if moves, ok := want.Score.Mate(); ok {
			want.Score = mateScore(int64(moves)) // the protocol has moves, not plies
		}
		var line strings.Builder
		a := &adapter{out: wire.NewOutput(&line), controller: protocol.NewController(nil, protocol.Resources{}, rand.NewPCG(1, 1))}
		a.printThinking(protocol.Thinking{Info: want})
		read = search.Info{}
		_, rest := wire.Cut(strings.TrimSpace(line.String()))
		if parseInfo(rest, &read); !sameInfo(read, want) {
			t.Errorf("%q is read as %+v", line.String(), read)
		}
	})
}

func abs(n int) int { return max(n, -(n + 1)) }
