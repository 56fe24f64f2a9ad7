package uci

import (
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/protocoltest"
)

// expected counts, line by line, the searches and the counts that a session asks for.
func expected(input string) (searches, counts int) {
	position := movegen.StartPosition()
	for i, line := range strings.Split(input, "\n") {
		if first := i == 0; !first && isXboard(line) {
			return searches, counts
		}
		for word, rest := protocol.Cut(line); word != ""; word, rest = protocol.Cut(rest) {
			if _, known := commands[word]; !known {
				continue
			}
			switch order, _ := parseGo(protocol.Fields(rest), &position); {
			case word == "quit":
				return searches, counts
			case word == "go" && order.perft > 0:
				counts++
			case word == "go":
				searches++
			}
			break
		}
	}
	return searches, counts
}

// allowed are the lines that the adapter may print; anything else would be forged.
var allowed = regexp.MustCompile(`^(id (name|author) .*|option name .* type .*|uciok|readyok|info .*|bestmove \S+( ponder \S+)?|` +
	`[a-h][1-8][a-h][1-8][qrbn]?: \d+|Nodes searched: \d+|[1-8]( +[.PNBRQKpnbrqk])+|   a b c d e f g h|fen .*|key [0-9a-f]{16}|checkers.*|)$`)

// FuzzUCI sends any bytes as a session: it must end, and have exactly one best move
// for every go.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000\nstop\nquit",
		"go infinite\ngo ponder\nponderhit\ngo depth 3 searchmoves e2e4\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nd",
		"setoption name Hash value 12\nsetoption name Clear Hash\ngo perft 3\ngo perft 60\nucinewgame\nstop",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\nstop\n\x00\xff\ngo mate 2\rgo\nxboard\ngo",
		"setoption name UCI_Chess960 value true\nposition fen 1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1 moves f1g1\ngo movetime 99999999",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		session := protocoltest.Start(t, Serve)
		session.Send(string(input) + "\nquit")
		searches, counts := expected(string(input))
		for _, line := range session.Rest() {
			if !allowed.MatchString(line) {
				t.Fatalf("printed %q", line)
			}
			switch {
			case strings.HasPrefix(line, "bestmove"):
				searches--
			case strings.HasPrefix(line, "Nodes searched"), line == "info string perft stopped":
				counts--
			}
		}
		if session.Err != nil || searches != 0 || counts != 0 {
			t.Fatalf("error %v; %d best moves and %d counts are missing", session.Err, searches, counts)
		}
	})
}
