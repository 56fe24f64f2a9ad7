package search

import (
	"context"
	"slices"
	"testing"

	"alfiere/movegen"
	"alfiere/tt"
)

func TestExactResultsGoFromThreadToThreadWithTheirLines(t *testing.T) {
	teller, asker := twoWorkers(t, Request{})
	exact := &teller.run.team.exact
	const key, depth, ply = movegen.Key(0xabcdef0123456789), 5, 3
	told := &teller.frames[ply]
	line := []movegen.Move{quietly(t, "e2e4"), quietly(t, "e7e5"), quietly(t, "g1f3")}
	told.lineLength = copy(told.line[:], line)
	mate := MateScore - Score(ply+3) // three plies behind the node
	exact.tell(told, key, depth, ply, mate)

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
		f := &asker.frames[ply+2]
		f.lineLength = 0
		score, known := exact.recall(f, test.key, test.depth, ply+2)
		if known != test.known || known != slices.Equal(f.line[:f.lineLength], line) {
			t.Errorf("%s: %v, line %v", test.name, known, f.line[:f.lineLength])
		}
		if known && score != MateScore-Score(ply+5) {
			t.Errorf("%s: score %d is not that of a mate three plies on", test.name, score)
		}
	}

	exact.tell(told, key, depth-2, ply, 0)
	if _, known := exact.recall(told, key, depth, ply); !known {
		t.Error("a shallower result has replaced the deeper one")
	}
	told.lineLength = copy(told.line[:], make([]movegen.Move, MaxPly))
	exact.tell(told, key, depth, ply, 0)
	end := &asker.frames[MaxPly-2]
	if exact.recall(end, key, depth, MaxPly-2); end.lineLength != 2 {
		t.Errorf("two plies before the end of the stack the line has %d moves", end.lineLength)
	}
	exact.clear()
	if _, known := exact.recall(told, key, 1, ply); known {
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
// are searched nevertheless, the first in its place, the others behind.
func TestMovesThatOthersSearchComeLast(t *testing.T) {
	// The rook mates on a8; whatever else White plays, it is no mate.
	position := mustPosition(t, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	for _, others := range []string{"nothing", "everything", "the mate"} {
		w, _ := twoWorkers(t, Request{})
		f := &w.frames[1]
		*f = frame{position: position, lastTo: movegen.NoSquare}
		w.keys = append(w.keys, position.Key())
		var list movegen.MoveList
		position.LegalMoves(&list)
		busy := &w.run.team.busy
		for _, m := range list.Moves() {
			if others == "everything" || others == "the mate" && m == quietly(t, "a1a8") {
				busy.begin(position.Key(), m)
			}
		}
		n := node{ply: 1, depth: deferDepth, alpha: -Infinity, beta: Infinity, pv: true, table: quietly(t, "g1f1")}
		w.iteration, w.checkAt = deferDepth, ^uint64(0)
		w.judge(f, &n, tt.Entry{}, false)
		best, move := w.searchMoves(f, &n)
		if move != quietly(t, "a1a8") || best != MateScore-2 {
			t.Errorf("others search %s: %v, %d", others, move, best)
		}
		if put := f.deferred.count; (put > 0) != (others != "nothing") || f.deferred.next != put {
			t.Errorf("others search %s: %d moves were put off, %d taken up again", others, put, f.deferred.next)
		}
		if busy.has(position.Key(), move) {
			t.Errorf("others search %s: the mate is still marked", others)
		}
	}
}

// TestThreadsTellLinesThatCanBePlayed: lines are put together from what several threads
// have found.
func TestThreadsTellLinesThatCanBePlayed(t *testing.T) {
	positions := benchPositions[:12]
	if testing.Short() {
		positions = positions[:3]
	}
	for _, fen := range positions {
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
