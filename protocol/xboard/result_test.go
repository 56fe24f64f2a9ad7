package xboard

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/protocol"
)

// TestResultsAreClaimedWhenTheBoardShowsThem: after the opponent's move there is the result and no move, after the
// engine's move the move and the result. Pondering changes nothing: a reply that ends the game is claimed, too.
func TestResultsAreClaimedWhenTheBoardShowsThem(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}
	for _, test := range []struct {
		name, fen string
		forced    []string // moves before the engine is let go
		move      string   // the opponent's; empty: the engine is to move
		want      []string
	}{
		{"nothing", "", nil, "e2e4", []string{"move b8a6"}},
		{"mate by the opponent", "", []string{"f2f3", "e7e5", "g2g4"}, "d8h4", []string{"0-1 {Black mates}"}},
		{"mate by the engine", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", nil, "", []string{"move a1a8", "1-0 {White mates}"}},
		{"stalemate by the opponent", "k7/8/KQ6/8/8/8/8/8 w - - 0 1", nil, "b6c7", []string{"1/2-1/2 {stalemate}"}},
		{"a third repetition by the opponent", "", shuffle[:7], shuffle[7], []string{"1/2-1/2 {threefold repetition}"}},
		{"a second repetition by the opponent", "", shuffle[:3], shuffle[3], []string{"move b1a3"}},
		{"the fiftieth move of the opponent", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", nil, "e1e2", []string{"1/2-1/2 {fifty moves without capture or pawn move}"}},
		{"the fiftieth move of the engine", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", nil, "e1e2", []string{"move e8d7", "1/2-1/2 {fifty moves without capture or pawn move}"}},
		{"a pawn's move instead", "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", nil, "a2a3", []string{"move e8d7"}},
		{"nothing to mate with", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", nil, "e1e2", []string{"1/2-1/2 {neither side can mate}"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := []string{"new", "hard", "sd 1", "force"}
			if test.fen != "" {
				lines = append(lines, "setboard "+test.fen)
			}
			s := begin(t, append(lines, test.forced...)...)
			if test.move == "" {
				s.Send("go")
			} else {
				s.Send("playother", "usermove "+test.move)
			}
			s.Send("ping 1")
			got := s.Until("pong 1")
			if text := strings.Join(got[:len(got)-1], "\n"); text != strings.Join(test.want, "\n") {
				t.Errorf("got %q, want %q", text, test.want)
			}
			s.Rest()
		})
	}
}

// TestTheReplyThatRepeatsIsClaimed: the scripted engine expects a reply; when that would
// be the third repetition it is not pondered on, and claimed when it comes.
func TestTheReplyThatRepeatsIsClaimed(t *testing.T) {
	s := begin(t, "new", "post", "hard", "sd 2", "usermove e2e4")
	s.Until("move b8a6")
	s.Until("2 20") // it ponders on e1e2
	s.Send("force")
	for _, m := range []string{"e1e2", "a6b8", "e2e1", "b8a6", "e1e2", "a6b8", "e2e1"} {
		s.Send("usermove " + m)
	}
	s.Send("go") // b8a6, and then e1e2 occurs for the third time
	s.Until("move b8a6")
	s.Send("ping 1")
	for _, line := range s.Until("pong 1") {
		if strings.HasPrefix(line, "1 10") {
			t.Errorf("it ponders: %q", line)
		}
	}
	s.Send("usermove e1e2")
	s.Until("1/2-1/2 {threefold repetition}")
	s.Rest()
}

// TestWhatIsNoMoveDoesNotDisturb: refused moves, questions and comments leave a search that is under way alone.
func TestWhatIsNoMoveDoesNotDisturb(t *testing.T) {
	for _, state := range []struct {
		name  string
		lines []string
		until string
	}{
		{"thinking", []string{"st 1000", "usermove e2e4"}, "3 30"},
		{"pondering", []string{"hard", "sd 2", "usermove e2e4"}, "2 20 2 200\te1e2"},
		{"analysing", []string{"analyze"}, "3 30"},
	} {
		t.Run(state.name, func(t *testing.T) {
			s := begin(t, append([]string{"new", "post"}, state.lines...)...)
			s.Until(state.until)
			before := s.Searcher.Searches()
			for _, line := range []string{"usermove e9e9", "usermove e1e5", "bogus", "hint", "time 100", "otim 100", ".", "level 40 5 0", "name x",
				"option Contempt=1", "sd 3", "post", "hard", "draw", "bk", "coords", "contempt", "both x"} {
				s.Send(line)
			}
			s.Send("st never")
			s.Until("Error (bad parameters): st never")
			if after := s.Searcher.Searches(); after != before {
				t.Errorf("%d searches have become %d", before, after)
			}
			s.Rest()
		})
	}
}

// TestMovesAreUnderstoodInBothNotations plays random games from tricky positions. Each move comes in coordinates or in
// SAN, with and without "usermove", whether the GUI has accepted SAN or not.
func TestMovesAreUnderstoodInBothNotations(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for i, fen := range []string{movegen.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "rnbqkb1r/pp1p1ppp/2p5/4P3/2B5/8/PPP1NnPP/RNBQK2R w KQkq - 0 6"} {
		for _, answer := range []string{"accepted san", "rejected san", ""} {
			session := begin(t, "protover 2", answer, "new", "force", "setboard "+fen)
			position := must.Get(movegen.ParseFEN(fen))(t)
			game := movegen.Follower().Start(position)
			for range 60 {
				m, ok := randomMove(game, random)
				if !ok {
					break
				}
				before := game.Position()
				text := notation.UCI(m, false)
				if random.IntN(2) == 0 {
					text = notation.SAN(&before, m, notation.English)
				}
				if random.IntN(2) == 0 {
					text = "usermove " + text
				}
				session.Send(text)
				mustPlay(t, game, m)
			}
			session.Send("bd")
			lines := session.Rest()
			after := game.Position()
			if last(lines) != "# "+after.FEN() || slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Illegal") || strings.HasPrefix(l, "Error") }) {
				t.Errorf("game %d, %q: the board is %s after %q, want %s", i, answer, last(lines), lines, after.FEN())
			}
		}
	}
}

