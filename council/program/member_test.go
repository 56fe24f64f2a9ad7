package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/search"
)

// toyArgument makes the test binary an engine with the fault that follows it.
const toyArgument = "toy-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == toyArgument {
		play(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// play is an engine that plays the first legal move of the generator: at once if depth or nodes are fixed or
// the clock runs, otherwise when it is stopped. manner is its fault.
func play(manner string) {
	game := movegen.NewGame()
	thinking, forced := false, false
	move := func(format string) {
		thinking = false
		best := game.Position()
		fmt.Printf(format, best.Moves()[0])
		_ = game.Play(best.Moves()[0])
	}
	fmt.Fprintln(os.Stderr, os.Getpid())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "uci":
			if manner == "deaf" {
				continue
			}
			fmt.Println("option name Style type string\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			game = movegen.NewGame()
			for _, text := range words[min(len(words), 3):] {
				playText(game, text)
			}
		case "go":
			switch {
			case manner == "crash":
				os.Exit(3)
			case manner == "hang":
			case manner == "illegal":
				fmt.Println("bestmove a1a1")
			case manner == "mute":
				move("bestmove %v\n")
			case strings.Contains(lines.Text(), "movetime"):
				thinking = true
			case manner == "xboard":
				forced = false
				fmt.Println("4 25 1 77 e4")
				move("move %v\n")
			default:
				p := game.Position()
				move("info depth 4 score cp 25 nodes 77 pv " + p.Moves()[0].String() + "\nbestmove %v\n")
			}
		case "stop":
			if thinking {
				move("info depth 9 score mate 3\nbestmove %v\n")
			}
		case "protover":
			fmt.Println("feature ping=1 setboard=1 usermove=1 done=1")
		case "ping":
			fmt.Println("pong", words[1])
		case "new":
			game = movegen.NewGame()
		case "usermove":
			playText(game, words[1])
			if manner == "xboard" && !forced {
				fmt.Println("4 25 1 77 e4")
				move("move %v\n")
			}
		case "force":
			forced = true
		case "quit":
			return
		}
	}
}

func playText(game *movegen.Game, text string) {
	p := game.Position()
	for _, m := range p.Moves() {
		if m.String() == text {
			_ = game.Play(m)
			return
		}
	}
}

// toy returns the description of the toy engine with a fault.
func toy(t testing.TB, protocol, manner string) string {
	t.Helper()
	binary := must.Get(os.Executable())(t)
	return council.Engine{Protocol: protocol, Command: []string{binary, toyArgument, manner}}.String()
}

// job returns a job at the end of a game.
func job(limits search.Limits, moves ...string) *council.Job {
	game := movegen.NewGame()
	for _, text := range moves {
		playText(game, text)
	}
	return &council.Job{Number: 1, Seat: council.Seat{Name: "toy"}, Request: search.Request{Position: game.Position(), Limits: limits,
		Game: search.Record{Start: game.Start(), Moves: game.Moves()}}}
}

func mustOpen(t testing.TB, description string) *member {
	t.Helper()
	m := must.Get(OpenEngine(description))(t)
	t.Cleanup(func() { m.Close() })
	return m
}

func TestAnEngineProposes(t *testing.T) {
	for _, protocol := range []string{"uci", "xboard"} {
		m := mustOpen(t, toy(t, protocol, protocol))
		moves := []string{}
		for ply := range 4 {
			j := job(search.Limits{Depth: 4}, moves...)
			p, err := m.Propose(context.Background(), j, nil)
			want := j.Request.Position.Moves()[0]
			if err != nil || p.Move != want || p.Depth != 4 || p.Score != 25 || p.Nodes != 77 || len(p.Line) != 1 || p.Member != "toy" {
				t.Errorf("%s, ply %d: %+v (%v), not %v", protocol, ply, p, err, want)
			}
			moves = append(moves, j.Request.Position.Moves()[1].String()) // the council plays a different move
			next := j.Request.Position.After(j.Request.Position.Moves()[1])
			moves = append(moves, next.Moves()[0].String())
		}
	}
}

