package council

import (
	"context"
	"reflect"
	"testing"

	"alfiere/search"
)

// exchanging returns a master whose members exchange lines if on.
func exchanging(t testing.TB, council string, on bool) *Master {
	m := mustMaster(t, 8, council)
	m.SetExchange(on)
	return m
}

// TestExchangeFindsTheSameEveryTime plays moves with any number of threads, and with new games between.
func TestExchangeFindsTheSameEveryTime(t *testing.T) {
	findTheSameEveryTime(t, 1_500, func() *Master { return exchanging(t, "mbxkcpar mbxkcpar~15#1*2 mpar mpar", true) })
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

// TestAMemberThatNeverEntersDoesNotStopTheOthers lets a member of a rota fail before it begins.
func TestAMemberThatNeverEntersDoesNotStopTheOthers(t *testing.T) {
	for absent := range 3 {
		r := newRota(3, newGate(1, longestSlice))
		done := make(chan int)
		for i := range 3 {
			place := &rotaPlace{rota: r, number: i}
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
		if err := m.SetCriterion("re-search"); err != nil {
			t.Fatal(err)
		}
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
