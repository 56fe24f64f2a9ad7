package program

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// vote searches the initial position and returns the ballot.
func vote(t *testing.T, s protocol.Searcher) *council.Ballot {
	t.Helper()
	result := s.Search(context.Background(), search.Request{Position: movegen.StartPosition(), Limits: search.Limits{Nodes: 500}}, nil)
	if result.Best == movegen.NoMove {
		t.Fatal("no move")
	}
	return council.BallotOf(result)
}

func TestWhatIsSetCountsWhetherThereIsASearcherOrNot(t *testing.T) {
	for _, early := range []bool{true, false} {
		c := &Council{Settings: council.NewSettings()}
		var searcher protocol.Searcher
		open := func() {
			searcher = must.Get(c.Searcher(1))(t)
		}
		if !early {
			open()
		}
		must.Do(t, errors.Join(c.SetMembers("mp mc mk"), c.SetCriterion("weights"), c.SetWeights("m1 c7")))
		c.SetSecondSearch(50)
		if early {
			open()
		}
		c.Prepare()
		b := vote(t, searcher)
		if b == nil || b.Criterion != "weights" || len(b.Proposals) != 3 || b.Proposals[1].Member != "mc" || b.Weights[1] != 8 {
			t.Errorf("set early: %v: the vote is %+v", early, b)
		}
		must.Do(t, c.SetWeights(""))
		if b = vote(t, searcher); b.Weights[1] != 40 {
			t.Errorf("with the usual weights mc weighs %v", b.Weights[1])
		}
		must.Do(t, c.SetMembers(""))
		if b = vote(t, searcher); b != nil {
			t.Errorf("without members there is a vote: %+v", b)
		}
		searcher.Close()
	}
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	c := NewCouncil()
	searcher := must.Get(c.Searcher(1))(t)
	defer searcher.Close()
	must.Do(t, errors.Join(c.SetMembers("mp mc"), c.SetCriterion("majority")))
	for _, refused := range []struct {
		err  error
		says string
	}{
		{c.SetMembers("mp mq"), `"mq"`}, {c.SetMembers("mp uci:nobody"), "nobody"}, {c.SetCriterion("coin"), `"coin"`},
		{c.SetWeights("m"), "m"},
	} {
		if refused.err == nil || !strings.Contains(refused.err.Error(), refused.says) {
			t.Errorf("the error is %v, and does not name %s", refused.err, refused.says)
		}
	}
	if b := vote(t, searcher); b == nil || b.Criterion != "majority" || len(b.Proposals) != 2 {
		t.Errorf("the vote is %+v", b)
	}
}

func TestALimitedStrengthAsksNobody(t *testing.T) {
	members := &Council{Settings: council.NewSettings()}
	c := protocol.NewController(members.Searcher, protocol.Resources{Hash: 16, Threads: 2, Council: members}, rand.NewPCG(1, 2))
	defer c.Close()
	if names := members.Criteria(); names[0] != council.DefaultCriterion || len(names) != len(council.Criteria()) {
		t.Errorf("the criteria are %v", names)
	}
	for _, set := range [][2]string{{"Hash", "1"}, {"Consult", "balanced4"}, {"UCI_LimitStrength", "true"}} {
		must.Do(t, c.SetOption(set[0], set[1]))
	}
	finish := func() protocol.Finished {
		must.Get(c.Go(search.Limits{Nodes: 300}, false))(t)
		for range c.Ready() {
			for {
				event, ok := c.Next()
				if !ok {
					break
				}
				if f, is := event.(protocol.Finished); is {
					return f
				}
			}
		}
		panic("the channel is never closed")
	}
	if f := finish(); council.BallotOf(f.Result) != nil || f.Best == movegen.NoMove {
		t.Errorf("a weak engine was advised: %+v", f.Result)
	}
	must.Do(t, c.SetOption("UCI_LimitStrength", "false"))
	if f := finish(); council.BallotOf(f.Result) == nil || len(council.BallotOf(f.Result).Proposals) != 4 {
		t.Errorf("the vote is %+v", council.BallotOf(f.Result))
	}
	if !strings.Contains(c.Vote(), "mxar") && !strings.Contains(c.Vote(), "mcar") {
		t.Errorf("the table is\n%s", c.Vote())
	}
}
