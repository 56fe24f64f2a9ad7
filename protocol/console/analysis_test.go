package console

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

// analysis starts a session at a terminal in which the engine analyses.
func analysed(t *testing.T, lines ...string) *protocoltest.Session {
	c := scripted(memory{"italian.pgn": shelf()["italian.pgn"]})
	c.Terminal = true
	s := start(t, c)
	send(s, lines...)
	s.Send("analyze")
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
	send(s, "exit", "quit")
	mustNotPrint(t, s.Rest(), "plays")
}

// TestAnalysisEnds by many ways; afterwards the session is as before.
func TestAnalysisEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*protocoltest.Session)
		want string
	}{
		{"by exit", func(s *protocoltest.Session) { send(s, "exit", "fen") }, movegen.StartFEN},
		{"by an empty line", func(s *protocoltest.Session) { send(s, "", "fen") }, movegen.StartFEN},
		{"by its own name", func(s *protocoltest.Session) { send(s, "analyze", "fen") }, "the analysis has stopped"},
		{"by force", func(s *protocoltest.Session) { send(s, "force", "fen") }, movegen.StartFEN},
		{"by go", func(s *protocoltest.Session) { send(s, "depth 1", "go") }, "plays 1. Na3"},
		{"by black and a move", func(s *protocoltest.Session) { send(s, "depth 1", "black", "e4") }, "plays 1... Na6"},
		{"by new and a move", func(s *protocoltest.Session) { send(s, "depth 1", "new", "e4") }, "plays 1... Na6"},
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
	send(s, "exit", "hint")
	waitFor(t, s, "I suggest")
	if request := s.Searcher.Last(); request.Limits.Nodes != 0 {
		t.Errorf("a hint is of %d nodes", request.Limits.Nodes)
	}
	send(s, "depth 1", "book off", "go")
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
	send(s, "fen", "undo")
	lines := waitFor(t, s, "    3")
	if strings.Contains(strings.Join(lines, "\n"), "plays") || s.Searcher.Searches() != searches+1 {
		t.Errorf("%d searches instead of one:\n%s", s.Searcher.Searches()-searches, strings.Join(lines, "\n"))
	}
	send(s, "quit")
	s.Rest()
}

func TestADamagedTableIsTold(t *testing.T) {
	s := start(t, scripted(memory{}))
	send(s, "syzygy "+protocoltest.DamagedTables(t, "../.."), "setup 8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "endgame")
	waitFor(t, s, protocoltest.DamagedTable+" is not there, or not usable")
	waitFor(t, s, protocoltest.DamagedTable+": ")
	send(s, "endgame", "setup 8/8/8/8/8/2k5/8/KR6 w - - 0 1", "endgame", "syzygy off", "hint")
	lines := strings.Join(waitFor(t, s, "I suggest"), "\n")
	if strings.Contains(lines, protocoltest.DamagedTable+": ") || !strings.Contains(lines, "White wins") {
		t.Errorf("then %s", lines)
	}
	s.Rest()
}
