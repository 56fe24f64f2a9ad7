package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/protocoltest"
)

// partner is a player in this process that moves at once and never fails.
func partner() Contestant {
	local := Local{Name: "Partner", Resources: protocol.Resources{Hash: 1, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) { return protocoltest.Open(megabytes), nil }}
	return Contestant{Name: local.Name, Control: protocol.Control{Depth: 1}, Open: local.Open}
}

// noLeak fails the test if goroutines are left behind at its end.
func noLeak(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; {
			if time.Now().After(end) {
				stacks := make([]byte, 1<<16)
				t.Errorf("%d goroutines at the end, %d at the beginning:\n%s", runtime.NumGoroutine(), before,
					stacks[:runtime.Stack(stacks, true)])
				return
			}
			time.Sleep(time.Millisecond)
		}
	})
}

// patientRules leave good players all the time that a slow machine may need.
var patientRules = Rules{Longest: time.Minute, Grace: time.Minute, MaxMoves: 10}

func TestFaultsLoseTheGame(t *testing.T) {
	noLeak(t)
	short := protocol.Control{MoveTime: 500 * time.Millisecond} // enough for one good move on a busy machine
	long := protocol.Control{MoveTime: time.Minute}
	tests := []struct {
		name     string
		language Language
		mode     string
		control  protocol.Control
		grace    time.Duration
		want     Termination
		reason   string // part of it
	}{
		{"an illegal move in UCI", UCI, "illegal", long, time.Minute, IllegalMove, `move "e1e8"`},
		{"an illegal move in xboard", XBoard, "illegal", long, time.Minute, IllegalMove, `move "e1e8"`},
		{"no move at all", UCI, "nonsense", long, time.Minute, IllegalMove, `"(none)"`},
		{"hanging in UCI", UCI, "hang", short, 100 * time.Millisecond, Stall, "killed"},
		{"hanging in xboard", XBoard, "hang", short, 100 * time.Millisecond, Stall, "killed"},
		{"hanging without reading", UCI, "deafen", short, 100 * time.Millisecond, Stall, "killed"},
		{"moving only when told to, in UCI", UCI, "slow", short, time.Minute, TimeForfeit, "over the time"},
		{"moving only when told to, in xboard", XBoard, "slow", short, time.Minute, TimeForfeit, "over the time"},
		{"dying", UCI, "crash", long, time.Minute, Disconnect, `(exit status 3), saying "the cat has eaten the table"`},
		{"closing the output", UCI, "mute", long, time.Minute, Disconnect, "closed its output"},
		{"a flood of lines", UCI, "flood", short, 100 * time.Millisecond, Stall, "killed"},
		{"a line without an end", UCI, "endless", short, 100 * time.Millisecond, Stall, "killed"},
		{"not getting ready", UCI, "unready", short, 100 * time.Millisecond, Stall, "killed"},
		{"claiming a mate", XBoard, "mates", long, time.Minute, FalseClaim, "{I mate}"},
		{"claiming a draw", XBoard, "draws", long, time.Minute, FalseClaim, "1/2-1/2"},
		{"rejecting a legal move", XBoard, "rejects", long, time.Minute, Rejection, "Illegal move: e2e4"},
		{"rejecting a legal position", XBoard, "setboard", long, time.Minute, Rejection, "tellusererror"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			program := fakeProgram(t, test.language, test.mode)
			program.Grace = max(test.grace, 10*time.Second)
			if test.mode == "unready" {
				program.Grace = time.Second
			}
			rules := patientRules
			rules.Grace = test.grace
			checkFaults(t, program, test.control, rules, test.want, test.reason)
		})
	}
}

// checkFaults plays two games, so that the engine is used again or started anew, and
// wants the fault in both.
func checkFaults(t *testing.T, program *Program, control protocol.Control, rules Rules, want Termination, reason string) {
	match := Match{Contestants: [2]Contestant{{Name: "Fake", Control: control, Open: program.Open}, partner()},
		Openings: []movegen.Position{opening(t)}, Games: 2, Rules: rules}
	match.Report = func(g *Game, _ *Tally) error {
		if g.Termination != want || !strings.Contains(g.Reason, reason) || g.Points(0) != 0 {
			t.Errorf("game %d: %v (%s), result %v", g.Number, g.Termination, g.Reason, g.Result)
		}
		if wasWhite := strings.HasPrefix(g.Reason, "white"); wasWhite != (g.White == 0) {
			t.Errorf("game %d: %q is about the wrong side", g.Number, g.Reason)
		}
		return nil
	}
	tally, err := match.Run(context.Background())
	if err != nil || tally.Count() != 2 || tally.FaultCount(0) != 2 || tally.Faults[0][want] != 2 || tally.FaultCount(1) != 0 {
		t.Errorf("error %v, tally %+v", err, tally)
	}
}

// opening returns a position that is not the initial one.
func opening(t *testing.T) movegen.Position {
	t.Helper()
	position, err := movegen.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	return position
}

