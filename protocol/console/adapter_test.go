package console

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
	"alfiere/search/analysis"
)

func start(t testing.TB, c Console) *protocoltest.Session {
	return protocoltest.Start(t, c.Serve)
}

// thought is the time that a move took, in the comment of a game: none on a quick machine.
var thought = regexp.MustCompile(` \{\d+\.\d+s\}( \d+\.\.\.)?`)

// untimed returns a game as a quick machine prints it.
func untimed(game string) string { return thought.ReplaceAllString(game, "") }

// mustPrint fails unless the lines, in this order, are among those that came. They may lack the times of moves.
func mustPrint(t *testing.T, got []string, want ...string) {
	t.Helper()
	rest := got
	for _, line := range want {
		i := slices.IndexFunc(rest, func(s string) bool { return strings.Contains(s, line) || strings.Contains(untimed(s), line) })
		if i < 0 {
			t.Fatalf("%q is missing in\n%s", line, strings.Join(got, "\n"))
		}
		rest = rest[i+1:]
	}
}

func mustNotPrint(t *testing.T, got []string, not ...string) {
	t.Helper()
	for _, text := range not {
		if slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, text) }) {
			t.Errorf("%q is printed:\n%s", text, strings.Join(got, "\n"))
		}
	}
}

func TestWhatIsDueIsDoneAtTheEndOfAPipe(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("e4", "d4", "c4")
	mustPrint(t, s.Rest(), "plays 1...", "plays 2...", "plays 3...")
}

func TestAtATerminalTheEndOfTheInputIsTheEnd(t *testing.T) {
	for _, last := range []string{"quit", "exit", ""} {
		s := start(t, Console{Terminal: true})
		s.Send("st 1000", "post", "e4")
		s.Until("    3") // the depth that it thinks on at
		if last != "" {
			s.Send(last)
		}
		got := s.Rest()
		if s.Err != nil || slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, "plays 1") }) {
			t.Errorf("%q: error %v, got %q", last, s.Err, got)
		}
	}
}

func TestThinkingEndsAtOnce(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*protocoltest.Session)
	}{
		{"by a question mark", func(s *protocoltest.Session) { s.Send("?") }},
		{"by a signal", func(s *protocoltest.Session) { s.Signals <- syscall.SIGTERM }},
		{"by an interrupt", func(s *protocoltest.Session) { s.Signals <- os.Interrupt }},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, scripted(memory{}))
			s.Send("post", "st 1000", "e4")
			s.Until("    3")
			test.end(s)
			s.Until("Alfiere plays 1... Na6")
			s.Rest()
		})
	}
}

func TestFlagsCanBeChangedWhileTheEngineThinks(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("post", "st 1000", "e4")
	s.Until("    3")
	s.Send("beep", "bd", "help stars")
	s.Until("beep is on")
	s.Until("stars ")
	s.Send("?")
	mustPrint(t, s.Rest(), "plays 1...", "White to move")
}

func TestAFloodWaitsOutside(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("post", "st 1000", "e4")
	s.Until("    3")
	sent := make(chan int)
	go func() {
		n := 0
		for ; n < 500; n++ {
			s.Send("help hint", "hint")
		}
		sent <- n
	}()
	select {
	case n := <-sent:
		t.Errorf("%d lines were taken in while the engine was thinking", n)
	case <-time.After(200 * time.Millisecond):
	}
	s.Signals <- syscall.SIGTERM
	s.Until("Alfiere plays")
	<-sent
	s.Rest()
}

func TestALineThatIsTooLongIsIgnored(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("force", "e4"+strings.Repeat(" ", 20000), strings.Repeat("x", wire.MaxLine+1), "d4", "bd")
	mustPrint(t, s.Rest(), "more than 16384 bytes", "more than 16384 bytes", "4  . . . P . . . .")
}

