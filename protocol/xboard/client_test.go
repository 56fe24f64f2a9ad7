package xboard

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

// scripted returns an engine that answers lines by their first word, and where the
// lines are noted that it was sent. Pings it answers unless it has an answer of its own.
func scripted(answers map[string]string) (*protocol.Opponent, *[]string) {
	lines := make(chan wire.Line, 1000)
	var sent []string
	return &protocol.Opponent{Lines: lines, Out: wire.NewOutput(writerFunc(func(p []byte) (int, error) {
		line := strings.TrimSuffix(string(p), "\n")
		sent = append(sent, line)
		word, rest := wire.Cut(line)
		answer, ok := answers[word]
		if word == "ping" && !ok {
			answer = "pong " + rest
		}
		for text := range strings.Lines(answer) {
			lines <- wire.Line{Text: strings.TrimSuffix(text, "\n")}
		}
		return len(p), nil
	}))}, &sent
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// modern are the features that the client makes use of.
const modern = "feature done=0\nfeature ping=1 setboard=1 usermove=1 nps=1 memory=1 smp=1 variants=\"normal,nocastle\" reuse=1\n" +
	"feature option=\"Move Overhead -spin 1 0 9\" option=\"Clear -button\" myname=\"An Engine\" done=1"

func play(t *testing.T, game *movegen.Game, moves ...movegen.Move) {
	t.Helper()
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

func square(t *testing.T, text string) movegen.Square {
	t.Helper()
	s, ok := movegen.ParseSquare(text)
	if !ok {
		t.Fatalf("no square: %q", text)
	}
	return s
}

func normal(t *testing.T, text string) movegen.Move {
	t.Helper()
	return movegen.MakeMove(square(t, text[:2]), square(t, text[2:]), movegen.Normal)
}

func TestClientPlaysAGame(t *testing.T) {
	engine, sent := scripted(map[string]string{"protover": modern,
		"go": "1 10 0 20 e2e4\n# a comment\n 9. 31 12 3400\te7e5 d2d4\nmove e7e5", "usermove": ""})
	client := NewClient(engine)
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, setting := range [][2]string{{"moveoverhead", "5"}, {"clear", ""}, {"Hash", "32"}, {"Threads", "2"}} {
		if err := client.SetOption(setting[0], setting[1]); err != nil {
			t.Error(err)
		}
	}
	if err := client.SetOption("Contempt", "3"); !errors.Is(err, protocol.ErrUnable) {
		t.Errorf("an option that is not there: %v", err)
	}
	game := movegen.NewGame()
	control := protocol.Control{Moves: 40, Base: 90500 * time.Millisecond, Increment: 50 * time.Millisecond}
	if err := client.NewGame(t.Context(), protocol.Setup{Start: game.Start(), Control: control}); err != nil || !client.Reusable() {
		t.Fatalf("error %v, reusable %v", err, client.Reusable())
	}
	clocks := [2]search.Clock{{Remaining: time.Millisecond}, {Remaining: 61234 * time.Millisecond}}
	play(t, game, normal(t, "e2e4"))
	reply, err := client.Move(t.Context(), protocol.Turn{Game: game, Clocks: clocks})
	if want := (search.Info{Depth: 9, Score: 31, Elapsed: 120 * time.Millisecond, Nodes: 3400, MultiPV: 1}); err != nil ||
		reply.Move != normal(t, "e7e5") || !sameInfo(reply.Info, want) {
		t.Errorf("%+v, error %v", reply, err)
	}
	play(t, game, reply.Move, normal(t, "g1f3"))
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond) // long enough for Stop to come first
	defer cancel()
	if _, err := client.Move(ctx, protocol.Turn{Game: game, Clocks: clocks, Stop: time.Microsecond}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no answer: %v", err)
	}
	want := []string{"xboard", "protover 2", "accepted ping", "accepted setboard", "accepted usermove", "accepted nps", "accepted memory",
		"accepted smp", "accepted variants", "accepted reuse", "accepted option", "accepted option", "accepted myname",
		"option Move Overhead=5", "option Clear", "memory 32", "cores 2",
		"new", "level 40 1:31 0.05", "post", "easy", "force", "ping 1",
		"usermove e2e4", "time 6123", "otim 1", "go", "time 6123", "otim 1", "usermove g1f3", "?"}
	if !slices.Equal(*sent, want) {
		t.Errorf("sent\n%q, want\n%q", *sent, want)
	}
}

func sameInfo(a, b search.Info) bool {
	return a.Depth == b.Depth && a.Score == b.Score && a.Nodes == b.Nodes && a.Elapsed == b.Elapsed && a.MultiPV == b.MultiPV
}

func TestClientSendsTheControl(t *testing.T) {
	tests := []struct {
		name    string
		control protocol.Control
		want    string
		err     error
	}{
		{"a clock", protocol.Control{Base: 5 * time.Minute, Increment: 3 * time.Second}, "level 0 5 3", nil},
		{"less than a second", protocol.Control{Base: 100 * time.Millisecond, Increment: 10 * time.Millisecond}, "level 0 0:01 0.01", nil},
		{"a time for each move", protocol.Control{MoveTime: 300 * time.Millisecond}, "st 0.3", nil},
		{"nodes", protocol.Control{Nodes: 5000}, "st 1|nps 5000", nil},
		{"depth", protocol.Control{Depth: 7}, "level 0 600 0|sd 7", nil},
		{"a clock and depth", protocol.Control{Base: time.Minute, Depth: 7}, "level 0 1 0|sd 7", nil},
		{"a clock and nodes", protocol.Control{Base: time.Minute, Nodes: 7}, "", protocol.ErrUnable},
		{"a clock and a time for each move", protocol.Control{Base: time.Minute, MoveTime: time.Second}, "", protocol.ErrUnable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, sent := scripted(map[string]string{"protover": modern})
			client := NewClient(engine)
			if err := client.Handshake(t.Context()); err != nil {
				t.Fatal(err)
			}
			*sent = nil
			if err := client.NewGame(t.Context(), protocol.Setup{Start: movegen.StartPosition(), Control: test.control}); !errors.Is(err, test.err) {
				t.Errorf("error %v", err)
			}
			text := strings.Join(*sent, "|")
			text, _ = strings.CutPrefix(text, "new")
			text, _, _ = strings.Cut(text, "|post")
			if text = strings.TrimPrefix(text, "|"); text != test.want {
				t.Errorf("sent %q, want %q", text, test.want)
			}
		})
	}
}

