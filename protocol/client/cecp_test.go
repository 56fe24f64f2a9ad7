package client

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// modern are the features that the client makes use of.
const modern = "feature done=0\nfeature ping=1 setboard=1 usermove=1 nps=1 memory=1 smp=1 egt=\"gaviota, syzygy\" variants=\"normal,nocastle\" reuse=1\n" +
	"feature option=\"Move Overhead -spin 1 0 9\" option=\"Clear -button\" myname=\"An Engine\" done=1"

func TestCECPClientPlaysAGame(t *testing.T) {
	engine, sent := scripted(map[string]string{"protover": modern,
		"go": "1 10 0 20 e2e4\n# a comment\n 9. 31 12 3400\te7e5 d2d4\nmove e7e5", "usermove": ""})
	client := newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	for _, setting := range [][2]string{{"moveoverhead", "5"}, {"clear", ""}, {"Hash", "32"}, {"Threads", "2"}, {"SyzygyPath", "/my tables:/others"}} {
		must.Do(t, client.SetOption(setting[0], setting[1]))
	}
	if err := client.SetOption("Contempt", "3"); !errors.Is(err, ErrUnable) {
		t.Errorf("an option that is not there: %v", err)
	}
	game := movegen.NewGame()
	control := Control{Moves: 40, Base: 90500 * time.Millisecond, Increment: 50 * time.Millisecond}
	if err := client.NewGame(t.Context(), Setup{Start: game.Start(), Control: control}); err != nil || !client.Reusable() {
		t.Fatalf("error %v, reusable %v", err, client.Reusable())
	}
	clocks := [2]Clock{{Remaining: time.Millisecond}, {Remaining: 61234 * time.Millisecond}}
	play(t, game, "e2e4")
	reply, err := client.Move(t.Context(), Turn{Game: game, Clocks: clocks})
	if want := (Report{Depth: 9, Score: 31, Elapsed: 120 * time.Millisecond, Nodes: 3400}); err != nil ||
		reply.Move.String() != "e7e5" || reply.Report != want {
		t.Errorf("%+v, error %v", reply, err)
	}
	play(t, game, reply.Move.String(), "g1f3")
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond) // long enough for Stop to come first
	defer cancel()
	if _, err := client.Move(ctx, Turn{Game: game, Clocks: clocks, Stop: time.Microsecond}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no answer: %v", err)
	}
	want := []string{"xboard", "protover 2", "accepted ping", "accepted setboard", "accepted usermove", "accepted nps", "accepted memory",
		"accepted smp", "accepted egt", "accepted variants", "accepted reuse", "accepted option", "accepted option", "accepted myname",
		"option Move Overhead=5", "option Clear", "memory 32", "cores 2", "egtpath syzygy /my tables:/others",
		"new", "level 40 1:31 0.05", "post", "easy", "force", "ping 1",
		"usermove e2e4", "time 6123", "otim 1", "go", "time 6123", "otim 1", "usermove g1f3", "?"}
	if !slices.Equal(*sent, want) {
		t.Errorf("sent\n%q, want\n%q", *sent, want)
	}
}

