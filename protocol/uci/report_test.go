package uci

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/search"
)

// FuzzReportsAreReadAsTheyAreMeant writes a report as the adapter does and reads it as a
// GUI does.
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
		var told strings.Builder
		a := &adapter{out: wire.NewOutput(&told), controller: protocol.NewController(nil, protocol.Resources{}, rand.NewPCG(1, 1))}
		if nodes%2 == 0 { // as with endgame tables
			info.TBHits = nodes / 4
			want.TBHits = info.TBHits
		}
		a.printThinking(protocol.Thinking{Info: info})
		if got := reportRead(t, told.String()); got != want {
			t.Errorf("%q is read as %+v, not %+v", told.String(), got, want)
		}
	})
}

// reportRead returns what a client takes down of an engine that says a line and plays
// e2e4.
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
	if err := c.NewGame(t.Context(), client.Setup{Start: game.Start()}); err != nil {
		t.Fatal(err)
	}
	reply, err := c.Move(t.Context(), client.Turn{Game: game})
	if err != nil {
		t.Fatal(err)
	}
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