func TestClientUnderstandsReplies(t *testing.T) {
	white := movegen.NewGame()
	black := movegen.NewGame()
	play(t, black, normal(t, "e2e4"))
	var claim *protocol.ClaimError
	var unplayable *protocol.UnplayableError
	tests := []struct {
		name    string
		game    *movegen.Game
		answer  string
		resigns bool
		move    string
		as      any
		is      error
	}{
		{name: "a move", game: white, answer: "move g1f3", move: "g1f3"},
		{name: "a move in SAN", game: white, answer: "move Nf3", move: "g1f3"},
		{name: "a draw offer before the move", game: white, answer: "offer draw\nmove g1f3", move: "g1f3"},
		{name: "resign", game: white, answer: "resign", resigns: true},
		{name: "White resigns", game: white, answer: "0-1 {White resigns}", resigns: true},
		{name: "Black resigns", game: black, answer: "1-0 {Black resigns}", resigns: true},
		{name: "White claims a win", game: white, answer: "1-0 {White mates}", as: &claim},
		{name: "Black claims a win", game: black, answer: "0-1 {Black mates}", as: &claim},
		{name: "a draw is claimed", game: black, answer: "1/2-1/2 {Repetition}", as: &claim},
		{name: "an illegal move", game: black, answer: "move e2e4", as: &unplayable},
		{name: "no move", game: black, answer: "move", as: &unplayable},
		{name: "the opponent's move is refused", game: black, answer: "Illegal move: e2e4", is: protocol.ErrRejected},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, _ := scripted(map[string]string{"protover": modern, "go": test.answer})
			client := NewClient(engine)
			if err := client.Handshake(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := client.NewGame(t.Context(), protocol.Setup{Start: test.game.Start(), Control: protocol.Control{Depth: 1}}); err != nil {
				t.Fatal(err)
			}
			reply, err := client.Move(t.Context(), protocol.Turn{Game: test.game})
			switch {
			case test.as != nil && !errors.As(err, test.as), test.is != nil && !errors.Is(err, test.is):
				t.Errorf("error %v", err)
			case test.as == nil && test.is == nil && err != nil:
				t.Errorf("error %v", err)
			case reply.Resigns != test.resigns, test.move != "" && reply.Move != normal(t, test.move):
				t.Errorf("%+v", reply)
			}
		})
	}
}

