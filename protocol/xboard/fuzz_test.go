package xboard

import (
	"math/rand/v2"
	"regexp"
	"slices"
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

// allowed are the lines that the adapter may print: anything else could be forged by
// what it is sent, and some GUIs take odd lines for the end of the game.
var allowed = regexp.MustCompile(`^(feature .*|move ([a-h][1-8][a-h][1-8][qrbn]?|O-O|O-O-O)|pong.*|Illegal move.*|Error \([a-z ]+\): .*|` +
	`tellusererror Illegal position: .*|(1-0|0-1|1/2-1/2) \{.*\}|Hint: .*| .*||offer draw|resign|telluser mate in .*|stat01: \d+ \d+ \d+ \d+ \d+( \S+)?|#.*|` +
	`\d+ -?\d+ \d+ \d+\t.*)$`)

// FuzzXboard sends any bytes as a session: afterwards the engine must still be there, and the session must end.
func FuzzXboard(f *testing.F) {
	for _, seed := range []string{
		"protover 2\nnew\nlevel 40 5 0\nhard\nusermove e2e4\nusermove e7e5\nping 1",
		"new\nforce\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nusermove e2e4\ngo\nedit\n#\nKa1\nc\nKh8\nxa1\n.\ngo",
		"post\nanalyze\nusermove e2e4\nundo\n.\nhint\nbk\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nnew\nexit",
		"st 60\ngo\nping 2\n?\nforce\nundo\nremove\nplayother\nwhite\nblack\ndraw\nresult *\nnps 10\nmemory 64\ncores 4",
		"variant fischerandom\nsetboard rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\nusermove O-O\nO-O-O\nsd 1\ngo",
		"post\nanalyze\nexclude e2e4\nexclude all\ninclude d2d4\ninclude all\nexclude best\nmate 2 tries 1\n?\nmate 32\nping 1\nmate",
		"option ResignScore=1\noption ResignMoves=1\nsd 1\nlevel 40 5 0, 20 10 0\ngo\ndraw\nlevel 1 2",
		"\ufeffprotover 2\naccepted san\npost\nsd 2\nusermove e4\nNf3\nb1c3\nhint\nbk\nusermove O-O\ne8=Q\negtpath syzygy /no/such\nsetboard x\ngo\nmate 1",
		"accepted san\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nmate 2\nsetboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmate 1\nedit\n.\nmate 1\nanalyze\nuci\nrejected san",
		"force\ne2e4\nuci\nundo\nhard\nusermove Nh3\nexclude Nf6\ninclude g8f6\ncores 1024\nmemory 99999999",
		"easy\nhard\nsd 1\ngo\nusermove a7a6\noption Contempt=3\noption ClearHash\ntime 10\notim -5\nst 0.3\nlevel 0 0:30 0.1\n\x00\xff\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if regexp.MustCompile(`(?m)^\x{feff}*[ \t\r]*(quit|uci)\b`).Match(input) {
			return // then nothing can be asked afterwards
		}
		session := protocoltest.Start(t, Serve)
		session.Send("xboard", string(input))
		session.Send(".") // leaves the edit mode
		session.Send("force", "ping 424242", "quit")
		lines := session.Rest()
		for _, line := range lines {
			if !allowed.MatchString(line) {
				t.Fatalf("printed %q", line)
			}
		}
		if session.Err != nil || !slices.Contains(lines, "pong 424242") {
			t.Fatalf("error %v; the session has died: %q", session.Err, lines)
		}
	})
}

// FuzzThinkingIsReadAsItIsMeant writes a report as the adapter does and reads it as a GUI does.
func FuzzThinkingIsReadAsItIsMeant(f *testing.F) {
	f.Add(7, -35, uint64(123456), 1500)
	f.Add(99, int(search.MateScore)-5, uint64(0), 0)
	f.Fuzz(func(t *testing.T, depth, score int, nodes uint64, centiseconds int) {
		info := search.Info{Depth: 1 + max(depth, -(depth+1))%200, MultiPV: 1, Nodes: nodes >> 1,
			Elapsed: time.Duration(max(centiseconds, -(centiseconds+1))%1_000_000) * 10 * time.Millisecond,
			Score:   search.Score(score % int(search.MateScore+1)),
			Line:    []movegen.Move{movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}}
		want := client.Report{Depth: info.Depth, Score: client.Score(info.Score), Nodes: info.Nodes, Elapsed: info.Elapsed}
		if moves, ok := info.Score.Mate(); ok {
			want.Score = client.MateIn(moves) // the protocol has moves, not plies
		}
		var reported strings.Builder
		controller := protocol.NewController(nil, protocol.Resources{}, rand.NewPCG(1, 1))
		a := &adapter{controller: controller, player: protocol.NewPlayer(controller, time.Now), post: true, san: nodes%3 == 0,
			out: wire.NewOutput(&reported)}
		if nodes%2 == 0 { // as with endgame tables
			info.TBHits = nodes / 4
		}
		if info.TBHits > 0 {
			info.SelDepth = info.Depth + 3
			want.TBHits = info.TBHits
		}
		a.printThinking(info)
		if got := reportRead(t, reported.String()); got != want {
			t.Errorf("%q is read as %+v, not %+v", reported.String(), got, want)
		}
	})
}

// reportRead returns what a client takes down of an engine that says a line and plays e2e4.
func reportRead(t *testing.T, line string) client.Report {
	t.Helper()
	lines := make(chan wire.Line, 2)
	c := client.New(client.CECP, &client.Conn{Lines: lines, Out: wire.NewOutput(&strings.Builder{})})
	game := movegen.NewGame()
	must.Do(t, c.NewGame(t.Context(), client.Setup{Start: game.Start()}))
	lines <- wire.Line{Text: strings.TrimSpace(line)}
	lines <- wire.Line{Text: "move e2e4"}
	reply := must.Get(c.Move(t.Context(), client.Turn{Game: game}))(t)
	return reply.Report
}
