package xboard

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// begin starts a session with the given lines sent.
func begin(t *testing.T, lines ...string) *protocoltest.Session {
	session := protocoltest.Start(t, Serve)
	session.Send(append([]string{"xboard"}, lines...)...)
	return session
}

func TestInterruptIsIgnored(t *testing.T) {
	session := begin(t, "st 60", "post", "go")
	session.Until("3 ")
	session.Signals <- os.Interrupt
	session.Send("ping 1", "?")
	session.Until("pong 1")
	if rest := session.Rest(); len(rest) > 0 {
		t.Errorf("then %q", rest)
	}
}

func TestTerminationMakesTheDueMove(t *testing.T) {
	session := begin(t, "st 60", "post", "go")
	session.Until("3 ")
	session.Signals <- syscall.SIGTERM
	session.Until("move ")
	if rest := session.Rest(); len(rest) > 0 || session.Err != nil {
		t.Errorf("then %q, error %v", rest, session.Err)
	}
}

func TestQuitMakesNoMove(t *testing.T) {
	session := begin(t, "st 60", "post", "go")
	session.Until("3 ")
	session.Send("quit")
	if rest := session.Rest(); len(rest) > 0 {
		t.Errorf("after quit there is %q", rest)
	}
}

// TestPonderHitGoesOn: the search that began with the ponder move is not begun anew.
func TestPonderHitGoesOn(t *testing.T) {
	session := begin(t, "new", "post", "hard", "level 0 1 2", "time 5000", "usermove e2e4")
	session.Until("move b8a6")
	session.Until("3 30 3 300\te1e2 ")
	pondered := session.Searcher.Last()
	if pondered.Limits.PonderHit == nil || len(pondered.History) != 3 {
		t.Errorf("pondering with %+v after %d positions", pondered.Limits, len(pondered.History))
	}
	if c := pondered.Limits.Clock; c.Increment != 2*time.Second || c.Remaining < 51*time.Second || c.Remaining > 52*time.Second {
		t.Errorf("the clock for the next move is %+v", c)
	}
	session.Send("time 5190", "usermove e1e2")
	session.Until("move a6b4")
	session.Until("3 30 3 300\te2e1 ")
	session.Rest()
	if n := session.Searcher.Searches(); n != 3 { // the move, the pondering that was hit, the next pondering
		t.Errorf("there were %d searches", n)
	}
}

func TestPonderMissSearchesTheMovePlayed(t *testing.T) {
	session := begin(t, "new", "hard", "usermove e2e4")
	session.Until("move b8a6")
	session.Send("usermove d2d4")
	session.Until("move a6b4")
	session.Send("easy", "ping 1")
	session.Until("pong 1")
	session.Rest()
	position := session.Controller.Position()
	if want := "r1bqkbnr/pppppppp/8/8/1n1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3"; position.FEN() != want {
		t.Errorf("the board is %s", position.FEN())
	}
}

func TestManyPingsNeedNoMemory(t *testing.T) {
	session := begin(t, "st 60", "go")
	for range 3 * maxPings {
		session.Send("ping 1")
	}
	session.Send("force", "ping 2")
	lines := session.Until("pong 2")
	if len(lines) != 3*maxPings+1 {
		t.Errorf("%d pings were answered, want %d", len(lines)-1, 3*maxPings)
	}
	session.Rest()
}

// TestStorm plays a game by all kinds of commands in random order, beside a board of
// its own that follows the moves both sides make; they must not come apart.
func TestStorm(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	others := []string{"post", "nopost", "hard", "easy", "time 1000", "otim 1000", "hint", "bk", "draw", "sd 1", "st 0.1",
		"level 40 5 0", "usermove e9e9", ".", "computer", "option Contempt=3",
		"exclude e2e4", "exclude all", "include all", "mate 2", "mate 32", "level 40 1 0, 20 0:10 1"}
	for range effort.Of(20, 5, 5) {
		game := movegen.Follower().Start(movegen.StartPosition())
		session := begin(t, "new", "level 0 0:01 0")
		for range 60 {
			for range random.IntN(4) {
				session.Send(others[random.IntN(len(others))])
			}
			if random.IntN(6) == 0 && game.Len() >= 2 {
				session.Send("remove")
				must.Do(t, game.TakeBack(2))
			}
			m, ok := randomMove(game, random)
			if !ok {
				break
			}
			session.Send("usermove " + notation.UCI(m, false))
			must.Do(t, game.Play(m))
			if game.Over() || game.Draw() != movegen.NotEnded {
				break
			}
			reply := strings.TrimPrefix(last(session.Until("move ")), "move ")
			position := game.Position()
			m, err := notation.ParseUCI(&position, reply)
			if err != nil {
				t.Fatalf("in %s: %v", position.FEN(), err)
			}
			must.Do(t, game.Play(m))
			if game.Over() || game.Draw() != movegen.NotEnded {
				break
			}
		}
		session.Send("quit")
		session.Rest()
	}
}

