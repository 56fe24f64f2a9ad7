package uci

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/search/analysis"
)

func TestEveryCommandIsInATranscript(t *testing.T) {
	tried := protocoltest.CommandsTried(t)
	for _, c := range commandTable() {
		if !tried[c.Name] {
			t.Errorf("%s is not tried", c.Name)
		}
	}
}

// TestEveryCommandInEveryState: whatever is going on, a command neither ends the session
// nor loses the best move that a search owes.
func TestEveryCommandInEveryState(t *testing.T) {
	states := map[string]struct {
		lines []string
		owed  int // best moves
	}{
		"nothing": {nil, 0}, "searching": {[]string{"go infinite"}, 1}, "pondering": {[]string{"go ponder wtime 1000 btime 1000"}, 1},
		"counting": {[]string{"go perft 9"}, 0}, "solving": {[]string{endless}, 0}, "debugging": {[]string{"debug on", "go infinite"}, 1},
	}
	rests := []string{"", " x", " 1", " name value"}
	tried := 0 // states
	for name, state := range states {
		tried++
		for number, c := range commandTable() {
			if c.Name == "quit" || c.Name == "bench" || c.Name == "go" {
				continue
			}
			// Each in one state at least, and with ALFIERE_LONG=1 in every state.
			for i := range effort.Of(len(rests), 1, 1) {
				rest := rests[(tried+number+i)%len(rests)]
				session := protocoltest.Start(t, Serve)
				session.Send("uci")
				session.Until("uciok")
				session.Send(append(slices.Clone(state.lines), c.Name+rest, "stop", "isready")...)
				got := session.Until("readyok")
				if c.Name == "isready" { // that was the first of two
					got = append(got, session.Until("readyok")...)
				}
				session.Send("quit")
				got = append(got, session.Rest()...)
				moves := 0
				for _, line := range got {
					if strings.HasPrefix(line, "bestmove") {
						moves++
					}
				}
				if moves != state.owed || session.Err != nil {
					t.Errorf("%s%s while %s: %d best moves, error %v", c.Name, rest, name, moves, session.Err)
				}
			}
		}
	}
}

// TestTheDocumentNamesEverything holds docs/uci.md against the tables.
func TestTheDocumentNamesEverything(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/uci.md"))(t)
	for _, c := range commandTable() {
		if !strings.Contains(string(text), "`"+c.Name) {
			t.Errorf("the command %s is missing", c.Name)
		}
	}
	session := protocoltest.Start(t, Serve)
	for _, o := range session.Controller.Options() {
		if offered := o.InUCI(); offered != strings.Contains(string(text), "`"+o.Name+"`") {
			t.Errorf("the option %s is missing, or there although it is not offered", o.Name)
		}
	}
	session.Rest()
}

// endless is a problem that is not solved in a test's time.
const endless = "mate 32 set tries 3"

func TestWhateverComesEndsTheProblemThatIsBeingSolved(t *testing.T) {
	tests := []struct {
		name, line string
		then       string // what comes after the report
	}{
		{"stop", "stop", ""},
		{"a search", "go depth 1", "bestmove b1a3"},
		{"another problem", "mate 1", "info string No solution"},
		{"a perft", "go perft 1", "Nodes searched: 20"},
		{"a new game", "ucinewgame", ""},
		{"the end", "quit", ""},
		{"xboard", "xboard", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := protocoltest.Start(t, Serve)
			session.Send("uci")
			session.Until("uciok")
			session.Send(endless, "isready")
			session.Until("readyok") // at once, and nothing before it
			session.Send(test.line)
			session.Until("info string Interrupted")
			if test.then != "" {
				session.Until(test.then)
			}
			session.Rest()
			if session.Err != nil {
				t.Error(session.Err)
			}
		})
	}
}