func TestCECPClientSendsTheControl(t *testing.T) {
	tests := []struct {
		name    string
		control Control
		want    string
		err     error
	}{
		{"a clock", Control{Base: 5 * time.Minute, Increment: 3 * time.Second}, "level 0 5 3", nil},
		{"less than a second", Control{Base: 100 * time.Millisecond, Increment: 10 * time.Millisecond}, "level 0 0:01 0.01", nil},
		{"a time for each move", Control{MoveTime: 300 * time.Millisecond}, "st 0.3", nil},
		{"nodes", Control{Nodes: 5000}, "st 1|nps 5000", nil},
		{"depth", Control{Depth: 7}, "level 0 600 0|sd 7", nil},
		{"a clock and depth", Control{Base: time.Minute, Depth: 7}, "level 0 1 0|sd 7", nil},
		{"a clock and nodes", Control{Base: time.Minute, Nodes: 7}, "", ErrUnable},
		{"a clock and a time for each move", Control{Base: time.Minute, MoveTime: time.Second}, "", ErrUnable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, sent := scripted(map[string]string{"protover": modern})
			client := newCECP(engine)
			must.Do(t, client.Handshake(t.Context()))
			*sent = nil
			if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: test.control}); !errors.Is(err, test.err) {
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

func TestCECPClientUnderstandsReplies(t *testing.T) {
	white := movegen.NewGame()
	black := movegen.NewGame()
	play(t, black, "e2e4")
	var claim *ClaimError
	var unplayable *UnplayableError
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
		{name: "the opponent's move is refused", game: black, answer: "Illegal move: e2e4", is: ErrRejected},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, _ := scripted(map[string]string{"protover": modern, "go": test.answer})
			client := newCECP(engine)
			must.Do(t, client.Handshake(t.Context()))
			must.Do(t, client.NewGame(t.Context(), Setup{Start: test.game.Start(), Control: Control{Depth: 1}}))
			reply, err := client.Move(t.Context(), Turn{Game: test.game})
			switch {
			case test.as != nil && !errors.As(err, test.as), test.is != nil && !errors.Is(err, test.is):
				t.Errorf("error %v", err)
			case test.as == nil && test.is == nil && err != nil:
				t.Errorf("error %v", err)
			case reply.Resigns != test.resigns, test.move != "" && reply.Move.String() != test.move:
				t.Errorf("%+v", reply)
			}
		})
	}
}

func TestCECPClientKnowsWhatOldEnginesCannot(t *testing.T) {
	engine, _ := scripted(map[string]string{"protover": "feature san=1 done=1", "setboard": "tellusererror Illegal position"})
	client := newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	position := must.Get(movegen.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))(t)
	if err := client.NewGame(t.Context(), Setup{Start: position, Control: Control{Depth: 1}}); !errors.Is(err, ErrUnable) {
		t.Errorf("a position: %v", err)
	}
	if err := client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Nodes: 1}}); !errors.Is(err, ErrUnable) {
		t.Errorf("nodes: %v", err)
	}
	if client.Reusable() {
		t.Error("without ping it is not known when an engine is ready again")
	}
	engine, _ = scripted(map[string]string{"protover": "feature ping=1 setboard=1 done=1", "setboard": "tellusererror Illegal position"})
	client = newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	if err := client.NewGame(t.Context(), Setup{Start: position, Control: Control{Depth: 1}}); !errors.Is(err, ErrRejected) {
		t.Errorf("a refused position: %v", err)
	}
}

func TestMovesAreSentInSANIfTheEngineWantsIt(t *testing.T) {
	engine, sent := scripted(map[string]string{"protover": "feature san=1 ping=1 done=1", "go": "move Nf6"})
	client := newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	game := movegen.NewGame()
	must.Do(t, client.NewGame(t.Context(), Setup{Start: game.Start(), Control: Control{Depth: 1}}))
	play(t, game, "g1f3")
	if _, err := client.Move(t.Context(), Turn{Game: game}); err != nil || !slices.Contains(*sent, "Nf3") {
		t.Errorf("error %v, sent %q", err, *sent)
	}
}

// ready returns a client that has begun a game with an engine of the given features.
func ready(t *testing.T, setup Setup, features string, answers map[string]string) (*cecpClient, *[]string) {
	t.Helper()
	answers["protover"] = features
	engine, sent := scripted(answers)
	client := newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	must.Do(t, client.NewGame(t.Context(), setup))
	t.Cleanup(client.Quit) // which waits for who listens
	return client, sent
}

