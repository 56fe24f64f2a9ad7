package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/tt"
)

// newEngine returns an engine with a small table, as fresh memory costs more than the searches of most tests.
func newEngine(t testing.TB) *Engine {
	t.Helper()
	e := must.Get(New(1))(t)
	t.Cleanup(e.Close)
	return e
}

func mustPosition(t testing.TB, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

func TestOneThreadVisitsTheSameNodesEveryTime(t *testing.T) {
	nodes := func(e *Engine) (counts []uint64) {
		for _, fen := range benchPositions[:12] {
			r := e.Search(context.Background(), Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 8}}, nil)
			counts = append(counts, r.Nodes, uint64(r.Best))
		}
		return counts
	}
	e := newEngine(t)
	first := nodes(e)
	e.NewGame()
	if again := nodes(e); !slices.Equal(first, again) {
		t.Errorf("after NewGame: %v, before: %v", again, first)
	}
	if other := nodes(newEngine(t)); !slices.Equal(first, other) {
		t.Errorf("a new engine: %v, the first: %v", other, first)
	}
}

func TestForcedMatesAreFoundAndCounted(t *testing.T) {
	for _, c := range []struct {
		name, fen, best string
		mate            int
	}{
		{"back rank", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1},
		{"Morphy 1850", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2},
		{"smothered", "2r4k/6pp/7N/3Q4/8/8/5PPP/6K1 w - - 0 1", "d5g8", 2},
		{"being mated in one", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8", -1},
		{"promotion mates", "7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 1},
	} {
		r := newEngine(t).Search(context.Background(), Request{Position: mustPosition(t, c.fen), Limits: Limits{Nodes: 100_000}}, nil)
		mate, ok := r.Score.Mate()
		if r.Best.String() != c.best || !ok || mate != c.mate {
			t.Errorf("%s: best %v score %d (mate %d, %v), want %s mate %d", c.name, r.Best, r.Score, mate, ok, c.best, c.mate)
		}
	}
}

func TestMateScoresCountMovesNotPlies(t *testing.T) {
	for _, c := range []struct {
		score Score
		moves int
		ok    bool
	}{
		{MateScore - 1, 1, true}, {MateScore - 2, 1, true}, {MateScore - 3, 2, true}, {-MateScore, 0, true},
		{-MateScore + 2, -1, true}, {-MateScore + 4, -2, true}, {0, 0, false}, {MateBound, 0, false}, {-MateBound, 0, false},
	} {
		if moves, ok := c.score.Mate(); moves != c.moves || ok != c.ok {
			t.Errorf("Score(%d).Mate() = %d, %v; want %d, %v", c.score, moves, ok, c.moves, c.ok)
		}
	}
}

func TestNodeLimitIsExact(t *testing.T) {
	e := newEngine(t)
	for _, limit := range []uint64{50, 51, 1000, 1023, 1024, 1025, 33_333} {
		r := e.Search(context.Background(), Request{Position: movegen.StartPosition(), Limits: Limits{Nodes: limit}}, nil)
		if r.Nodes != limit || r.Best == movegen.NoMove {
			t.Errorf("limit %d: searched %d, best %v", limit, r.Nodes, r.Best)
		}
	}
}

func TestEveryReportedLineIsLegalAndTheLastBeginsWithTheBestMove(t *testing.T) {
	e := newEngine(t)
	e.SetThreads(2)
	for _, fen := range benchPositions[:effort.Of(20, 8, 5)] {
		p := mustPosition(t, fen)
		var last movegen.Move
		r := e.Search(context.Background(), Request{Position: p, MultiPV: 3, Limits: Limits{Nodes: uint64(effort.Of(60_000, 20_000, 20_000))}}, func(i Info) {
			if i.CurrentMove != movegen.NoMove {
				return
			}
			if len(i.Line) == 0 {
				t.Fatalf("%s: depth %d without a line", fen, i.Depth)
			}
			at := p
			for _, m := range i.Line {
				if !at.IsLegal(m) {
					t.Fatalf("%s: depth %d: %v in %v is illegal", fen, i.Depth, m, i.Line)
				}
				at.Make(m)
			}
			if i.MultiPV == 1 {
				last = i.Line[0]
			}
		})
		if r.Best != last {
			t.Errorf("%s: best move %v, last reported line begins with %v", fen, r.Best, last)
		}
	}
}

func TestMultiPVReportsDistinctMovesInOrder(t *testing.T) {
	e := newEngine(t)
	depths := map[int][]Info{}
	e.Search(context.Background(), Request{Position: mustPosition(t, benchPositions[1]), MultiPV: 4, Limits: Limits{Depth: 7}}, func(i Info) {
		if i.CurrentMove == movegen.NoMove && i.Bound == Exact {
			depths[i.Depth] = append(depths[i.Depth], i)
		}
	})
	for depth := 1; depth <= 7; depth++ {
		lines := depths[depth]
		if len(lines) != 4 {
			t.Fatalf("depth %d: %d lines", depth, len(lines))
		}
		for i := range lines {
			if lines[i].MultiPV != i+1 || i > 0 && lines[i].Score > lines[i-1].Score {
				t.Errorf("depth %d line %d: rank %d score %d after %d", depth, i+1, lines[i].MultiPV, lines[i].Score, lines[max(i-1, 0)].Score)
			}
			for j := range i {
				if lines[i].Line[0] == lines[j].Line[0] {
					t.Errorf("depth %d: lines %d and %d begin with %v", depth, i+1, j+1, lines[i].Line[0])
				}
			}
		}
	}
}

func TestOnlyTheMovesAskedForAreSearched(t *testing.T) {
	p := movegen.StartPosition()
	asked := []movegen.Move{movegen.MakeMove(8, 16, movegen.Normal), movegen.MakeMove(15, 23, movegen.Normal)}
	r := newEngine(t).Search(context.Background(), Request{Position: p, Limits: Limits{Depth: 6, Moves: asked}}, nil)
	if !slices.Contains(asked, r.Best) {
		t.Errorf("best move %v is not one of %v", r.Best, asked)
	}
}

func TestStopIsObeyedAtOnce(t *testing.T) {
	e := newEngine(t)
	for _, threads := range []int{1, 2} {
		e.SetThreads(threads)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan Result)
		go func() {
			done <- e.Search(ctx, Request{Position: movegen.StartPosition(), Limits: Limits{Infinite: true}}, nil)
		}()
		time.Sleep(50 * time.Millisecond)
		cancel()
		select {
		case r := <-done:
			if r.Best == movegen.NoMove {
				t.Error("no move after stop")
			}
		case <-time.After(5 * time.Minute):
			t.Fatal("the search goes on after its context ended")
		}
	}
}

func TestAStoppedContextStillGivesALegalMove(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := movegen.StartPosition()
	if r := newEngine(t).Search(ctx, Request{Position: p}, nil); !p.IsLegal(r.Best) {
		t.Errorf("best move %v", r.Best)
	}
}

func TestPonderingEndsByItsClockOnlyAfterTheHit(t *testing.T) {
	hit := make(chan struct{})
	done := make(chan Result)
	e := newEngine(t)
	go func() {
		done <- e.Search(context.Background(), Request{Position: movegen.StartPosition(),
			Limits: Limits{PonderHit: hit, Clock: Clock{Remaining: 200 * time.Millisecond}}}, nil)
	}()
	select {
	case <-done:
		t.Fatal("answered while pondering")
	case <-time.After(400 * time.Millisecond):
	}
	close(hit)
	select {
	case <-done:
	case <-time.After(5 * time.Minute):
		t.Fatal("still searching after the ponder hit and the clock's end")
	}
}

func TestPositionsWithoutMovesGiveNoMove(t *testing.T) {
	for fen, score := range map[string]Score{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": -MateScore,
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":                                0,
	} {
		r := newEngine(t).Search(context.Background(), Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 5}}, nil)
		if r.Best != movegen.NoMove || r.Score != score {
			t.Errorf("%s: %v with score %d", fen, r.Best, r.Score)
		}
	}
}

