package search

import (
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/tt"
)

// rootMovesOf returns root moves numbered from 1 with the given scores and those of the
// iteration before.
func rootMovesOf(scores ...[2]Score) (moves []rootMove) {
	for i, s := range scores {
		moves = append(moves, rootMove{move: movegen.Move(i + 1), score: s[0], previous: s[1]})
	}
	return moves
}

// order returns the numbers of the root moves.
func (w *worker) order() (numbers []int) {
	for _, m := range w.rootMoves {
		numbers = append(numbers, int(m.move))
	}
	return numbers
}

func TestRootMovesThatWereNotRaisedKeepTheirOrder(t *testing.T) {
	const low = -Infinity
	w := &worker{rootMoves: rootMovesOf([2]Score{10, 5}, [2]Score{low, 7}, [2]Score{30, 1}, [2]Score{low, 7}, [2]Score{low, 9})}
	if w.sortRootMoves(0, 5); !slices.Equal(w.order(), []int{3, 1, 5, 2, 4}) {
		t.Errorf("%v", w.order())
	}
	w.rootMoves = rootMovesOf([2]Score{10, 5}, [2]Score{20, 7}, [2]Score{30, 1})
	if w.sortRootMoves(1, 3); !slices.Equal(w.order(), []int{1, 3, 2}) {
		t.Errorf("from the second move on: %v", w.order())
	}
}

// Of an interrupted iteration only what has risen above the others counts, not a bound
// from above.
func TestAnInterruptedIterationLeavesItsBestMoveFirst(t *testing.T) {
	const low = -Infinity
	for _, c := range []struct {
		name   string
		scores []Score
		bounds []Bound
		want   []int
	}{
		{"nothing was searched", []Score{low, low, low}, []Bound{Exact, Exact, Exact}, []int{1, 2, 3}},
		{"the first move alone", []Score{15, low, low}, []Bound{Exact, Exact, Exact}, []int{1, 2, 3}},
		{"a later one rose", []Score{15, low, 40}, []Bound{Exact, Exact, Exact}, []int{3, 1, 2}},
		{"a later one rose beyond the window", []Score{15, low, 40}, []Bound{Exact, Exact, Lower}, []int{3, 1, 2}},
		{"all failed low", []Score{15, low, low}, []Bound{Upper, Exact, Exact}, []int{1, 2, 3}},
		{"the first failed low", []Score{15, 12, low}, []Bound{Upper, Exact, Exact}, []int{2, 1, 3}},
	} {
		w := new(worker)
		for i, s := range c.scores {
			w.rootMoves = append(w.rootMoves, rootMove{move: movegen.Move(i + 1), score: s, bound: c.bounds[i]})
		}
		if w.keepPartialPV(0); !slices.Equal(w.order(), c.want) {
			t.Errorf("%s: %v, not %v", c.name, w.order(), c.want)
		}
	}
}

func TestAFailLowLeavesTheRootMovesLine(t *testing.T) {
	for _, c := range []struct {
		score   Score
		bound   Bound
		changed bool
	}{{-30, Upper, false}, {-20, Upper, false}, {-19, Exact, true}, {19, Exact, true}, {20, Lower, true}, {90, Lower, true}} {
		w := &worker{selDepth: 9}
		old, reply := quietly(t, "e2e4"), quietly(t, "e7e5")
		w.stack[1].pvLength = copy(w.stack[1].pv[:], []movegen.Move{reply})
		move := rootMove{move: old, pv: []movegen.Move{old}}
		w.updateRootMove(&move, &node{alpha: -20, beta: 20}, c.score)
		if move.score != c.score || move.lastScore != c.score || move.bound != c.bound || move.selDepth != 9 {
			t.Errorf("score %d: %+v", c.score, move)
		}
		if changed := len(move.pv) == 2 && move.pv[1] == reply; changed != c.changed || move.pv[0] != old {
			t.Errorf("score %d: line %v", c.score, move.pv)
		}
	}
}

func TestTheRootsMovesAreThoseAskedForTheStoredOneFirst(t *testing.T) {
	p := movegen.StartPosition()
	stored := quietly(t, "a2a3")
	for _, c := range []struct {
		name  string
		asked []movegen.Move
		first movegen.Move // NoMove is any
		count int
	}{
		{"all", nil, stored, 20},
		{"two, the stored one among them", []movegen.Move{quietly(t, "h2h3"), stored}, stored, 2},
		{"one, not the stored one", []movegen.Move{quietly(t, "h2h3")}, quietly(t, "h2h3"), 1},
		{"none that is legal", []movegen.Move{quietly(t, "a1a8")}, movegen.NoMove, 0},
	} {
		w := newWorker(t, p, Request{Limits: Limits{Moves: c.asked}})
		w.tt.save(&node{key: p.Key(), bestMove: stored}, 4, tt.Exact, 0)
		w.listRootMoves()
		if len(w.rootMoves) != c.count {
			t.Fatalf("%s: %d moves", c.name, len(w.rootMoves))
		}
		if c.first != movegen.NoMove && w.rootMoves[0].move != c.first {
			t.Errorf("%s: %v comes first", c.name, w.rootMoves[0].move)
		}
		for _, m := range w.rootMoves {
			next := p.After(m.move)
			if m.replies != len(next.Moves()) || len(m.pv) != 1 || m.pv[0] != m.move {
				t.Errorf("%s: %+v", c.name, m)
			}
		}
	}
}

// Without a stored move captures and promotions that lose nothing come first, the largest gain and
// then the cheapest piece before the others. Quiet moves and losing captures follow, those that
// leave more replies first.
func TestRootMovesBeginWithCapturesThatLoseNothing(t *testing.T) {
	for _, c := range []struct{ fen, first string }{
		{freeQueen, "e3d5 d1d5"},
		{"6k1/P4ppp/8/3r4/2P1R3/2N5/5PPP/6K1 w - - 0 1", "a7a8q c4d5 a7a8r c3d5 a7a8b a7a8n"},
		{"6k1/5ppp/8/3r4/4R3/2N5/1r3PPP/R5K1 w - - 0 1", "c3d5"},
		{"4k3/1p6/2p5/3p4/2B1P3/5K2/8/3R4 w - - 0 1", "e4d5"},
	} {
		p := mustPosition(t, c.fen)
		w := newWorker(t, p, Request{})
		w.listRootMoves()
		first := strings.Fields(c.first)
		for i, move := range first {
			if w.rootMoves[i].move.String() != move {
				t.Errorf("%s: move %d is %v and not %s", c.fen, i+1, w.rootMoves[i].move, move)
			}
		}
		others := w.rootMoves[len(first):]
		if !slices.IsSortedFunc(others, func(a, b rootMove) int { return b.replies - a.replies }) {
			t.Errorf("%s: moves that leave fewer replies come first: %+v", c.fen, others)
		}
	}
}
