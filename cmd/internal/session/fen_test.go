package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

// promptness is how soon the engine must answer after any FEN; the machines that run
// tests may be busy with other things.
const promptness = 2 * time.Second

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
		start := time.Now()
		p.send("position fen "+text, "isready")
		refused := false
		for line := p.until(""); line != "readyok"; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "info string error")
		}
		if elapsed := time.Since(start); elapsed > promptness && row.Generated.Count == 0 {
			t.Errorf("%s: ready after %v", row.ID, elapsed)
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
	p.mustEnd(5 * time.Second)
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
	p.mustEnd(5 * time.Second)
}
