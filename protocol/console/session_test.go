package console

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// afterE4 is the board after 1. e4 and the scripted searcher's answer.
const afterE4 = "r1bqkbnr/pppppppp/n7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"

// states are what a session may be doing when it ends.
var states = []struct {
	name    string
	lines   []string
	until   string // a line that says it is doing it, empty if there is none
	endless bool   // it continues unless it is stopped
	due     string // what a signal brings about
	board   string // at the end, whatever ends it but a move that is made then
}{
	{name: "nothing", board: movegen.StartFEN},
	{name: "thinking", lines: []string{"post", "st 1000", "e4"}, until: "    3", endless: true, due: "Alfiere plays 1... Na6"},
	{name: "thinking while lines wait", lines: []string{"post", "st 1000", "e4", "d4", "list", "bd"}, until: "    3", endless: true, due: "Alfiere plays 1... Na6"},
	{name: "playing both sides", lines: []string{"post", "st 1000", "both"}, until: "    3", endless: true, due: "Alfiere plays 1. Na3"},
	{name: "pondering", lines: []string{"easy off", "depth 2", "e4"}, until: "Alfiere plays 1... Na6", board: afterE4},
	{name: "solving", lines: []string{"mate 30", "help hint"}, until: "the reply I expect", endless: true, due: "Interrupted", board: movegen.StartFEN},
	{name: "editing", lines: []string{"edit", "xe2"}, until: "Pa4 places", board: movegen.StartFEN},
	{name: "setting up", lines: []string{"setup", "....k..."}, until: "eight lines", board: movegen.StartFEN},
	{name: "waiting after the end of the game", lines: blackMates, until: "The game is over", board: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"},
}

// ends are the ways to end a session.
var ends = []struct {
	name     string
	terminal bool
	end      func(*protocoltest.Session)
	waits    bool // for what is going on
	signal   bool // what is due is done
}{
	{name: "the end of the input at a pipe", end: (*protocoltest.Session).End, waits: true},
	{name: "the end of the input at a terminal", terminal: true, end: (*protocoltest.Session).End},
	{name: "a termination", end: func(s *protocoltest.Session) { s.Signals <- syscall.SIGTERM }, signal: true},
	{name: "an interrupt at a terminal", terminal: true, end: func(s *protocoltest.Session) { s.Signals <- os.Interrupt }, signal: true},
	{name: "quit at a terminal", terminal: true, end: func(s *protocoltest.Session) { s.Send("quit", "quit") }},
	{name: "another protocol", end: func(s *protocoltest.Session) { s.Send("exit", "uci") }, waits: true},
}

func TestEveryEndInEveryState(t *testing.T) {
	for _, state := range states {
		for _, end := range ends {
			if state.endless && end.waits {
				continue
			}
			t.Run(state.name+"/"+end.name, func(t *testing.T) {
				c := scripted(memory{})
				c.Terminal, c.Keep = end.terminal, new(drawer).keep
				s := start(t, c)
				s.Send(state.lines...)
				if state.until != "" {
					waitFor(t, s, state.until)
				}
				end.end(s)
				signalled := end.signal && state.due != ""
				if signalled {
					waitFor(t, s, state.due)
				}
				got := s.Rest()
				if s.Err != nil {
					t.Error(s.Err)
				}
				if signalled {
					mustNotPrint(t, got, "plays 2", "[Event") // the lines that wait are dropped
				} else {
					mustNotPrint(t, got, "Alfiere plays 1.", "Alfiere plays 2.")
				}
				if position := s.Controller.Position(); state.board != "" && position.FEN() != state.board {
					t.Errorf("at the end the board is %s", position.FEN())
				}
			})
		}
	}
}

// waitFor reads to a line that holds the text.
func waitFor(t *testing.T, s *protocoltest.Session, text string) (lines []string) {
	t.Helper()
	for {
		line := s.Expect(1)
		if len(line) == 0 {
			t.Fatalf("%q does not come, only\n%s", text, strings.Join(lines, "\n"))
		}
		if lines = append(lines, line...); strings.Contains(line[0], text) {
			return lines
		}
	}
}

// TestLinesThatAreTypedWhileTheEngineThinks: most wait for its move and keep their order,
// a few are obeyed at once, and only at a terminal quit is one of these.
func TestLinesThatAreTypedWhileTheEngineThinks(t *testing.T) {
	for _, c := range commandTable() {
		if c.Name == "?" || c.Name == "help" || c.Name == "quit" || c.Name == "exit" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s := start(t, scripted(memory{}))
			s.Send("post", "st 1000", "e4")
			s.Until("    3")
			s.Send(c.Name+" x-y-z", "help hint") // no command takes that
			before := waitFor(t, s, "the reply I expect")
			if waits := !c.AtOnce; waits != (len(before) == 1) {
				t.Errorf("before the engine has moved it prints %q", before)
			}
			s.Send("?")
			s.Until("Alfiere plays 1... Na6")
			s.Signals <- syscall.SIGTERM // another search may have begun
			s.Rest()
		})
	}
	s := start(t, scripted(memory{}))
	s.Send("post", "st 1000", "e4")
	s.Until("    3")
	s.Send("st 1", "depth 1", "d4", "list", "quit", "c4", "?")
	mustPrint(t, s.Rest(), "plays 1... Na6", "1s a move", "depth is 1", "plays 2... Nb4", "1. e4 Na6 {+0.30/3 n=300} 2. d4 Nb4")
	if position := s.Controller.Position(); position.FullmoveNumber() != 3 {
		t.Errorf("after quit the game goes on: %s", position.FEN())
	}
}

