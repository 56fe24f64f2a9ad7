package council

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

func mustMaster(t testing.TB, megabytes int, council string) *Master {
	t.Helper()
	m := must.Get(NewMaster(megabytes))(t)
	seats := must.Get(ParseCouncil(council))(t)
	m.Convene(seats)
	t.Cleanup(m.Close)
	return m
}

// fixed returns the parts of a result that do not depend on the time.
func fixed(r search.Result) search.Result {
	r.Elapsed = 0
	if BallotOf(r) != nil {
		b := *BallotOf(r)
		b.Proposals = slices.Clone(b.Proposals)
		for i := range b.Proposals {
			b.Proposals[i].Elapsed = 0
			for l := range b.Proposals[i].Lines {
				b.Proposals[i].Lines[l].Elapsed = 0
			}
		}
		if b.Second != nil {
			second := *b.Second
			second.Elapsed = 0
			b.Second = &second
		}
		r.Vote = &b
	}
	return r
}

func TestWithoutACouncilTheMasterIsTheEngine(t *testing.T) {
	engine := must.Get(search.New(2))(t)
	defer engine.Close()
	m := mustMaster(t, 2, "")
	total := uint64(0)
	for _, fen := range []string{middlegame, movegen.StartFEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"} {
		request := search.Request{Position: mustPosition(t, fen), Limits: search.Limits{Depth: 8}, MultiPV: 2}
		var infos, wanted []search.Info
		// Moves being searched are reported from a time on.
		collect := func(lines *[]search.Info) func(search.Info) {
			return func(info search.Info) {
				if info.Elapsed = 0; info.CurrentMove == movegen.NoMove {
					*lines = append(*lines, info)
				}
			}
		}
		got := fixed(m.Search(context.Background(), request, collect(&infos)))
		want := fixed(engine.Search(context.Background(), request, collect(&wanted)))
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(infos, wanted) {
			t.Errorf("%s: %+v, not %+v", fen, got, want)
		}
		total += got.Nodes
	}
	if total == 0 {
		t.Error("nothing was searched")
	}
}

// TestFixedSearchesDoNotDependOnThreads lets councils search with fewer and with more threads than members,
// by every criterion, for several moves of a game.
func TestFixedSearchesDoNotDependOnThreads(t *testing.T) {
	for _, criterion := range criteria {
		for _, council := range []string{"balanced7", "noise4 m*1"} {
			numbers := []int{1, 3}
			if criterion.weigh == nil {
				numbers = []int{1, 2, 3, 8}
			}
			var want []search.Result
			for _, threads := range numbers {
				m := mustMaster(t, 8, council)
				must.Do(t, m.SetCriterion(criterion.Name))
				m.SetThreads(threads)
				var got []search.Result
				for position := mustPosition(t, middlegame); len(got) < 3; {
					r := fixed(m.Search(context.Background(), search.Request{Position: position, Limits: search.Limits{Nodes: 1_500}}, nil))
					got = append(got, r)
					position.Make(r.Best)
				}
				if threads == 1 {
					want = got
				} else if !reflect.DeepEqual(got, want) {
					t.Errorf("%s by %s with %d threads: %+v, with one %+v", council, criterion.Name, threads, got, want)
				}
				m.Close()
			}
			for _, r := range want {
				if len(BallotOf(r).Proposals) < 5 || len(BallotOf(r).Absent) > 0 {
					t.Errorf("%s by %s: %+v", council, criterion.Name, BallotOf(r))
				}
			}
		}
	}
}

// TestMembersKeepTheirTables searches a position again: the same depth takes fewer nodes until a new game
// begins, and then as many as at first.
func TestMembersKeepTheirTables(t *testing.T) {
	for _, criterion := range []string{DefaultCriterion, "re-search"} {
		m := mustMaster(t, 7, "balanced7")
		must.Do(t, m.SetCriterion(criterion))
		ask := func() search.Result {
			return fixed(m.Search(context.Background(), search.Request{Position: mustPosition(t, middlegame),
				Limits: search.Limits{Depth: 6}, Knowledge: eval.Thesis}, nil))
		}
		first, second := ask(), ask()
		m.NewGame()
		again := ask()
		for i, p := range BallotOf(second).Proposals {
			if p.Nodes >= BallotOf(first).Proposals[i].Nodes {
				t.Errorf("%s: %s searches %d nodes, then %d", criterion, p.Member, BallotOf(first).Proposals[i].Nodes, p.Nodes)
			}
		}
		if !reflect.DeepEqual(again, first) {
			t.Errorf("%s: in a new game %+v, at first %+v", criterion, again, first)
		}
	}
}

