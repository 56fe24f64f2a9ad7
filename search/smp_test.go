package search

import (
	"context"
	"slices"
	"testing"

	"alfiere/movegen"
)

func TestExactResultsGoFromThreadToThreadWithTheirLines(t *testing.T) {
	teller, asker := twoWorkers(t, Request{})
	exact := &teller.run.smp.exact
	const key, depth, ply = movegen.Key(0xabcdef0123456789), 5, 3
	told := &teller.stack[ply]
	line := []movegen.Move{quietly(t, "e2e4"), quietly(t, "e7e5"), quietly(t, "g1f3")}
	told.pvLength = copy(told.pv[:], line)
	mate := MateScore - Score(ply+3) // three plies behind the node
	exact.store(told, &node{key: key, ply: ply, bestScore: mate}, depth)

	for _, test := range []struct {
		name  string
		key   movegen.Key
		depth int
		known bool
	}{
		{"as deep", key, depth, true},
		{"less deep", key, depth - 1, true},
		{"deeper", key, depth + 1, false},
		{"another node in the same place", key ^ 1, depth, false},
		{"a node of which nothing is known", ^key, depth, false},
	} {
		ss := &asker.stack[ply+2]
		ss.pvLength = 0
		score, known := exact.probe(ss, &node{key: test.key, ply: ply + 2, depth: test.depth})
		if known != test.known || known != slices.Equal(ss.pv[:ss.pvLength], line) {
			t.Errorf("%s: %v, line %v", test.name, known, ss.pv[:ss.pvLength])
		}
		if known && score != MateScore-Score(ply+5) {
			t.Errorf("%s: score %d is not that of a mate three plies on", test.name, score)
		}
	}

	exact.store(told, &node{key: key, ply: ply}, depth-2)
	if _, known := exact.probe(told, &node{key: key, ply: ply, depth: depth}); !known {
		t.Error("a shallower result has replaced the deeper one")
	}
	told.pvLength = copy(told.pv[:], make([]movegen.Move, MaxPly))
	exact.store(told, &node{key: key, ply: ply}, depth)
	end := &asker.stack[MaxPly-2]
	if exact.probe(end, &node{key: key, ply: MaxPly - 2, depth: depth}); end.pvLength != 2 {
		t.Errorf("two plies before the end of the stack the line has %d moves", end.pvLength)
	}
	exact.clear()
	if _, known := exact.probe(told, &node{key: key, ply: ply, depth: 1}); known {
		t.Error("something is left of an earlier search")
	}
}

// quietly returns the move of no special kind between two squares.
func quietly(t *testing.T, squares string) movegen.Move {
	t.Helper()
	from, okFrom := movegen.ParseSquare(squares[:2])
	to, okTo := movegen.ParseSquare(squares[2:])
	if !okFrom || !okTo {
		t.Fatal(squares)
	}
	return movegen.MakeMove(from, to, movegen.Normal)
}

// TestMovesThatOthersSearchComeLast lets moves of a node be the work of others. All
// are searched nevertheless, the first in its place, the others later.
func TestMovesThatOthersSearchComeLast(t *testing.T) {
	// The rook mates on a8; whatever else White plays, it is no mate.
	position := mustPosition(t, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	for _, others := range []string{"nothing", "everything", "the mate"} {
		w, _ := twoWorkers(t, Request{})
		ss := &w.stack[1]
		*ss = stackEntry{position: position, lastTo: movegen.NoSquare}
		w.keys = append(w.keys, position.Key())
		var list movegen.MoveList
		position.LegalMoves(&list)
		searching := &w.run.smp.searching
		for _, m := range list.Moves() {
			if others == "everything" || others == "the mate" && m == quietly(t, "a1a8") {
				searching.begin(position.Key(), m)
			}
		}
		n := node{ply: 1, depth: deferDepth, alpha: -Infinity, beta: Infinity, kind: pvNode, key: position.Key(), ttMove: quietly(t, "g1f1")}
		w.rootDepth, w.nextPoll = deferDepth, ^uint64(0)
		n.ttEval = noEval
		w.staticEvaluation(ss, &n)
		w.searchMoves(ss, &n)
		best, move := n.bestScore, n.bestMove
		if move != quietly(t, "a1a8") || best != MateScore-2 {
			t.Errorf("others search %s: %v, %d", others, move, best)
		}
		if put := ss.deferred.count; (put > 0) != (others != "nothing") || ss.deferred.next != put {
			t.Errorf("others search %s: %d moves were put off, %d taken up again", others, put, ss.deferred.next)
		}
		if searching.has(position.Key(), move) {
			t.Errorf("others search %s: the mate is still marked", others)
		}
	}
}

// TestThreadsTellLinesThatCanBePlayed: lines are put together from what several threads
// have found.
func TestThreadsTellLinesThatCanBePlayed(t *testing.T) {
	for _, fen := range benchPositions[:sized(12, 6, 3)] {
		position := mustPosition(t, fen)
		engine := newEngine(t)
		engine.SetThreads(4)
		lines, short := 0, 0
		result := engine.Search(context.Background(), Request{Position: position, Limits: Limits{Depth: 11}}, func(i Info) {
			p := position
			for at, m := range i.Line {
				if !p.IsLegal(m) {
					t.Fatalf("%s: %v at half-move %d of %v", fen, m, at, i.Line)
				}
				p = p.After(m)
			}
			if i.Depth >= 6 && i.Bound == Exact && len(i.Line) > 0 {
				lines++
				if _, mate := i.Score.Mate(); !mate && len(i.Line) < 3 {
					short++
				}
			}
		})
		if result.Depth != 11 || lines == 0 || short > lines/2 {
			t.Errorf("%s: %d of %d lines have less than three moves; the result is %+v", fen, short, lines, result)
		}
	}
}
