package broker_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/movegen"
	"alfiere/search"
)

// TestACouncilPlaysTheSameGameWhereverItSits plays games at fixed nodes by councils in this process, at workers over
// a good network and over one that duplicates and reorders, and with too few workers for all seats. Members keep
// their tables during a game. The second game has tables of another size; the third repeats the first.
func TestACouncilPlaysTheSameGameWhereverItSits(t *testing.T) {
	plies := 16
	if testing.Short() {
		plies = 8
	}
	for _, criterion := range []string{"majority", "re-search"} {
		want := playGames(t, criterion, plies, nil)
		if !slices.Equal(want[0], want[2]) {
			t.Errorf("%s: the first game is\n%v\nand once more\n%v", criterion, want[0], want[2])
		}
		for name, test := range map[string]struct {
			faults  faults
			workers int
		}{"good": {faults{}, 3}, "doubled and reordered": {faults{double: 0.4, delay: 5 * time.Millisecond}, 3},
			"too few": {faults{}, 1}} {
			t.Run(criterion+", "+name, func(t *testing.T) {
				untilNothingIsLost(t, 3, func(t *testing.T) (opened int64, differs string) {
					n, workers := newNetwork(9, test.faults), opener{}
					for i := range test.workers {
						defer serve(t, &broker.Worker{Card: card(fmt.Sprint("w", i)), Open: workers.open}, n.line())()
					}
					p, here := join(t, n.line(), nil)
					p.Await(2*test.workers, time.Second)
					got := playGames(t, criterion, plies, p.Open)
					opened = workers.count.Load() + here.Load()
					if seats := here.Load(); opened == 3 && (seats > 0) != (test.workers < 2) {
						differs = fmt.Sprintf("%d seats were searched by the engine itself", seats)
					}
					for i := range got {
						if !slices.Equal(got[i], want[i]) {
							differs = fmt.Sprintf("over the network game %d is\n%v\nand here\n%v", i, got[i], want[i])
						}
					}
					return opened, differs
				})
			})
		}
	}
}

// playGames plays three games by a council whose first member is in this process, as in alfiere-lab. open opens the
// other members.
func playGames(t *testing.T, criterion string, plies int,
	open func(council.Seat, int) (council.Member, error)) (games [3][]movegen.Move) {
	t.Helper()
	master, err := council.NewMaster(8)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	seats, err := council.ParseCouncil("balanced4")
	if err == nil {
		err = master.SetCriterion(criterion)
	}
	if err != nil {
		t.Fatal(err)
	}
	master.Open = func(seat council.Seat, megabytes int) (council.Member, error) {
		if open == nil || seat == seats[0] {
			return council.OpenHere(seat, megabytes)
		}
		return open(seat, megabytes)
	}
	master.Convene(seats)
	for i := range games {
		if err := master.Resize(8 - 4*(i%2)); err != nil {
			t.Fatal(err)
		}
		master.NewGame()
		for game := movegen.NewGame(); len(games[i]) < plies; {
			request := requestOf(game)
			request.Limits.Nodes = 1500
			result := master.Search(t.Context(), request, func(search.Info) {})
			if len(council.BallotOf(result).Absent) > 0 {
				t.Fatalf("absent are %+v", council.BallotOf(result).Absent)
			}
			if err := game.Play(result.Best); err != nil {
				t.Fatal(err)
			}
			games[i] = append(games[i], result.Best)
		}
	}
	return games
}
