package console

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesAreReplacedWhole(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "game.pgn")
	for _, text := range []string{"first", "", strings.Repeat("longer ", 1000)} {
		if err := (Disk{}).Write(name, text); err != nil {
			t.Fatal(err)
		}
		if got, err := (Disk{}).Read(name); err != nil || got != text {
			t.Errorf("read %q, %v", got, err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("besides the file there are %v, %v", entries, err)
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large")
	if err := os.WriteFile(large, make([]byte, MaxFile+1), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"a folder", folder, ErrNotRegular},
		{"a device", os.DevNull, ErrNotRegular},
		{"a missing file", filepath.Join(folder, "missing"), fs.ErrNotExist},
		{"a large file", large, ErrTooLarge},
	} {
		if _, err := (Disk{}).Read(c.path); !errors.Is(err, c.want) {
			t.Errorf("reading %s: %v", c.name, err)
		}
	}
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"a folder", folder, ErrNotRegular},
		{"a device", os.DevNull, ErrNotRegular},
		{"a file in a missing folder", filepath.Join(folder, "missing", "game"), fs.ErrNotExist},
	} {
		if err := (Disk{}).Write(c.path, "x"); !errors.Is(err, c.want) {
			t.Errorf("writing %s: %v", c.name, err)
		}
	}
}

func TestPositionFilesOfXBoardAreRead(t *testing.T) {
	const old = `# xboard position file -- Sat Jan  1 12:00:00 2000

White player vs. Black player
[--------------
r n b q k b n r
p p p p . p p p
. . . . . . . .
. . . . p . . .
. . . . P . . .
. . . . . N . .
P P P P . P P P
R N B Q K B . R
black to play
--------------]
`
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1"
	for name, text := range map[string]string{"the old form": old, "with line ends of DOS": strings.ReplaceAll(old, "\n", "\r\n"),
		"a FEN": "\n" + fen + "\n"} {
		p, _, err := readPosition(text)
		if err != nil || p.FEN() != fen {
			t.Errorf("%s: %s, %v", name, p.FEN(), err)
		}
	}
	for name, text := range map[string]string{"an empty file": "", "seven lines": strings.Replace(old, ". . . . . . . .\n", "", 1),
		"a bad FEN": "8/8/8/8/8/8/8/8 w - - 0 1"} {
		if _, _, err := readPosition(text); !errors.As(err, new(*faultError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
