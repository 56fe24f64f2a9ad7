package console

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/protocol"
)

// drawer holds the games that were kept because they were not saved.
type drawer struct {
	games []string
	fault error
}

func (d *drawer) keep(text string) (string, error) {
	if d.fault != nil {
		return "", d.fault
	}
	d.games = append(d.games, untimed(text))
	return "game.pgn", nil
}

// TestNoGameIsLostAtATerminal: whatever ends the session, a game that no file holds is kept.
func TestNoGameIsLostAtATerminal(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string // the moves that are kept, empty if no game is
	}{
		{"a game that nobody has saved", []string{"force", "e4", "e5"}, "1. e4 e5 *"},
		{"no move", []string{"force"}, ""},
		{"all taken back", []string{"force", "e4", "undo"}, ""},
		{"stepped back", []string{"force", "e4 e5", "back all"}, "1. e4 e5 *"},
		{"saved", []string{"force", "e4", "e5", "save x"}, ""},
		{"its table is saved", []string{"force", "e4", "e5", "list x"}, ""},
		{"saved where it cannot be", []string{"force", "e4", "e5", "save no/x"}, "1. e4 e5 *"},
		{"gone on after it was saved", []string{"force", "e4", "save x", "e5"}, "1. e4 e5 *"},
		{"saved, and taken back: the file has more", []string{"force", "e4", "e5", "save x", "undo"}, ""},
		{"saved, taken back and gone on", []string{"force", "e4", "e5", "save x", "undo", "c5"}, "1. e4 c5 *"},
		{"the old moves once more", []string{"force", "e4", "e5", "save x", "undo", "e5"}, ""},
		{"another game with the same moves less one", []string{"force", "e4", "e5", "save x", "new", "force", "e4"}, ""},
		{"read from a file", []string{"force", "e4", "e5", "save x", "new", "get x"}, ""},
		{"read, and gone on", []string{"force", "e4", "save x", "new", "get x", "e5"}, "1. e4 e5 *"},
		{"a new game after one that was saved", []string{"force", "e4", "save x", "new", "force", "d4"}, "1. d4 *"},
		{"the same moves from elsewhere", []string{"force", "e4", "save x", "setup 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4"}, "1. e4 *"},
		{"ended", append([]string{"force"}, blackMates[1:]...), "1. f3 e5 2. g4 Qh4# 0-1"},
	} {
		for _, end := range []struct {
			name string
			end  func(*protocoltest.Session)
		}{
			{"quit", func(s *protocoltest.Session) { s.Send("quit") }},
			{"exit", func(s *protocoltest.Session) { s.Send("exit") }},
			{"the end of the input", (*protocoltest.Session).End},
			{"UCI", func(s *protocoltest.Session) { s.Send("uci") }},
			{"XBoard", func(s *protocoltest.Session) { s.Send("xboard") }},
			{"a termination", func(s *protocoltest.Session) { s.Signals <- syscall.SIGTERM }},
			{"a hangup", func(s *protocoltest.Session) { s.Signals <- syscall.SIGHUP }},
			{"two interrupts", func(s *protocoltest.Session) { s.Signals <- os.Interrupt; s.Signals <- os.Interrupt }},
		} {
			t.Run(test.name+"/"+end.name, func(t *testing.T) {
				var kept drawer
				c := scripted(memory{})
				c.Terminal, c.Keep = true, kept.keep
				s := start(t, c)
				s.Send(append(slices.Clone(test.lines), "beep on")...)
				waitFor(t, s, "beep is on")
				end.end(s)
				got := strings.Join(s.Rest(), "\n")
				switch {
				case test.want == "" && len(kept.games) == 0 && !strings.Contains(got, "kept"):
				case test.want != "" && len(kept.games) == 1 && strings.HasSuffix(kept.games[0], "\n\n"+test.want+"\n") &&
					strings.Contains(got, "a copy is in game.pgn"):
				default:
					t.Errorf("kept is %q; it says\n%s", kept.games, got)
				}
			})
		}
	}
}