func TestGoodEnginesPlayWithoutFaults(t *testing.T) {
	noLeak(t)
	for _, test := range []struct {
		name     string
		language Language
		mode     string
		settings []Setting
		openings []movegen.Position
	}{
		{"UCI", UCI, "good", []Setting{{"hash", "2"}}, []movegen.Position{opening(t)}},
		{"xboard", XBoard, "good", []Setting{{"verbosity", "2"}}, []movegen.Position{opening(t)}},
		{"xboard, version 1, a process for each game", XBoard, "old", nil, nil},
		{"one that resigns", XBoard, "resigns", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := fakeProgram(t, test.language, test.mode)
			program.Settings = test.settings
			match := Match{Contestants: [2]Contestant{partner(), {Name: "Fake", Control: protocol.Control{Base: time.Hour}, Open: program.Open}},
				Openings: test.openings, Games: 2, Rules: patientRules}
			match.Report = func(g *Game, _ *Tally) error {
				if g.Termination.IsFault() || test.mode == "resigns" && (g.Reason != "resignation" || g.Points(1) != 0) {
					t.Errorf("game %d: %v, %s", g.Number, g.Termination, g.Reason)
				}
				if fake := g.Moves[1-g.White]; test.mode != "resigns" && (fake.Info.Depth != 3 || fake.Info.Score != 25 || fake.Info.Nodes != 1000) {
					t.Errorf("the engine told %+v", fake.Info)
				}
				return nil
			}
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}

func TestEnginesThatCannotPlayEndTheMatch(t *testing.T) {
	missing := &Program{Command: []string{filepath.Join(t.TempDir(), "nothing")}, Grace: time.Minute}
	optionless := fakeProgram(t, UCI, "good")
	optionless.Settings = []Setting{{"Contempt", "7"}}
	deaf := fakeProgram(t, UCI, "deaf")
	deaf.Grace = 300 * time.Millisecond
	nodeless := fakeProgram(t, XBoard, "good")
	for _, test := range []struct {
		name    string
		program *Program
		want    error
	}{
		{"a program that is not there", missing, os.ErrNotExist},
		{"an option that it does not have", optionless, protocol.ErrUnable},
		{"no handshake", deaf, context.DeadlineExceeded},
		{"a limit that it does not know", nodeless, protocol.ErrUnable},
	} {
		t.Run(test.name, func(t *testing.T) {
			noLeak(t)
			match := Match{Contestants: [2]Contestant{{Name: "Fake", Control: protocol.Control{Nodes: 100}, Open: test.program.Open}, partner()},
				Games: 2, Rules: patientRules, Concurrency: 2}
			tally, err := match.Run(context.Background())
			if !errors.As(err, new(*StartError)) || !errors.Is(err, test.want) || tally.Count() != 0 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}

func TestAnInterruptEndsGamesAndProcesses(t *testing.T) {
	noLeak(t)
	ctx, cancel := context.WithCancel(context.Background())
	program := fakeProgram(t, UCI, "hang")
	program.Grace = time.Second
	match := Match{Contestants: [2]Contestant{{Name: "Fake", Control: protocol.Control{MoveTime: time.Hour}, Open: program.Open}, partner()},
		Games: 50, Rules: patientRules, Concurrency: 3}
	time.AfterFunc(500*time.Millisecond, cancel)
	tally, err := match.Run(ctx)
	if !errors.Is(err, context.Canceled) || tally.Count() != 0 {
		t.Errorf("error %v, tally %+v", err, tally)
	}
}

// A local player comes to the same moves, whoever sits beside it and whatever was
// played before: the game is told anew at each move.
func TestLocalPlayersTakeTheClockAndTheStop(t *testing.T) {
	noLeak(t)
	contestant := partner()
	player := contestant.Open()
	defer player.Close()
	game := referee.Start(movegen.StartPosition())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// The searcher of protocoltest thinks until it is stopped if it has this much time.
	if err := player.NewGame(ctx, protocol.Setup{Start: game.Start(), Control: protocol.Control{MoveTime: 10 * protocoltest.Patience}}); err != nil {
		t.Fatal(err)
	}
	reply, err := player.Move(ctx, protocol.Turn{Game: game, Stop: time.Millisecond})
	if position := game.Position(); err != nil || !position.IsLegal(reply.Move) || reply.Info.Depth != 3 || reply.Info.Nodes != 300 {
		t.Errorf("stopped: %+v, %v", reply, err)
	}
	time.AfterFunc(time.Duration(rand.IntN(5))*time.Millisecond, cancel)
	if _, err := player.Move(ctx, protocol.Turn{Game: game}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: error %v", err)
	}
	if err := player.NewGame(context.Background(), protocol.Setup{Start: game.Start(), Control: protocol.Control{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	if reply, err := player.Move(context.Background(), protocol.Turn{Game: game}); err != nil || reply.Move == movegen.NoMove {
		t.Errorf("in the game after an interrupt: %+v, %v", reply, err)
	}
}