func TestATerminalGetsPromptsBoardsAndABell(t *testing.T) {
	s := start(t, Console{Terminal: true, Color: true, Unicode: true})
	s.Send("", "beep on", "level 40 5 0", "depth 1", "e4")
	lines := append(s.Until("White 1> 1. e4, thinking..."), s.Until("Alfiere plays")...)
	s.Send("quit")
	got := strings.Join(append(lines, s.Rest()...), "\n")
	for _, want := range []string{"Type a move", "White 1> ", "\x1b[48;5;67m\x1b[1;38;5;16m ♜ \x1b[0m", "plays 1... Na6", "\a", "White 2> "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if marked := strings.Count(got, "\x1b[48;5;136m"); marked != 2 {
		t.Errorf("%d squares are marked, not the two of the last move", marked)
	}
	if !regexp.MustCompile(`White \d+:\d\d, Black \d+:\d\d`).MatchString(got) {
		t.Errorf("no clocks in\n%s", got)
	}
	if boards := strings.Count(got, " a  b  c"); boards != 2 {
		t.Errorf("%d boards, not one at the beginning and one after the move", boards)
	}
}

func TestParametersReachTheSearch(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("contempt 20", "Awindow 50", "bwindow 60", "xwndw 30", "rcptr", "random", "level 40 5 0", "depth 4", "e4")
	s.Until("Alfiere plays")
	request := s.Searcher.Last()
	s.Send("new", "e4")
	s.Until("Alfiere plays")
	again := s.Searcher.Last()
	s.Rest()
	if again.Legacy.Seed == request.Legacy.Seed {
		t.Error("the next game has the same noise")
	}
	m := request.Legacy
	if request.Contempt != 20 || m.Below != 50 || m.Above != 60 || m.Lazy != 30 || !m.Recaptures || m.Noise == 0 || m.Seed == 0 || request.Limits.Depth != 4 {
		t.Errorf("the request is %+v", request)
	}
	want := search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40, Overhead: request.Limits.Clock.Overhead}
	if request.Limits.Clock != want {
		t.Errorf("the clock is %+v", request.Limits.Clock)
	}
}

func TestPondering(t *testing.T) {
	s := start(t, scripted(memory{}))
	defer s.Rest()
	s.Send("depth 2", "easy off", "e4")
	s.Until("Alfiere plays 1... Na6")
	s.Send("bd", "hint") // look at the board without the expected reply
	mustPrint(t, s.Until("I expect"), "White to move", "I expect 2. Ke2")
	s.Send("Ke2")
	s.Until("Alfiere plays 2...")
	searches := s.Searcher.Searches()
	s.Send("hint")
	s.Until("I expect")
	s.Send("h3", "list") // not expected
	mustPrint(t, s.Until("Result"), "Alfiere plays 3...", "3. h3")
	if got := s.Searcher.Searches(); got <= searches {
		t.Errorf("%d searches before the unexpected move, %d after it", searches, got)
	}
	s.Send("force", "easy", "e5")
}

