package inprocess

import (
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/search"
)

func TestLimitsOfAMove(t *testing.T) {
	shown := client.Clock{Remaining: time.Second, Increment: time.Millisecond, MovesToGo: 3}
	if got := limits(client.Control{Base: time.Minute, Depth: 7}, shown); got.Clock != (search.Clock{Remaining: time.Second, Increment: time.Millisecond, MovesToGo: 3}) || got.Depth != 7 {
		t.Errorf("a clock: %+v", got)
	}
	if got := limits(client.Control{Base: time.Minute}, client.Clock{}); got.Clock.Remaining <= 0 {
		t.Errorf("an empty clock does not limit: %+v", got)
	}
	if got := limits(client.Control{Nodes: 9, MoveTime: time.Second}, shown); got.Clock != (search.Clock{}) || got.Nodes != 9 || got.MoveTime != time.Second {
		t.Errorf("without a clock: %+v", got)
	}
}

func TestReportsOfTheSearchAreTakenOver(t *testing.T) {
	info := search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: -35, Bound: search.Upper, Nodes: 700, Elapsed: time.Second,
		Line: []movegen.Move{movegen.NoMove}}
	want := client.Report{Depth: 9, Score: -35, Nodes: 700, Elapsed: time.Second}
	if got := reportOf(&info); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	for _, score := range []search.Score{search.MateScore, search.MateScore - 1, search.MateScore - 2, -search.MateScore, 5 - search.MateScore, search.MateBound, 0} {
		wantMoves, wantMate := score.Mate()
		if moves, mate := scoreOf(score).Mate(); moves != wantMoves || mate != wantMate {
			t.Errorf("%d: mate in %d (%v), not in %d (%v)", score, moves, mate, wantMoves, wantMate)
		}
	}
}
