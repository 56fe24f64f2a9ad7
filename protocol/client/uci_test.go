package client

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
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
			must.Do(t, client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: test.control}))
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
	must.Do(t, client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 9}}))
	reply, err := client.Move(t.Context(), Turn{Game: gameOf(t, movegen.StartFEN)})
	want := Report{Depth: 8, Score: 33, Nodes: 900, Elapsed: 15 * time.Millisecond}
	if err != nil || reply.Move.String() != "e2e4" || reply.Report != want {
		t.Errorf("%+v, error %v", reply, err)
	}
}

func TestUCIClientDoesNotWaitForEver(t *testing.T) {
	engine, sent := scripted(map[string]string{"isready": "readyok", "stop": "bestmove e2e4"})
	client := newUCI(engine)
	must.Do(t, client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(), Control: Control{Depth: 9}}))
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
// reads the line that it has reported.
func TestATurnCanBeInterrupted(t *testing.T) {
	conn, sent := scripted(map[string]string{
		"isready": "readyok",
		"stop":    "info depth 3 score cp 12 pv e2e4 e7e5 e1e8\nbestmove e2e4",
	})
	client := New(UCI, conn)
	must.Do(t, client.NewGame(t.Context(), Setup{Start: movegen.StartPosition(),
		Control: Control{MoveTime: time.Hour}}))
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
		depth   int    // that it reported
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
		{"and answers too early, on another reply", map[string]string{"go": named, "go ponder": "bestmove f1c4"},
			"c7c5", "g1f3", 5, ponder + "stop?|position startpos moves e2e4 c7c5|go depth 9"},
		{"on the second move of its line if it names none",
			map[string]string{"go": "info depth 3 score cp 1 pv e2e4 e7e5 g1f3\n" + silent, "ponderhit": "bestmove f1c4"},
			"e7e5", "f1c4", 0, ponder + "ponderhit"},
		{"on nothing if its line is about another move",
			map[string]string{"go": "info depth 3 score cp 1 pv d2d4 e7e5\n" + silent},
			"e7e5", "g1f3", 5, begin + "position startpos moves e2e4 e7e5|go depth 9"},
		{"on nothing if what it names is illegal", map[string]string{"go": "bestmove e2e4 ponder e2e4"}, "e7e5", "g1f3",
			5, begin + "position startpos moves e2e4 e7e5|go depth 9"},
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
	must.Do(t, client.Handshake(t.Context()))
	must.Do(t, client.NewGame(t.Context(), setup))
}

func TestAGameThatEndsWhileTheEnginePonders(t *testing.T) {
	engine, sent := ponderer(map[string]string{"go": "bestmove e2e4 ponder e7e5", "stop": "bestmove f1c4"})
	client := newUCI(engine)
	game := gameOf(t, movegen.StartFEN)
	setup := Setup{Start: game.Start(), Control: Control{Depth: 9, Ponder: true}}
	prepare(t, client, setup)
	must.Get(client.Move(t.Context(), Turn{Game: game}))(t)
	play(t, game, "e2e4")
	client.Ponder(Turn{Game: game})
	*sent = nil
	setup.Control.Ponder = false
	must.Do(t, client.NewGame(t.Context(), setup))
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
	referee := movegen.Referee{Rules: movegen.Rules{Chess960: true}}
	game := must.First(referee.StartFEN("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"))(t)
	prepare(t, client, Setup{Start: game.Start(), Chess960: true, Control: Control{Depth: 1}})
	reply, err := client.Move(t.Context(), Turn{Game: game})
	if err != nil || reply.Move.Kind() != movegen.Castling {
		t.Fatalf("%+v, %v", reply, err)
	}
	must.Do(t, game.Play(reply.Move))
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
		must.Do(t, client.Handshake(t.Context()))
		if err := client.NewGame(t.Context(), setup); !errors.Is(err, ErrUnable) {
			t.Errorf("%+v: %v", setup, err)
		}
	}
}