// White can only save himself by perpetual check; what that is worth is contempt's to say.
func TestContemptWeighsRepetitions(t *testing.T) {
	perpetual := mustPosition(t, "6k1/6p1/8/8/8/8/rq6/4Q2K w - - 0 1")
	for _, contempt := range []int{-30, 0, 40} {
		r := newEngine(t).Search(context.Background(), Request{Position: perpetual, Contempt: contempt, Limits: Limits{Depth: 12}}, nil)
		if int(r.Score) != -contempt {
			t.Errorf("contempt %d: score %d with %v", contempt, r.Score, r.Line)
		}
	}
}

// The table is shared memory: whatever it contains, only legal moves are played.
func TestATableFullOfLiesGivesNoIllegalMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	e := newEngine(t)
	for i := range effort.Of(1000, 80, 60) {
		p := mustPosition(t, benchPositions[i%len(benchPositions)])
		for range 400 { // lies about positions within some plies of the root
			at := p
			for range rng.IntN(4) {
				var list movegen.MoveList
				at.LegalMoves(&list)
				if list.Len() == 0 {
					break
				}
				at.Make(list.At(rng.IntN(list.Len())))
			}
			e.tt.Store(at.Key(), tt.Entry{Move: movegen.Move(rng.Uint32()), Score: int16(rng.IntN(2000) - 1000),
				Eval: int16(rng.IntN(2000) - 1000), Depth: int8(rng.IntN(6)), Bound: tt.Bound(rng.IntN(4))})
		}
		r := e.Search(context.Background(), Request{Position: p, Limits: Limits{Nodes: 3000}}, nil)
		at := p
		for _, m := range r.Line {
			if !at.IsLegal(m) {
				t.Fatalf("%s: illegal %v in %v", benchPositions[i%len(benchPositions)], m, r.Line)
			}
			at.Make(m)
		}
		if !p.IsLegal(r.Best) {
			t.Fatalf("best move %v is illegal", r.Best)
		}
	}
}