func last(lines []string) string { return lines[len(lines)-1] }

func randomMove(g *movegen.Game, random *rand.Rand) (movegen.Move, bool) {
	position := g.Position()
	moves := position.Moves()
	if len(moves) == 0 {
		return movegen.NoMove, false
	}
	return moves[random.IntN(len(moves))], true
}

// TestWhateverComesEndsTheProblemThatIsBeingSolved: what changes the board or the mode
// drops it, "?" wants what is proven, and what does neither leaves it alone.
func TestWhateverComesEndsTheProblemThatIsBeingSolved(t *testing.T) {
	tests := []struct {
		name, line string
		then       string
		reports    bool
	}{
		{"stop", "?", "telluser mate in 32: undecided (interrupted)", true},
		{"a search", "go", "move b1a3", false},
		{"a move", "usermove e2e4", "move b8a6", false},
		{"another problem", "mate 1", "telluser mate in 1: no solution", true},
		{"force", "force", "", false},
		{"analysis", "analyze", "1 10 1 100", false},
		{"a new game", "new", "", false},
		{"the end", "quit", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := begin(t, "protover 2", "new", "post", "easy", "sd 1", "mate 32 set tries 2", "exclude a2a3", "include all", ".", "time 100", "ping 1")
			for _, line := range session.Until("pong 1") { // at once
				if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "telluser") {
					t.Errorf("%q before the pong", line)
				}
			}
			session.Send(test.line)
			var lines []string
			if test.then != "" {
				lines = session.Until(test.then)
			}
			lines = append(lines, session.Rest()...)
			reported := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "telluser") })
			if reported != test.reports || session.Err != nil {
				t.Errorf("error %v; printed %q", session.Err, lines)
			}
		})
	}
}

// TestNoLineOfAProblemLooksLikeAnEvent: XBoard reads lines that begin with a colour or
// hold certain words as events of the game.
func TestNoLineOfAProblemLooksLikeAnEvent(t *testing.T) {
	session := begin(t, "protover 2", "setboard 2k5/8/2K5/8/8/8/8/R3q3 w - - 0 1", "mate 2 set tries 1")
	lines := session.Until("telluser mate in 2: ")
	session.Send("setboard 2k5/8/2K5/8/8/8/8/r3Q3 w - - 0 1", "mate 1")
	lines = append(lines, session.Until("telluser mate in 1: ")...)
	for _, line := range append(lines, session.Rest()...) {
		for _, event := range []string{"White", "Black", "move ", "1-0", "0-1", "1/2"} {
			if strings.HasPrefix(line, event) {
				t.Errorf("%q begins like an event", line)
			}
		}
	}
}

