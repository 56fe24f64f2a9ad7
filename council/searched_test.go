package council

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

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
	games, queens := 10, 1
	switch {
	case os.Getenv("ALFIERE_LONG") != "":
		games, queens = 1000, 20
	case testing.Short():
		games = 4
	}
	random := rand.New(rand.NewPCG(27, 1))
	positions, free := randomPositions(random, games), freeQueens(t, random, queens)
	keepBusy(t, 16)
	begun, absent, votes := time.Now(), 0, 0
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
		t.Logf("%q has played after %v", council, time.Since(begun))
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
	t.Logf("%d positions, %d with a free queen, in %v: of %d votes %d without an iteration", games, queens, time.Since(begun), votes, absent)
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