func TestEvalExplainsThePositionWithTheKnowledgeInUse(t *testing.T) {
	position := must.Get(movegen.ParseFEN("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"))(t)
	session := protocoltest.Start(t, Serve)
	session.Send("position fen "+position.FEN(), "setoption name Knowledge value mk", "eval")
	got := strings.Join(session.Until("score "), "\n") + "\n"
	knowledge := must.Get(eval.ParseKnowledge("mk"))(t)
	if want := analysis.ExplanationText(eval.Explain(&position, knowledge, nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	session.Rest()
}

// TestBenchTellsTheSameNodesTwice looks only at the form of the lines: the numbers are the search's.
func TestBenchTellsTheSameNodesTwice(t *testing.T) {
	total := regexp.MustCompile(`^(\d+ nodes) \d+ nps$`)
	session := protocoltest.Start(t, Serve)
	var before string
	for range 2 {
		session.Send("bench 1")
		lines := session.Expect(1)
		for !total.MatchString(lines[len(lines)-1]) {
			lines = append(lines, session.Expect(1)...)
		}
		if len(lines) < 10 {
			t.Fatalf("only %d lines", len(lines))
		}
		now := total.FindStringSubmatch(lines[len(lines)-1])[1] + strings.Join(lines[:len(lines)-1], "\n")
		if before != "" && now != before {
			t.Errorf("got %s, then %s", before, now)
		}
		before = now
	}
	session.Send("bench 100", "stop")
	session.Until("info string bench stopped")
	session.Rest()
}

// TestEveryWayToPonder: nothing is answered before stop or ponderhit, whatever is found and whatever limits there are,
// and then there is exactly one move. After the hit an endless search continues until stop.
func TestEveryWayToPonder(t *testing.T) {
	const mateInOne = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
	limits := []string{"", "depth 1", "nodes 1", "mate 1", "movetime 1", "wtime 1 btime 1", "wtime 1000 btime 1000 winc 10 binc 10 movestogo 1",
		"searchmoves e2e4", "infinite", "infinite depth 1", "depth 2 nodes 10 movetime 5"}
	for _, fen := range []string{movegen.StartFEN, mateInOne, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"} {
		for _, limit := range limits {
			for _, end := range []string{"stop", "ponderhit", "ponderhit ponderhit stop stop", "stop ponderhit"} {
				t.Run(fmt.Sprintf("%s/%s/%s", fen, limit, end), func(t *testing.T) {
					session := protocoltest.Start(t, Serve)
					session.Send("position fen "+fen, "go ponder "+limit, "isready")
					for _, line := range session.Until("readyok") {
						if strings.HasPrefix(line, "bestmove") {
							t.Fatal("a move before the hit")
						}
					}
					session.Send(strings.Fields(end)...)
					if strings.Contains(limit, "infinite") {
						session.Send("stop")
					}
					session.Until("bestmove ")
					for _, line := range session.Rest() {
						if strings.HasPrefix(line, "bestmove") {
							t.Error("a second move")
						}
					}
				})
			}
		}
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Send("help", "isready")
	text := strings.Join(session.Until("readyok"), "\n") + "\n"
	session.Rest()
	for _, c := range commandTable() {
		if c.Help != "" && !strings.Contains(text, "\n  "+c.Name) {
			t.Errorf("%s is missing", c.Name)
		}
		if Knows(c.Name) != (c.Name != "help") {
			t.Errorf("Knows(%q) is wrong", c.Name)
		}
	}
}

// The game continues without the table: this is reported before the move that was found without it.
func TestADamagedTableIsReportedOnceBeforeTheMove(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Send("setoption name SyzygyPath value " + protocoltest.DamagedTables(t, "../.."))
	session.Until("info string found 5 WDL")
	session.Send("position fen 8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
	for i := range 3 {
		session.Send("go depth 1")
		lines := session.Until("bestmove ")
		reported := 0
		for _, line := range lines {
			if strings.HasPrefix(line, "info string error: ") && strings.Contains(line, protocoltest.DamagedTable) {
				reported++
			}
		}
		if reported != max(1-i, 0) {
			t.Errorf("search %d tells %q", i, lines)
		}
	}
	session.Send("setoption name SyzygyPath value", "isready")
	if lines := session.Until("readyok"); len(lines) != 1 {
		t.Errorf("in the end: %q", lines)
	}
	session.Rest()
}

// TestProblemsThatAreSentAtOnceAreAllAnswered sends positions and requests without waiting: the answers come in order.
func TestProblemsThatAreSentAtOnceAreAllAnswered(t *testing.T) {
	problems := []struct{ fen, want string }{
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "1.Ra6! zugzwang"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "1.Ra8#! mates in 1"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "No solution."},
	}
	session := protocoltest.Start(t, Serve)
	var want []string
	for i := range 12 {
		p := problems[i%len(problems)]
		session.Send("position fen "+p.fen, "mate 2")
		want = append(want, p.want)
	}
	var got []string
	for _, line := range session.Rest() {
		if slices.ContainsFunc(problems, func(p struct{ fen, want string }) bool { return line == p.want }) {
			got = append(got, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the answers are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
