package client

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
)

// ready returns a client that has begun a game with an engine of the given features.
func ready(t *testing.T, setup Setup, features string, answers map[string]string) (*cecpClient, *[]string) {
	t.Helper()
	answers["protover"] = features
	engine, sent := scripted(answers)
	client := newCECP(engine)
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := client.NewGame(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
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
			if _, err := client.Move(t.Context(), Turn{Game: game}); err != nil {
				t.Fatal(err)
			}
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
	game, _, err := movegen.Referee{Rules: movegen.Rules{Chess960: true}}.StartFEN(start)
	if err != nil {
		t.Fatal(err)
	}
	setup := Setup{Start: game.Start(), Chess960: true, Control: Control{Depth: 1}}
	client, sent := ready(t, setup, strings.ReplaceAll(modern, "normal,", "normal,fischerandom,"), map[string]string{"usermove": "move O-O"})
	client.playing = true
	other := movegen.Referee{Rules: movegen.Rules{Chess960: true}}
	game, _, err = other.StartFEN("r3k3/8/8/8/8/8/8/R4KR1 b GAa - 0 1")
	if err != nil {
		t.Fatal(err)
	}
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
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := client.NewGame(t.Context(), setup); !errors.Is(err, ErrUnable) {
		t.Errorf("an engine that does not know it: %v", err)
	}
}
