package xboard

import (
	"slices"
	"strings"
	"testing"
)

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
		session.Send("force")
		session.Send("ping 1")
		lines := append(session.Until("pong 1"), session.Rest()...)
		if session.Next != "" || !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Error (unknown command") }) {
			t.Errorf("after %q the next protocol is begun by %q, output %q", before, session.Next, lines)
		}
	}
}
