package council

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// scripted is a member whose behaviour is a function.
type scripted struct {
	propose  func(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)
	inside   atomic.Int32 // calls in progress
	together atomic.Bool  // two at a time
	games    atomic.Int32
	closed   atomic.Bool
}

func (s *scripted) enter() func() {
	if s.inside.Add(1) > 1 {
		s.together.Store(true)
	}
	return func() { s.inside.Add(-1) }
}

func (s *scripted) Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
	defer s.enter()()
	return s.propose(ctx, job, report)
}

func (s *scripted) NewGame() { defer s.enter()(); s.games.Add(1) }

func (s *scripted) Resize(int) error { defer s.enter()(); return nil }

func (s *scripted) Close() error { s.closed.Store(true); return nil }

// proposes returns the behaviour of a member that proposes a move at once.
func proposes(m movegen.Move, score search.Score) func(context.Context, *Job, func(search.Info)) (Proposal, error) {
	return func(context.Context, *Job, func(search.Info)) (Proposal, error) {
		return Proposal{Move: m, Score: score, Line: []movegen.Move{m}, Depth: 1, Nodes: 1}, nil
	}
}

// masterWith returns a master whose engine seats have scripted members, chosen by the file's name.
func masterWith(t testing.TB, council string, members map[string]*scripted) *Master {
	t.Helper()
	m := mustMaster(t, 4, council)
	m.Open = func(seat Seat, megabytes int) (Member, error) {
		if seat.Engine == "" {
			return OpenHere(seat, megabytes)
		}
		if member := members[seat.Name]; member != nil {
			return member, nil
		}
		return nil, errors.New("there is no such engine")
	}
	return m
}

func middlegameRequest(t testing.TB, limits search.Limits) search.Request {
	return search.Request{Position: mustPosition(t, middlegame), Limits: limits}
}

// TestNoMemberCostsTheMove lets members fail in every way, on a clock and at a fixed time.
func TestNoMemberCostsTheMove(t *testing.T) {
	start := movegen.StartPosition()
	illegal := start.Moves()[0]
	over := make(chan struct{})
	ways := map[string]struct {
		propose func(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error)
		want    string // why it is absent, "" if it is present
	}{
		"error": {func(context.Context, *Job, func(search.Info)) (Proposal, error) {
			return Proposal{}, errors.New("no network")
		}, "no network"},
		"panic":   {func(context.Context, *Job, func(search.Info)) (Proposal, error) { panic("oops") }, "it failed: oops"},
		"illegal": {proposes(illegal, 900), "illegal move"},
		"nothing": {proposes(movegen.NoMove, 900), "illegal move"},
		"slow": {func(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
			<-ctx.Done()
			return proposes(r1(t), -900)(ctx, job, report)
		}, ""},
		"late": {func(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
			<-ctx.Done()
			<-over // the search must not wait for it
			report(search.Info{Depth: 77, MultiPV: 1, Line: []movegen.Move{illegal}})
			return proposes(r1(t), 900)(ctx, job, report)
		}, "did not answer in time"},
		"early": {proposes(r1(t), -900), ""},
	}
	for name, way := range ways {
		for _, limits := range []search.Limits{
			{MoveTime: 60 * time.Millisecond},
			{Clock: search.Clock{Remaining: 800 * time.Millisecond}},
		} {
			bad := &scripted{propose: way.propose}
			m := masterWith(t, "uci:bad noise2", map[string]*scripted{"bad": bad})
			m.SetThreads(3)
			m.Prepare()
			m.patience.stopped = 2 * time.Second // busy machines and the race detector notice a stop slowly
			if name == "late" {
				m.patience.stopped = time.Second
			}
			var last search.Info
			r := m.Search(context.Background(), middlegameRequest(t, limits), func(info search.Info) { last = info })
			if name == "late" {
				over <- struct{}{}
			}
			absent := ""
			if len(BallotOf(r).Absent) > 0 {
				absent = BallotOf(r).Absent[0].Err.Error()
			}
			if way.want == "" && absent != "" || !strings.Contains(absent, way.want) {
				t.Errorf("%s: it is absent because %q, not %q", name, absent, way.want)
			}
			if p := middlegameRequest(t, limits).Position; !p.IsLegal(r.Best) || len(BallotOf(r).Proposals) < 2 || BallotOf(r).Chosen < 0 {
				t.Errorf("%s: %v of %+v", name, r.Best, BallotOf(r))
			}
			if last.Line[0] != r.Best {
				t.Errorf("%s: the last reported line begins with %v, the move is %v", name, last.Line[0], r.Best)
			}
			m.NewGame()
			m.Close()
			if bad.together.Load() {
				t.Errorf("%s: two calls at the same time", name)
			}
		}
	}
}

