package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/protocol/console"
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
			if err := converse(streams{in: strings.NewReader(test.input), out: &out, err: io.Discard}, nil); err != nil {
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
	lines := p.mustEnd(500 * time.Millisecond)
	if len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], "Alfiere plays 1...") {
		t.Errorf("it printed %q, and no move", lines)
	}
}

func TestWhatATerminalCanDoIsReadFromTheEnvironment(t *testing.T) {
	for _, test := range []struct {
		name        string
		terminal    bool
		environment map[string]string
		want        console.Console
	}{
		{"a pipe", false, map[string]string{"TERM": "xterm", "LANG": "C.UTF-8"}, console.Console{}},
		{"a terminal", true, map[string]string{"TERM": "xterm", "LANG": "it_IT.UTF-8"}, console.Console{Terminal: true, Color: true, Unicode: true}},
		{"a terminal without a name", true, map[string]string{"LANG": "de_DE.utf8"}, console.Console{Terminal: true, Unicode: true}},
		{"a dumb terminal", true, map[string]string{"TERM": "dumb"}, console.Console{Terminal: true}},
		{"no colours wanted", true, map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, console.Console{Terminal: true}},
		{"another character set", true, map[string]string{"TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"}, console.Console{Terminal: true, Color: true}},
	} {
		got := consoleFor(test.terminal, func(name string) string { return test.environment[name] })
		if got.Terminal != test.want.Terminal || got.Color != test.want.Color || got.Unicode != test.want.Unicode {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

func TestFilesAndPipesAreNoTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	for i, stream := range []any{file, reader, writer, strings.NewReader("")} {
		if isTerminal(stream) {
			t.Errorf("stream %d is taken for a terminal", i)
		}
	}
}