// TestBothSides: the engine plays on by itself, and lines take their turn between its moves.
func TestBothSides(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("depth 1", "both")
	s.Until("Alfiere plays 3.")
	s.Send("both off")
	s.Until("both is off")
	s.Send("force", "list")
	got := s.Until("Result")
	s.Rest()
	if moves := strings.Count(strings.Join(got, "\n"), "Alfiere plays"); moves > 1 {
		t.Errorf("after both off it makes %d moves", moves)
	}
	mustPrint(t, got, "1. Na3 {+0.10/1 n=100} 1... Na6")

	s = start(t, scripted(memory{}))
	s.Send("setup 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "depth 1", "both") // it ends by itself
	s.Until("both is on")
	lines := waitFor(t, s, "The game is over")
	s.Rest()
	mustPrint(t, lines, "Alfiere plays 1... Kh7", "Alfiere plays 2. Qg7#")

	s = start(t, scripted(memory{}))
	s.Send("force", "both on")
	s.Until("Alfiere plays 1... Na6")
	s.Send("undo") // the engine waits from here on; it may have moved again before
	moves := 2 + strings.Count(strings.Join(waitFor(t, s, "I wait for go"), "\n"), "Alfiere plays")
	s.Send("force", "undo", "bd")
	mustPrint(t, s.Rest(), [2]string{"White", "Black"}[moves%2]+" to move")
}

func TestWhatAScreenShows(t *testing.T) {
	lines := []string{"depth 1", "stars on", "e4", "bd", "quit"}
	plain := screen(t, Console{}, lines...)
	for _, terminal := range []bool{false, true} {
		for _, color := range []bool{false, true} {
			for _, unicode := range []bool{false, true} {
				got := screen(t, Console{Terminal: terminal, Color: color, Unicode: unicode}, lines...)
				for text, want := range map[string]bool{
					"Type a move": terminal, "White 1> ": terminal, "White 2> ": terminal, "\x1b[48;5;": color, "\x1b[0m": color,
					"*♞": unicode, "♔": unicode && !color, "♚": unicode, "*r": !unicode, "Alfiere plays 1... Na6": true,
				} {
					if strings.Contains(got, text) != want {
						t.Errorf("terminal %v, colour %v, chessmen %v: %q is printed: %v\n%s", terminal, color, unicode, text, !want, got)
					}
				}
				boards := strings.Count(got, "f g h") + strings.Count(got, "f  g  h")
				if want := map[bool]int{false: 1, true: 3}[terminal]; boards != want {
					t.Errorf("terminal %v: %d boards, want %d", terminal, boards, want)
				}
				if !terminal && !color && !unicode && got != plain {
					t.Error("the same session prints something else")
				}
			}
		}
	}
}

// screen returns all that a session prints.
func screen(t *testing.T, c Console, lines ...string) string {
	t.Helper()
	c.Files = memory{}
	s := start(t, c)
	var got []string
	for _, line := range lines {
		s.Send(line)
		if line == "e4" { // at a terminal what is typed ahead is not waited for
			got = append(got, waitFor(t, s, "plays 1... Na6")...)
		}
	}
	return strings.Join(append(got, s.Rest()...), "\n")
}

func TestThePromptSaysWhatIsAsked(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"the first move", nil, "White 1> "},
		{"a later move", []string{"force", "e4", "e5", "d4"}, "Black 2> "},
		{"after the game", blackMates, "> "},
		{"an editor", []string{"edit"}, "edit> "},
		{"an editor is left", []string{"edit", "quit"}, "White 1> "},
		{"the first row", []string{"setup"}, "rank 8> "},
		{"the third row", []string{"setup black", "....k...", "........"}, "rank 6> "},
		{"a comment", []string{"# what a game"}, "White 1> "},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := scripted(memory{})
			c.Terminal, c.Keep = true, new(drawer).keep
			s := start(t, c)
			s.Send(test.lines...)
			got := s.Rest() // the end of the input prints a line end after the prompt
			if len(got) > 1 && strings.HasPrefix(got[len(got)-1], "the game was not saved") {
				got = got[:len(got)-1]
			}
			if last := got[len(got)-1]; !strings.HasSuffix(last, test.want) {
				t.Errorf("the last line is %q", last)
			}
		})
	}
}

// stopwatch is a clock that a test sets.
type stopwatch struct{ elapsed atomic.Int64 }

