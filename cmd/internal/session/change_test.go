package session

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/protocol"
	"alfiere/search"
)

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
