package xboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/search"
)

// The boards after 1. e4 and the scripted searcher's answer.
const (
	afterE4  = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	afterNa6 = "r1bqkbnr/pppppppp/n7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
)

// names returns those of all commands, in their order.
func names() (names []string) {
	for _, c := range append(commandTable(), oldCommands()...) {
		names = append(append(names, c.Name), strings.Fields(c.Also)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestEveryCommandIsInATranscript(t *testing.T) {
	tried := protocoltest.CommandsTried(t)
	for _, name := range names() {
		if !tried[strings.ToLower(name)] && name != "test" { // which is not the same twice
			t.Errorf("%s is not tried", name)
		}
	}
}

func TestWhatIsNotTheSameTwice(t *testing.T) {
	mustPrint(t, begin(t, "new", "test", "analyze", ".").Rest(), []string{"moves/s", "stat01: "}, nil)
}

// mustPrint fails unless the wanted texts, in this order, are in lines that came, and the others in none.
func mustPrint(t *testing.T, got, want, not []string) {
	t.Helper()
	rest := got
	for _, text := range want {
		i := slices.IndexFunc(rest, func(line string) bool { return strings.Contains(line, text) })
		if i < 0 {
			t.Fatalf("%q is missing in\n%s", text, strings.Join(got, "\n"))
		}
		rest = rest[i+1:]
	}
	for _, text := range not {
		if slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, text) }) {
			t.Errorf("%q is printed:\n%s", text, strings.Join(got, "\n"))
		}
	}
}

// TestEveryCommandInEveryState: whatever is going on, a command that does not change the
// board leaves it alone, and afterwards the engine is still there.
func TestEveryCommandInEveryState(t *testing.T) {
	changes := []string{"new", "usermove", "undo", "remove", "setboard", "edit", "set", "setup", "white", "black", "go", "playother", "first", "both",
		"switch", "?", "quit", "variant", "test"}
	if testing.Short() {
		t.Skip("a thousand sessions")
	}
	states := []struct {
		name  string
		lines []string
		until string
		board string
	}{
		{"force", []string{"force", "usermove e2e4", "ping 1"}, "pong 1", afterE4},
		{"waiting", []string{"usermove e2e4"}, "move b8a6", afterNa6},
		{"thinking", []string{"st 1000", "post", "usermove e2e4"}, "3 30", afterE4},
		{"pondering", []string{"hard", "sd 2", "usermove e2e4", "ping 1"}, "pong 1", afterNa6},
		{"analysing", []string{"force", "usermove e2e4", "post", "analyze"}, "3 30", afterE4},
		{"solving", []string{"force", "usermove e2e4", "mate 32", "ping 1"}, "pong 1", afterE4},
		{"refusing", []string{"force", "usermove e2e4", "setboard x"}, "tellusererror", afterE4},
	}
	rests := []string{"", " x", " 1"}
	for at, state := range states {
		for number, name := range names() {
			if slices.Contains(changes, name) {
				continue
			}
			// Each in one state at least, and with ALFIERE_LONG=1 in every state.
			for i := range effort.Of(len(rests), 1, 1) {
				rest := rests[(at+number+i)%len(rests)]
				s := begin(t, append([]string{"new"}, state.lines...)...)
				s.Until(state.until)
				s.Send(name+rest, "force", "ping 77")
				s.Until("pong 77")
				s.Send("bd")
				got := s.Rest()
				if !slices.Contains(got, "# "+state.board) {
					t.Errorf("%s%s while %s: the board is\n%s", name, rest, state.name, strings.Join(got, "\n"))
				}
				if s.Err != nil {
					t.Error(s.Err)
				}
			}
		}
	}
}

// TestTheLimitsThatReachTheSearch: how time controls and clocks bound a search.
func TestTheLimitsThatReachTheSearch(t *testing.T) {
	clock := func(remaining, increment time.Duration, moves int) search.Limits {
		return search.Limits{Clock: search.Clock{Remaining: remaining, Increment: increment, MovesToGo: moves}}
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  search.Limits
	}{
		{"the usual level", nil, clock(5*time.Minute, 0, 40)},
		{"a level", []string{"level 20 3 0"}, clock(3*time.Minute, 0, 20)},
		{"an increment", []string{"level 0 0:30 2"}, clock(30*time.Second, 2*time.Second, 0)},
		{"the clock", []string{"time 500"}, clock(5*time.Second, 0, 40)},
		{"a clock before the side is known", []string{"force", "time 500", "otim 9", "white"}, clock(5*time.Second, 0, 40)},
		{"a clock that has run out", []string{"time 0"}, clock(time.Nanosecond, 0, 40)},
		{"the opponent's clock", []string{"otim 500"}, clock(5*time.Minute, 0, 40)},
		{"a level during the game", []string{"force", "e2e4", "e7e5", "level 3 1 0"}, clock(time.Minute, 0, 3)},
		{"a level from the beginning of the game on", []string{"level 3 1 0", "force", "e2e4", "e7e5"}, clock(time.Minute, 0, 2)},
		{"the second control", []string{"level 1 1 0, 0 2 7", "force", "e2e4", "e7e5", "time 1000"}, clock(10*time.Second, 7*time.Second, 0)},
		{"a new position", []string{"level 3 1 0", "force", "e2e4", "e7e5", "setboard " + afterE4}, clock(time.Minute, 0, 3)},
		{"a new game", []string{"level 3 1 0", "sd 3", "nps 5", "time 1", "new"}, clock(time.Minute, 0, 3)},
		{"a depth", []string{"sd 4"}, search.Limits{Depth: 4, Clock: search.Clock{Remaining: 5 * time.Minute, MovesToGo: 40}}},
		{"no depth any more", []string{"sd 4", "sd 0"}, clock(5*time.Minute, 0, 40)},
		{"nodes for seconds", []string{"st 2", "nps 100"}, search.Limits{Nodes: 200}},
		{"the whole game", []string{"gamein on", "level 40 5 0, 20 1 1"}, clock(5*time.Minute, 0, 0)},
		{"moves that are excluded", []string{"exclude all", "include e2e4", "st 1"},
			search.Limits{Moves: []movegen.Move{movegen.MakeMove(12, 28, movegen.Normal)}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := begin(t, append(append([]string{"new"}, test.lines...), "go", "?")...)
			s.Until("move ")
			s.Rest()
			got := s.Searcher.Last().Limits
			got.Clock.Overhead, got.MoveTime = 0, 0
			if got.Depth != test.want.Depth || got.Nodes != test.want.Nodes || got.Clock != test.want.Clock || !slices.Equal(got.Moves, test.want.Moves) {
				t.Errorf("the limits are %+v, want %+v", got, test.want)
			}
		})
	}
}