func TestEachMemberSearchesTheNodes(t *testing.T) {
	m := mustMaster(t, 8, "noise4")
	for _, nodes := range []uint64{500, 5000} {
		r := m.Search(context.Background(), search.Request{Position: mustPosition(t, middlegame), Limits: search.Limits{Nodes: nodes}}, nil)
		sum := uint64(0)
		for _, p := range BallotOf(r).Proposals {
			if p.Nodes != nodes {
				t.Errorf("%s searches %d nodes, not %d", p.Member, p.Nodes, nodes)
			}
			sum += p.Nodes
		}
		if r.Nodes != sum || sum != 4*nodes {
			t.Errorf("%d nodes in all, the members %d", r.Nodes, sum)
		}
	}
}

func TestTheSecondSearchTakesItsPartOfTheNodes(t *testing.T) {
	m := mustMaster(t, 8, "balanced7")
	must.Do(t, m.SetCriterion("re-search"))
	for _, percent := range []int{50, 67} {
		m.SetSecondSearch(percent)
		r := m.Search(context.Background(), search.Request{Position: mustPosition(t, middlegame), Limits: search.Limits{Nodes: 10_000}}, nil)
		second := BallotOf(r).Second
		if second == nil {
			t.Fatal("there is no second search")
		}
		if want := uint64(100 * percent); second.Nodes != want || BallotOf(r).Proposals[0].Nodes != 10_000-want {
			t.Errorf("%d per cent: %d nodes, then %d", percent, BallotOf(r).Proposals[0].Nodes, second.Nodes)
		}
		if second.Knowledge != eval.All || r.Best != second.Move || BallotOf(r).Proposals[BallotOf(r).Chosen].Move != r.Best {
			t.Errorf("the second search is %+v, the move %v", second, r.Best)
		}
		if r.Nodes != 7*(10_000-second.Nodes)+second.Nodes {
			t.Errorf("%d nodes in all", r.Nodes)
		}
	}
	forced := search.Limits{Nodes: 3000, Moves: []movegen.Move{r1(t)}}
	if r := m.Search(context.Background(), search.Request{Position: mustPosition(t, middlegame), Limits: forced}, nil); BallotOf(r).Second != nil || r.Best != r1(t) {
		t.Errorf("all agree on %v, and there is a second search", r.Best)
	}
}

// r1 is a legal move of the middlegame.
func r1(t *testing.T) movegen.Move {
	p := mustPosition(t, middlegame)
	return p.MoveFor(movegen.F1, movegen.E1, movegen.NoPieceType)
}

// TestTheTwoSearchesKeepTheClock compares the hard limits of both phases with that of a single search.
func TestTheTwoSearchesKeepTheClock(t *testing.T) {
	for _, percent := range []int{1, 33, 50, 67, 99} {
		for _, limits := range []search.Limits{
			{MoveTime: 200 * time.Millisecond}, {MoveTime: 3 * time.Second},
			{Clock: search.Clock{Remaining: time.Second, Increment: 20 * time.Millisecond, Overhead: 10 * time.Millisecond}},
			{Clock: search.Clock{Remaining: 90 * time.Second, MovesToGo: 7}},
		} {
			m := mustMaster(t, 2, "m mp")
			m.SetSecondSearch(percent)
			m.Prepare()
			s := newSession(m, &search.Request{Position: movegen.StartPosition(), Limits: limits}, nil)
			first := s.job(m.desks[0], 1-float64(percent)/100)
			second := s.job(m.desks[0], float64(percent)/100)
			one, two, whole := first.Request.Limits.Budget(), second.Request.Limits.Budget(), s.request.Limits.Budget()
			if sum := one.Limit + two.Limit; sum > whole.Limit+time.Nanosecond || sum < whole.Limit-10*time.Nanosecond {
				t.Errorf("%d per cent of %v: %v and %v", percent, whole.Limit, one.Limit, two.Limit)
			}
			if sum := one.Base + two.Base; sum > whole.Base+time.Nanosecond {
				t.Errorf("%d per cent of %v: %v and %v", percent, whole.Base, one.Base, two.Base)
			}
			if first.Number == second.Number {
				t.Error("two jobs have the same number")
			}
			m.Close()
		}
	}
}
