package council

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

// mustPosition returns the position of a FEN.
func mustPosition(t testing.TB, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

// middlegame is a position with many reasonable moves.
const middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9"

func mustLocal(t testing.TB, megabytes int) *Local {
	t.Helper()
	l := must.Get(OpenLocal(megabytes))(t)
	t.Cleanup(func() { l.Close() })
	return l
}

// mustPropose returns the proposal of a local member without its times.
func mustPropose(t testing.TB, l *Local, job *Job) Proposal {
	t.Helper()
	proposal := must.Get(l.Propose(context.Background(), job, nil))(t)
	proposal.Elapsed = 0
	for i := range proposal.Lines {
		proposal.Lines[i].Elapsed = 0
	}
	return proposal
}

func TestAMemberTellsWhatTheEngineFinds(t *testing.T) {
	p := mustPosition(t, middlegame)
	request := search.Request{Position: p, Limits: search.Limits{Nodes: 20_000}, Knowledge: eval.Material | eval.Pawns}
	engine := must.Get(search.New(2))(t)
	defer engine.Close()
	want := engine.Search(context.Background(), request, nil)
	request.Knowledge = 0 // the seat's counts
	job := &Job{Seat: Seat{Name: "mp", Knowledge: eval.Material | eval.Pawns}, Request: request, Fresh: true, Megabytes: 2}
	got := mustPropose(t, mustLocal(t, 1), job)
	if got.Move != want.Best || got.Score != want.Score || got.Nodes != want.Nodes || !reflect.DeepEqual(got.Line, want.Line) ||
		got.Depth != want.Started || got.RootMoves != want.StartedMoves || got.Member != "mp" || got.Knowledge != eval.Material|eval.Pawns {
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

// TestAnIterationThatIsCutShortIsNotReported ends searches after many different numbers of nodes, also where
// an incomplete last iteration has found a better move.
func TestAnIterationThatIsCutShortIsNotReported(t *testing.T) {
	engine := must.Get(search.New(1))(t)
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

// exchanging returns a master whose members exchange lines if on.
func exchanging(t testing.TB, council string, on bool) *Master {
	m := mustMaster(t, 8, council)
	m.SetExchange(on)
	return m
}

// TestExchangeFindsTheSameEveryTime plays moves with any number of threads, and with new games between.
func TestExchangeFindsTheSameEveryTime(t *testing.T) {
	for _, delay := range []int{0, 10} {
		findTheSameEveryTime(t, 1_500, func() *Master {
			m := exchanging(t, "mbxkcpar mbxkcpar~15#1*2 mpar mpar", true)
			m.SetExchangeDelay(delay)
			return m
		})
	}
}

// TestLinesArriveAfterTheirDelay shows lines on a board, compared with a slow twin that looks at all of them.
func TestLinesArriveAfterTheirDelay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		b := board{delay: float64(random.IntN(4)) / 10, posts: make([][]post, 1+random.IntN(4))}
		at, messages := make([]float64, len(b.posts)), 0
		var all []post
		var by []int
		for range 20 {
			member := random.IntN(len(b.posts))
			at[member] += random.Float64() / 10
			line := []movegen.Move{movegen.Move(len(all))}
			all, by = append(all, post{at[member], line}), append(by, member)
			var want [][]movegen.Move
			for other := range b.posts {
				var newest []movegen.Move
				for i, p := range all {
					if by[i] == other && other != member && p.at+b.delay <= at[member] {
						newest = p.line
					}
				}
				if newest != nil {
					want = append(want, newest)
				}
			}
			messages += len(b.posts) - 1
			if got := b.show(member, at[member], line); !slices.EqualFunc(got, want, slices.Equal[[]movegen.Move]) {
				t.Fatalf("delay %v, at %v: lines %v, not %v", b.delay, at[member], got, want)
			}
		}
		if b.sum().Messages != messages {
			t.Errorf("%d messages, not %d", b.sum().Messages, messages)
		}
	}
}

// TestADelayOfTheWholeSearchIsNoExchange compares searches in which all lines come too late with those without.
func TestADelayOfTheWholeSearchIsNoExchange(t *testing.T) {
	var results [3]search.Result
	for i, delay := range []int{0, 100, 1} {
		m := exchanging(t, "mbxkcpar~15#1 mbxkcpar~15#2 mpar", i > 0)
		m.SetExchangeDelay(delay)
		results[i] = m.Search(t.Context(), middlegameRequest(t, search.Limits{Nodes: 4_000}), nil)
		m.Close()
	}
	never, late, soon := BallotOf(results[0]), BallotOf(results[1]), BallotOf(results[2])
	for i := range never.Proposals {
		a, b := &never.Proposals[i], &late.Proposals[i]
		if a.Nodes != b.Nodes || !slices.Equal(a.Iterations, b.Iterations) {
			t.Errorf("%s: %d nodes without lines, %d with late ones", a.Member, a.Nodes, b.Nodes)
		}
	}
	same := func(a, b Proposal) bool { return slices.Equal(a.Iterations, b.Iterations) }
	if slices.EqualFunc(never.Proposals, soon.Proposals, same) {
		t.Error("lines that come in time change nothing")
	}
	if never.Traffic != (Traffic{}) || late.Traffic.Messages == 0 || late.Traffic.Bytes < 5*late.Traffic.Messages ||
		!strings.Contains(late.Line(), fmt.Sprintf("exchanged %d messages, ", late.Traffic.Messages)) {
		t.Errorf("exchanged %+v, and without %+v: %s", late.Traffic, never.Traffic, late.Line())
	}
}

// TestEqualKnowledgeReachesADepthWithFewerNodes compares members that share results with those that do not.
func TestEqualKnowledgeReachesADepthWithFewerNodes(t *testing.T) {
	var nodes [2]uint64
	for _, fen := range []string{middlegame, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "rnbqkb1r/pp1p1ppp/2p5/4P3/2B5/8/PPP1NnPP/RNBQK2R w KQkq - 0 6"} {
		for i, on := range []bool{false, true} {
			m := exchanging(t, "mbxkcpar mbxkcpar mbxkcpar", on)
			m.SetThreads(2)
			r := m.Search(context.Background(), search.Request{Position: mustPosition(t, fen), Limits: search.Limits{Depth: 7}}, nil)
			nodes[i] += r.Nodes
			m.Close()
		}
	}
	t.Logf("%d nodes to depth 7 alone, %d with shared results", nodes[0], nodes[1])
	if nodes[1] >= nodes[0] {
		t.Errorf("%d nodes alone, %d with shared results", nodes[0], nodes[1])
	}
}

// TestExchangeCanBeSwitchedAndStopped changes settings between searches, some of them stopped.
func TestExchangeCanBeSwitchedAndStopped(t *testing.T) {
	m := exchanging(t, "", true)
	for step, limits := range []search.Limits{{Depth: 3}, {Nodes: 3_000}, {Infinite: true}, {Nodes: 1 << 40}, {Depth: 4}} {
		ctx, cancel := context.WithCancel(context.Background())
		r := m.Search(ctx, middlegameRequest(t, limits), func(info search.Info) {
			if info.Depth > 3 {
				cancel()
			}
		})
		cancel()
		if p := mustPosition(t, middlegame); !p.IsLegal(r.Best) {
			t.Errorf("step %d: %v", step, r.Best)
		}
		if err := m.Resize(4 + step); err != nil {
			t.Error(err)
		}
		m.NewGame()
		seats, _ := ParseCouncil([]string{"mp mpar", "noise3", "noise3 mp", "mp mp mp*2", ""}[step])
		m.Convene(seats)
		m.SetExchange(step != 3)
	}
}

// TestAMemberThatNeverEntersDoesNotStopTheOthers lets a member of a round robin fail before it begins.
func TestAMemberThatNeverEntersDoesNotStopTheOthers(t *testing.T) {
	for absent := range 3 {
		r := newRoundRobin(3, newGate(1, longestSlice))
		done := make(chan int)
		for i := range 3 {
			place := &roundRobinPlace{robin: r, number: i}
			go func() {
				if i != absent {
					turn := place.Enter(0)
					turn.Pass()
					turn.Leave()
				}
				place.retire()
				done <- i
			}()
		}
		for range 3 {
			<-done
		}
	}
}

// TestTheSecondSearchCanHaveThreads checks that at fixed nodes it finds the same every time with any
// number of processors, and something else than one thread.
func TestTheSecondSearchCanHaveThreads(t *testing.T) {
	second := func(processors, threads int) Proposal {
		m := mustMaster(t, 8, "mbxkcpar mp x")
		must.Do(t, m.SetCriterion("re-search"))
		m.SetThreads(processors)
		m.SetSecondThreads(threads)
		r := fixed(m.Search(context.Background(), middlegameRequest(t, search.Limits{Nodes: 3_000}), nil))
		if BallotOf(r).Second == nil {
			t.Fatal("there is no second search")
		}
		return *BallotOf(r).Second
	}
	one, three := second(1, 0), second(1, 3)
	if again := second(3, 3); !reflect.DeepEqual(three, again) {
		t.Errorf("%+v, then %+v", three, again)
	}
	if reflect.DeepEqual(one, three) || one.Nodes != three.Nodes {
		t.Errorf("%+v with one thread, %+v with three", one, three)
	}
}

// TestARotaCallsItsThreadsInOrder runs threads that leave after different numbers of turns. The working
// thread notes its number without a lock.
func TestARotaCallsItsThreadsInOrder(t *testing.T) {
	passes := []int{3, 0, 5, 1}
	var want []int
	for round := range 6 {
		for thread, n := range passes {
			if round <= n {
				want = append(want, thread)
			}
		}
	}
	for range 20 {
		behind := newGate(1, longestSlice)
		r := newRoundRobin(len(passes), behind)
		var got []int
		var all sync.WaitGroup
		for thread, n := range passes {
			all.Go(func() {
				turn := r.Enter(thread)
				got = append(got, thread)
				for range n {
					turn.Pass()
					got = append(got, thread)
				}
				turn.Leave()
			})
		}
		all.Wait()
		if !slices.Equal(got, want) {
			t.Fatalf("the threads work in the order %v, not %v", got, want)
		}
		if behind.free != 1 {
			t.Fatalf("%d processors are released", behind.free)
		}
	}
}

// TestThreadsAtFixedNodesFindTheSameEveryTime asks members with threads for several moves, alone and
// together with other members.
func TestThreadsAtFixedNodesFindTheSameEveryTime(t *testing.T) {
	findTheSameEveryTime(t, uint64(effort.Of(6_000, 2_000, 2_000)), func() *Master { return mustMaster(t, 8, "mbxkcpar*4 mbxkcpar~15#1*2 mpar*3") })
}

// findTheSameEveryTime asks masters with any number of threads for three moves, each member with the nodes.
func findTheSameEveryTime(t *testing.T, nodes uint64, build func() *Master) {
	t.Helper()
	var want []search.Result
	for round := range 4 {
		m := build()
		m.SetThreads(1 + round)
		m.NewGame()
		var got []search.Result
		for position := mustPosition(t, middlegame); len(got) < 3; {
			r := fixed(m.Search(context.Background(), search.Request{Position: position, Limits: search.Limits{Nodes: nodes}}, nil))
			for _, p := range BallotOf(r).Proposals {
				if p.Nodes != nodes {
					t.Errorf("%s searches %d nodes", p.Member, p.Nodes)
				}
			}
			got = append(got, r)
			position.Make(r.Best)
		}
		if m.Close(); round == 0 {
			want = got
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("in round %d\n%+v\nat first\n%+v", round, got, want)
		}
	}
}

// TestEachThreadGetsItsPart checks the nodes of each thread in a limited search.
func TestEachThreadGetsItsPart(t *testing.T) {
	engine := must.Get(search.New(4))(t)
	defer engine.Close()
	engine.SetThreads(8)
	for _, nodes := range []uint64{1000, 64_000} {
		request := search.Request{Position: mustPosition(t, middlegame), Limits: search.Limits{Nodes: nodes}, Knowledge: eval.All}
		r := engine.SearchAmong(context.Background(), request, search.Company{Gate: newRoundRobin(8, nil)}, nil)
		if r.Nodes != nodes {
			t.Errorf("%d nodes in all, not %d", r.Nodes, nodes)
		}
		for i, thread := range r.Threads {
			if part := nodes / 8; thread.Nodes < part/2 || thread.Nodes > part*3/2 {
				t.Errorf("thread %d has %d of %d nodes", i, thread.Nodes, nodes)
			}
		}
	}
}