func TestCECPClientListensWhileTheEnginePonders(t *testing.T) {
	tests := []struct {
		name    string
		said    string // behind the first move
		answer  string // to the opponent's reply, 1... e5
		depth   int    // told of the next move
		resigns bool
		err     error
	}{
		{name: "on the right move", said: "8 21 5 900\te7e5 g1f3", answer: "move g1f3", depth: 8},
		{name: "and marks it", said: "8 21 5 900\t(e5) Nf3", answer: "move g1f3", depth: 8},
		{name: "on another move", said: "8 21 5 900\tc7c5 g1f3", answer: "move g1f3"},
		{name: "on who knows what", said: "8 21 5 900\tg1f3 b8c6", answer: "move g1f3"},
		{name: "and finds more", said: "8 21 5 900\te7e5 g1f3", answer: "9 21 5 950\tg1f3\nmove g1f3", depth: 9},
		{name: "and resigns", said: "resign", resigns: true},
		{name: "and rejects what is legal", said: "Illegal move: e2e4", err: ErrRejected},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			game := movegen.NewGame()
			client, sent := ready(t, Setup{Start: game.Start(), Control: Control{Depth: 9, Ponder: true}}, modern,
				map[string]string{"go": "move e2e4\n" + test.said, "usermove": test.answer})
			if !slices.Contains(*sent, "hard") || slices.Contains(*sent, "easy") {
				t.Errorf("sent %q", *sent)
			}
			must.Get(client.Move(t.Context(), Turn{Game: game}))(t)
			play(t, game, "e2e4")
			client.Ponder(Turn{Game: game})
			for len(client.conn.Lines) > 0 { // all of it is in its opponent's time
				continue
			}
			play(t, game, "e7e5")
			reply, err := client.Move(t.Context(), Turn{Game: game})
			if !errors.Is(err, test.err) || reply.Resigns != test.resigns || reply.Report.Depth != test.depth {
				t.Errorf("%+v, %v", reply, err)
			}
		})
	}
}

func TestEnginesOfferAndAcceptDraws(t *testing.T) {
	tests := []struct {
		name            string
		features        string
		offered         bool
		answer          string // to "go"; "draw" is answered with "offer draw" unless it is the answer
		sent            bool   // "draw"
		offers, accepts bool
	}{
		{"it offers one with its move", modern, false, "offer draw\nmove e2e4", false, true, false},
		{"it accepts one", modern, true, "", true, false, true},
		{"it declines one by moving", modern, true, "move e2e4", true, false, false},
		{"it is not asked if it does not want to be", modern + " draw=0", true, "move e2e4", false, false, false},
		{"what it offers otherwise is nothing", modern, false, "offer help\nmove e2e4", false, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			game := movegen.NewGame()
			answers := map[string]string{"go": test.answer}
			if test.answer == "" {
				answers["draw"] = "offer draw"
			}
			client, sent := ready(t, Setup{Start: game.Start(), Control: Control{Depth: 1}}, test.features, answers)
			reply, err := client.Move(t.Context(), Turn{Game: game, DrawOffered: test.offered})
			if err != nil || reply.OffersDraw != test.offers || reply.AcceptsDraw != test.accepts || (reply.Move == movegen.NoMove) != test.accepts {
				t.Errorf("%+v, %v", reply, err)
			}
			if slices.Contains(*sent, "draw") != test.sent {
				t.Errorf("sent %q", *sent)
			}
		})
	}
}

func TestCECPClientPlaysFischersChess(t *testing.T) {
	const start = "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1"
	game := must.First(movegen.Referee{Rules: movegen.Rules{Chess960: true}}.StartFEN(start))(t)
	setup := Setup{Start: game.Start(), Chess960: true, Control: Control{Depth: 1}}
	client, sent := ready(t, setup, strings.ReplaceAll(modern, "normal,", "normal,fischerandom,"), map[string]string{"usermove": "move O-O"})
	client.playing = true
	other := movegen.Referee{Rules: movegen.Rules{Chess960: true}}
	game = must.First(other.StartFEN("r3k3/8/8/8/8/8/8/R4KR1 b GAa - 0 1"))(t)
	play(t, game, "e8a8")
	reply, err := client.Move(t.Context(), Turn{Game: game})
	if err != nil || reply.Move.Kind() != movegen.Castling {
		t.Errorf("%+v, %v", reply, err)
	}
	text := strings.Join(*sent, "|")
	for _, want := range []string{"new|variant fischerandom|", "|setboard 4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1|", "|usermove O-O-O"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	engine, _ := scripted(map[string]string{"protover": modern})
	client = newCECP(engine)
	must.Do(t, client.Handshake(t.Context()))
	if err := client.NewGame(t.Context(), setup); !errors.Is(err, ErrUnable) {
		t.Errorf("an engine that does not know it: %v", err)
	}
}