// TestWhatPeopleReadIsInSANOnceItIsAccepted: thinking, pondering, hints and book moves are in SAN, and all mean the
// same moves as without it. The move itself is always in coordinates, which every GUI reads.
func TestWhatPeopleReadIsInSANOnceItIsAccepted(t *testing.T) {
	lines := []string{"new", "post", "hard", "sd 4", "bk", "usermove e2e4", "ping 1", "hint", "ping 2", "usermove d2d4", "ping 3", "hint", "force", "bk",
		"setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "sd 5", "go", "easy", "force", "setboard 6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", "sd 3", "go", "bk", "ping 4"}
	var sessions [2][]string
	for i, answer := range []string{"rejected san", "accepted san"} {
		session := begin(t, "protover 2")
		session.Until("feature done=1")
		session.Send(answer)
		for _, line := range lines {
			session.Send(line)
			if n, ok := strings.CutPrefix(line, "ping "); ok {
				sessions[i] = append(sessions[i], session.Until("pong "+n)...)
			} else if line == "go" {
				sessions[i] = append(sessions[i], session.Until("move ")...)
			}
		}
		sessions[i] = append(sessions[i], session.Rest()...)
	}
	plain, san := sessions[0], sessions[1]
	text := strings.Join(san, "\n")
	for _, want := range []string{"\tNa6 Ke2", "Hint: Ke2", " e4 ", "\tRa8#", "\ta8=", "move a7a8"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	moved := func(lines []string) (moves []string) {
		for _, line := range lines {
			if strings.HasPrefix(line, "move ") {
				moves = append(moves, line)
			}
		}
		return moves
	}
	if !slices.Equal(moved(plain), moved(san)) || len(moved(san)) != 4 {
		t.Errorf("the moves are %q and %q", moved(plain), moved(san))
	}
	if strings.Contains(strings.Join(plain, "\n"), "Na6") {
		t.Error("there is SAN for a GUI that has not accepted it")
	}
}

func TestLevel(t *testing.T) {
	tests := []struct {
		name      string
		text      string
		ok        bool
		moves     int
		base      time.Duration
		increment time.Duration
	}{
		{"forty moves in five minutes", "40 5 0", true, 40, 5 * time.Minute, 0},
		{"minutes and seconds", "40 0:30 0", true, 40, 30 * time.Second, 0},
		{"an increment", "0 2 12", true, 0, 2 * time.Minute, 12 * time.Second},
		{"a fraction of a second", "0 0:02 0.1", true, 0, 2 * time.Second, 100 * time.Millisecond},
		{"what follows the time is ignored", "40 25+5 0", true, 40, 25 * time.Minute, 0},
		{"what follows the words is ignored", "40 5 0 x", true, 40, 5 * time.Minute, 0},
		{"a server's zero is ten seconds", "0 0 0", true, 0, 10 * time.Second, 0},
		{"zero with an increment is zero", "0 0 5", true, 0, 0, 5 * time.Second},
		{"half a minute", "0 0.5 0", true, 0, 30 * time.Second, 0},
		{"more time than there is", "0 99999999999999999999 1e9", true, 0, maxTime, time.Second},
		{"too few words", "40 5", false, 0, 0, 0},
		{"no number of moves", "x 5 0", false, 0, 0, 0},
		{"moves below zero", "-1 5 0", false, 0, 0, 0},
		{"no time", "40 x 0", false, 0, 0, 0},
		{"no increment", "40 5 NaN", false, 0, 0, 0},
		{"a point is no number", "40 . 0", false, 0, 0, 0},
		{"an infinite time", "40 Inf 0", false, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			controls, ok := parseLevel(test.text)
			if ok != test.ok {
				t.Fatalf("ok is %v", ok)
			}
			if want := (protocol.TimeControl{Moves: test.moves, Base: test.base, Increment: test.increment}); ok && (len(controls) != 1 || controls[0] != want) {
				t.Errorf("controls %+v, want %+v", controls, want)
			}
		})
	}
}

func TestLevelWithSeveralControls(t *testing.T) {
	tests := []struct {
		name, text string
		want       []protocol.TimeControl // nil if it is refused
	}{
		{"two", "40 5 0, 20 10 0", []protocol.TimeControl{{Moves: 40, Base: 5 * time.Minute}, {Moves: 20, Base: 10 * time.Minute}}},
		{"four, then as fast as it goes", "40 90 30,20 30 30 , 10 0:30 0, 0 0:15 1", []protocol.TimeControl{
			{Moves: 40, Base: 90 * time.Minute, Increment: 30 * time.Second}, {Moves: 20, Base: 30 * time.Minute, Increment: 30 * time.Second},
			{Moves: 10, Base: 30 * time.Second}, {Base: 15 * time.Second, Increment: time.Second}}},
		{"an empty one", "40 5 0,", nil},
		{"a bad one", "40 5 0, 20 x 0", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if controls, ok := parseLevel(test.text); ok != (test.want != nil) || !slices.Equal(controls, test.want) {
				t.Errorf("controls %v, %v, want %v", controls, ok, test.want)
			}
		})
	}
}