// TestAGameThatIsReplacedIsKept: what puts another game on the board loses none, and a
// command that fails or a game that a file has keeps nothing.
func TestAGameThatIsReplacedIsKept(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, test := range []struct {
		lines []string
		want  []string // the moves of the games that are kept
	}{
		{[]string{"new"}, []string{"1. e4 e5 *"}},
		{[]string{"chess960 7"}, []string{"1. e4 e5 *"}},
		{[]string{"setup " + fen}, []string{"1. e4 e5 *"}},
		{[]string{"xget board"}, []string{"1. e4 e5 *"}},
		{[]string{"edit", "."}, []string{"1. e4 e5 *"}},
		{[]string{"get one"}, []string{"1. e4 e5 *"}},
		{[]string{"get one", "new"}, []string{"1. e4 e5 *"}},
		{[]string{"back all", "new"}, []string{"1. e4 e5 *"}},
		{[]string{"resign", "new"}, []string{"1. e4 e5 0-1"}},
		{[]string{"new", "force", "d4", "new"}, []string{"1. e4 e5 *", "1. d4 *"}},
		{[]string{"save x", "new"}, nil},
		{[]string{"setup 8/8/8/8/8/8/8/8 w - - 0 1", "get nothing", "chess960 x", "edit", "quit", "save x"}, nil},
	} {
		t.Run(strings.Join(test.lines, ", "), func(t *testing.T) {
			var kept drawer
			c := scripted(memory{"one": "1. c4 *\n", "board": fen})
			c.Terminal, c.Keep = true, kept.keep
			s := start(t, c)
			s.Send(append([]string{"force", "e4", "e5"}, test.lines...)...)
			s.Rest()
			for i, game := range kept.games {
				if i >= len(test.want) || !strings.HasSuffix(game, "\n\n"+test.want[i]+"\n") {
					t.Errorf("game %d that is kept is\n%s", i, game)
				}
			}
			if len(kept.games) != len(test.want) {
				t.Errorf("%d games are kept, not %d", len(kept.games), len(test.want))
			}
		})
	}
}

func TestAGameThatCannotBeKeptIsPrinted(t *testing.T) {
	for name, keep := range map[string]func(string) (string, error){
		"there is no place for it":  nil,
		"the disk does not take it": (&drawer{fault: errors.New("the disk is full")}).keep,
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Console{Terminal: true, Keep: keep})
			s.Send("force", "e4", "e5")
			got := s.Rest()
			if keep != nil {
				mustPrint(t, got, "the disk is full")
			}
			mustPrint(t, got, "[White", "1. e4 e5 *")
		})
	}
}

func TestAScriptKeepsNothing(t *testing.T) {
	var kept drawer
	c := scripted(memory{})
	c.Keep = kept.keep
	s := start(t, c)
	s.Send("force", "e4")
	mustNotPrint(t, s.Rest(), "kept", "[Event")
	if len(kept.games) > 0 {
		t.Errorf("kept is %q", kept.games)
	}
}

// TestAnInterruptAtATerminal ends what takes long, and the session only the second time.
func TestAnInterruptAtATerminal(t *testing.T) {
	interrupt := func(s *protocoltest.Session) { s.Signals <- os.Interrupt }
	for _, test := range []struct {
		name  string
		lines []string
		until string
		want  []string
		goes  bool // the session continues after two
	}{
		{"at the prompt", []string{"bd"}, "White to move", []string{"press Ctrl-C again, or type quit, to leave"}, false},
		{"while it thinks", []string{"post", "st 1000", "e4", "d4"}, "    3", []string{"plays 1... Na6", "press Ctrl-C again"}, true},
		{"while it plays both sides", []string{"post", "st 1000", "both"}, "    3", []string{"plays 1. Na3", "both is off", "press Ctrl-C again"}, true},
		{"while it solves", []string{"mate 30", "help hint"}, "the reply I expect", []string{"White mates in 30", "press Ctrl-C again"}, true},
		{"while pieces are placed", []string{"edit", "xe2"}, "Pa4 places", []string{"cancelled", "press Ctrl-C again"}, true},
	} {
		body := func(t *testing.T, linesRead func()) {
			c := scripted(memory{})
			c.Terminal, c.Keep = true, new(drawer).keep
			s := start(t, c)
			s.Send(test.lines...)
			if test.until != "" {
				waitFor(t, s, test.until)
			}
			linesRead()
			interrupt(s)
			interrupt(s)
			var got []string
			for _, want := range test.want {
				got = append(got, waitFor(t, s, want)...)
			}
			mustNotPrint(t, got, "2. d4") // what was typed meanwhile is cancelled
			if started := time.Now(); !test.goes {
				for len(s.Expect(1)) > 0 {
				}
				if time.Since(started) > time.Minute {
					t.Error("it goes on")
				}
			}
			s.Send("beep")
			rest := s.Rest()
			if goes := strings.Contains(strings.Join(rest, "\n"), "beep is on"); goes != test.goes {
				t.Errorf("it goes on: %v; it says\n%s", goes, strings.Join(append(got, rest...), "\n"))
			}
		}
		t.Run(test.name, func(t *testing.T) {
			if test.lines[0] == "mate 30" { // the solver never rests
				body(t, func() {})
			} else {
				synctest.Test(t, func(t *testing.T) { body(t, synctest.Wait) })
			}
		})
	}
}

