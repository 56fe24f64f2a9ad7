package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/pgn"
	"alfiere/protocol/wire"
)

// newTable returns a table in a language at which two people play a new game.
func newTable(t testing.TB, language string) (*playTable, *bytes.Buffer) {
	t.Helper()
	f := playFlags{language: language, draws: "once"}
	table, err := f.table()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	table.out = wire.NewOutput(&out)
	table.game = table.referee.Start(movegen.StartPosition())
	table.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	return table, &out
}

func TestAGameIsSavedAndReplayed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a game.pgn")
	table, out := newTable(t, "english")
	for _, line := range []string{"1. f3 e5 2. g4 Qh4", "save " + name} {
		table.take(line)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err, out.String())
	}
	r := pgn.NewReader(bytes.NewReader(text), pgn.Reading{})
	if !r.Next() || r.Tag("Date") != "2026.01.02" || r.Tag("Result") != "0-1" {
		t.Fatalf("%s", text)
	}
	played := table.game.Moves()
	out.Reset()
	for _, line := range []string{"new", "e4", "load " + name + " 2", "load " + name + "x", "fen", "load " + name, "load " + name + " 1"} {
		table.take(line)
	}
	if table.refused != 2 || !slices.Equal(table.game.Moves(), played) || !table.game.Over() {
		t.Errorf("%d refused, moves %v\n%s", table.refused, table.game.Moves(), out)
	}
	if !strings.Contains(out.String(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") {
		t.Errorf("a file that cannot be read has changed the game:\n%s", out)
	}
}

func TestWhatTheReplayedGameIsNotAllowedIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "on.pgn")
	const text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	table, out := newTable(t, "it")
	table.take("carica " + name)
	if table.refused != 1 || !strings.Contains(out.String(), "la partita è finita: 1/2-1/2 (posizione ripetuta tre volte)") {
		t.Errorf("%d refused\n%s", table.refused, out)
	}
}

func TestTwoSquaresAreOneMoveWhereTheFirstHoldsThePiece(t *testing.T) {
	table, out := newTable(t, "english")
	for _, line := range []string{"e2 e4", "2... e7  e5", "d2 d5", "d4 d5", "e5 d4"} {
		table.take(line)
	}
	moves := fmt.Sprint(table.game.Moves())
	if moves != "[e2e4 e7e5 d2d4 d7d5]" || table.refused != 2 || !strings.Contains(out.String(), "d2-d5: the piece cannot move there\n") {
		t.Errorf("%s, %d refused\n%s", moves, table.refused, out)
	}
}

func TestTheGameOnTheTableIsSavedAtTheEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.pgn")
	play := func(input string, args ...string) (int, string) {
		var out, errors bytes.Buffer
		status := run(append([]string{"play"}, args...), streams{strings.NewReader(input), &out, &errors})
		return status, out.String() + errors.String()
	}
	for _, input := range []string{"1. f3 e5 2. g4 Qh4", "quit\n", ""} { // a game without moves replaces nothing
		if status, out := play(input, "--save", name); status != exitGood {
			t.Errorf("status %d, %s", status, out)
		}
		if text := textOf(t, name); !strings.Contains(text, "1. f3 e5 2. g4 Qh4# {checkmate} 0-1") {
			t.Errorf("after %q there is\n%s", input, text)
		}
	}
	status, out := play("e4", "--save", filepath.Join(name, "none"))
	if status != exitInput || !strings.Contains(out, "\n1. e2-e4 *\n") {
		t.Errorf("a game that cannot be saved is lost: status %d, %s", status, out)
	}
}

// The Italian words must be complete: every reason and ending has one of its own.
func TestTheRefereeKnowsAllHisWordsInItalian(t *testing.T) {
	words := italianPlay()
	for reason := movegen.GameOver; reason <= movegen.KingInCheck; reason++ {
		if words.reasons[reason] == "" {
			t.Errorf("no word for %v", (&movegen.RefusalError{Reason: reason}).Unwrap())
		}
	}
	for ending := movegen.NotEnded; ending <= movegen.Agreement; ending++ {
		if words.endings[ending] == "" {
			t.Errorf("no word for %v", ending)
		}
	}
	for piece := movegen.Pawn; piece <= movegen.King; piece++ {
		if words.pieces[piece] == "" {
			t.Errorf("no word for piece %d", piece)
		}
	}
}

func TestBoardsAreShownAfterEveryMove(t *testing.T) {
	var out, errors bytes.Buffer
	status := run([]string{"play", "--boards", "--letters", "german"}, streams{strings.NewReader("e4\nback\n"), &out, &errors})
	if status != exitGood || strings.Count(out.String(), "tsldklst\n") != 3 || strings.Count(out.String(), "White to move\n") != 2 {
		t.Errorf("status %d\n%s%s", status, &out, &errors)
	}
}

// FuzzPlay: whatever is typed, the game on the table is one, and each refusal is told.
func FuzzPlay(f *testing.F) {
	f.Add("1. e4 e5 2. Nf3\n45 37\nback 2\nforward\nmoves all\nresign\n", true)
	f.Add("new t.ar..ct p..p.pCp c..A.D.. .p.CP..P ......P. ...P.... P.P.R... d.....a. b\nCxf6\nAe7\nritira\npatta", true)
	f.Add("new 8/P6k/8/8/8/8/8/K7 w - -\na8\na8=N\n# x\nattacked a8\nlist\nfen", false)
	f.Fuzz(func(t *testing.T, script string, italian bool) {
		language := "english"
		if italian {
			language = "italian"
		}
		table, out := newTable(t, language)
		table.commands = slices.DeleteFunc(table.commands, func(c playCommand) bool { return c.name == "save" || c.name == "load" })
		for line := range strings.Lines(script) {
			refused, length := table.refused, out.Len()
			table.take(line)
			if table.refused > refused+1 || table.refused > refused && out.Len() == length {
				t.Fatalf("%q: %d refusals and %d bytes", line, table.refused-refused, out.Len()-length)
			}
		}
		again := movegen.Referee{Draws: movegen.DrawsNever}.Start(table.game.Start())
		for _, m := range table.game.Moves() {
			if err := again.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	})
}
