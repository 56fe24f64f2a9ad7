package main

import (
	"alfiere/internal/cli"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bookFiles writes what books are made of into a folder and returns paths in it.
func bookFiles(t *testing.T) func(name string) string {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"lines.txt":  "! A\ne2e4 e7e5\ng1f3\n! B\nd2d4 d7d5\n",
		"table.tsv":  "name\tpgn\nC\t1. e4 c5\n",
		"games.pgn":  "[Result \"1-0\"]\n\n1. e4 e6 1-0\n\n[Result \"1-0\"]\n\n1. f4 e5 2. Ke8 1-0\n",
		"fault.txt":  "! A\ne2e4 e7e6 e4e6\n",
		"gambit.txt": "! A good one\nd2d4 d7d5 c2c4\n! Fool's mate\ng2g4 e7e5 f2f3 d8h4\n! A queen\nd2d4 d7d5 c1h6\n",
		"other.bin":  "",
		"what.doc":   "",
		"torn.bin":   "123456789",
		"broken.bin": "\x46\x3b\x96\x18\x16\x91\xfc\x9c\x01\x3c\x00\x01\x00\x00\x00\x00",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(folder, name) }
}

// mustRun runs a command that must do well and returns its output.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errors := runCommand(args...)
	if status != cli.ExitGood {
		t.Fatalf("%q: status %d, %s", args, status, errors)
	}
	return out
}

func TestBooksAreMadeOfAllKindsOfFiles(t *testing.T) {
	path := bookFiles(t)
	made, again := path("made.bin"), path("again.bin")
	mustRun(t, "book", "make", "--out", made, path("lines.txt"), path("table.tsv"), path("games.pgn"))
	const want = "! 1. e4 c5\ne2e4*4 c7c5*1\n\n! 1. e4 e5 2. Nf3\ne2e4*0 e7e5*1\ng1f3*1\n\n" +
		"! 1. f4\nf2f4*2\n\n! 1. d4 d5\nd2d4*1 d7d5*1\n\n"
	if got := mustRun(t, "book", "dump", made); got != want {
		t.Errorf("the book is\n%s", got)
	}
	if got := mustRun(t, "book", "dump", "--plies", "1", made); got != "! 1. e4\ne2e4*4\n\n! 1. f4\nf2f4*2\n\n! 1. d4\nd2d4*1\n\n" {
		t.Errorf("one half-move deep it is\n%s", got)
	}

	before, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path("dumped.txt"), []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "book", "make", "--out", again, path("dumped.txt"))
	if after, err := os.ReadFile(again); err != nil || !bytes.Equal(before, after) {
		t.Errorf("dumped and made again the book differs, or %v", err)
	}
	mustRun(t, "book", "merge", "--out", again, "--first", made, again)
	if after, err := os.ReadFile(again); err != nil || !bytes.Equal(before, after) {
		t.Errorf("put behind itself the book differs, or %v", err)
	}

	// A text goes into a book that exists.
	mustRun(t, "book", "make", "--out", made, made, path("lines.txt"))
	if got := mustRun(t, "book", "dump", "--plies", "1", made); !strings.Contains(got, "d2d4*2") {
		t.Errorf("with the text again the book is\n%s", got)
	}
	mustRun(t, "book", "make", "--out", made, "--min-games", "2", path("games.pgn"), path("lines.txt"))
	if got := mustRun(t, "book", "dump", made); got != "! 1. e4\ne2e4*3\n\n" {
		t.Errorf("what was played twice is\n%s", got)
	}
}

func TestABookWithStrayBytesIsReadWithAWarning(t *testing.T) {
	path := bookFiles(t)
	mustRun(t, "book", "make", "--out", path("made.bin"), path("lines.txt"))
	whole, err := os.ReadFile(path("made.bin"))
	if err != nil {
		t.Fatal(err)
	}
	want := mustRun(t, "book", "dump", path("made.bin"))
	if err := os.WriteFile(path("stray.bin"), append(bytes.Clone(whole), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"book", "dump", path("stray.bin")}, {"book", "merge", "--out", path("merged.bin"), path("stray.bin")}} {
		status, out, faults := runCommand(args...)
		if status != cli.ExitGood || !strings.Contains(faults, "stray.bin: ignored the end of the book: the last entry is not 16 bytes long") || args[1] == "dump" && out != want {
			t.Errorf("%q: status %d, %s%s", args, status, out, faults)
		}
	}
	if merged, err := os.ReadFile(path("merged.bin")); err != nil || !bytes.Equal(merged, whole) {
		t.Errorf("merged it differs: %v", err)
	}
}

