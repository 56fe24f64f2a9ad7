package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
)

// freeQueen has a knight that takes a queen for nothing, as the first move of no order.
const freeQueen = "r3k2r/pp3ppp/4b3/3q4/8/4N3/P4PPP/R2Q1RK1 w kq - 0 1"

func TestDepthOneIsCompletedBeforeAnyLimitOrStop(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	hit := make(chan struct{})
	close(hit)
	long := time.Now().Add(-time.Hour)
	for _, test := range []struct {
		name   string
		ctx    context.Context
		limits Limits
	}{
		{"stopped before it begins", ended, Limits{Infinite: true}},
		{"pondering, stopped before it begins", ended, Limits{PonderHit: make(chan struct{})}},
		{"one node", context.Background(), Limits{Nodes: 1}},
		{"no time left", context.Background(), Limits{MoveTime: time.Nanosecond}},
		{"the time is over", context.Background(), Limits{MoveTime: time.Millisecond, Begun: long}},
		{"the clock has run out", context.Background(), Limits{Clock: Clock{Remaining: -time.Second}, Begun: long}},
		{"the ponder move was played at once", context.Background(), Limits{PonderHit: hit, Clock: Clock{Remaining: 1}, Begun: long}},
	} {
		for _, threads := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d threads", test.name, threads), func(t *testing.T) {
				e := newEngine(t)
				e.SetThreads(threads)
				var lines []Info
				r := e.Search(test.ctx, Request{Position: mustPosition(t, freeQueen), Limits: test.limits}, func(i Info) {
					if len(i.Line) > 0 {
						lines = append(lines, i)
					}
				})
				if r.Depth < 1 || r.Best.String() != "e3d5" || r.Score < 300 {
					t.Errorf("depth %d, %v with %d", r.Depth, r.Best, r.Score)
				}
				if len(lines) == 0 || lines[len(lines)-1].Line[0] != r.Best {
					t.Errorf("reported are %+v", lines)
				}
			})
		}
	}
}

func TestOfSeveralLinesTheBestIsCompletedBeforeAStop(t *testing.T) {
	var lines []Info
	r := newEngine(t).Search(context.Background(), Request{Position: mustPosition(t, freeQueen), MultiPV: 5, Limits: Limits{Nodes: 1}},
		func(i Info) { lines = append(lines, i) })
	if r.Depth != 1 || r.Best.String() != "e3d5" || len(lines) == 0 || lines[0].Depth != 1 || lines[0].Line[0] != r.Best {
		t.Errorf("%v at depth %d, reported are %+v", r.Best, r.Depth, lines)
	}
}

// The exchanges of many queens have hardly an end that a stop could wait for.
func TestDepthOneIsShortWhereCapturesHaveNoEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	e, most := newEngine(t), uint64(0)
	for range 40 {
		board := []byte("111111qk" + "111111qq" + strings.Repeat("1", 32) + "QQ111111" + "KQ111111")
		free := []int{}
		for i, piece := range board {
			if piece == '1' {
				free = append(free, i)
			}
		}
		for i, at := range random.Perm(len(free))[:24] {
			board[free[at]] = "QqQqQqQqQqQqRrRrBbBbNnNn"[i]
		}
		text := string(board[:8])
		for i := 8; i < 64; i += 8 {
			text += "/" + string(board[i:i+8])
		}
		for n := 8; n > 1; n-- {
			text = strings.ReplaceAll(text, strings.Repeat("1", n), strconv.Itoa(n))
		}
		p, err := movegen.ParseFEN(text + " w - - 0 1")
		if err != nil {
			continue // a knight gives check
		}
		r := e.Search(context.Background(), Request{Position: p, Limits: Limits{Nodes: 1}}, nil)
		if r.Depth != 1 || r.Nodes > 2*firstIterationNodes {
			t.Errorf("%s: depth %d with %d nodes", p.FEN(), r.Depth, r.Nodes)
		}
		most = max(most, r.Nodes)
	}
	if most < firstIterationNodes {
		t.Errorf("no exchanges of more than %d nodes: the positions are too easy", most)
	}
}
