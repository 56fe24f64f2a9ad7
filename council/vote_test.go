package council

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"alfiere/movegen"
	"alfiere/search"
)

// TestAJudgeCountsAsAMasterDoes asks each member alone. From these proposals the judge must make the
// same ballot as a master that consults the members in a new game. The master's second search uses the
// table that the first one filled, so the test takes over its answer.
func TestAJudgeCountsAsAMasterDoes(t *testing.T) {
	const nodes, second = 1500, 60
	alone, err := OpenLocal(1)
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	weights, err := ParseWeights("genetic m50 mpar:0.4 m:0.1 m+mpar:0.7")
	if err != nil {
		t.Fatal(err)
	}
	var judge Judge
	votes := map[string]int{} // by criterion, those in which members differ
	for _, council := range []string{"mbxkcpar mpar m", "balanced4 noise2@40", "xk ar mc~30#7 pm"} {
		seats, err := ParseCouncil(council)
		if err != nil {
			t.Fatal(err)
		}
		m := mustMaster(t, len(seats), council)
		m.SetWeights(weights)
		m.SetSecondSearch(second)
		for _, fen := range []string{middlegame, pawnEnding, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1"} {
			root := mustPosition(t, fen)
			ask := func(seat Seat, nodes float64) Proposal {
				request := search.Request{Position: root, Game: search.Record{Start: root}, Limits: search.Limits{Nodes: uint64(math.Round(nodes))}}
				p, err := alone.Propose(context.Background(), &Job{Seat: seat, Request: request, Fresh: true, Megabytes: 1}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			for _, c := range Criteria() {
				share := 1.0
				if c.NeedsSecondSearch() {
					share = 1 - second/100.0
				}
				if err := m.SetCriterion(c.Name); err != nil {
					t.Fatal(err)
				}
				m.NewGame()
				want := fixed(m.Search(context.Background(), search.Request{Position: root, Game: search.Record{Start: root}, Limits: search.Limits{Nodes: nodes}}, nil)).Vote.(*Ballot)
				var proposals []Proposal
				for _, seat := range seats {
					proposals = append(proposals, ask(seat, nodes*share))
				}
				ballot := judge.Count(&Consultation{Root: root, Seats: seats, Proposals: proposals, Criterion: &c, Weights: &weights,
					Second: func(moves []movegen.Move) *Proposal {
						asked := slices.Equal(moves, distinctMoves(proposals, Eligible(proposals)))
						if !asked || want.Second == nil || !slices.Contains(moves, want.Second.Move) {
							t.Errorf("%s in %s: a second search of %v", council, fen, moves)
						}
						return want.Second
					}})
				got := fixed(search.Result{Vote: &ballot}).Vote.(*Ballot)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %s in %s:\n%+v, not\n%+v", c.Name, council, fen, got, want)
				}
				if moves := distinctMoves(proposals, Eligible(proposals)); len(moves) > 1 {
					votes[c.Name]++
				}
			}
		}
	}
	for _, c := range Criteria() {
		if votes[c.Name] < 3 {
			t.Errorf("%s: members differed in only %d votes", c.Name, votes[c.Name])
		}
	}
}

func TestWithoutASecondSearchItIsAMajority(t *testing.T) {
	criterion, err := FindCriterion("re-search")
	if err != nil {
		t.Fatal(err)
	}
	weights := DefaultWeights()
	c := &Consultation{Root: mustPosition(t, pawnEnding), Criterion: criterion, Weights: &weights}
	for i, move := range []string{"e2e3", "h2h4", "h2h4"} {
		p := knows(t, pawnEnding, []string{"m", "mk", "mp"}[i], 0, move)
		c.Seats = append(c.Seats, Seat{Name: p.Member, Knowledge: p.Knowledge})
		c.Proposals = append(c.Proposals, p)
	}
	for _, second := range []func([]movegen.Move) *Proposal{nil, func([]movegen.Move) *Proposal { return nil }} {
		c.Second = second
		if b := new(Judge).Count(c); b.Chosen != 1 || b.Second != nil || b.Weights != nil {
			t.Errorf("%+v", b)
		}
	}
	c.Second = func([]movegen.Move) *Proposal { return &c.Proposals[0] }
	if b := new(Judge).Count(c); b.Chosen != 0 || b.Second != &c.Proposals[0] {
		t.Errorf("with one: %+v", b)
	}
}