func TestClientKnowsWhatOldEnginesCannot(t *testing.T) {
	engine, _ := scripted(map[string]string{"protover": "feature san=1 done=1", "setboard": "tellusererror Illegal position"})
	client := NewClient(engine)
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	position, err := movegen.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := client.NewGame(t.Context(), protocol.Setup{Start: position, Control: protocol.Control{Depth: 1}}); !errors.Is(err, protocol.ErrUnable) {
		t.Errorf("a position: %v", err)
	}
	if err := client.NewGame(t.Context(), protocol.Setup{Start: movegen.StartPosition(), Control: protocol.Control{Nodes: 1}}); !errors.Is(err, protocol.ErrUnable) {
		t.Errorf("nodes: %v", err)
	}
	if client.Reusable() {
		t.Error("without ping it is not known when an engine is ready again")
	}
	engine, _ = scripted(map[string]string{"protover": "feature ping=1 setboard=1 done=1", "setboard": "tellusererror Illegal position"})
	client = NewClient(engine)
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := client.NewGame(t.Context(), protocol.Setup{Start: position, Control: protocol.Control{Depth: 1}}); !errors.Is(err, protocol.ErrRejected) {
		t.Errorf("a refused position: %v", err)
	}
}

func TestMovesAreSentInSANIfTheEngineWantsIt(t *testing.T) {
	engine, sent := scripted(map[string]string{"protover": "feature san=1 ping=1 done=1", "go": "move Nf6"})
	client := NewClient(engine)
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	game := movegen.NewGame()
	if err := client.NewGame(t.Context(), protocol.Setup{Start: game.Start(), Control: protocol.Control{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	play(t, game, normal(t, "g1f3"))
	if _, err := client.Move(t.Context(), protocol.Turn{Game: game}); err != nil || !slices.Contains(*sent, "Nf3") {
		t.Errorf("error %v, sent %q", err, *sent)
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
	lines := wire.ReadLines(toEngine, quit)
	go func() {
		first := <-lines
		session := &protocol.Session{Lines: lines, Out: wire.NewOutput(fromEngine), Controller: controller}
		_, err := Serve(session, first.Text)
		fromEngine.Close()
		ended <- err
	}()
	client := NewClient(&protocol.Opponent{Lines: wire.ReadLines(toClient, quit), Out: wire.NewOutput(fromClient)})
	if err := client.Handshake(t.Context()); err != nil || !client.Reusable() {
		t.Fatalf("reusable %v, error %v", client.Reusable(), err)
	}
	position, err := movegen.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		game := movegen.Referee{}.Start(position)
		if err := client.NewGame(t.Context(), protocol.Setup{Start: position, Control: protocol.Control{Depth: 3}}); err != nil {
			t.Fatal(err)
		}
		// The searcher plays against itself: every other move is told to the engine.
		for !game.Over() { // they repeat their moves soon
			reply, err := client.Move(t.Context(), protocol.Turn{Game: game})
			if err != nil || reply.Info.Depth != 3 || reply.Info.Nodes != 300 {
				t.Fatalf("%+v, error %v", reply, err)
			}
			play(t, game, reply.Move)
			if last := game.Position(); !game.Over() {
				var list movegen.MoveList
				last.LegalMoves(&list)
				play(t, game, list.At(0))
			}
		}
	}
	client.Quit()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// FuzzThinking writes a report as the adapter does and reads it as the client does.
func FuzzThinking(f *testing.F) {
	f.Add(7, -35, uint64(123456), 1500, "12& 31 5 400 e2e4")
	f.Add(99, int(search.MateScore)-5, uint64(0), 0, "999999999999 1 2 3")
	f.Fuzz(func(t *testing.T, depth, score int, nodes uint64, centiseconds int, noise string) {
		var read search.Info
		parseThinking(noise, &read) // whatever it is
		want := search.Info{Depth: 1 + max(depth, -(depth+1))%200, MultiPV: 1, Nodes: nodes >> 1,
			Elapsed: time.Duration(max(centiseconds, -(centiseconds+1))%1_000_000) * 10 * time.Millisecond,
			Score:   search.Score(score % int(search.MateScore+1))}
		if moves, ok := want.Score.Mate(); ok { // the protocol has moves, not plies
			want.Score = parseScore(int64(mateBase + moves))
			if moves <= 0 {
				want.Score = parseScore(int64(-mateBase + moves))
			}
		}
		var line strings.Builder
		a := &adapter{player: &protocol.Player{}, post: true, out: wire.NewOutput(&line)}
		a.printThinking(want)
		read = search.Info{}
		if parseThinking(line.String(), &read); !sameInfo(read, want) {
			t.Errorf("%q is read as %+v, not %+v", line.String(), read, want)
		}
	})
}
