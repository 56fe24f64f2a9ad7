package client

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

// ponderer is an engine that answers 1. e2e4 to the first "go" and g1f3 to any other,
// and when it ponders as its answers say.
func ponderer(answers map[string]string) (*Conn, *[]string) {
	thoughts := 0
	return answering(func(line string) string {
		switch word, _ := wire.Cut(line); {
		case word == "uci":
			return "option name Ponder type check default false\noption name UCI_Chess960 type check default false\nuciok"
		case word == "isready":
			return "readyok"
		case strings.HasPrefix(line, "go ponder"):
			return answers["go ponder"]
		case word == "go":
			if thoughts++; thoughts == 1 {
				return answers["go"]
			}
			return "info depth 5 score cp 55\nbestmove g1f3"
		default:
			return answers[word]
		}
	})
}

func TestUCIClientPonders(t *testing.T) {
	const begin = "position startpos|go depth 9|"
	const ponder = begin + "position startpos moves e2e4 e7e5|go ponder depth 9|"
	const named, silent = "bestmove e2e4 ponder e7e5", "bestmove e2e4"
	tests := []struct {
		name    string
		answers map[string]string
		reply   string // the opponent's
		move    string // the engine's next one
		depth   int    // that it told
		sent    string
	}{
		{"on the reply that it expects, and is right",
			map[string]string{"go": named, "go ponder": "info depth 7 score cp 12", "ponderhit": "bestmove f1c4"},
			"e7e5", "f1c4", 7, ponder + "ponderhit"},
		{"and finds more after the reply",
			map[string]string{"go": named, "go ponder": "info depth 7 score cp 12", "ponderhit": "info depth 8 score cp 12\nbestmove f1c4"},
			"e7e5", "f1c4", 8, ponder + "ponderhit"},
		{"on another reply: the move that it then gives is not taken for the new one",
			map[string]string{"go": named, "go ponder": "info depth 7 score cp 12", "stop": "info depth 8 score cp 3\nbestmove b1c3 ponder b8c6"},
			"c7c5", "g1f3", 5, ponder + "stop|position startpos moves e2e4 c7c5|go depth 9"},
		{"and answers too early, but right",
			map[string]string{"go": named, "go ponder": "info depth 7 score cp 12\nbestmove f1c4", "ponderhit": "bestmove a2a3"},
			"e7e5", "f1c4", 7, ponder + "ponderhit?"},
		{"and answers too early, on another reply",
			map[string]string{"go": named, "go ponder": "bestmove f1c4"},
			"c7c5", "g1f3", 5, ponder + "stop?|position startpos moves e2e4 c7c5|go depth 9"},
		{"on the second move of its line if it names none",
			map[string]string{"go": "info depth 3 score cp 1 pv e2e4 e7e5 g1f3\n" + silent, "ponderhit": "bestmove f1c4"},
			"e7e5", "f1c4", 0, ponder + "ponderhit"},
		{"on nothing if its line is about another move",
			map[string]string{"go": "info depth 3 score cp 1 pv d2d4 e7e5\n" + silent},
			"e7e5", "g1f3", 5, begin + "position startpos moves e2e4 e7e5|go depth 9"},
		{"on nothing if what it names is illegal",
			map[string]string{"go": "bestmove e2e4 ponder e2e4"},
			"e7e5", "g1f3", 5, begin + "position startpos moves e2e4 e7e5|go depth 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			engine, sent := ponderer(test.answers)
			client := newUCI(engine)
			defer client.Quit() // which waits for who listens
			game := gameOf(t, movegen.StartFEN)
			prepare(t, client, Setup{Start: game.Start(), Control: Control{Depth: 9, Ponder: true}})
			*sent = nil
			first, err := client.Move(t.Context(), Turn{Game: game})
			if err != nil || first.Move.String() != "e2e4" {
				t.Fatalf("%+v, %v", first, err)
			}
			play(t, game, "e2e4")
			client.Ponder(Turn{Game: game})
			play(t, game, test.reply)
			reply, err := client.Move(t.Context(), Turn{Game: game})
			if err != nil || reply.Move != moveOf(t, game.Position(), test.move) || reply.Report.Depth != test.depth {
				t.Errorf("%+v, %v", reply, err)
			}
			// Whether an early answer has been heard by then is a matter of chance.
			heard := slices.DeleteFunc(slices.Clone(strings.Split(test.sent, "|")), func(s string) bool { return strings.HasSuffix(s, "?") })
			if !slices.Equal(*sent, heard) && strings.Join(*sent, "|") != strings.ReplaceAll(test.sent, "?", "") {
				t.Errorf("sent %q, want %q", *sent, test.sent)
			}
		})
	}
}