func TestAnEngineStopsWhenAsked(t *testing.T) {
	m := mustOpen(t, toy(t, "uci", "good"))
	hit := make(chan struct{})
	for name, limits := range map[string]search.Limits{
		"movetime":  {MoveTime: 100 * time.Millisecond},
		"infinite":  {Infinite: true},
		"pondering": {PonderHit: hit, MoveTime: 50 * time.Millisecond},
	} {
		must.Get(m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil))(t) // it has been started
		ctx, cancel := context.WithCancel(context.Background())
		if name == "infinite" {
			time.AfterFunc(100*time.Millisecond, cancel)
		}
		if name == "pondering" {
			time.AfterFunc(50*time.Millisecond, func() { close(hit) })
		}
		p, err := m.Propose(ctx, job(limits), nil)
		if mate, _ := p.Score.Mate(); err != nil || mate != 3 || name == "infinite" && ctx.Err() == nil {
			t.Errorf("%s: %+v (%v)", name, p, err)
		}
		cancel()
	}
}

func TestEnginesThatFailAreStartedAgain(t *testing.T) {
	m := mustOpen(t, toy(t, "uci", "crash"))
	for range 2 {
		p, err := m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil)
		if err == nil || !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("%+v, %v", p, err)
		}
	}
	m = mustOpen(t, toy(t, "uci", "illegal"))
	p, err := m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil)
	if unplayable := (*client.UnplayableError)(nil); !errors.As(err, &unplayable) {
		t.Errorf("%+v, %v", p, err)
	}
	m = mustOpen(t, "uci:/no/such/engine")
	for range 2 {
		if p, err := m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil); err == nil || !strings.Contains(err.Error(), "/no/such/engine") {
			t.Errorf("%+v, %v", p, err)
		}
	}
	if _, err := OpenEngine("uci:"); err == nil {
		t.Error("an engine without a file is opened")
	}
}

// TestAKilledEngineIsStartedAgain kills a process from outside during its search.
func TestAKilledEngineIsStartedAgain(t *testing.T) {
	m := mustOpen(t, toy(t, "uci", "good"))
	must.Get(m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil))(t)
	children := childrenOf(t)
	if len(children) != 1 {
		t.Fatalf("the children are %v", children)
	}
	child := must.Get(os.FindProcess(children[0]))(t)
	time.AfterFunc(50*time.Millisecond, func() { _ = child.Kill() })
	p, err := m.Propose(context.Background(), job(search.Limits{Infinite: true}), nil)
	if err == nil || !strings.Contains(err.Error(), "signal: killed") {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := m.Propose(context.Background(), job(search.Limits{Depth: 1}), nil); err != nil {
		t.Errorf("%+v, %v", p, err)
	}
	if err := m.Close(); err != nil || len(childrenOf(t)) != 0 {
		t.Errorf("%v, the children are %v", err, childrenOf(t))
	}
}