func TestPShowsTheExplanation(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("force", "e4", "p")
	got := strings.Join(s.Rest(), "\n") + "\n"
	p := movegen.StartPosition()
	p.Make(movegen.MakeMove(12, 28, movegen.Normal))
	if want := analysis.ExplanationText(eval.Explain(&p, eval.All, nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatIsNotTheSameTwice(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("test", "chess960", "fen")
	mustPrint(t, s.Rest(), "moves/s", "evaluation:", "Chess960, position ", " w KQkq - 0 1")
}

func TestMateSolvesTheProblem(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("force", "setup kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 2", "bd")
	mustPrint(t, s.Rest(), "White mates in 2", "1.Ra6!", "8  k b K") // what comes behind it has waited
	s = start(t, scripted(memory{}))
	s.Send("mate 30", "?", "bd") // not to be solved while anybody waits
	mustPrint(t, s.Rest(), "White mates in 30", "8  r n b q k b n r")
}

// FuzzConsole sends any bytes as a session: it must end without a crash, and print nothing that could harm a terminal.
func FuzzConsole(f *testing.F) {
	for _, seed := range []string{
		"e4\nNf3\nundo\nremove\nlist\nsave x\nget x\nlist x\nget x\nxget x\nquit",
		"force\nsetup 4k3/P3r3/8/8/8/8/4R2p/R3K2R w KQ - 0 1\na8=Q\nO-O\ndebug e2\np\nMwpawn\nswitch\nboth",
		"edit\n#\nKe1\nc\nKe8\nwhite\n.\nsetup black\n........\nquit\ndepth 1\neasy\nboth on\nmaterial",
		"level 40 5, 0 1 1\ntime -1\notim 9e99\nst 0\ngamein\nreverse\nstars\ncoords\nbd\nhelp\nhelp p\x00\n\xff\x1b[2J",
		"mate 1\nmate 2 set tries 1\n?\nbook /dev/null\ncontempt 9\nAwindow 1\nxwndw 1\nrandom\nrcptr\nhint\npost\n?\nfirst\ngo\nwhite\nblack\nnew\nxboard",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, input []byte, terminal bool) {
		c := scripted(memory{})
		c.Terminal = terminal
		session := start(t, c)
		session.Send(string(input))
		time.AfterFunc(300*time.Millisecond, func() { session.Signals <- syscall.SIGTERM }) // a game of the engine with itself may be long
		for _, line := range session.Rest() {
			if i := strings.IndexFunc(line, func(r rune) bool { return r < ' ' && r != '\t' && r != '\a' || r == 0x7f }); i >= 0 {
				t.Fatalf("printed %q", line)
			}
		}
		if session.Err != nil {
			t.Fatal(session.Err)
		}
	})
}

// TestTranscripts serves transcripts that begin with "# play", the language, the draws and perhaps the side of the
// engine at a table.
func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, func(s *protocol.Session, first string) (string, error) {
		c := scripted(shelf())
		if words := strings.Fields(first + " "); len(words) > 3 && words[1] == "play" {
			c.Table = new(Table)
			if err := c.Table.Apply(Words{Language: words[2], Draws: words[3], Engine: strings.Join(words[4:], "")}); err != nil {
				return "", err
			}
			c.Table.Limits.MoveTime = usualMoveTime
		}
		_, err := c.Serve(s, first)
		if c.Table != nil {
			err = nil // counts the lines that the transcript lets it refuse
		}
		return "", err
	})
}

// scripted is a console at a pipe whose clock does not advance.
func scripted(files files) Console {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	return Console{Files: files, Now: func() time.Time { return noon }}
}

// memory is files that last as long as the test.
type memory map[string]string

func (m memory) Read(name string) (string, error) {
	text, ok := m[name]
	if !ok {
		return "", fs.ErrNotExist
	}
	return text, nil
}

func (m memory) Open(name string) (io.ReadCloser, error) {
	text, err := m.Read(name)
	return io.NopCloser(strings.NewReader(text)), err
}

var errFull = errors.New("the disk is full")

// Write refuses names in a folder, which does not exist, and the name "full".
func (m memory) Write(name, text string) error {
	if name == "full" {
		return errFull
	}
	if strings.Contains(name, "/") {
		return fs.ErrNotExist
	}
	m[name] = text
	return nil
}

// blackMates is a game that Black has won.
var blackMates = []string{"force", "f3", "e5", "g4", "Qh4"}

// italianFEN is the position of games and files named after it.
const italianFEN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"

// shelf is the files that every session finds.
func shelf() memory {
	return memory{
		"italian.pgn":   "[White \"A\"]\n[Black \"B\"]\n[Date \"1990.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n",
		"match.pgn":     "[Event \"Match\"]\n[Site \"Rome\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2100\"]\n[ECO \"C50\"]\n\n1. e4 e5 *\n",
		"bad.pgn":       "[White \"A\"]\n\n1. e4 e4 *\n",
		"nobody.pgn":    "1. e4 *\n",
		"three.pgn":     "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e4 *\n\n[White \"C\"]\n\n1. c4 *\n",
		"lost.pgn":      "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. a3 a6 6. b3 b6 7. c3 c6 8. d3 d6 9. e3 e6 10. f3 f6 {-2.00/9} *\n",
		"960.pgn":       "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w KQkq - 0 1\"]\n\n1. O-O O-O-O 2. a4 *\n",
		"italian.fen":   italianFEN + "\n",
		"illegal.fen":   "8/8/8/8/8/8/8/8 w - - 0 1\n",
		"castle.fen":    "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n",
		"old.pos":       "# old\n\nA vs. B\n" + strings.Repeat(". . . . . . . .\n", 6) + ". . k . . . . .\n" + ". . . . . . K R\nwhite to play\n",
		"two-kings.pos": "# old\n" + strings.Repeat(". . . . . . . .\n", 6) + "k k . . . . . .\n" + ". . . . . . K R\nwhite to play\n",
	}
}
