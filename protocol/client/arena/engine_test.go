package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/client/inprocess"
)

// partner is a player in this process that moves at once and never fails.
func partner() Contestant {
	program := &inprocess.Program{Name: "Partner", Resources: protocol.Resources{Hash: 1, Threads: 1},
		Searcher: func(megabytes int) (protocol.Searcher, error) { return protocoltest.Open(megabytes), nil }}
	return Contestant{Name: program.Name, Control: client.Control{Depth: 1}, Open: opened(program)}
}

// opened returns how a match opens the player that a program describes.
func opened[P Player](program interface{ Open() P }) func() Player {
	return func() Player { return program.Open() }
}

// patientRules leave good players all the time that a slow machine may need.
var patientRules = Rules{Longest: time.Minute, Grace: time.Minute, MaxMoves: 10}

func TestFaultsLoseTheGame(t *testing.T) {
	protocoltest.NoLeak(t)
	short := client.Control{MoveTime: 500 * time.Millisecond} // usually enough for the good move before
	long := client.Control{MoveTime: time.Minute}
	tests := []struct {
		name     string
		protocol client.Protocol
		mode     string
		control  client.Control
		grace    time.Duration
		want     Termination
		reason   string // part of it
	}{
		{"an illegal move in UCI", client.UCI, "says bestmove e1e8\n", long, time.Minute, IllegalMove, `move "e1e8"`},
		{"an illegal move in xboard", client.CECP, "says move e1e8\n", long, time.Minute, IllegalMove, `move "e1e8"`},
		{"no move at all", client.UCI, "says bestmove (none)\n", long, time.Minute, IllegalMove, `"(none)"`},
		{"hanging in UCI", client.UCI, "hang", short, 100 * time.Millisecond, Stall, "killed"},
		{"hanging in xboard", client.CECP, "hang", short, 100 * time.Millisecond, Stall, "killed"},
		{"hanging without reading", client.UCI, "deafen", short, 100 * time.Millisecond, Stall, "killed"},
		{"moving only when told to, in UCI", client.UCI, "slow", short, time.Minute, TimeForfeit, "over the time"},
		{"moving only when told to, in xboard", client.CECP, "slow", short, time.Minute, TimeForfeit, "over the time"},
		{"dying", client.UCI, "crash", long, time.Minute, Disconnect, `(exit status 3), saying "the cat has eaten the table"`},
		{"closing the output", client.UCI, "mute", long, time.Minute, Disconnect, "closed its output"},
		{"a flood of lines", client.UCI, "flood", short, 100 * time.Millisecond, Stall, "killed"},
		{"a line without an end", client.UCI, "endless", short, 100 * time.Millisecond, Stall, "killed"},
		{"not getting ready", client.UCI, "unready", short, 100 * time.Millisecond, Stall, "killed"},
		{"claiming a mate", client.CECP, "mates", long, time.Minute, FalseClaim, "{I mate}"},
		{"claiming a draw", client.CECP, "says 1/2-1/2 {Draw by repetition}\n", long, time.Minute, FalseClaim,
			"1/2-1/2"},
		{"rejecting a legal move", client.CECP, "says Illegal move: e2e4\n", long, time.Minute, Rejection,
			"Illegal move: e2e4"},
		{"rejecting a legal position", client.CECP, "setboard", long, time.Minute, Rejection, "tellusererror"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			program := fakeProgram(t, test.protocol, test.mode)
			program.Grace = max(test.grace, 10*time.Second)
			if test.mode == "unready" {
				program.Grace = 3 * time.Second
			}
			rules := patientRules
			rules.Grace = test.grace
			faulty := Contestant{Name: "Fake", Control: test.control, Open: opened(program)}
			checkFaults(t, faulty, rules, test.want, test.reason)
		})
	}
}

// eachGame returns a report that looks at each game.
func eachGame(look func(*Game)) func([]*Game, *Standing) error {
	return func(pair []*Game, _ *Standing) error {
		for _, g := range pair {
			look(g)
		}
		return nil
	}
}

