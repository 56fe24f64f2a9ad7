package broker_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/search"
	"alfiere/search/consult"
	"alfiere/search/consult/broker"
)

// TestACouncilPlaysTheSameGameWhereverItSits plays a game at fixed nodes by councils in this
// process, at workers over a good network and over one that doubles and reorders, and with
// too few workers for all seats.
func TestACouncilPlaysTheSameGameWhereverItSits(t *testing.T) {
	const council = "balanced4"
	plies := 24
	if testing.Short() {
		plies = 8
	}
	play := func(open func(consult.Seat, int) (consult.Member, error)) (moves []movegen.Move) {
		master, err := consult.NewMaster(4)
		if err != nil {
			t.Fatal(err)
		}
		defer master.Close()
		master.Open = open
		seats, err := consult.ParseCouncil(council)
		if err != nil {
			t.Fatal(err)
		}
		master.Convene(seats)
		for game := movegen.NewGame(); len(moves) < plies; {
			request := requestOf(game)
			request.Limits.Nodes = 1500
			result := master.Search(t.Context(), request, func(search.Info) {})
			if len(result.Ballot.Absent) > 0 {
				t.Fatalf("absent are %+v", result.Ballot.Absent)
			}
			if err := game.Play(result.Best); err != nil {
				t.Fatal(err)
			}
			moves = append(moves, result.Best)
		}
		return moves
	}
	want := play(nil)
	for name, test := range map[string]struct {
		faults  faults
		workers int
	}{"good": {faults{}, 3}, "doubled and reordered": {faults{double: 0.4, delay: 5 * time.Millisecond}, 3}, "too few": {faults{}, 1}} {
		t.Run(name, func(t *testing.T) {
			n := newNetwork(9, test.faults)
			for i := range test.workers {
				serve(t, &broker.Worker{Card: card(fmt.Sprint("w", i))}, n.line())
			}
			p, here := join(t, n.line(), nil)
			p.Await(2*test.workers, time.Second)
			if got := play(p.Open); !slices.Equal(got, want) {
				t.Errorf("over the network the game is\n%v\nand here\n%v", got, want)
			}
			if seats := here.Load(); (seats > 0) != (test.workers < 2) {
				t.Errorf("%d seats were searched by the engine itself", seats)
			}
		})
	}
}
