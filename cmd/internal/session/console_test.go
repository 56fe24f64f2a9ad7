package session

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

func TestTheFirstLineDecidesWhoSpeaks(t *testing.T) {
	for _, test := range []struct {
		name, input, want string
	}{
		{"a move begins the console", "# quickly\ndepth 1\ne4\nquit\n", "Alfiere plays 1..."},
		{"so does one of its commands", "\n \t\nbd\n", "White to move"},
		{"and nonsense", "hello\n", "neither a command nor a move"},
		{"UCI needs no introduction", "isready\n", "readyok"},
		{"nor does a search", "go depth 1\n", "bestmove"},
		{"a position is UCI's, too", "position startpos moves e2e4\nd\n", "4P3"},
		{"xboard is XBoard's protocol", "xboard\nprotover 2\n", "feature done=1"},
		{"the console hands over to UCI", "force\nuci\n", "uciok"},
		{"and to XBoard's", "force\nxboard\nprotover 2\n", "feature done=1"},
		{"nothing is answered with nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := runSession(cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: io.Discard}, nil); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); !strings.Contains(got, test.want) || test.want == "" && got != "" {
				t.Errorf("%q is missing in\n%s", test.want, got)
			}
		})
	}
}

func TestTheConsoleEndsBySignalWithItsMove(t *testing.T) {
	p := startProcess(t)
	p.send("post", "st 60", "e4")
	p.until("    2")
	p.signals <- os.Interrupt
	lines := p.mustEnd()
	if len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], "Alfiere plays 1...") {
		t.Errorf("it printed %q, and no move", lines)
	}
}

func TestTheConsoleKeepsGamesOnDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pgn")
	var out strings.Builder
	input := "force\ne4\nsave " + path + "\nnew\nget " + path + "\nget " + path + "x\n"
	if err := runSession(cli.Streams{In: strings.NewReader(input), Out: &out, Err: io.Discard}, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "1. e4") {
		t.Errorf("the file is %q, %v", text, err)
	}
	_, missing := os.ReadFile(path + "x")
	if !strings.Contains(out.String(), ", 1 half-moves\n") || !strings.Contains(out.String(), missing.Error()) {
		t.Errorf("it says\n%s", &out)
	}
}