// TestAHangingMemberIsAskedAgainWhenItComesBack lets a member miss two moves.
func TestAHangingMemberIsAskedAgainWhenItComesBack(t *testing.T) {
	release := make(chan struct{})
	hanging := &scripted{}
	hanging.propose = func(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
		<-release
		return proposes(r1(t), 5)(ctx, job, report)
	}
	m := masterWith(t, "noise2 uci:bad", map[string]*scripted{"bad": hanging})
	m.patience.endless = 30 * time.Millisecond
	absence := func() error {
		r := m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 3000}), nil)
		if len(BallotOf(r).Absent) == 0 {
			return nil
		}
		return BallotOf(r).Absent[0].Err
	}
	if err := absence(); !errors.Is(err, errLate) {
		t.Errorf("first: %v", err)
	}
	m.NewGame()
	if err := absence(); !errors.Is(err, errBusy) || hanging.games.Load() != 0 {
		t.Errorf("then: %v, %d games", err, hanging.games.Load())
	}
	close(release)
	for started := time.Now(); !m.workers[2].isFree() && time.Since(started) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	if err := absence(); err != nil || hanging.games.Load() != 1 {
		t.Errorf("when it has come back: %v, %d games", err, hanging.games.Load())
	}
}

func TestWithoutAnyMemberThereIsAMove(t *testing.T) {
	m := masterWith(t, "uci:none uci:nobody", nil)
	r := m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 2000}), nil)
	if p := mustPosition(t, middlegame); !p.IsLegal(r.Best) || r.Depth < 3 || len(BallotOf(r).Absent) != 2 {
		t.Errorf("%v at depth %d, absent are %+v", r.Best, r.Depth, BallotOf(r).Absent)
	}
	late := &scripted{propose: func(ctx context.Context, _ *Job, report func(search.Info)) (Proposal, error) {
		report(search.Info{Depth: 4, MultiPV: 1, Score: 33, Bound: search.Exact, Line: []movegen.Move{r1(t)}})
		<-ctx.Done()
		time.Sleep(200 * time.Millisecond)
		report(search.Info{Depth: 5, MultiPV: 1, Score: 44, Bound: search.Exact, Line: []movegen.Move{r1(t)}})
		return Proposal{}, errors.New("too late")
	}}
	m = masterWith(t, "uci:late", map[string]*scripted{"late": late})
	var over atomic.Bool
	r = m.Search(context.Background(), middlegameRequest(t, search.Limits{MoveTime: 20 * time.Millisecond}), func(search.Info) {
		if over.Load() {
			t.Error("something is reported after the search")
		}
	})
	over.Store(true)
	m.Close() // it waits for the member
	if r.Best != r1(t) || r.Score != 33 || r.Depth != 4 || BallotOf(r).Chosen != 0 || len(BallotOf(r).Absent) > 0 {
		t.Errorf("%v %d by %+v: its reports do not count", r.Best, r.Score, BallotOf(r))
	}
}

func TestPositionsThatLeaveNoChoice(t *testing.T) {
	m := mustMaster(t, 4, "balanced4")
	mated, stale := "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	if r := m.Search(context.Background(), search.Request{Position: mustPosition(t, mated)}, nil); r.Best != movegen.NoMove || r.Score != -search.MateScore {
		t.Errorf("mated: %v %d", r.Best, r.Score)
	}
	if r := m.Search(context.Background(), search.Request{Position: mustPosition(t, stale)}, nil); r.Best != movegen.NoMove || r.Score != 0 {
		t.Errorf("stalemate: %v %d", r.Best, r.Score)
	}
	clock := search.Limits{Clock: search.Clock{Remaining: time.Hour}} // some minutes for a move
	r := m.Search(context.Background(), search.Request{Position: mustPosition(t, "k7/8/1K6/8/8/8/8/7R b - - 0 1"), Limits: clock}, nil)
	if r.Best.String() != "a8b8" || r.Ponder == movegen.NoMove {
		t.Errorf("the only move: %v, then %v", r.Best, r.Ponder)
	}
}

