package client

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func TestNoLineIsLostBetweenListeningAndAwaiting(t *testing.T) {
	lines := make(chan wire.Line)
	c := &Conn{Lines: lines}
	const count = 1000
	go func() {
		defer close(lines)
		for i := range count {
			lines <- wire.Line{Text: string(rune('a' + i%2))}
		}
	}()
	heard := 0
	for i := 0; ; i++ {
		c.listen(func(string) bool { heard++; return i%3 == 0 })
		if i%2 == 0 {
			time.Sleep(10 * time.Microsecond)
		}
		c.unlisten()
		c.unlisten() // does nothing
		err := c.await(t.Context(), func(string) (bool, error) { heard++; return true, nil })
		if errors.Is(err, errGone) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if heard != count {
		t.Errorf("%d lines of %d were heard", heard, count)
	}
}

func TestTimeThatIsSpentIsMissingInTheTurn(t *testing.T) {
	turn := Turn{Game: movegen.NewGame(), Stop: time.Second,
		Clocks: [2]Clock{{Remaining: time.Second, Increment: time.Hour}, {Remaining: time.Minute}}}
	spent := turn.After(400 * time.Millisecond)
	if spent.Stop != 600*time.Millisecond || spent.Clocks[movegen.White] != (Clock{Remaining: 600 * time.Millisecond, Increment: time.Hour}) ||
		spent.Clocks[movegen.Black] != turn.Clocks[movegen.Black] {
		t.Errorf("%+v", spent)
	}
	if spent = turn.After(time.Hour); spent.Stop != 1 || spent.Clocks[movegen.White].Remaining != 1 {
		t.Errorf("too much: %+v", spent)
	}
	turn = Turn{Game: movegen.NewGame()}
	if spent = turn.After(time.Hour); spent.Stop != 0 || spent.Clocks[movegen.White] != (Clock{}) {
		t.Errorf("without limits: %+v", spent)
	}
}

// answering returns the connection to an engine that answers each line as answer says,
// "EOF" being the end of its output, and where the lines are noted that it was sent.
func answering(answer func(line string) string) (*Conn, *[]string) {
	lines := make(chan wire.Line, 1000)
	var sent []string
	return &Conn{Lines: lines, Out: wire.NewOutput(writerFunc(func(p []byte) (int, error) {
		line := strings.TrimSuffix(string(p), "\n")
		sent = append(sent, line)
		for answer := range strings.Lines(answer(line)) {
			if answer == "EOF" {
				close(lines)
				break
			}
			lines <- wire.Line{Text: strings.TrimSuffix(answer, "\n")}
		}
		return len(p), nil
	}))}, &sent
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// scripted answers lines by their first word. Pings of CECP it answers unless it has an answer of its own.
func scripted(answers map[string]string) (*Conn, *[]string) {
	return answering(func(line string) string {
		word, rest := wire.Cut(line)
		if answer, ok := answers[word]; ok || word != "ping" {
			return answer
		}
		return "pong " + rest
	})
}

// gameOf returns a game with moves as UCI writes them.
func gameOf(t *testing.T, fen string, moves ...string) *movegen.Game {
	t.Helper()
	game := must.First(movegen.Follower().StartFEN(fen))(t)
	play(t, game, moves...)
	return game
}

// play plays moves as UCI writes them.
func play(t *testing.T, game *movegen.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		must.Do(t, game.Play(moveOf(t, game.Position(), text)))
	}
}

// moveOf reads a move of a position, which must be legal.
func moveOf(t *testing.T, p movegen.Position, text string) movegen.Move {
	t.Helper()
	return must.Get(notation.ParseUCI(&p, text))(t)
}

func TestScoresAnnounceMates(t *testing.T) {
	for _, n := range []int{-maxMate, -3, -1, 0, 1, 2, maxMate} {
		if moves, ok := MateIn(n).Mate(); !ok || moves != n {
			t.Errorf("mate in %d is read as %d, %v", n, moves, ok)
		}
	}
	if moves, ok := MateIn(1 << 40).Mate(); !ok || moves != maxMate {
		t.Errorf("a mate beyond all is in %d, %v", moves, ok)
	}
	for _, centipawns := range []int64{0, -300, 1 << 40, -1 << 40} {
		if moves, ok := clampScore(centipawns).Mate(); ok {
			t.Errorf("%d centipawns announce mate in %d", centipawns, moves)
		}
	}
}

func TestTheHitsBeforeATabAreRead(t *testing.T) {
	for _, test := range []struct {
		line string
		hits uint64
	}{
		{"9 31 5 400 12 8000 77\te2e4 e7e5", 77}, {"9 31 5 400 12 8000 3 4 77\te2e4", 77}, {"9 31 5 400 77\te2e4", 77},
		{"9 31 5 400\te2e4", 0}, {"9 31 5 400 12 8000 77 e2e4", 0}, {"9 31 5 400 e2e4 12\te7e5", 0}, {"9 31 5 400 -3 -4\te2e4", 0},
	} {
		var r Report
		if parseThinking(test.line, &r); r.TBHits != test.hits || r.Nodes != 400 {
			t.Errorf("%q is read as %+v", test.line, r)
		}
	}
}

// FuzzReports reads lines of engines that may be anything.
func FuzzReports(f *testing.F) {
	f.Add("depth 9 score cp 31 nodes 3400 time 12")
	f.Add("score mate 3 depth")
	f.Add("depth x nodes -7 time 99999999999999999999 score mate -9223372036854775808")
	f.Add("12& 31 5 400 e2e4")
	f.Add("999999999999 100001 -2 3")
	f.Add("9 31 5 400 12 -7\te2e4")
	f.Fuzz(func(t *testing.T, line string) {
		var search pendingSearch
		var thinking Report
		search.info(line)
		parseThinking(line, &thinking)
		for _, r := range []Report{search.report, thinking} {
			if r != (Report{}) && (r.Depth < 1 || r.Elapsed < 0 || r.Score > MateIn(1) || r.Score < MateIn(0)) {
				t.Errorf("%q is read as %+v", line, r)
			}
		}
	})
}

// TestAMoveIsReadInEachFormOfAnnouncement plays a short game with each form that engines use, and with each pair
// of forms for the same move, as GNU Chess writes them. The lines after a move arrive while the opponent thinks.
func TestAMoveIsReadInEachFormOfAnnouncement(t *testing.T) {
	forms := []string{"move %s", "%d. ... %s", "%d ... %s", "%d. ...  %s", "%d... %s", "My move is : %s", "My move is: %s",
		"My move is %s", "my move is :%s"}
	line := func(form string, number int, move string) string {
		if strings.HasPrefix(form, "%d") {
			return fmt.Sprintf(form, number, move)
		}
		return fmt.Sprintf(form, move)
	}
	moves := [][2]string{{"g1f3", "e7e5"}, {"f3e5", "d7d6"}, {"e5f3", "c8g4"}, {"f3g1", "g4f5"}, {"g1f3", "f5g4"}}
	for _, first := range forms {
		for _, second := range append(forms, "") {
			for _, ponder := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s|%s|%v", first, second, ponder), func(t *testing.T) {
					game := movegen.NewGame()
					number := 0
					answer := func() string {
						number++
						move := moves[number-1][0]
						text := fmt.Sprintf("%d. e7e5\n 5 10 3 1000\t%s\n", number, move) + line(first, number, move)
						again := ""
						if second != "" {
							again = line(second, number, move)
						}
						one, _ := announcedMove(line(first, number, move))
						if two, _ := announcedMove(again); one != two {
							text += "\n" + again
						}
						return text
					}
					engine, _ := answering(func(sent string) string {
						switch {
						case sent == "protover 2":
							return modern
						case strings.HasPrefix(sent, "ping "):
							return "pong" + sent[4:]
						case sent == "go" || strings.HasPrefix(sent, "usermove"):
							return answer()
						}
						return ""
					})
					client := newCECP(engine)
					must.Do(t, client.Handshake(t.Context()))
					must.Do(t, client.NewGame(t.Context(),
						Setup{Start: game.Start(), Control: Control{Depth: 1, Ponder: ponder}}))
					for _, both := range moves {
						reply, err := client.Move(t.Context(), Turn{Game: game})
						if err != nil || reply.Move != moveOf(t, game.Position(), both[0]) || reply.Report.Depth != 5 {
							t.Fatalf("%+v, error %v, wanted %s", reply, err, both[0])
						}
						play(t, game, both[0])
						client.Ponder(Turn{Game: game})
						play(t, game, both[1])
					}
					client.Quit()
				})
			}
		}
	}
}

