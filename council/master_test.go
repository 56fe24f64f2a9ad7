package council

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
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
	moves, nodes := effort.Of(3, 2, 2), uint64(effort.Of(1500, 600, 600))
	councils, masters := []string{"balanced7", "noise4 m*1"}, map[string]*Master{}
	for _, criterion := range criteria {
		for _, council := range councils {
			numbers := []int{1, 3}
			if criterion.weigh == nil {
				numbers = []int{1, 2, 3, 8}
			}
			var want []search.Result
			for _, threads := range numbers {
				name := fmt.Sprint(council, threads)
				if masters[name] == nil {
					masters[name] = mustMaster(t, 8, council)
				}
				m := masters[name]
				must.Do(t, m.SetCriterion(criterion.Name))
				m.SetThreads(threads)
				m.NewGame()
				var got []search.Result
				for position := mustPosition(t, middlegame); len(got) < moves; {
					r := fixed(m.Search(context.Background(), search.Request{Position: position, Limits: search.Limits{Nodes: nodes}}, nil))
					got = append(got, r)
					position.Make(r.Best)
				}
				if threads == 1 {
					want = got
				} else if !reflect.DeepEqual(got, want) {
					t.Errorf("%s by %s with %d threads: %+v, with one %+v", council, criterion.Name, threads, got, want)
				}
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
			first := s.job(m.workers[0], m.workers[0].seat, 1-float64(percent)/100)
			second := s.job(m.workers[0], m.workers[0].seat, float64(percent)/100)
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

// TestEqualTimeGivesFewLettersMoreNodes checks the nodes of members and of a second search with all letters.
func TestEqualTimeGivesFewLettersMoreNodes(t *testing.T) {
	m := mustMaster(t, 3, "mp@time mbxkcparn@time mp")
	m.Prepare()
	s := newSession(m, &search.Request{Position: movegen.StartPosition(), Limits: search.Limits{Nodes: 1000}}, nil)
	for i, want := range []uint64{1587, 1000, 1000} { // m and p take 63 per cent
		if got := s.job(m.workers[i], m.workers[i].seat, 1).Request.Limits.Nodes; got != want {
			t.Errorf("%s has %d nodes, not %d", m.workers[i].seat.Name, got, want)
		}
	}
	if err := m.SetCriterion("re-search"); err != nil {
		t.Fatal(err)
	}
	s.request.Limits.Nodes = 20_000
	if got := s.searchAgain(t.Context(), s.moves[:2]); got == nil || got.Nodes != 13_400 {
		t.Errorf("the second search is %+v", got)
	}
}

// keepBusy keeps goroutines busy until the test ends, each for less than a millisecond at a time.
func keepBusy(t *testing.T, count int) {
	quit := make(chan struct{})
	var busy sync.WaitGroup
	for range count {
		busy.Go(func() {
			for n := uint64(1); ; n = n*6364136223846793005 + 1 {
				if n>>48 != 0 {
					continue
				}
				select {
				case <-quit:
					return
				default:
					runtime.Gosched()
				}
			}
		})
	}
	t.Cleanup(func() { close(quit); busy.Wait() })
}

// randomPositions returns positions of random games that are not over.
func randomPositions(random *rand.Rand, count int) (positions []movegen.Position) {
	for len(positions) < count {
		p := movegen.StartPosition()
		for range 4 + random.IntN(60) {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p.Make(moves[random.IntN(len(moves))])
		}
		if len(p.Moves()) > 1 {
			positions = append(positions, p)
		}
	}
	return positions
}

// takesQueen reports whether a move takes a queen.
func takesQueen(p *movegen.Position, m movegen.Move) bool { return p.Captured(m) == movegen.Queen }

// freeQueens returns positions where a single move, which takes a queen, is by far the best at each of the
// first depths.
func freeQueens(t *testing.T, random *rand.Rand, count int) (positions []movegen.Position) {
	engine := must.Get(search.New(1))(t)
	defer engine.Close()
	isFree := func(p *movegen.Position) bool {
		for depth := 1; depth <= 5; depth++ {
			var scores [3]search.Score
			engine.NewGame()
			r := engine.Search(context.Background(), search.Request{Position: *p, MultiPV: 2, Limits: search.Limits{Depth: depth}},
				func(i search.Info) { scores[i.MultiPV] = i.Score })
			if !takesQueen(p, r.Best) || scores[1] > search.TBBound || scores[1]-scores[2] < 400 {
				return false
			}
		}
		return true
	}
	for len(positions) < count {
		p := randomPositions(random, 1)[0]
		for _, m := range p.Moves() {
			if takesQueen(&p, m) && p.SeeGE(m, 800) && isFree(&p) {
				positions = append(positions, p)
				break
			}
		}
	}
	return positions
}

// checkSearched checks that a member searched the move of the result.
func checkSearched(r *search.Result) error {
	if r.Depth < 1 || r.Best == movegen.NoMove {
		return fmt.Errorf("%v at depth %d", r.Best, r.Depth)
	}
	if BallotOf(*r) == nil {
		return nil
	}
	proposed := false
	for i := range BallotOf(*r).Proposals {
		p := &BallotOf(*r).Proposals[i]
		if completed(p) < 1 {
			return fmt.Errorf("%s votes without an iteration", p.Member)
		}
		proposed = proposed || p.Move == r.Best
	}
	if !proposed {
		return fmt.Errorf("no member proposes %v", r.Best)
	}
	return nil
}

// TestEveryMoveThatIsPlayedWasSearched lets councils and a single engine play within 1 to 20 ms on a busy machine.
func TestEveryMoveThatIsPlayedWasSearched(t *testing.T) {
	games, queens := effort.Of(1000, 4, 4), effort.Of(20, 1, 1)
	random := rand.New(rand.NewPCG(27, 1))
	positions, free := randomPositions(random, games), freeQueens(t, random, queens)
	keepBusy(t, 16)
	started, absent, votes := time.Now(), 0, 0
	play := func(m *Master, p movegen.Position) search.Result {
		limits := search.Limits{MoveTime: time.Duration(1+random.IntN(20)) * time.Millisecond}
		r := m.Search(context.Background(), search.Request{Position: p, Limits: limits}, nil)
		if err := checkSearched(&r); err != nil {
			t.Errorf("%s in %v: %v", p.FEN(), limits.MoveTime, err)
		}
		if BallotOf(r) != nil {
			absent, votes = absent+len(BallotOf(r).Absent), votes+len(BallotOf(r).Absent)+len(BallotOf(r).Proposals)
		}
		return r
	}
	for _, council := range []string{"", "noise4", "balanced7"} {
		m := mustMaster(t, 4, council)
		m.patience.first = 50 * time.Millisecond // otherwise each move would wait for processors
		for _, p := range positions {
			play(m, p)
		}
		t.Logf("%q has played after %v", council, time.Since(started))
		if council == "" {
			for _, p := range free {
				if r := play(m, p); !takesQueen(&p, r.Best) {
					t.Errorf("%s: %v and not the queen", p.FEN(), r.Best)
				}
			}
			continue
		}
		for _, criterion := range Criteria() {
			must.Do(t, m.SetCriterion(criterion.Name))
			for _, p := range free {
				m.NewGame()
				if r := play(m, p); !takesQueen(&p, r.Best) {
					t.Errorf("%s by %s of %s: %v and not the queen, %+v", p.FEN(), criterion.Name, council, r.Best, BallotOf(r))
				}
			}
		}
	}
	t.Logf("%d positions, %d with a free queen, in %v: of %d votes %d without an iteration", games, queens, time.Since(started), votes, absent)
}

func TestAMemberWithoutAnIterationAbstains(t *testing.T) {
	first := r1(t)
	for _, criterion := range Criteria() {
		unsearched := &scripted{propose: func(context.Context, *Job, func(search.Info)) (Proposal, error) {
			return Proposal{Move: first, Score: 900, Line: []movegen.Move{first}}, nil
		}}
		m := masterWith(t, "noise2 uci:blind", map[string]*scripted{"blind": unsearched})
		must.Do(t, m.SetCriterion(criterion.Name))
		r := m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 2000}), nil)
		if len(BallotOf(r).Proposals) != 2 || len(BallotOf(r).Absent) != 1 || BallotOf(r).Absent[0].Err != errNoIteration {
			t.Errorf("%s: %+v", criterion.Name, BallotOf(r))
		}
	}
	alone := &scripted{propose: func(context.Context, *Job, func(search.Info)) (Proposal, error) {
		return Proposal{Move: first, Line: []movegen.Move{first}}, nil
	}}
	ended, end := context.WithCancel(context.Background())
	end()
	m := masterWith(t, "uci:blind", map[string]*scripted{"blind": alone})
	r := m.Search(ended, middlegameRequest(t, search.Limits{}), nil)
	if err := checkSearched(&r); err != nil || len(BallotOf(r).Absent) != 1 || BallotOf(r).Proposals[0].Member != "master" {
		t.Errorf("where nobody has searched: %v, %+v", err, BallotOf(r))
	}
}