// TestNamesAreThoseOfAModel lets user and engine change sides in any order: a side is the
// engine's if it plays it, or has moved for it since the game began.
func TestNamesAreThoseOfAModel(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 60 {
		var lines []string
		var played, plays [2]bool // by White and Black
		toMove, moves := 0, 0
		plays[1] = true
		answer := func() {
			if plays[toMove] {
				played[toMove] = true
				toMove = 1 - toMove
				moves++
			}
		}
		for range 8 {
			switch random.IntN(7) {
			case 0:
				lines, plays = append(lines, "force"), [2]bool{}
			case 1:
				lines, plays = append(lines, "white"), [2]bool{true, false}
				answer()
			case 2:
				lines, plays = append(lines, "black"), [2]bool{false, true}
				answer()
			case 3:
				lines, plays = append(lines, "new"), [2]bool{false, true}
				played, toMove, moves = [2]bool{}, 0, 0
			case 4:
				if moves == 0 {
					continue
				}
				lines = append(lines, "undo")
				moves--
				if toMove = 1 - toMove; plays[toMove] {
					plays = [2]bool{}
				}
			default:
				if moves > 1 {
					continue
				}
				if plays[toMove] { // only before the first move of a game
					continue
				}
				lines = append(lines, [...]string{"d2d4", "d7d5"}[toMove])
				if moves == 1 {
					lines[len(lines)-1] = [...]string{"g2g4", "g7g5"}[toMove]
				}
				toMove = 1 - toMove
				moves++
				answer()
			}
		}
		s := start(t, scripted(memory{}))
		s.Send(append(lines, "name Anna", "list")...)
		name := func(c int) string {
			if plays[c] || played[c] {
				return protocol.Title
			}
			return "Anna"
		}
		if got := s.Rest(); !slices.Contains(got, name(0)+" vs "+name(1)) {
			t.Errorf("after %q the players are not %s and %s:\n%s", lines, name(0), name(1), strings.Join(got, "\n"))
		}
	}
}

// TestAPersonsGamesBeginFromTheBook: not so scripts, and not a protocol that takes over.
func TestAPersonsGamesBeginFromTheBook(t *testing.T) {
	for _, test := range []struct {
		book  bool
		lines []string
		want  string // how the engine's first move is reported
		used  bool   // by what comes next
	}{
		{false, []string{"go", "uci"}, "plays 1. Na3", false},
		{true, []string{"go", "uci"}, "(book)", false},
		{true, []string{"book off", "go", "xboard"}, "plays 1. Na3", false},
		{false, []string{"book on", "go", "uci"}, "(book)", true},
	} {
		c := scripted(memory{})
		c.Book = test.book
		s := start(t, c)
		s.Send(test.lines...)
		mustPrint(t, s.Rest(), test.want)
		if used := s.Controller.Settings().OwnBook; used != test.used {
			t.Errorf("%+v: the next protocol begins with OwnBook %v", test, used)
		}
	}
}