func TestSearchingANodeAllocatesNothing(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	request := Request{Position: mustPosition(t, benchPositions[1]), Knowledge: eval.All}
	r := &run{request: &request, tt: e.tt, workers: e.workers, report: func(Info) {}}
	w.prepare(r, true)
	w.keys = slices.Grow(w.keys, 2*MaxPly)
	if allocs := testing.AllocsPerRun(5, func() {
		w.tt.keySalt += 1 << 40 // so that the table knows nothing of this run
		w.alphaBeta(-Infinity, Infinity, 6, 0, pvNode)
	}); allocs != 0 {
		t.Errorf("%v allocations in a search of depth 6", allocs)
	}
}

func TestKnowledgeSetsDoNotMixInTheTable(t *testing.T) {
	e := newEngine(t)
	alone := newEngine(t)
	p := mustPosition(t, benchPositions[3])
	limits := Limits{Depth: 8}
	e.Search(context.Background(), Request{Position: p, Limits: limits}, nil)
	for _, w := range e.workers {
		w.forget()
	}
	mixed := e.Search(context.Background(), Request{Position: p, Limits: limits, Knowledge: eval.Material | eval.Pawns}, nil)
	pure := alone.Search(context.Background(), Request{Position: p, Limits: limits, Knowledge: eval.Material | eval.Pawns}, nil)
	if mixed.Score != pure.Score || mixed.Best != pure.Best {
		t.Errorf("with a table that full knowledge has filled: %v %d; alone: %v %d", mixed.Best, mixed.Score, pure.Best, pure.Score)
	}
}

