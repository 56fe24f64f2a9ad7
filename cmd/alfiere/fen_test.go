package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"alfiere/cmd/internal/cli"
	"alfiere/movegen"
)

// fenRow is a row of the collection of good and bad FENs.
type fenRow struct {
	ID         string
	FEN        string
	Base64     string `json:"fen_b64"`
	Expect     string
	Normalised string
	Gen        struct {
		Prefix, Repeat, Suffix string
		Count                  int
	}
}

func (row *fenRow) text(t *testing.T) string {
	switch {
	case row.Base64 != "":
		text, err := base64.StdEncoding.DecodeString(row.Base64)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	case row.Gen.Count > 0:
		return row.Gen.Prefix + strings.Repeat(row.Gen.Repeat, row.Gen.Count) + row.Gen.Suffix
	}
	return row.FEN
}

// fenRows reads the collection, which is not part of this repository.
func fenRows(t *testing.T) (rows []fenRow) {
	t.Helper()
	file, err := os.Open("../../../shared/data/reliability/bad_fens.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the collection of FENs is not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var row fenRow
		if err := json.Unmarshal(scanner.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if len(rows) < 100 {
		t.Fatalf("only %d rows", len(rows))
	}
	return rows
}

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
	for _, row := range fenRows(t) {
		text := row.text(t)
		if strings.ContainsRune(text, '\n') {
			continue // two lines of the protocol: nobody can tell that they were meant as one
		}
		start := time.Now()
		p.send("position fen "+text, "isready")
		refused := false
		for line := p.until(""); line != "readyok"; line = p.until("") {
			refused = refused || strings.HasPrefix(line, "info string error")
		}
		if elapsed := time.Since(start); elapsed > promptness && row.Gen.Count == 0 {
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
	for i, row := range fenRows(t) {
		text := row.text(t)
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

func TestEveryFENIsTakenOrRefusedOnTheCommandLine(t *testing.T) {
	for _, row := range fenRows(t) {
		var faults bytes.Buffer
		status := run([]string{"perft", "1", row.text(t)}, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &faults})
		want := cli.ExitGood
		if row.Expect == "reject" {
			want = cli.ExitInput
		}
		if status != want {
			t.Errorf("%s: exit status %d, want %d", row.ID, status, want)
		}
		if status == cli.ExitInput && faults.Len() < 20 {
			t.Errorf("%s: refused without a reason: %q", row.ID, faults.String())
		}
	}
}
