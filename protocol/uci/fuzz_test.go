package uci

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/search"
)

// expected counts, line by line, the searches and the counts that a session asks for. A count after a refused position,
// or of no valid length, has no answer.
func expected(input string) (searches, counts int) {
	position, table, refused := movegen.StartPosition(), commandTable(), false
	for i, line := range strings.Split(input, "\n") {
		line = strings.TrimLeft(line, "\ufeff")
		if first := i == 0; !first && isXboard(line) {
			return searches, counts
		}
		for word, rest := wire.Cut(line); word != ""; word, rest = wire.Cut(rest) {
			if protocol.Find(table, word, false) == nil {
				continue
			}
			switch order, _ := parseGo(wire.Fields(rest), &position); {
			case word == "quit":
				return searches, counts
			case word == "position":
				refused = isRefused(rest)
			case word == "go" && order.counts && (refused || order.refused):
			case word == "go" && order.counts:
				counts++
			case word == "go":
				searches++
			}

			break
		}
	}
	return searches, counts
}

// isRefused reports whether a position is refused, in standard chess.
func isRefused(rest string) bool {
	start, _, _ := wire.CutAt(rest, "moves")
	switch word, fen := wire.Cut(start); word {
	case "startpos":
		return false
	case "fen":
		_, _, err := movegen.Rules{}.ParseFEN(fen)
		return err != nil
	}
	return true
}

// allowed are the lines that the adapter may print; anything else would be forged.
var allowed = regexp.MustCompile(`^(id (name|author) .*|option name .* type .*|uciok|readyok|info .*|bestmove \S+( ponder \S+)?|` +
	`[a-h][1-8][a-h][1-8][qrbn]?: \d+|Nodes searched: \d+|[1-8]( +[.PNBRQKpnbrqk])+|   a b c d e f g h|(shredder )?fen .*|` +
	`key [0-9a-f]{16}|checkers.*|position .*|)$`)

// forPeople are the commands that print a text of their own, and reserved the
// beginnings that none of its lines may have.
var (
	forPeople = regexp.MustCompile(`\b(mate|eval|bench|help|fen)\b`)
	reserved  = regexp.MustCompile(`^(id|uciok|readyok|bestmove|copyprotection|registration|info|option)\b`)
)

// FuzzUCI sends any bytes as a session: it must end, and have exactly one best move for every go.
func FuzzUCI(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000\nstop\nquit",
		"go infinite\ngo ponder\nponderhit\ngo depth 3 searchmoves e2e4\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nd",
		"setoption name Hash value 12\nsetoption name Clear Hash\ngo perft 3\ngo perft 60\nucinewgame\nstop",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\nstop\n\x00\xff\ngo mate 2\rgo\nxboard\ngo",
		"uci\ndebug on\nfoo go depth 1 bar\nmate 2 set tries 1\neval\nflip\nfen\nexport\nbench 1\nhelp\nmate 9\nstop\nmate x",
		"setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1300\ngo depth 3\nsetoption name MultiPV value 2\ngo ponder nodes 5\nponderhit",
		"\ufeffuci\nposition fen x\ngo\ngo perft 2\nmate 1\nucinewgame\ngo infinite\nstop\nposition startpos\ngo perft x\ngo perft 1\n\ufeffxboard",
		"go depth x\ngo searchmoves\ngo infinite searchmoves e2e5\nstop\ngo ponder wtime x\nponderhit\nposition\ngo ponder\nposition startpos moves e2e5\ngo nodes 1",
		"position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nmate 2\nposition startpos\nmate 1\nmate 1\ngo nodes -\nsetoption name Threads value 1024",
		"setoption name UCI_Chess960 value true\nposition fen 1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1 moves f1g1\ngo movetime 99999999",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		session := protocoltest.Start(t, Serve)
		session.Send(string(input) + "\nquit")
		searches, counts := expected(string(input))
		for _, line := range session.Rest() {
			if !allowed.MatchString(line) && (reserved.MatchString(line) || !forPeople.Match(input)) {
				t.Fatalf("printed %q", line)
			}
			switch {
			case strings.HasPrefix(line, "bestmove"):
				searches--
			case strings.HasPrefix(line, "Nodes searched"), line == "info string perft stopped":
				counts--
			}
		}
		if strings.Contains(strings.ToLower(strings.ReplaceAll(string(input), " ", "")), "chess960") {
			counts = 0 // the rules of the variant accept other positions
		}
		if session.Err != nil || searches != 0 || counts != 0 {
			t.Fatalf("error %v; %d best moves and %d counts are missing", session.Err, searches, counts)
		}
	})
}

// FuzzReportsAreReadAsTheyAreMeant writes a report as the adapter does and reads it as a GUI does.
func FuzzReportsAreReadAsTheyAreMeant(f *testing.F) {
	f.Add(7, 9, -35, uint64(123456), int64(1500), uint8(0))
	f.Add(99, 0, int(search.MateScore)-5, uint64(0), int64(0), uint8(2))
	e2e4 := movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)
	f.Fuzz(func(t *testing.T, depth, selDepth, score int, nodes uint64, milliseconds int64, bound uint8) {
		info := search.Info{Depth: 1 + abs(depth)%200, MultiPV: 1, Nodes: nodes >> 1, Elapsed: time.Duration(abs(int(milliseconds))%1_000_000) * time.Millisecond,
			Score: search.Score(score % int(search.MateScore+1)), Bound: [...]search.Bound{search.Exact, search.Lower, search.Upper}[bound%3], Line: []movegen.Move{e2e4}}
		info.SelDepth = info.Depth + abs(selDepth)%50
		want := client.Report{Depth: info.Depth, Score: client.Score(info.Score), Nodes: info.Nodes, Elapsed: info.Elapsed}
		if moves, ok := info.Score.Mate(); ok {
			want.Score = client.MateIn(moves) // the protocol has moves, not plies
		}
		var reported strings.Builder
		a := &adapter{out: wire.NewOutput(&reported), controller: protocol.NewController(nil, protocol.Resources{}, rand.NewPCG(1, 1))}
		if nodes%2 == 0 { // as with endgame tables
			info.TBHits = nodes / 4
			want.TBHits = info.TBHits
		}
		a.printThinking(protocol.Thinking{Info: info})
		if got := reportRead(t, reported.String()); got != want {
			t.Errorf("%q is read as %+v, not %+v", reported.String(), got, want)
		}
	})
}

// reportRead returns what a client takes down of an engine that says a line and plays e2e4.
func reportRead(t *testing.T, line string) client.Report {
	t.Helper()
	lines := make(chan wire.Line, 3)
	engine := engineWriter(func(command string) {
		if strings.HasPrefix(command, "go") {
			lines <- wire.Line{Text: strings.TrimSpace(line)}
			lines <- wire.Line{Text: "bestmove e2e4"}
		}
	})
	c := client.New(client.UCI, &client.Conn{Lines: lines, Out: wire.NewOutput(engine)})
	lines <- wire.Line{Text: "readyok"}
	game := movegen.NewGame()
	must.Do(t, c.NewGame(t.Context(), client.Setup{Start: game.Start()}))
	reply := must.Get(c.Move(t.Context(), client.Turn{Game: game}))(t)
	return reply.Report
}

// engineWriter is an engine's input: a function that is called with each write.
type engineWriter func(command string)

// Write calls the function.
func (w engineWriter) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}

func abs(n int) int { return max(n, -(n + 1)) }
