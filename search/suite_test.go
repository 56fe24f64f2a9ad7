package search

import (
	"context"
	"errors"
	"slices"
	"testing"
	"unsafe"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

func TestASuiteIsSolvedTheSameByAnyNumberOfThreads(t *testing.T) {
	backRank := must.Get(movegen.ParseFEN("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))(t)
	stalemate := must.Get(movegen.ParseFEN("k7/8/1K6/8/8/8/2Q5/8 w - - 0 1"))(t)
	mate, wait := movegen.MakeMove(0, 56, movegen.Normal), movegen.MakeMove(0, 1, movegen.Normal)
	draw := movegen.MakeMove(10, 50, movegen.Normal)
	positions := []TestPosition{
		{Position: backRank, Best: []movegen.Move{wait, mate}},
		{Position: backRank, Best: []movegen.Move{wait}},
		{Position: backRank, Avoid: []movegen.Move{wait}},
		{Position: backRank, Avoid: []movegen.Move{mate}},
		{Position: backRank, Best: []movegen.Move{mate}, Avoid: []movegen.Move{mate}},
		{Position: backRank},
		{Position: stalemate, Avoid: []movegen.Move{draw}},
	}
	solved := []bool{true, false, true, false, false, true, true}
	var first []TestResult
	for _, threads := range []int{0, 1, 3} {
		reported := make([]TestResult, len(positions))
		results, err := Suite{Limits: Limits{Depth: 4}, Megabytes: 1, Threads: threads}.Solve(context.Background(), positions,
			func(at int, r TestResult) { reported[at] = r })
		if err != nil || len(results) != len(positions) {
			t.Fatalf("%d results, %v", len(results), err)
		}
		if !slices.Equal(results, reported) {
			t.Errorf("%d threads: reported is %v, not %v", threads, reported, results)
		}
		for i, r := range results {
			if !r.Done || r.Solved != solved[i] || r.Nodes == 0 || i < 6 && r.Move != mate {
				t.Errorf("%d threads: position %d: %+v", threads, i, r)
			}
		}
		if first == nil {
			first = results
		}
		sum := uint64(0)
		for _, r := range results {
			sum += r.Nodes
		}
		if done, n, nodes := CountSolved(results); done != len(results) || n != 4 || nodes != sum {
			t.Errorf("%d of %d are solved with %d nodes", n, done, nodes)
		}
		if !slices.Equal(first, results) {
			t.Errorf("%d threads find %v, one %v", threads, results, first)
		}
	}
}

func TestASuiteEndsWithItsContext(t *testing.T) {
	positions := make([]TestPosition, 50)
	for i := range positions {
		positions[i].Position = movegen.StartPosition()
	}
	ctx, cancel := context.WithCancel(context.Background())
	heard := 0
	results, err := Suite{Limits: Limits{Depth: 2}, Megabytes: 1}.Solve(ctx, positions, func(at int, r TestResult) {
		if heard++; at == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || heard != 3 || !results[2].Done || results[3] != (TestResult{}) {
		t.Errorf("%v, %d results before the end: %v", err, heard, results[:5])
	}
	if _, err := (Suite{Megabytes: 1, Threads: 2}).Solve(ctx, positions, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := (Suite{Megabytes: -1}).Solve(context.Background(), positions, nil); err == nil {
		t.Error("a table of less than nothing is made")
	}
}

func TestStatisticsAreCountedOnlyWhenBuiltSo(t *testing.T) {
	e := newEngine(t)
	e.Search(context.Background(), Request{Position: movegen.StartPosition(), Limits: Limits{Depth: 12}}, nil)
	s, ok := e.Statistics()
	if ok != counting {
		t.Fatalf("ok is %v, but counting %v", ok, counting)
	}
	if !counting {
		if s != (statistics{}) || unsafe.Sizeof(counters{}) != 0 {
			t.Errorf("counted %v in %d bytes", s, unsafe.Sizeof(counters{}))
		}
		return
	}
	for i, n := range s {
		c := Counter(i)
		if n == 0 || c != movePruned && c != moveSearched && s[c.Base()] < n {
			t.Errorf("%v: %d of %d %v", c, n, s[c.Base()], c.Base())
		}
		if c.String() == "" {
			t.Errorf("counter %d has no name", i)
		}
	}
	e.NewGame()
	if s, _ := e.Statistics(); s != (statistics{}) {
		t.Errorf("after NewGame: %v", s)
	}
}
