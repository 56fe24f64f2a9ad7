package xboard

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// TestMovesAreUnderstoodInBothNotations plays random games from tricky positions. Each move comes in coordinates or in
// SAN, with and without "usermove", whether the GUI has accepted SAN or not.
func TestMovesAreUnderstoodInBothNotations(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for i, fen := range []string{movegen.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "rnbqkb1r/pp1p1ppp/2p5/4P3/2B5/8/PPP1NnPP/RNBQK2R w KQkq - 0 6"} {
		for _, answer := range []string{"accepted san", "rejected san", ""} {
			session := begin(t, "protover 2", answer, "new", "force", "setboard "+fen)
			position, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
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
