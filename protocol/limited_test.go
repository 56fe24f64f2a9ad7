package protocol_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// TestALimitedSearcherIsThatOfTheOption: the same nodes and lines are asked of the searcher,
// and the lines that only serve the choice are kept secret.
func TestALimitedSearcherIsThatOfTheOption(t *testing.T) {
	lowest := protocol.Settings{}.Strength().Elo
	for _, elo := range []int{lowest, 1650, 2000} {
		full := protocoltest.Open(1)
		weak, err := protocol.Settings{Elo: elo}.Limit(full, rand.NewPCG(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		p := movegen.StartPosition()
		result := weak.Search(context.Background(), search.Request{Position: p, Limits: search.Limits{Depth: 4}}, func(i search.Info) {
			if i.MultiPV > 1 {
				t.Errorf("line %d is told", i.MultiPV)
			}
		})
		if !p.IsLegal(result.Best) {
			t.Errorf("%v is played", result.Best)
		}
		want := protocol.Settings{Elo: elo}.Strength()
		if request := full.Last(); request.Limits.Nodes != want.Nodes || request.MultiPV < 2 {
			t.Errorf("with %d it is asked for %+v, want %d nodes", elo, request, want.Nodes)
		}
	}
	for _, elo := range []int{lowest - 1, -5, 100000} {
		if _, err := (protocol.Settings{Elo: elo}).Limit(protocoltest.Open(1), rand.NewPCG(1, 2)); err == nil {
			t.Errorf("a rating of %d is taken", elo)
		}
	}
}
