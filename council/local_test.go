package council

import (
	"context"
	"reflect"
	"testing"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// mustPosition returns the position of a FEN.
func mustPosition(t testing.TB, fen string) movegen.Position {
	t.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// middlegame is a position with many reasonable moves.
const middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9"

func mustLocal(t testing.TB, megabytes int) *Local {
	t.Helper()
	l, err := OpenLocal(megabytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// mustPropose returns the proposal of a local member without its times.
func mustPropose(t testing.TB, l *Local, job *Job) Proposal {
	t.Helper()
	proposal, err := l.Propose(context.Background(), job, nil)
	if err != nil {
		t.Fatal(err)
	}
	proposal.Elapsed = 0
	for i := range proposal.Lines {
		proposal.Lines[i].Elapsed = 0
	}
	return proposal
}

func TestAMemberTellsWhatTheEngineFinds(t *testing.T) {
	p := mustPosition(t, middlegame)
	request := search.Request{Position: p, Limits: search.Limits{Nodes: 20_000}, Knowledge: eval.Material | eval.Pawns}
	engine, err := search.New(2)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	want := engine.Search(context.Background(), request, nil)
	request.Knowledge = 0 // the seat's counts
	job := &Job{Seat: Seat{Name: "mp", Knowledge: eval.Material | eval.Pawns}, Request: request, Fresh: true, Megabytes: 2}
	got := mustPropose(t, mustLocal(t, 1), job)
	if got.Move != want.Best || got.Score != want.Score || got.Nodes != want.Nodes || !reflect.DeepEqual(got.Line, want.Line) ||
		got.Depth != want.Begun || got.RootMoves != want.BegunMoves || got.Member != "mp" || got.Knowledge != eval.Material|eval.Pawns {
		t.Errorf("the member proposes %+v, but the engine finds %+v", got, want)
	}
	if len(got.Iterations) != want.Depth || want.Depth < 4 {
		t.Fatalf("%d iterations, not %d", len(got.Iterations), want.Depth)
	}
	for depth := 1; depth <= want.Depth; depth++ {
		engine.NewGame()
		request.Knowledge, request.Limits = eval.Material|eval.Pawns, search.Limits{Depth: depth}
		result := engine.Search(context.Background(), request, nil)
		if at := got.Iterations[depth-1]; at.Move != result.Best || at.Score != result.Score {
			t.Errorf("depth %d: %v %d, not %v %d", depth, at.Move, at.Score, result.Best, result.Score)
		}
	}
}

// TestAnIterationThatIsCutShortIsNotTold ends searches after many different numbers of nodes, also where
// an incomplete last iteration has found a better move.
func TestAnIterationThatIsCutShortIsNotTold(t *testing.T) {
	engine, err := search.New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	member, cut := mustLocal(t, 1), 0
	kiwipete := mustPosition(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for nodes := uint64(50); nodes < 2200; nodes += 37 {
		request := search.Request{Position: kiwipete, Limits: search.Limits{Nodes: nodes}, Knowledge: eval.Thesis}
		engine.NewGame()
		deepest := 0
		want := engine.Search(context.Background(), request, func(info search.Info) { deepest = max(deepest, info.Depth) })
		got := mustPropose(t, member, &Job{Seat: Seat{Knowledge: eval.Thesis}, Request: request, Fresh: true, Megabytes: 1})
		if len(got.Iterations) != want.Depth {
			t.Errorf("%d nodes: %d iterations, %d completed", nodes, len(got.Iterations), want.Depth)
		}
		if deepest > want.Depth {
			cut++
		}
	}
	if cut == 0 {
		t.Error("no search was cut after it had reported a move")
	}
}

// TestAFreshProposalDependsOnTheJobAlone asks a member that has searched other positions before.
func TestAFreshProposalDependsOnTheJobAlone(t *testing.T) {
	jobs := []*Job{}
	for i, fen := range []string{middlegame, movegen.StartFEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"} {
		request := search.Request{Position: mustPosition(t, fen), Limits: search.Limits{Nodes: 8_000}, MultiPV: 1 + i}
		jobs = append(jobs, &Job{Seat: Seat{Knowledge: eval.All, Noise: 15, Seed: uint64(i)}, Request: request, Fresh: true, Megabytes: 1})
	}
	var alone []Proposal
	for _, job := range jobs {
		alone = append(alone, mustPropose(t, mustLocal(t, 4), job))
	}
	one := mustLocal(t, 1)
	for range 2 {
		for i := len(jobs) - 1; i >= 0; i-- {
			if got := mustPropose(t, one, jobs[i]); !reflect.DeepEqual(got, alone[i]) {
				t.Errorf("job %d: %+v after others, %+v alone", i, got, alone[i])
			}
			stale := *jobs[i]
			stale.Fresh = false
			mustPropose(t, one, &stale)
		}
	}
	if len(alone[2].Lines) != 3 || alone[2].Lines[0].Line[0] != alone[2].Move {
		t.Errorf("the lines are %+v", alone[2].Lines)
	}
	seeded := *jobs[0]
	seeded.Seat.Seed = 77
	if got := mustPropose(t, one, &seeded); got.Nodes == alone[0].Nodes && got.Score == alone[0].Score && reflect.DeepEqual(got.Iterations, alone[0].Iterations) {
		t.Error("the seed changes nothing")
	}
}

func TestOnlySearchesWithoutAClockAreFixed(t *testing.T) {
	hit := make(chan struct{})
	tests := []struct {
		limits search.Limits
		want   bool
	}{
		{search.Limits{Nodes: 1}, true},
		{search.Limits{Depth: 1}, true},
		{search.Limits{}, false},
		{search.Limits{Nodes: 1, MoveTime: 1}, false},
		{search.Limits{Nodes: 1, Clock: search.Clock{Remaining: -1}}, false},
		{search.Limits{Depth: 9, Infinite: true}, false},
		{search.Limits{Depth: 9, PonderHit: hit}, false},
	}
	for _, test := range tests {
		if got := isFixed(&test.limits); got != test.want {
			t.Errorf("%+v: %v", test.limits, got)
		}
	}
}

func TestAMemberHasNothingToProposeWithoutMoves(t *testing.T) {
	job := &Job{Seat: Seat{Knowledge: eval.All}, Request: search.Request{Position: mustPosition(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")}}
	if proposal, err := mustLocal(t, 1).Propose(context.Background(), job, nil); err == nil {
		t.Errorf("it proposes %+v", proposal)
	}
}
