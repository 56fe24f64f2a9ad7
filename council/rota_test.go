package council

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"alfiere/eval"
	"alfiere/search"
)

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
		r := newRota(len(passes), behind)
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
	findTheSameEveryTime(t, 6_000, func() *Master { return mustMaster(t, 8, "mbxkcpar*4 mbxkcpar~15#1*2 mpar*3") })
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
	engine, err := search.New(4)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	engine.SetThreads(8)
	for _, nodes := range []uint64{1000, 64_000} {
		limits := search.Limits{Nodes: nodes, Gate: newRota(8, nil)}
		r := engine.Search(context.Background(), search.Request{Position: mustPosition(t, middlegame), Limits: limits, Knowledge: eval.All}, nil)
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
