package main

import (
	"alfiere/internal/cli"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// fileOf returns a file of its own with the text.
func fileOf(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, 0o640)); err != nil {
		t.Fatal(err)
	}
	return path
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFileThatIsReadCanBeReplaced(t *testing.T) {
	const game = "1. e4 {good} e5 *\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"pgn", "convert", "--plain"}, "\n1. e4 e5 *\n"},
		{[]string{"pgn", "epd", "--ply", "0"}, `id "? - ?, ?, game 1, half-move 0";`},
		{[]string{"pgn", "annotate", "--depth", "1"}, "[%eval "},
		{[]string{"tree", "convert", "--to", "numeric"}, "\n10546520\n"},
	} {
		path := fileOf(t, "game.pgn", game)
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		status, out, message := runCommand(append(test.args, "--out", path, path)...)
		if text := textOf(t, path); status != cli.ExitGood || out != "" || !strings.Contains(text, test.want) || strings.Contains(text, "good}") != (test.args[1] == "annotate") {
			t.Errorf("%q: status %d, %s%s; the file is\n%s", test.args, status, out, message, text)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != before.Mode() {
			t.Errorf("%q: %v, %v", test.args, info, err)
		}
	}
}

func TestFaultsAndFailuresLeaveTheRightFile(t *testing.T) {
	path := fileOf(t, "game.pgn", "1. e4 Ke6 *\n")
	if status, _, message := runCommand("pgn", "convert", "--out", path, path); status != cli.ExitInput || !strings.Contains(textOf(t, path), "1. e4 Ke6 *") {
		t.Errorf("what could not be read is lost: status %d, %s", status, message)
	}
	broken := io.MultiReader(strings.NewReader("1. d4 *\n\n"), iotest.ErrReader(errors.New("the disk is gone")))
	if status, _, _ := runPGNWith(broken, "convert", "--out", path); status != cli.ExitInput || !strings.Contains(textOf(t, path), "1. e4 Ke6 *") {
		t.Errorf("status %d; half a file has become\n%s", status, textOf(t, path))
	}
	folder := t.TempDir()
	for _, name := range []string{folder, filepath.Join(folder, "none", "x.pgn")} {
		if status, _, message := runCommand("pgn", "convert", "--out", name, path); status != cli.ExitInput || !strings.Contains(message, name+":") {
			t.Errorf("%s: status %d, %s", name, status, message)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("there are %q", left)
	}
}

// Files that hold nothing, or no text, are refused in the same words by all subcommands that read them.
func TestFilesWithoutTextAreNamedAlike(t *testing.T) {
	files := map[string]string{"": "it is empty", "\x89PNG\r\n\x1a\n\x00\x00": "it is a picture", "PK\x03\x04\x00\x00": "it is a zip archive; unpack it first",
		"\xff\xfe[\x00E\x00": "it is text in UTF-16; save it as UTF-8", "\x00\x01 * \x02": "it is not text"}
	lines := []string{"analyse", "suite", "endgame --path ../../tt/syzygy/testdata", "tree show", "tree check", "tree convert --from fen --to board", "tree show --from pgn",
		"pgn check", "match --recount"}
	for text, want := range files {
		path := fileOf(t, "input", text)
		for _, line := range lines {
			status, out, err := runCommand(append(strings.Fields(line), path)...)
			if line == "tree show --from pgn" && want == "it is not text" {
				continue // its mark is an empty game
			}
			if status != cli.ExitInput || !strings.Contains(err, want) || line != "pgn check" && out != "" {
				t.Errorf("%s, %q: status %d, %s%s", line, text, status, out, err)
			}
		}
	}
	for _, line := range []string{"pgn list", "mate 2", "analyse", "tree show"} {
		folder := t.TempDir()
		if status, _, err := runCommand(append(strings.Fields(line), folder)...); status != cli.ExitInput || !strings.HasSuffix(err, folder+": is a directory, not a file\n") {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
	}
}
