package console

import (
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

// recorder is a screen that remembers its prompts.
type recorder struct {
	columns int

	mutex    sync.Mutex
	prompts  []string
	complete func(string) (int, []string)
}

func (r *recorder) Ask(prompt string, complete func(string) (int, []string)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.prompts, r.complete = append(r.prompts, prompt), complete
}

func (r *recorder) Columns() int { return r.columns }

// seen returns the prompts so far, and what completes the last one.
func (r *recorder) seen() ([]string, func(string) (int, []string)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.prompts), r.complete
}

func TestTheStatusIsTakenAwayBeforeTheMove(t *testing.T) {
	r := &recorder{columns: 60}
	s := start(t, Console{Terminal: true, Screen: r})
	s.Send("st 1000", "e4")
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		if prompts, _ := r.seen(); len(prompts) > 0 && strings.Contains(prompts[len(prompts)-1], ", depth ") {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the prompts are %q", prompts)
		}
	}
	s.Send("?")
	s.Until("Alfiere")
	got := s.Rest()
	mustNotPrint(t, got, "thinking", "White 2>") // that is the screen's affair
	prompts, _ := r.seen()
	i := slices.Index(prompts, " ")
	if i < 0 || !strings.HasPrefix(prompts[i-1], "thinking") || strings.Contains(strings.Join(prompts[i:], ""), "thinking") ||
		prompts[len(prompts)-1] != "White 2> " {
		t.Errorf("the prompts are %q", prompts)
	}
}

func TestTheStatusFitsTheScreen(t *testing.T) {
	for _, text := range []string{"thinking 0s", "thinking 12s, depth 14, -0.25, c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5", "x"} {
		for width := range 100 {
			got := cutWords(text, width)
			if got == "" || !strings.HasPrefix(text, got) || utf8.RuneCountInString(got) > width && strings.Contains(got, " ") {
				t.Errorf("%d columns: %q", width, got)
			}
			if len(text) <= width && got != text {
				t.Errorf("%d columns: %q is cut to %q", width, text, got)
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	r := &recorder{columns: 80}
	s := start(t, Console{Terminal: true, Screen: r, Names: func(prefix string) []string { return []string{prefix + "x.pgn"} }})
	s.Send("force", "e4", "e5", "Bc4", "Nc6", "beep")
	waitFor(t, s, "beep is on")
	s.Send("beep")
	waitFor(t, s, "beep is off")
	_, complete := r.seen()
	for _, test := range []struct {
		line  string
		from  int
		words []string // that are among them
		none  []string // that are not
	}{
		{"", 0, []string{"Qh5", "Nf3", "a3"}, []string{"quit", "e4"}},
		{"q", 0, []string{"Qh5", "quit"}, []string{"a3"}},
		{"nf", 0, []string{"Nf3"}, []string{"Nc3", "new"}},
		{"Bxf", 0, []string{"Bxf7"}, nil},
		{"save ga", 5, []string{"gax.pgn"}, []string{"Nf3"}},
		{"save my ga", 5, []string{"my gax.pgn"}, nil},
		{"help s", 5, []string{"save", "st"}, []string{"Nf3", "help"}},
		{"beep o", 7, nil, []string{"o"}},
		{"syzygy ta", 7, []string{"tax.pgn"}, []string{"PATH"}},
		{"book o", 5, []string{"on", "off"}, []string{"FILE"}},
		{"nonsense ", 9, nil, nil},
		{"zz", 0, nil, []string{"a3"}},
	} {
		from, words := complete(test.line)
		if from != test.from && len(test.words) > 0 {
			t.Errorf("%q: from %d", test.line, from)
		}
		for _, word := range test.words {
			if !slices.Contains(words, word) {
				t.Errorf("%q: %q lacks %q", test.line, words, word)
			}
		}
		for _, word := range test.none {
			if slices.Contains(words, word) {
				t.Errorf("%q: %q has %q", test.line, words, word)
			}
		}
	}
	s.Rest()
}

// TestEveryLegalMoveIsCompleted: in any position the moves are those of the rules, and each text is read as its move.
func TestEveryLegalMoveIsCompleted(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("force", "e4", "d5", "exd5", "Nf6", "Bb5+", "c6", "dxc6", "Qd6", "cxb7+", "Kd8", "bd")
	s.Rest()
	position := s.Controller.Position()
	names := moveNames(&position)
	if !slices.Contains(names, "bxa8=Q") || !slices.Contains(names, "Nf3") || len(names) < 20 {
		t.Errorf("the moves are %q", names)
	}
}

// TestTheMaterialIsReportedBelowTheBoard: the side with more material, at a terminal only, and nothing where
// both have the same.
func TestTheMaterialIsReportedBelowTheBoard(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": "",
		"4k3/ppppppp1/8/8/8/8/PPPPPPPP/4K3 w - - 0 1": "White has P more (White +1)",
		"r2qk3/8/8/8/8/8/8/1NB1K3 w - - 0 1":          "White has B N more, Black Q R (Black +8)",
		"r3k3/8/8/8/8/8/PP6/B3K3 b - - 0 1":           "White has B P P more, Black R (even)",
		"4k3/8/8/8/8/8/8/RR2K2r w - - 0 1":            "White has R more (White +5)",
		"q3k3/8/8/8/8/8/8/4K3 w - - 0 1":              "Black has Q more (Black +9)",
	} {
		for _, terminal := range []bool{true, false} {
			s := start(t, Console{Terminal: terminal})
			s.Send("setup "+fen, "quit")
			got := strings.Join(s.Rest(), "\n")
			if reported := strings.Contains(got, "more"); reported != (terminal && want != "") || reported && !strings.Contains(got, "\n   "+want+"\n") {
				t.Errorf("%s, terminal %v: %q is missing in\n%s", fen, terminal, want, got)
			}
		}
	}
}

// analysis starts a session at a terminal in which the engine analyses.
func analysed(t *testing.T, lines ...string) *protocoltest.Session {
	c := scripted(memory{"italian.pgn": shelf()["italian.pgn"]})
	c.Terminal = true
	s := start(t, c)
	s.Send(append(lines, "analyze")...)
	waitFor(t, s, "    3")
	return s
}

// TestAnalysisFollowsTheBoard: whatever changes the position, the engine thinks about what is
// there now, and never moves.
func TestAnalysisFollowsTheBoard(t *testing.T) {
	s := analysed(t)
	for _, step := range []struct{ line, fen string }{
		{"e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"e5 Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{"undo", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"back", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"forward 2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{"get italian.pgn", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"},
		{"bd", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"},
		{"setup " + italianFEN, italianFEN},
	} {
		s.Send(step.line)
		waitFor(t, s, "    3")
		request := s.Searcher.Last()
		if got := request.Position.FEN(); got != step.fen || !request.Limits.Infinite {
			t.Errorf("after %q it analyses %s, with %+v", step.line, got, request.Limits)
		}
	}
	s.Send("exit", "quit")
	mustNotPrint(t, s.Rest(), "plays")
}

// TestAnalysisEnds by many ways; afterwards the session is as before.
func TestAnalysisEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*protocoltest.Session)
		want string
	}{
		{"by exit", func(s *protocoltest.Session) { s.Send("exit", "fen") }, movegen.StartFEN},
		{"by an empty line", func(s *protocoltest.Session) { s.Send("", "fen") }, movegen.StartFEN},
		{"by its own name", func(s *protocoltest.Session) { s.Send("analyze", "fen") }, "the analysis has stopped"},
		{"by force", func(s *protocoltest.Session) { s.Send("force", "fen") }, movegen.StartFEN},
		{"by go", func(s *protocoltest.Session) { s.Send("depth 1", "go") }, "plays 1. Na3"},
		{"by black and a move", func(s *protocoltest.Session) { s.Send("depth 1", "black", "e4") }, "plays 1... Na6"},
		{"by new and a move", func(s *protocoltest.Session) { s.Send("depth 1", "new", "e4") }, "plays 1... Na6"},
		{"by an interrupt", func(s *protocoltest.Session) { s.Signals <- os.Interrupt }, "the analysis has stopped"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := analysed(t)
			test.end(s)
			waitFor(t, s, test.want)
			s.Send("hint")
			waitFor(t, s, "I ")
			s.Send("quit")
			if s.Rest(); s.Err != nil {
				t.Error(s.Err)
			}
		})
	}
	s := analysed(t)
	s.Signals <- syscall.SIGTERM
	s.Rest()
}

