package problem

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"alfiere/movegen"
)

// TestTheReportIsTheSameWithAnyNumberOfThreads compares whole reports.
func TestTheReportIsTheSameWithAnyNumberOfThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 60 {
		p, o := randomProblem(r), Options{Moves: 2 + i%2, Tries: 2, SetPlay: true, Play: 3}
		want := analyse(t, p, o)
		for _, o.Threads = range []int{2, 3, 200} {
			got := analyse(t, p, o)
			got.Nodes, got.Elapsed = want.Nodes, want.Elapsed
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s with %d threads:\n%s\nwant\n%s", p.FEN(), o.Threads, canonical(got), canonical(want))
			}
		}
	}
}

// TestALimitHoldsForAllThreadsTogether cuts analyses on several threads short: what
// is left is proven, and no thread outlives the analysis.
func TestALimitHoldsForAllThreadsTogether(t *testing.T) {
	p := composed(t, "8/5p2/3N4/1BPp1P2/1Bpk1Pp1/2p2pP1/2p2K2/2N5 w - - 0 1")
	o := Options{Moves: 3, Tries: 1, SetPlay: true, Threads: 3}
	whole := analyse(t, p, o)
	before := runtime.NumGoroutine()
	for limit := uint64(1); limit < whole.Nodes; limit += 1 + whole.Nodes/50 {
		o.Nodes = limit
		part := analyse(t, p, o)
		if slack := uint64(3 * leaseSize); part.Nodes > limit+slack {
			t.Errorf("%d nodes with a limit of %d", part.Nodes, limit)
		}
		if part.Complete && limit+3*leaseSize < whole.Nodes/2 {
			t.Errorf("complete with %d of %d nodes", limit, whole.Nodes)
		}
		requirePart(t, p.FEN(), part, whole)
	}
	for range 1000 { // one that has finished may be counted for a moment yet
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before the analyses", runtime.NumGoroutine(), before)
}

func TestATimeLimitEndsAllThreads(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	p := composed(t, hardThreeMover)
	report, err := Analyse(ctx, p, Options{Moves: 7, Threads: 2, SetPlay: true, Tries: 3, Play: 7})
	if err != nil || report.Complete {
		t.Fatalf("%v, complete %t; want a report cut short", err, report.Complete)
	}
	if report.Elapsed > 2*time.Second {
		t.Errorf("%v with a limit of 30 ms", report.Elapsed)
	}
}

func TestAnEndlessStreamOfProblemsKeepsMemoryFlat(t *testing.T) {
	positions := 3000
	if long() {
		positions = 100_000
	}
	r := rand.New(rand.NewPCG(100, 2))
	o := Options{Moves: 2, Tries: 1, SetPlay: true, AllDefences: true, Judge: true}
	var early uint64
	for i := range positions {
		p := randomGamePosition(r)
		if report := analyse(t, p, o); !report.Complete {
			t.Fatalf("%s: incomplete without a limit", p.FEN())
		}
		if i == positions/10 {
			early = liveMemory()
		}
	}
	if late := liveMemory(); late > early+1<<20 {
		t.Errorf("%d bytes live after %d problems, %d after a tenth of them", late, positions, early)
	}
}

func liveMemory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// randomGamePosition returns a composer's position or one from a game of random moves.
func randomGamePosition(r *rand.Rand) movegen.Position {
	if r.IntN(2) == 0 {
		return randomProblem(r)
	}
	p := movegen.StartPosition()
	for range 10 + r.IntN(150) {
		var list movegen.MoveList
		if p.LegalMoves(&list); list.Len() == 0 {
			break
		}
		p.Make(list.At(r.IntN(list.Len())))
	}
	return p
}