func TestAnAnnouncementIsNotTakenFromOtherLines(t *testing.T) {
	for _, line := range []string{"1. e2e4", "1.e2e4", "1 e2e4", "1. .. e2e4", "1. ...", "...", "... e2e4", "My move is", "My move is :",
		"My move was e2e4", "moved e2e4", "Hint: e2e4", "1. +20 3 400 e2e4", "12 34 ...", "1... ", "", "# move e2e4", "tellics move e2e4"} {
		if form, text := announcedMove(line); form != noForm {
			t.Errorf("%q is read as the move %q", line, text)
		}
	}
}

// TestNothingHeardInOneGameCountsInTheNext covers every kind of line that matters while an engine ponders.
func TestNothingHeardInOneGameCountsInTheNext(t *testing.T) {
	for _, said := range []string{"resign", "offer draw", "1-0 {White mates}", "0-1", "1/2-1/2 {Repetition}", "Illegal move: e2e4",
		"Invalid move: e2e4", "move e7e5", "1. ... g8f6", "My move is : a2a3", "8 21 5 900\te7e5 g1f3"} {
		t.Run(said, func(t *testing.T) {
			game := movegen.NewGame()
			setup := Setup{Start: game.Start(), Control: Control{Depth: 9, Ponder: true}}
			client, _ := ready(t, setup, modern, map[string]string{"go": "move e2e4\n" + said})
			must.Get(client.Move(t.Context(), Turn{Game: game}))(t)
			play(t, game, "e2e4")
			client.Ponder(Turn{Game: game})
			for len(client.conn.Lines) > 0 { // all of it is in its opponent's time
				continue
			}
			must.Do(t, client.NewGame(t.Context(), setup))
			reply, err := client.Move(t.Context(), Turn{Game: movegen.NewGame()})
			if err != nil || reply.Move.String() != "e2e4" || reply.OffersDraw || reply.Resigns || reply.Report.Depth != 0 {
				t.Errorf("%+v, %v", reply, err)
			}
		})
	}
}

// TestAnEngineThatHandlesALineOnlyWithLaterOnesIsNotOld, as GNU Chess does at its start.
func TestAnEngineThatHandlesALineOnlyWithLaterOnesIsNotOld(t *testing.T) {
	lines := 0
	engine, _ := answering(func(string) string {
		if lines++; lines == 4 {
			return modern
		}
		return ""
	})
	client := newCECP(engine)
	if err := client.Handshake(t.Context()); err != nil || !client.has("setboard") {
		t.Errorf("features %v, %v", client.features, err)
	}
}
