package xboard

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

// FuzzThinkingIsReadAsItIsMeant writes a report as the adapter does and reads it as a
// GUI does.
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
		var told strings.Builder
		controller := protocol.NewController(nil, protocol.Resources{}, rand.NewPCG(1, 1))
		a := &adapter{controller: controller, player: protocol.NewPlayer(controller, time.Now), post: true, san: nodes%3 == 0,
			out: wire.NewOutput(&told)}
		if nodes%2 == 0 { // as with endgame tables
			info.TBHits = nodes / 4
		}
		if info.TBHits > 0 {
			info.SelDepth = info.Depth + 3
			want.TBHits = info.TBHits
		}
		a.printThinking(info)
		if got := reportRead(t, told.String()); got != want {
			t.Errorf("%q is read as %+v, not %+v", told.String(), got, want)
		}
	})
}

// reportRead returns what a client takes down of an engine that says a line and plays
// e2e4.
func reportRead(t *testing.T, line string) client.Report {
	t.Helper()
	lines := make(chan wire.Line, 2)
	c := client.New(client.CECP, &client.Conn{Lines: lines, Out: wire.NewOutput(&strings.Builder{})})
	game := movegen.NewGame()
	if err := c.NewGame(t.Context(), client.Setup{Start: game.Start()}); err != nil {
		t.Fatal(err)
	}
	lines <- wire.Line{Text: strings.TrimSpace(line)}
	lines <- wire.Line{Text: "move e2e4"}
	reply, err := c.Move(t.Context(), client.Turn{Game: game})
	if err != nil {
		t.Fatal(err)
	}
	return reply.Report
}
