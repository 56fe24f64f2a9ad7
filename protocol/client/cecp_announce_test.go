package client

import (
	"fmt"
	"strings"
	"testing"

	"alfiere/movegen"
)

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
					if err := client.Handshake(t.Context()); err != nil {
						t.Fatal(err)
					}
					if err := client.NewGame(t.Context(), Setup{Start: game.Start(), Control: Control{Depth: 1, Ponder: ponder}}); err != nil {
						t.Fatal(err)
					}
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
			if _, err := client.Move(t.Context(), Turn{Game: game}); err != nil {
				t.Fatal(err)
			}
			play(t, game, "e2e4")
			client.Ponder(Turn{Game: game})
			for len(client.conn.Lines) > 0 { // all of it is in its opponent's time
				continue
			}
			if err := client.NewGame(t.Context(), setup); err != nil {
				t.Fatal(err)
			}
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
