package xboard

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

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
				must.Do(t, game.Play(m))
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

func TestLevelsAndTimesAreRead(t *testing.T) {
	golden.Cases(t, "testdata/levels.cases", func(args ...string) string {
		switch args[0] {
		case "seconds":
			return fmt.Sprint(parseSeconds(args[1]))
		case "centiseconds":
			return fmt.Sprint(parseCentiseconds(args[1]))
		}
		controls, ok := parseLevel(args[1])
		return fmt.Sprintf("%+v %v", controls, ok)
	})
}