func (w *stopwatch) now() time.Time {
	return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC).Add(time.Duration(w.elapsed.Load()))
}

func (w *stopwatch) wait(d time.Duration) { w.elapsed.Add(int64(d)) }

func TestTheClocksRunForWhoeverIsToMove(t *testing.T) {
	var watch stopwatch
	c := scripted(memory{})
	c.Now = watch.now
	s := start(t, c)
	defer s.Rest()
	s.Send("post", "level 2 1 3, 0 10")
	s.Until("2 moves")
	for _, turn := range []struct {
		move         string
		user, engine time.Duration
		want         string
	}{
		{"h3", 10 * time.Second, 30 * time.Second, "my clock 0:33, yours 0:53"},
		{"a3", 20 * time.Second, 0, "my clock 10:36, yours 10:36"}, // with the time of the second control
		{"b3", 0, time.Minute, "my clock 9:36, yours 10:36"},
	} {
		watch.wait(turn.user)
		s.Send(turn.move)
		s.Until("    3")
		watch.wait(turn.engine)
		s.Send("?")
		s.Until("Alfiere plays")
		s.Send("level")
		if lines := s.Until("2 moves"); !strings.Contains(lines[len(lines)-1], turn.want) {
			t.Errorf("after %s: %q, want %q", turn.move, lines[len(lines)-1], turn.want)
		}
	}
	s.Send("list")
	mustPrint(t, s.Until("Result"), "1. h3 {10.00s} 1... Na6 {+0.30/3 n=300 30.00s}", "b2b3       0     0     0    0")
	watch.wait(11 * time.Minute)
	s.Send("g3", "undo", "level")
	mustPrint(t, s.Until("2 moves"), "The game is over: 0-1 (time ran out)", "g3: the game is over", "my clock 1:00, yours 1:00")
}

func TestAFlagFallsWithoutALine(t *testing.T) {
	for _, c := range []struct {
		setup, want string
	}{
		{"", "The game is over: 0-1 (time ran out)"},
		{"setup 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "The game is over: 1/2-1/2 (time ran out)"}, // a bare king cannot win
	} {
		synctest.Test(t, func(t *testing.T) {
			console := scripted(memory{})
			console.Now = time.Now
			s := start(t, console)
			s.Send(c.setup, "black", "level 0:05+0")
			s.Until("the game in")
			s.Until(c.want) // the clock of the bubble runs on while all wait
			s.Rest()
		})
	}
}

func TestTimeWhileNoClockRunsIsNotCounted(t *testing.T) {
	var watch stopwatch
	c := scripted(memory{})
	c.Now = watch.now
	s := start(t, c)
	s.Send("depth 1", "level 1+0", "force", "fen")
	s.Until("rnbqkbnr")
	watch.wait(5 * time.Minute)
	s.Send("black", "e4")
	s.Until("Alfiere plays")
	s.Rest()
}

func TestNoClockRunsUntilOneIsSet(t *testing.T) {
	var watch stopwatch
	c := scripted(memory{})
	c.Now = watch.now
	s := start(t, c)
	s.Send("level", "depth 1", "e4")
	mustPrint(t, s.Until("Alfiere plays"), "5s a move, no clocks")
	watch.wait(24 * time.Hour)
	s.Send("d4")
	s.Until("Alfiere plays 2")
	s.Rest()
}

// TestAStormOfLines sends commands in any order and keeps a game of its own, whose board must be the session's.
func TestAStormOfLines(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	others := []string{"easy", "easy off", "post", "level 40 5", "level 2 1, 0 1 1", "depth 1", "depth 2", "time 100", "hint", "list", "save x",
		"coords", "mate 1", "gamein", "book off", "first", "help go", "# nothing", "Ke9", "O-O-O-O", "e9", "?", "p"}
	for range 15 {
		game := movegen.Follower().Start(movegen.StartPosition())
		s := start(t, scripted(memory{}))
		s.Send("depth 1")
		for range 40 {
			for range random.IntN(4) {
				if line := others[random.IntN(len(others))]; line != "first" || game.Len() > 0 {
					s.Send(line)
				}
			}
			if random.IntN(6) == 0 && game.Len() >= 2 {
				s.Send("remove")
				must.Do(t, game.TakeBack(2))
			}
			position := game.Position()
			legal := position.Moves()
			m := legal[random.IntN(len(legal))]
			s.Send(notation.UCI(m, false))
			must.Do(t, game.Play(m))
			if game.Over() || game.Draw() != movegen.NotEnded {
				break
			}
			reply := s.Until("Alfiere plays")
			position = game.Position()
			words := strings.Fields(reply[len(reply)-1])
			m, err := notation.ParseMove(&position, words[3], notation.English)
			if err != nil {
				t.Fatalf("in %s: %v", position.FEN(), err)
			}
			must.Do(t, game.Play(m))
			if game.Over() || game.Draw() != movegen.NotEnded {
				break
			}
		}
		s.Send("bd")
		position := game.Position()
		mustPrint(t, s.Rest(), position.FEN())
	}
}
