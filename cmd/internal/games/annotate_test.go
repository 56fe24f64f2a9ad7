package games

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

func TestAnnotationTellsWhichGameOfHowMany(t *testing.T) {
	for _, test := range []struct {
		name        string
		far         annotating
		ply, plies  int
		done, whole int64
		want        string
	}{
		{"nobody knows how many", annotating{done: 28}, 0, 40, 28000, 0, "game 29, move 1: ["},
		{"half of the first", annotating{total: 2}, 20, 40, 500, 2000, "game 29 of 2, move 11: [############............]  50 %"},
		{"some cost no time", annotating{total: 373, done: 8, kept: 20}, 10, 40, 8250, 353000, "game 29 of 373, move 6: ["},
		{"a game without moves", annotating{total: 1}, 0, 0, 0, 1000, "game 29 of 1, move 1"},
	} {
		done, whole, text := test.far.state(29, test.ply, test.plies)
		if done != test.done || whole != test.whole || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: %d of %d, %q", test.name, done, whole, text)
		}
	}
	far := annotating{total: 999}
	if _, _, text := far.state(999, 598, 599); len(text)+len(", 47 h 59 min left") >= 80 {
		t.Errorf("%q has no room for the time left", text)
	}
}

func TestTheGamesOfRegularFilesAreCountedBeforehand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.pgn")
	if err := os.WriteFile(file, []byte(twoGames), 0o666); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, test := range []struct {
		name  string
		ctx   context.Context
		files []string
		want  int
	}{
		{"standard input", t.Context(), nil, 0},
		{"two files", t.Context(), []string{file, file}, 4},
		{"a pipe among them", t.Context(), []string{file, "-"}, 0},
		{"a device", t.Context(), []string{file, os.DevNull}, 0},
		{"a folder", t.Context(), []string{t.TempDir()}, 0},
		{"no file", t.Context(), []string{file, "no/such/file"}, 0},
		{"an interrupt", ended, []string{file}, 0},
	} {
		f := files{Names: test.files, Std: cli.Streams{In: strings.NewReader(twoGames), Out: io.Discard, Err: io.Discard}}
		if got := f.total(test.ctx); got != test.want {
			t.Errorf("%s: %d games, want %d", test.name, got, test.want)
		}
	}
}