func TestMatesAreFoundAndEndTheSearch(t *testing.T) {
	m := mustMaster(t, 4, "m mbxkcpar mp")
	for _, limits := range []search.Limits{{Mate: 2}, {Nodes: 50_000}, {Clock: search.Clock{Remaining: 2 * time.Second}}} {
		request := search.Request{Position: mustPosition(t, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Limits: limits} // Morphy 1850
		r := m.Search(context.Background(), request, nil)
		if mate, _ := r.Score.Mate(); mate != 2 || r.Best.String() != "a1a6" {
			t.Errorf("%+v: %v %d", limits, r.Best, r.Score)
		}
	}
}

// TestTheMasterStopsAndPonders ends searches that no limit ends.
func TestTheMasterStopsAndPonders(t *testing.T) {
	for _, criterion := range []string{"optimistic", "re-search"} {
		m := mustMaster(t, 4, "noise4")
		m.patience.stopped = 2 * time.Second // busy machines and the race detector notice a stop slowly
		must.Do(t, m.SetCriterion(criterion))
		hit := make(chan struct{})
		tests := map[string]search.Limits{
			"infinite":  {Infinite: true},
			"no limit":  {},
			"pondering": {PonderHit: hit, Clock: search.Clock{Remaining: 10 * time.Millisecond}},
		}
		for name, limits := range tests {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(100*time.Millisecond, cancel)
			r := m.Search(ctx, middlegameRequest(t, limits), nil)
			if ctx.Err() == nil || len(BallotOf(r).Absent) > 0 || BallotOf(r).Second != nil {
				t.Errorf("%s, %s: stopped %v, with %+v", criterion, name, ctx.Err(), BallotOf(r))
			}
		}
		limits := search.Limits{PonderHit: hit, Clock: search.Clock{Remaining: 1200 * time.Millisecond}}
		time.AfterFunc(50*time.Millisecond, func() { close(hit) })
		r := m.Search(context.Background(), middlegameRequest(t, limits), nil)
		select {
		case <-hit:
		default:
			t.Errorf("%s: it has not waited for the ponder hit", criterion)
		}
		if BallotOf(r).Proposals == nil {
			t.Errorf("%s: no proposals", criterion)
		}
	}
}

// TestMovesThatAreAskedForAndLines requests several lines of some moves.
func TestMovesThatAreAskedForAndLines(t *testing.T) {
	m := mustMaster(t, 4, "noise4")
	all := middlegameRequest(t, search.Limits{}).Position
	request := middlegameRequest(t, search.Limits{Depth: 5, Moves: all.Moves()[4:9]})
	request.MultiPV = 3
	last := map[int]search.Info{}
	nodes := uint64(0)
	r := m.Search(context.Background(), request, func(info search.Info) {
		last[info.MultiPV] = info
		if info.Nodes < nodes {
			t.Errorf("%d nodes after %d", info.Nodes, nodes)
		}
		nodes = info.Nodes
	})
	if len(last) != 3 || last[1].Line[0] != r.Best || last[1].Score != r.Score || last[1].Score < last[2].Score || last[2].Score < last[3].Score {
		t.Errorf("%v %d, the lines are %+v", r.Best, r.Score, last)
	}
	for _, p := range BallotOf(r).Proposals {
		if !slices.Contains(request.Limits.Moves, p.Move) || len(p.Lines) != 3 {
			t.Errorf("%s proposes %v with %d lines", p.Member, p.Move, len(p.Lines))
		}
	}
	if nodes != r.Nodes {
		t.Errorf("%d nodes were reported, %d were searched", nodes, r.Nodes)
	}
}

// TestTheCouncilChangesBetweenSearches changes the council during a search, and back.
func TestTheCouncilChangesBetweenSearches(t *testing.T) {
	m := mustMaster(t, 4, "noise4")
	random := rand.New(rand.NewPCG(1, 1))
	before := runtime.NumGoroutine()
	for i := range 12 {
		council := []string{"", "noise4", "balanced7", "m mp", "mp mpar*2", "noise2"}[random.IntN(6)]
		seats := must.Get(ParseCouncil(council))(t)
		m.Convene(seats)
		now := make(chan bool)
		go func() {
			m.Convene([]Seat{{Knowledge: 1}})
			m.SetSecondSearch(40 + i)
			m.Convene(seats)
			close(now)
		}()
		<-now
		r := m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 1500}), nil)
		<-now
		if voters := BallotOf(r); voters == nil != (council == "") || voters != nil && len(voters.Proposals) != len(seats) {
			t.Errorf("%q: the ballot is %+v", council, voters)
		}
		if random.IntN(3) == 0 {
			m.NewGame()
		}
		must.Do(t, m.Resize(1+random.IntN(12)))
		m.SetThreads(1 + random.IntN(3))
	}
	m.Close()
	waitForGoroutines(t, before)
}

// waitForGoroutines waits until there are no more than before.
func waitForGoroutines(t *testing.T, before int) {
	t.Helper()
	for started := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Since(started) > time.Minute {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestAMemoryThatCannotBeHadIsRefused requests too much memory: the old size stays.
func TestAMemoryThatCannotBeHadIsRefused(t *testing.T) {
	m := mustMaster(t, 4, "noise2")
	m.Prepare()
	if err := m.Resize(1 << 24); err == nil || m.megabytes != 4 {
		t.Errorf("%v, %d MB", err, m.megabytes)
	}
	if r := m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 1500}), nil); len(BallotOf(r).Absent) > 0 {
		t.Errorf("absent are %+v", BallotOf(r).Absent)
	}
}

// TestMembersTakeLittleMemoryBesideTheirTables measures the memory that eight members and the master keep
// after a search. Tables are outside the heap or are subtracted.
func TestMembersTakeLittleMemoryBesideTheirTables(t *testing.T) {
	const members, most = 8, 8 << 20
	heap := func() int64 {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	before := heap()
	m := mustMaster(t, members, "noise8")
	must.Do(t, m.SetCriterion("relative2"))
	m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 3000}), nil)
	if each := (heap() - before) / members; each > most {
		t.Errorf("%d kB for each member", each>>10)
	} else {
		t.Logf("%d kB for each member", each>>10)
	}
}