// checkFaults plays two games, so that the engine is used again or started anew, and wants the fault in both.
func checkFaults(t *testing.T, faulty Contestant, rules Rules, want Termination, reason string) {
	match := Match{Contestants: []Contestant{faulty, partner()},
		Openings: []movegen.Position{opening(t)}, Games: 2, Rules: rules}
	match.Report = eachGame(func(g *Game) {
		if g.Termination != want || !strings.Contains(g.Reason, reason) || g.Points(0) != 0 {
			t.Errorf("game %d: %v (%s), result %v", g.Number, g.Termination, g.Reason, g.Result)
		}
		if wasWhite := strings.HasPrefix(g.Reason, "white"); wasWhite != (g.White == 0) {
			t.Errorf("game %d: %q is about the wrong side", g.Number, g.Reason)
		}
	})
	tally, err := match.Run(context.Background())
	if err != nil || tally.Count() != 2 || tally.FaultCount() != 2 || tally.Faults(0)[want] != 2 {
		t.Errorf("error %v, tally %+v", err, tally)
	}
}

// opening returns a position that is not the initial one.
func opening(t *testing.T) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))(t)
}

func TestGoodEnginesPlayWithoutFaults(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	for _, test := range []struct {
		name     string
		protocol client.Protocol
		mode     string
		settings []client.Setting
		openings []movegen.Position
	}{
		{"UCI", client.UCI, "good", []client.Setting{{Name: "hash", Value: "2"}}, []movegen.Position{opening(t)}},
		{"xboard", client.CECP, "good", []client.Setting{{Name: "verbosity", Value: "2"}}, []movegen.Position{opening(t)}},
		{"xboard, version 1, a process for each game", client.CECP, "old", nil, nil},
		{"one that resigns", client.CECP, "says resign\n", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := fakeProgram(t, test.protocol, test.mode)
			program.Settings = test.settings
			match := Match{Contestants: []Contestant{partner(), {Name: "Fake", Control: client.Control{Base: time.Hour}, Open: opened(program)}},
				Openings: test.openings, Games: 2, Rules: patientRules}
			resigns := strings.HasSuffix(test.mode, "resign\n")
			match.Report = eachGame(func(g *Game) {
				if g.Termination.IsFault() || resigns && (g.Reason != "resignation" || g.Points(1) != 0) {
					t.Errorf("game %d: %v, %s", g.Number, g.Termination, g.Reason)
				}
				if fake := g.Moves[1-g.White]; !resigns &&
					(fake.Report.Depth != 3 || fake.Report.Score != 25 || fake.Report.Nodes != 1000) {
					t.Errorf("the engine reported %+v", fake.Report)
				}
			})
			if tally, err := match.Run(context.Background()); err != nil || tally.Count() != 2 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}

// errAny represents any error that has no name of its own.
var errAny = errors.New("any")

func TestEnginesThatDoNotIntroduceThemselvesAreReported(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		protocol client.Protocol
		mode     string
		want     string
	}{
		{client.UCI, "echo", `no uciok within 2s; does it speak xboard (proto=xboard)? It wrote last: "uci"`},
		{client.UCI, "deaf", "no uciok within 2s; does it speak xboard (proto=xboard)? It wrote nothing"},
		{client.CECP, "echo", `does not know the command xboard and wrote "xboard"; if it speaks UCI, use proto=uci`},
	} {
		program := fakeProgram(t, test.protocol, test.mode)
		if test.protocol == client.UCI {
			program.Grace = 2 * time.Second
		}
		match := Match{Contestants: []Contestant{{Name: "Fake", Control: client.Control{MoveTime: time.Second}, Open: opened(program)}, partner()},
			Games: 1, Rules: patientRules}
		if _, err := match.Run(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", test.mode, err)
		}
	}
}

func TestTheTrafficWithAnEngineIsHeard(t *testing.T) {
	t.Parallel()
	var mutex sync.Mutex
	var heard []string
	program := fakeProgram(t, client.UCI, "crash")
	program.Log = func(game string, from client.Source, line string) {
		mutex.Lock()
		defer mutex.Unlock()
		heard = append(heard, fmt.Sprint(game, " ", from, " ", line))
	}
	match := Match{Contestants: []Contestant{{Name: "Fake", Control: client.Control{MoveTime: time.Minute}, Open: opened(program)}, partner()},
		Games: 2, Rules: patientRules}
	must.Get(match.Run(t.Context()))(t)
	mutex.Lock()
	defer mutex.Unlock()
	for _, want := range []string{"1.1 0 uci", "1.1 1 uciok", "1.1 0 position startpos", "1.2 0 ucinewgame", "1.2 2 the cat has eaten the table"} {
		if !slices.Contains(heard, want) {
			t.Errorf("%q is not in %q", want, heard)
		}
	}
}

func TestHowLateAMoveWasIsNeverZero(t *testing.T) {
	for late, want := range map[time.Duration]string{
		time.Nanosecond: "0.1 ms over the time", 350 * time.Microsecond: "0.3 ms over the time", 2 * time.Second: "2000.0 ms over the time",
	} {
		if got := overText(late); got != want {
			t.Errorf("%v: %s", late, got)
		}
	}
}

func TestEnginesThatCannotPlayEndTheMatch(t *testing.T) {
	t.Parallel()
	missing := &client.Program{Command: []string{filepath.Join(t.TempDir(), "nothing")}, Grace: time.Minute}
	optionless := fakeProgram(t, client.UCI, "good")
	optionless.Settings = []client.Setting{{Name: "Contempt", Value: "7"}}
	deaf := fakeProgram(t, client.UCI, "deaf")
	deaf.Grace = 300 * time.Millisecond
	nodeless := fakeProgram(t, client.CECP, "good")
	notThere := os.ErrNotExist
	if runtime.GOOS == "windows" {
		notThere = exec.ErrNotFound // it looks for names with other endings, too
	}
	for _, test := range []struct {
		name    string
		program *client.Program
		ponder  bool
		want    error
	}{
		{"a program that is not there", missing, false, notThere},
		{"an option that it does not have", optionless, false, client.ErrUnable},
		{"no handshake", deaf, false, context.DeadlineExceeded},
		{"a limit that it does not know", nodeless, false, client.ErrUnable},
		{"no pondering", fakeProgram(t, client.UCI, "good"), true, client.ErrUnable},
		{"another protocol", fakeProgram(t, client.CECP, "echo"), false, errAny},
	} {
		t.Run(test.name, func(t *testing.T) {
			protocoltest.NoLeak(t)
			control := client.Control{Nodes: 100, Ponder: test.ponder}
			match := Match{Contestants: []Contestant{{Name: "Fake", Control: control, Open: opened(test.program)},
				partner()},
				Games: 2, Rules: patientRules, Concurrency: 2}
			tally, err := match.Run(context.Background())
			if !errors.As(err, new(*client.StartError)) || test.want != errAny && !errors.Is(err, test.want) || tally.Count() != 0 {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}

func TestAnInterruptEndsGamesAndProcesses(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	ctx, cancel := context.WithCancel(context.Background())
	program := fakeProgram(t, client.UCI, "hang")
	program.Grace = time.Second
	match := Match{Contestants: []Contestant{{Name: "Fake", Control: client.Control{MoveTime: time.Hour}, Open: opened(program)}, partner()},
		Games: 50, Rules: patientRules, Concurrency: 3}
	time.AfterFunc(500*time.Millisecond, cancel)
	tally, err := match.Run(ctx)
	if !errors.Is(err, context.Canceled) || tally.Count() != 0 {
		t.Errorf("error %v, tally %+v", err, tally)
	}
}

// The engine leaves a child behind that keeps the output open and ignores everything.
func TestChildrenDieWithTheEngine(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	file := filepath.Join(t.TempDir(), "child")
	program := fakeProgram(t, client.UCI, "family", file)
	program.Grace = 2 * time.Second
	match := Match{Contestants: []Contestant{{Name: "Fake", Control: client.Control{MoveTime: time.Minute}, Open: opened(program)}, partner()},
		Games: 1, Rules: patientRules}
	if tally, err := match.Run(context.Background()); err != nil || tally.FaultCount() != 0 {
		t.Fatalf("error %v, tally %+v", err, tally)
	}
	text := must.Get(os.ReadFile(file))(t)
	child := must.Get(strconv.Atoi(string(text)))(t)
	// Once it is dead, somebody has to take notice of it: whoever adopts orphans.
	for end := time.Now().Add(2 * time.Minute); !protocoltest.IsDead(child); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the child %d lives on", child)
		}
	}
}