// childrenOf returns the IDs of this process's children.
func childrenOf(t *testing.T) (numbers []int) {
	t.Helper()
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("no /proc here")
	}
	text, _ := exec.Command("sh", "-c", fmt.Sprintf("cat /proc/%d/task/*/children", os.Getpid())).Output()
	for word := range strings.FieldsSeq(string(text)) {
		number := must.Get(strconv.Atoi(word))(t)
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", number)); err == nil { // the shell itself has ended
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// TestACouncilOfPrograms plays with a council while some of its engines fail.
func TestACouncilOfPrograms(t *testing.T) {
	m := must.Get(council.NewMaster(4))(t)
	m.Open = open
	var seats []council.Seat
	for _, manner := range []string{"good", "crash", "hang", "illegal"} {
		seats = append(seats, council.Seat{Name: manner, Knowledge: eval.All, Engine: toy(t, "uci", manner)})
	}
	more := must.Get(council.ParseCouncil("noise2 uci:/no/such/engine"))(t)
	m.Convene(append(more, seats...))
	m.Prepare()
	for range 2 {
		r := m.Search(context.Background(), search.Request{Position: movegen.StartPosition(), Limits: search.Limits{MoveTime: 400 * time.Millisecond}}, nil)
		if r.Best == movegen.NoMove {
			t.Error("no move")
		}
		absent := map[string]bool{}
		for _, a := range council.BallotOf(r).Absent {
			absent[a.Member] = true
		}
		for _, name := range []string{"crash", "hang", "illegal", "engine"} {
			if !absent[name] {
				t.Errorf("%s is not absent: the ballot is %+v", name, council.BallotOf(r))
			}
		}
	}
	m.Close()
	if children := childrenOf(t); len(children) > 0 {
		t.Errorf("the children are %v", children)
	}
}

// TestAnEngineThatDoesNotStartIsReported waits for starts that fail, as in a match.
func TestAnEngineThatDoesNotStartIsReported(t *testing.T) {
	unknown := toy(t, "uci", "good") + " option.Foo=3"
	for _, test := range []struct{ engine, says string }{
		{toy(t, "uci", "deaf"), "no uciok within 1s; does it speak xboard (proto=xboard)? It wrote nothing"},
		{unknown, "Foo"},
		{toy(t, "xboard", "deaf-xboard"), ""},
		{"uci:/no/such/engine", "/no/such/engine"},
	} {
		m := must.Get(openEngine(test.engine, time.Second))(t)
		m.NewGame()
		fault := m.Started()
		if test.says == "" {
			if fault != nil {
				t.Errorf("%s: %v", test.engine, fault)
			}
		} else if fault == nil || !strings.Contains(fault.Error(), test.says) {
			t.Errorf("%s: the start's error is %v, not %q", test.engine, fault, test.says)
		} else if _, err := m.Propose(context.Background(), job(search.Limits{MoveTime: time.Millisecond}), nil); err == nil || err.Error() != fault.Error() {
			t.Errorf("%s: it is absent for %v, not %v", test.engine, err, fault)
		}
		m.NewGame()
		must.Do(t, m.Close())
	}
}

// TestAMasterReportsAStartOnce asks twice for the engines of a council.
func TestAMasterReportsAStartOnce(t *testing.T) {
	m := must.Get(council.NewMaster(2))(t)
	defer m.Close()
	m.Open = open
	seats := must.Get(council.ParseCouncil(`mp uci:/no/such/engine "` + toy(t, "uci", "good") + `"`))(t)
	m.Convene(seats)
	if err := m.Await(); err == nil || !strings.HasPrefix(err.Error(), "start engine: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("at first: %v", err)
	}
	if err := m.Await(); err != nil {
		t.Errorf("once more: %v", err)
	}
}

// TestAnEngineThatTellsNoDepthHasNoVote asks an engine that reports a move but no depth.
func TestAnEngineThatTellsNoDepthHasNoVote(t *testing.T) {
	m := must.Get(council.NewMaster(2))(t)
	defer m.Close()
	m.Open = open
	seats := must.Get(council.ParseCouncil(`mp "` + toy(t, "uci", "mute") + `"`))(t)
	m.Convene(seats)
	r := m.Search(context.Background(), search.Request{Position: movegen.StartPosition(), Limits: search.Limits{Depth: 3}}, nil)
	if len(council.BallotOf(r).Proposals) != 1 || len(council.BallotOf(r).Absent) != 1 || !strings.Contains(council.BallotOf(r).Absent[0].Err.Error(), "no iteration") {
		t.Errorf("the ballot is %+v", council.BallotOf(r))
	}
}

func TestAnEngineThatIsNotThereIsRefusedBeforeItSits(t *testing.T) {
	folder := t.TempDir()
	here := must.Get(os.Executable())(t)
	must.Do(t, os.WriteFile(filepath.Join(folder, "text"), []byte("no program"), 0o600))
	for _, test := range []struct {
		engine string
		good   bool
	}{
		{"", true},
		{"uci:'" + here + "' -x option.Hash=3", true},
		{"xboard:/no/such/engine", false},
		{"uci:no-such-engine-in-the-path", false},
		{"uci:./text dir='" + folder + "'", false},
		{"uci:'" + filepath.Join(folder, "text") + "'", false},
		{"engine", false},
	} {
		if err := check(council.Seat{Engine: test.engine}); err == nil != test.good {
			t.Errorf("%q: %v", test.engine, err)
		}
	}
}