func TestBadMovesAreSearchedAndLeftOut(t *testing.T) {
	path := bookFiles(t)
	mustRun(t, "book", "make", "--out", path("made.bin"), "--nodes", "20000", "--margin", "60", path("gambit.txt"))
	if got := mustRun(t, "book", "dump", path("made.bin")); got != "! 1. d4 d5 2. c4\nd2d4*2 d7d5*2\nc2c4*1\n\n" {
		t.Errorf("the book is\n%s", got)
	}
}

func TestTheBuiltInBookIsDumped(t *testing.T) {
	if got := mustRun(t, "book", "dump", "--plies", "1"); !strings.HasPrefix(got, "! 1. e4\ne2e4*") || !strings.Contains(got, "\nd2d4*") {
		t.Errorf("it begins with\n%s", got)
	}
}

func TestBookSaysWhatIsWrong(t *testing.T) {
	path := bookFiles(t)
	out := path("out.bin")
	for _, test := range []struct {
		args   []string
		status int
		want   string // on standard error
	}{
		{[]string{"book"}, cli.ExitUsage, "a subcommand is missing"},
		{[]string{"book", "read"}, cli.ExitUsage, "there is no subcommand"},
		{[]string{"book", "make", path("lines.txt")}, cli.ExitUsage, "give --out FILE"},
		{[]string{"book", "make", "--out", out}, cli.ExitUsage, "at least one input file"},
		{[]string{"book", "make", "--out", out, "--max-plies", "-1", path("lines.txt")}, cli.ExitUsage, "must not be negative"},
		{[]string{"book", "make", "--out", out, path("what.doc")}, cli.ExitUsage, "what.doc: the name must end in"},
		{[]string{"book", "make", "--out", out, path("fault.txt")}, cli.ExitInput, "line 2, column 11"},
		{[]string{"book", "make", "--out", out, path("none.pgn")}, cli.ExitInput, "none.pgn"},
		{[]string{"book", "make", "--out", out, path("torn.bin")}, cli.ExitInput, "offset 0"},
		{[]string{"book", "merge", "--out", out}, cli.ExitUsage, "at least one book"},
		{[]string{"book", "merge", "--out", out, path("other.bin"), path("torn.bin")}, cli.ExitInput, "offset 0"},
		{[]string{"book", "dump", path("torn.bin")}, cli.ExitInput, "offset 0"},
		{[]string{"book", "dump", "--plies", "-1"}, cli.ExitUsage, "plies"},
		{[]string{"book", "dump", path("none.bin")}, cli.ExitInput, "none.bin"},
		{[]string{"book", "dump", filepath.Dir(out)}, cli.ExitInput, "not a regular file"},
		{[]string{"book", "dump", path("broken.bin")}, cli.ExitInput, "broken.bin: the move is illegal: e1e8 in rnbqkbnr/"},
		{[]string{"book", "check", path("torn.bin")}, cli.ExitUsage, "book check was removed in 3.0: use book dump"},
	} {
		status, _, errors := runCommand(test.args...)
		if status != test.status || !strings.Contains(errors, test.want) {
			t.Errorf("%q: status %d, want %d; %s", test.args, status, test.status, errors)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%q: a book was written", test.args)
		}
	}
	for _, args := range [][]string{{"book", "--help"}, {"book", "make", "--help"}, {"book", "dump", "-h"}} {
		if status, out, _ := runCommand(args...); status != cli.ExitGood || !strings.Contains(out, "alfiere book ") {
			t.Errorf("%q: status %d, %s", args, status, out)
		}
	}
}
