package console

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/protocol"
)

// TestASideThatTheEngineHasMovedForKeepsItsName: whatever the user does afterwards.
func TestASideThatTheEngineHasMovedForKeepsItsName(t *testing.T) {
	for _, test := range []struct {
		lines        []string
		white, black string
	}{
		{[]string{"e4", "d4", "force"}, "Other", protocol.Title},
		{[]string{"e4", "undo"}, "Other", protocol.Title},
		{[]string{"e4", "undo", "e5"}, "Other", protocol.Title},
		{[]string{"e4", "new", "force"}, "Other", "Other"},
		{[]string{"go", "force"}, protocol.Title, "Other"},
		{[]string{"go", "force", "setup 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}, "Other", "Other"},
		{[]string{"go", "go", "force"}, protocol.Title, protocol.Title},
		{[]string{"force", "e4", "e5"}, "Other", "Other"},
		{[]string{"get italian.pgn", "go", "force"}, "A", "B"},
		{[]string{"name Anna", "e4", "force"}, "Anna", protocol.Title},
	} {
		t.Run(strings.Join(test.lines, ","), func(t *testing.T) {
			s := start(t, scripted(shelf()))
			send(s, append(slices.Clone(test.lines), "list")...)
			mustPrint(t, s.Rest(), `[White "`+test.white+`"]`, `[Black "`+test.black+`"]`, test.white+" vs "+test.black)
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
		send(s, append(lines, "name Anna", "list")...)
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

func TestTheTimeControlIsWrittenAsPGNHasIt(t *testing.T) {
	for level, want := range map[string]string{
		"level 40 5 0": "40/300", "level 0 2:30 1": "150+1", "level 40 90, 20 30, 0 15 30": "40/5400:20/1800:900+30",
		"st 2.5": "1/2.5", "gamein": "1/5",
	} {
		s := start(t, scripted(memory{}))
		send(s, level, "list")
		mustPrint(t, s.Rest(), `[TimeControl "`+want+`"]`)
	}
	s := start(t, scripted(memory{}))
	send(s, "force", "e4", "list") // two people
	mustNotPrint(t, s.Rest(), "TimeControl")
}

// TestTagsOfALoadedGameStay: the tags of a loaded game are in the file that it is saved to.
func TestTagsOfALoadedGameStay(t *testing.T) {
	files := memory{"game.pgn": "[Event \"Match\"]\n[Site \"Rome\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2100\"]\n[ECO \"C50\"]\n\n1. e4 e5 *\n"}
	s := start(t, scripted(files))
	send(s, "get game.pgn", "Nf3", "save again.pgn")
	s.Rest()
	for _, tag := range []string{`[Event "Match"]`, `[Site "Rome"]`, `[Round "3"]`, `[White "A"]`, `[WhiteElo "2100"]`, `[ECO "C50"]`, "2. Nf3"} {
		if !strings.Contains(files["again.pgn"], tag) {
			t.Errorf("%s is missing in\n%s", tag, files["again.pgn"])
		}
	}
}

// TestAPersonsGamesBeginFromTheBook: not so scripts, and not a protocol that takes over.
func TestAPersonsGamesBeginFromTheBook(t *testing.T) {
	for _, test := range []struct {
		book  bool
		lines []string
		want  string // how the engine's first move is told
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
		send(s, test.lines...)
		mustPrint(t, s.Rest(), test.want)
		if used := s.Controller.Settings().OwnBook; used != test.used {
			t.Errorf("%+v: the next protocol begins with OwnBook %v", test, used)
		}
	}
}