// prepare introduces the two and begins a game.
func prepare(t *testing.T, client *uciClient, setup Setup) {
	t.Helper()
	if err := client.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := client.NewGame(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
}

func TestAGameThatEndsWhileTheEnginePonders(t *testing.T) {
	engine, sent := ponderer(map[string]string{"go": "bestmove e2e4 ponder e7e5", "stop": "bestmove f1c4"})
	client := newUCI(engine)
	game := gameOf(t, movegen.StartFEN)
	setup := Setup{Start: game.Start(), Control: Control{Depth: 9, Ponder: true}}
	prepare(t, client, setup)
	if _, err := client.Move(t.Context(), Turn{Game: game}); err != nil {
		t.Fatal(err)
	}
	play(t, game, "e2e4")
	client.Ponder(Turn{Game: game})
	*sent = nil
	setup.Control.Ponder = false
	if err := client.NewGame(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	reply, err := client.Move(t.Context(), Turn{Game: gameOf(t, movegen.StartFEN)})
	if err != nil || reply.Move.String() != "g1f3" {
		t.Errorf("in the next game: %+v, %v", reply, err)
	}
	want := []string{"stop", "setoption name Ponder value false", "ucinewgame", "isready", "position startpos", "go depth 9"}
	if !slices.Equal(*sent, want) {
		t.Errorf("sent %q, want %q", *sent, want)
	}
	client.Ponder(Turn{Game: game}) // it may not
	if len(*sent) != len(want) {
		t.Errorf("sent %q", (*sent)[len(want):])
	}
}

func TestUCIClientPlaysChess960(t *testing.T) {
	engine, sent := ponderer(map[string]string{"go": "bestmove f1g1"})
	client := newUCI(engine)
	game, _, err := movegen.Referee{Rules: movegen.Rules{Chess960: true}}.StartFEN("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	prepare(t, client, Setup{Start: game.Start(), Chess960: true, Control: Control{Depth: 1}})
	reply, err := client.Move(t.Context(), Turn{Game: game})
	if err != nil || reply.Move.Kind() != movegen.Castling {
		t.Fatalf("%+v, %v", reply, err)
	}
	if err := game.Play(reply.Move); err != nil {
		t.Fatal(err)
	}
	play(t, game, "e8e7")
	*sent = (*sent)[1:]
	if _, err := client.Move(t.Context(), Turn{Game: game}); !errors.As(err, new(*UnplayableError)) {
		t.Errorf("g1f3 is played: %v", err) // the king stands there
	}
	want := []string{"setoption name UCI_Chess960 value true", "ucinewgame", "isready", "position fen 4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
		"go depth 1", "position fen 4k3/8/8/8/8/8/8/5KR1 w K - 0 1 moves f1g1 e8e7", "go depth 1"}
	if !slices.Equal(*sent, want) {
		t.Errorf("sent %q, want %q", *sent, want)
	}
}

func TestWhatAnEngineHasNotAnnouncedItIsNotAskedFor(t *testing.T) {
	for _, setup := range []Setup{{Chess960: true}, {Control: Control{Ponder: true}}} {
		engine, _ := scripted(map[string]string{"uci": "uciok", "isready": "readyok"})
		client := newUCI(engine)
		if err := client.Handshake(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := client.NewGame(t.Context(), setup); !errors.Is(err, ErrUnable) {
			t.Errorf("%+v: %v", setup, err)
		}
	}
}
