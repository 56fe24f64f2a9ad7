package session

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/protocol"
	"alfiere/search"
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
			must.Do(t, runSession(cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: io.Discard}, nil))
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
	must.Do(t, runSession(cli.Streams{In: strings.NewReader(input), Out: &out, Err: io.Discard}, nil))
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "1. e4") {
		t.Errorf("the file is %q, %v", text, err)
	}
	_, missing := os.ReadFile(path + "x")
	if !strings.Contains(out.String(), ", 1 half-moves\n") || !strings.Contains(out.String(), missing.Error()) {
		t.Errorf("it says\n%s", &out)
	}
}

// TestEngineChangesProtocolBeforeAGame does what Arena and Scid do: they try one protocol after the other on the same
// process. .NET puts byte order marks in front of the words.
func TestEngineChangesProtocolBeforeAGame(t *testing.T) {
	for _, words := range [][]string{{"xboard", "uci"}, {"uci", "xboard"}, {"\ufeffxboard", "\ufeffuci"}, {"\ufeffuci", "\ufeffxboard"},
		{"xboard\nprotover 2\nnew", "uci", "xboard", "uci"}, {"", "\ufeff", "uci", "xboard", "xboard"}} {
		p := startProcess(t)
		p.send(words...)
		if last := words[len(words)-1]; strings.HasSuffix(last, "uci") {
			p.until("uciok")
			p.send("position startpos moves e2e4", "go depth 2")
			p.until("bestmove")
		} else {
			p.send("protover 2", "new", "easy", "sd 2", "usermove e2e4")
			p.until("feature done=1")
			p.until("move ")
		}
		p.send("quit")
		p.mustEnd()
	}
}

// TestAWordChoosesTheProtocol: with it the first line decides nothing, and nothing is printed before it.
func TestAWordChoosesTheProtocol(t *testing.T) {
	searcher := func(megabytes int) (protocol.Searcher, error) { return search.New(megabytes) }
	for _, test := range []struct{ word, input, want string }{
		{"uci", "", ""},
		{"xboard", "", ""},
		{"uci", "isready\n", "readyok\n"},
		{"uci", "nonsense\nisready\n", "readyok\n"},
		{"xboard", "ping 1\n", "pong 1\n"},
		{"xboard", "xboard\nping 2\n", "pong 2\n"},
		{"uci", "xboard\nping 3\n", "pong 3\n"},
		{"xboard", "nonsense\n", "Error (unknown command): nonsense\n"},
	} {
		var out strings.Builder
		controller := protocol.NewController(searcher, protocol.Resources{Hash: 16, Threads: 1}, rand.NewPCG(1, 2))
		if err := RunIn(test.word, nil, cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: io.Discard}, controller, nil); err != nil || out.String() != test.want {
			t.Errorf("%s %q: error %v, output %q", test.word, test.input, err, out.String())
		}
	}
}

func TestALoggedLineIsPlainText(t *testing.T) {
	var text strings.Builder
	print := logger(&text)
	print("2026-01-02 03:04:05.006", `< position startpos "x" é`)
	print("2026-01-02 03:04:05.007", "> bestmove e2e4")
	if want := "2026-01-02 03:04:05.006 < position startpos \"x\" é\n2026-01-02 03:04:05.007 > bestmove e2e4\n"; text.String() != want {
		t.Errorf("%q", text.String())
	}
}

func TestTheMachineHasMemoryAndThreads(t *testing.T) {
	if r := MachineResources(); r.Hash < 1 || r.Threads < 1 {
		t.Errorf("resources %+v", r)
	}
}