func TestThreadsElectTheBestOfTheirMoves(t *testing.T) {
	moves := [...]movegen.Move{movegen.MakeMove(12, 28, movegen.Normal), movegen.MakeMove(11, 27, movegen.Normal)}
	type finding struct {
		move      int
		score     Score
		completed int
	}
	for _, c := range []struct {
		name     string
		findings []finding
		request  Request
		want     int
	}{
		{"one thread", []finding{{0, 10, 8}}, Request{}, 0},
		{"two agree against the main one", []finding{{0, 10, 8}, {1, 12, 8}, {1, 11, 9}}, Request{}, 2},
		{"the deeper of two that agree", []finding{{0, 10, 8}, {0, 10, 9}}, Request{}, 1},
		{"the main one among equals", []finding{{0, 10, 8}, {1, 10, 8}}, Request{}, 0},
		{"a mate against votes", []finding{{0, 10, 8}, {0, 12, 8}, {1, MateScore - 5, 7}}, Request{}, 2},
		{"the shorter mate", []finding{{0, MateScore - 7, 8}, {1, MateScore - 5, 7}}, Request{}, 1},
		{"a way out of a mate", []finding{{0, -MateScore + 6, 8}, {1, -300, 8}}, Request{}, 1},
		{"nothing completed is no way out", []finding{{0, -MateScore + 6, 8}, {1, 0, 0}}, Request{}, 0},
		{"a fixed depth", []finding{{0, 10, 8}, {1, 50, 9}}, Request{Limits: Limits{Depth: 8}}, 0},
		{"several lines", []finding{{0, 10, 8}, {1, 50, 9}}, Request{MultiPV: 2}, 0},
	} {
		r := run{request: &c.request}
		for _, f := range c.findings {
			r.workers = append(r.workers, &worker{completed: f.completed, rootMoves: []rootMove{{move: moves[f.move], lastScore: f.score}}})
		}
		if got := slices.Index(r.workers, r.bestThread()); got != c.want {
			t.Errorf("%s: thread %d, want %d", c.name, got, c.want)
		}
	}
}

func TestEveryThreadTellsWhatItFound(t *testing.T) {
	e := newEngine(t)
	e.SetThreads(3)
	r := e.Search(context.Background(), Request{Position: movegen.StartPosition(), Limits: Limits{Nodes: 100_000}}, nil)
	if len(r.Threads) != 3 {
		t.Fatalf("%d threads", len(r.Threads))
	}
	var nodes uint64
	for i, thread := range r.Threads {
		nodes += thread.Nodes
		if thread.Best == movegen.NoMove || thread.Nodes == 0 {
			t.Errorf("thread %d: %+v", i, thread)
		}
	}
	if nodes != r.Nodes {
		t.Errorf("the threads visited %d nodes, the search %d", nodes, r.Nodes)
	}
}

// BenchmarkSearch is the bench as a benchmark, a few plies shallower, for profiles.
func BenchmarkSearch(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		result := must.Get(Bench(b.Context(), Request{Limits: Limits{Depth: BenchDepth - 1}}, BenchMegabytes, nil))(b)
		nodes += result.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func TestWDL(t *testing.T) {
	lastWin := -1
	for s := -MateScore; s <= MateScore; s++ {
		win, draw, loss := s.WDL()
		if win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
			t.Fatalf("score %d: %d %d %d", s, win, draw, loss)
		}
		if mirrorWin, _, mirrorLoss := (-s).WDL(); mirrorWin != loss || mirrorLoss != win {
			t.Fatalf("score %d: %d %d, the other side %d %d", s, win, loss, mirrorWin, mirrorLoss)
		}
		if win < lastWin {
			t.Fatalf("score %d wins less than %d", s, s-1)
		}
		lastWin = win
	}
	if win, _, _ := Score(evenChance).WDL(); win != 500 {
		t.Errorf("at %v centipawns %d of 1000 are won", evenChance, win)
	}
}