func TestParseTimes(t *testing.T) {
	tests := []struct {
		name  string
		parse func(string) (time.Duration, bool)
		text  string
		want  time.Duration
		ok    bool
	}{
		{"seconds", parseSeconds, "30", 30 * time.Second, true},
		{"a fraction", parseSeconds, "0.3", 300 * time.Millisecond, true},
		{"nothing", parseSeconds, "", 0, false},
		{"a word", parseSeconds, "x", 0, false},
		{"centiseconds", parseCentiseconds, "1234", 12340 * time.Millisecond, true},
		{"below zero", parseCentiseconds, "-50", -500 * time.Millisecond, true},
		{"beyond all clocks", parseCentiseconds, "999999999999999999999999", maxTime, true},
		{"a sign alone", parseCentiseconds, "-", 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := test.parse(test.text); got != test.want || ok != test.ok {
				t.Errorf("got %v, %v", got, ok)
			}
		})
	}
}

// TestTheDocumentNamesEverything holds docs/xboard.md against the tables.
func TestTheDocumentNamesEverything(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/xboard.md"))(t)
	for _, c := range commandTable() {
		for _, name := range append(strings.Fields(c.Also), c.Name) {
			if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "`"+name+" ") {
				t.Errorf("the command %s is missing", name)
			}
		}
	}
	session := protocoltest.Start(t, Serve)
	for _, o := range session.Controller.Options() {
		if offered := o.InCECP(); offered != strings.Contains(string(text), "`"+o.Compact()+"`") {
			t.Errorf("the option %s is missing, or there although it is not offered", o.Name)
		}
	}
	session.Rest()
}
