package session

import (
	"fmt"
	"strings"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

// One process takes all rows, one after the other: what is refused leaves the last
// good position on the board, and the engine answers after each.
func TestEveryFENIsTakenOrRefusedThroughUCI(t *testing.T) {
	p := startProcess(t)
	p.send("uci", "isready")
	p.until("readyok")
	board := movegen.StartFEN
	for _, row := range protocoltest.FENs(t, "../../..") {
		text := row.Text(t)
		if strings.ContainsRune(text, '\n') {
			continue // two lines of the protocol: nobody can tell that they were meant as one
		}
		p.send("position fen "+text, "isready")
		refused := false
		for line := p.until(""); line != "readyok"; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "info string error")
		}
		if refused != (row.Expect == "reject") {
			t.Errorf("%s: refused is %v: %.100q", row.ID, refused, text)
		}
		p.send("fen")
		got := p.until("")
		switch {
		case row.Expect == "reject":
			if got != board {
				t.Errorf("%s: a refused position left %q, before it was %q", row.ID, got, board)
			}
		case row.Normalised != "" && got != row.Normalised:
			t.Errorf("%s: shown as %q, want %q", row.ID, got, row.Normalised)
		}
		board = got
	}
	p.send("quit")
	p.mustEnd()
}

func TestEveryFENIsTakenOrRefusedThroughXboard(t *testing.T) {
	p := startProcess(t)
	p.send("xboard", "protover 2", "new", "force", "ping 0")
	p.until("pong 0")
	for i, row := range protocoltest.FENs(t, "../../..") {
		text := row.Text(t)
		if strings.ContainsRune(text, '\n') {
			continue
		}
		pong := fmt.Sprintf("pong %d", i+1)
		p.send("setboard "+text, fmt.Sprintf("ping %d", i+1))
		refused := false
		for line := p.until(""); line != pong; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "tellusererror Illegal position") || strings.HasPrefix(line, "Error (")
		}
		if refused != (row.Expect == "reject") {
			t.Errorf("%s: refused is %v: %.100q", row.ID, refused, text)
		}
	}
	p.send("quit")
	p.mustEnd()
}