func TestADamagedTableIsReportedOnceInAComment(t *testing.T) {
	session := begin(t, "protover 2", "new", "egtpath syzygy "+protocoltest.DamagedTables(t, "../.."))
	session.Until("# found 5 WDL")
	session.Send("sd 1")
	for i := range 3 {
		session.Send("setboard 8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "go")
		lines := session.Until("move ")
		reported := strings.HasPrefix(lines[0], "# ") && strings.Contains(lines[0], protocoltest.DamagedTable)
		if reported != (i == 0) || len(lines) != max(2-i, 1) {
			t.Errorf("move %d: %q", i, lines)
		}
	}
	session.Send("egtpath syzygy", "new")
	session.Rest()
}

func TestAnEngineThatDoesNotStartIsReportedAtPing(t *testing.T) {
	session := protocoltest.Start(t, Serve)
	session.Council.Fault = errors.New("start cat: no uciok within 10s")
	session.Send("xboard", "protover 2", "accepted debug", "new", "ping 1")
	session.Until("# start cat: no uciok within 10s")
	session.Send("ping 2")
	session.Until("pong 2")
	session.Rest()
}

// TestMissingTablesAreReportedOnceTheyAreNeeded: XBoard sends a path with each game, whether there is such a folder or
// not. The remark comes with the first search of few pieces, and not again.
func TestMissingTablesAreReportedOnceTheyAreNeeded(t *testing.T) {
	const many, few = "4k3/pppp4/8/8/8/8/P7/4KR2 w - - 0 1", "4k3/ppp5/8/8/8/8/P7/4KR2 w - - 0 1" // eight and seven
	for _, folder := range []string{"/no/such/folder", "testdata"} {                              // none, and one without tables
		session := begin(t, "protover 2")
		session.Until("feature done=1")
		var lines []string
		for i, fen := range []string{movegen.StartFEN, many, few, few, many} {
			session.Send("new", "egtpath syzygy "+folder, "post", "sd 1", "setboard "+fen, "go")
			lines = session.Until("move ")
			if remarked := strings.HasPrefix(lines[0], "# option SyzygyPath: "); remarked != (i == 2) {
				t.Errorf("%s, game %d: %q", folder, i, lines)
			}
		}
		session.Rest()
	}
}

// TestUCITakesOverBeforeTheFirstGame: GUIs that try both protocols may send "uci" at any time before a game.
func TestUCITakesOverBeforeTheFirstGame(t *testing.T) {
	for _, before := range [][]string{
		nil, {"protover 2"}, {"protover 2", "new", "force"}, {"xboard"}, {"memory 64", "cores 2", "hard", "post"}, {"force", "e2e4", "undo"},
		{"setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "new"}, {"analyze", "exit"},
	} {
		for _, line := range []string{"uci", " uci\r", "\ufeffuci", "uci now"} {
			session := begin(t, before...)
			session.Send(line)
			lines := session.Rest()
			if word := strings.Fields(session.Next); len(word) == 0 || word[0] != "uci" || session.Err != nil {
				t.Errorf("after %q and %q the next protocol is begun by %q, error %v, output %q", before, line, session.Next, session.Err, lines)
			}
		}
	}
}

func TestUCIIsUnknownInAGame(t *testing.T) {
	for _, before := range [][]string{
		{"usermove e2e4"}, {"go"}, {"force", "e2e4"}, {"analyze"}, {"mate 32"}, {"setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}, {"setboard x"},
		{"edit"}, {"st 60", "go"},
	} {
		session := begin(t, append([]string{"protover 2", "new"}, before...)...)
		session.Send("uci")
		session.Send(".") // ends the edit mode
		session.Send("force", "ping 1")
		lines := append(session.Until("pong 1"), session.Rest()...)
		if session.Next != "" || !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Error (unknown command") }) {
			t.Errorf("after %q the next protocol is begun by %q, output %q", before, session.Next, lines)
		}
	}
}

// TestProblemsThatAreSentAtOnceAreAllAnswered sends positions and requests without waiting, in each form in which a
// board can be sent. The answers come in order.
func TestProblemsThatAreSentAtOnceAreAllAnswered(t *testing.T) {
	problems := []struct {
		fen, edit string
		want      string
	}{
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#\nKc8\nPb6\nRa1\nc\nKa8\nBb8\nPa7\nPb7\n.", "telluser mate in 2: sound 1.Ra6"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "#\nKg1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.", "telluser mate in 2: short solution 1.Ra8#"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "#\nKe1\nRh1\nc\nKe8\n.", "telluser mate in 2: no solution"},
	}
	for _, form := range []string{"setboard", "edit", "setup"} {
		t.Run(form, func(t *testing.T) {
			session := begin(t, "protover 2", "new", "force")
			var want []string
			for i := range 12 {
				p := problems[i%len(problems)]
				if form == "edit" {
					session.Send("edit\n" + p.edit)
				} else {
					session.Send(form + " " + p.fen)
				}
				session.Send("mate 2")
				want = append(want, p.want)
			}
			var got []string
			for _, line := range session.Rest() {
				if strings.HasPrefix(line, "telluser") {
					got = append(got, line)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("the answers are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}
