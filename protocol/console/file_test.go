package console

import (
	"errors"
	"strings"
	"testing"
)

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

func TestAConsoleWithoutFilesSaysSo(t *testing.T) {
	for _, err := range []error{noFiles{}.Write("game.pgn", ""), func() error { _, err := noFiles{}.Read("game.pgn"); return err }()} {
		if !errors.Is(err, errNoFiles) {
			t.Error(err)
		}
	}
}