// TestOnlyTheMainLineGivesScoreAndExpectedReply adds lines about other things to a report of the main line.
func TestOnlyTheMainLineGivesScoreAndExpectedReply(t *testing.T) {
	const main = "info depth 3 score cp 17 nodes 40 pv e2e4 e7e5 g1f3"
	for _, other := range []string{
		"info depth 3 multipv 2 score cp 9 pv d2d4 d7d5",
		"info multipv 3 depth 4 score mate 3 pv e2e4 c7c5",
		"info depth 9 score cp 3 multipv 2 nodes 9 pv e2e4 a7a6",
		"info string the pv e2e4 a7a6 is best score cp 99 depth 8",
		"info depth 3 string pv e2e4 a7a6",
		"info depth 3 nodes 7 string multipv 1 pv e2e4 a7a6",
		"info refutation e2e4 pv a7a6",
		"info currline 1 e2e4 pv e2e4 a7a6",
		"info currmove e2e4 currmovenumber 1",
		"info pv",
		"info",
		"information depth 4 score cp 80 pv e2e4 a7a6",
	} {
		t.Run(other, func(t *testing.T) {
			for _, text := range []string{main + "\n" + other, other + "\n" + main, other + "\n" + main + "\n" + other} {
				engine, _ := ponderer(map[string]string{"go": text + "\nbestmove e2e4"})
				client := newUCI(engine)
				game := gameOf(t, movegen.StartFEN)
				prepare(t, client, Setup{Start: game.Start(), Control: Control{Depth: 9}})
				reply, err := client.Move(t.Context(), Turn{Game: game})
				if err != nil || client.expected.String() != "e7e5" || len(reply.Line) != 3 || reply.Report.Score != 17 || reply.Report.Depth != 3 {
					t.Errorf("%q: %+v, expected reply %v, %v", text, reply, client.expected, err)
				}
			}
		})
	}
}

// TestASurplusAnswerIsNamed lets an engine answer once too often, at the different times at which it can come.
func TestASurplusAnswerIsNamed(t *testing.T) {
	const twice = "bestmove e2e4\nbestmove g1f3"
	for _, test := range []struct {
		name    string
		control Control
		answers [2]string // to the first and the second go
		news    bool      // the second go is in another game
		surplus string    // empty: the second move is played
	}{
		{name: "at once", answers: [2]string{twice, "bestmove d2d4"}, surplus: "bestmove g1f3"},
		{name: "with lines about it", answers: [2]string{"bestmove e2e4\ninfo depth 4\n  bestmove g1f3 ponder e7e5 ", "bestmove d2d4"}, surplus: "g1f3 ponder e7e5"},
		{name: "the same move", answers: [2]string{"bestmove e2e4\nbestmove e2e4", "bestmove d2d4"}, surplus: "bestmove e2e4"},
		{name: "before it may ponder", control: Control{Ponder: true}, answers: [2]string{"bestmove e2e4 ponder e7e5\nbestmove e2e4", "bestmove d2d4"}, surplus: "bestmove e2e4"},
		{name: "after the next go", answers: [2]string{"bestmove e2e4", "bestmove e2e4\nbestmove d2d4"}, surplus: "bestmove e2e4"},
		{name: "none", answers: [2]string{"bestmove e2e4", "bestmove d2d4"}},
		{name: "in the game before", news: true, answers: [2]string{twice, "bestmove d2d4"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked := 0
			engine, _ := answering(func(line string) string {
				switch word, _ := wire.Cut(line); word {
				case "uci":
					return "option name Ponder type check default false\nuciok"
				case "isready":
					return "readyok"
				case "go":
					asked++
					return test.answers[min(asked, 2)-1]
				}
				return ""
			})
			client := newUCI(engine)
			defer client.Quit()
			game := gameOf(t, movegen.StartFEN)
			setup := Setup{Start: game.Start(), Control: test.control}
			setup.Control.Depth = 3
			prepare(t, client, setup)
			if reply, err := client.Move(t.Context(), Turn{Game: game}); err != nil || reply.Move.String() != "e2e4" {
				t.Fatalf("%+v, %v", reply, err)
			}
			play(t, game, "e2e4")
			client.Ponder(Turn{Game: game})
			play(t, game, "e7e5")
			if test.news {
				game = gameOf(t, movegen.StartFEN)
				must.Do(t, client.NewGame(t.Context(), setup))
			}
			reply, err := client.Move(t.Context(), Turn{Game: game})
			surplus, ok := errors.AsType[*SurplusError](err)
			switch {
			case test.surplus == "" && (err != nil || reply.Move.String() != "d2d4"):
				t.Errorf("%+v, %v", reply, err)
			case test.surplus != "" && (!ok || !strings.Contains(surplus.Error(), test.surplus) || !strings.Contains(surplus.Error(), "without a go")):
				t.Errorf("%+v, %v", reply, err)
			}
		})
	}
}