func TestAnalysisIsOfFullStrengthWithAllLines(t *testing.T) {
	s := analysed(t, "elo 1500", "multipv 3", "book on")
	request := s.Searcher.Last()
	if request.Limits.Nodes != 0 || request.MultiPV != 3 {
		t.Errorf("the request is %+v", request)
	}
	s.Send("exit", "hint")
	waitFor(t, s, "I suggest")
	if request := s.Searcher.Last(); request.Limits.Nodes != 0 {
		t.Errorf("a hint is of %d nodes", request.Limits.Nodes)
	}
	s.Send("depth 1", "book off", "go")
	waitFor(t, s, "plays")
	if request := s.Searcher.Last(); request.Limits.Nodes == 0 {
		t.Error("a game is of full strength")
	}
	s.Send("quit")
	s.Rest()
}

// TestAFinishedGameIsNotAnalysed: there is nothing to think about.
func TestAFinishedGameIsNotAnalysed(t *testing.T) {
	s := analysed(t, "force", "f3 e5 g4")
	s.Send("Qh4")
	waitFor(t, s, "(checkmate)")
	searches := s.Searcher.Searches()
	s.Send("fen", "undo")
	lines := waitFor(t, s, "    3")
	if strings.Contains(strings.Join(lines, "\n"), "plays") || s.Searcher.Searches() != searches+1 {
		t.Errorf("%d searches instead of one:\n%s", s.Searcher.Searches()-searches, strings.Join(lines, "\n"))
	}
	s.Send("quit")
	s.Rest()
}

func TestADamagedTableIsReported(t *testing.T) {
	s := start(t, scripted(memory{}))
	s.Send("syzygy "+protocoltest.DamagedTables(t, "../.."), "setup 8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "endgame")
	waitFor(t, s, protocoltest.DamagedTable+" is not there, or not usable")
	waitFor(t, s, protocoltest.DamagedTable+": ")
	s.Send("endgame", "setup 8/8/8/8/8/2k5/8/KR6 w - - 0 1", "endgame", "syzygy off", "hint")
	lines := strings.Join(waitFor(t, s, "I suggest"), "\n")
	if strings.Contains(lines, protocoltest.DamagedTable+": ") || !strings.Contains(lines, "White wins") {
		t.Errorf("then %s", lines)
	}
	s.Rest()
}
