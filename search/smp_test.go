package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/movegen"
)

func TestExactResultsGoFromThreadToThreadWithTheirLines(t *testing.T) {
	teller, asker := twoWorkers(t, Request{})
	exact := &teller.run.smp.exact
	const key, depth, ply = movegen.Key(0xabcdef0123456789), 5, 3
	shared := &teller.stack[ply]
	line := []movegen.Move{quietly(t, "e2e4"), quietly(t, "e7e5"), quietly(t, "g1f3")}
	shared.pvLength = copy(shared.pv[:], line)
	mate := MateScore - Score(ply+3) // three plies behind the node
	exact.store(shared, &node{key: key, ply: ply, bestScore: mate}, depth)

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

	exact.store(shared, &node{key: key, ply: ply}, depth-2)
	if _, known := exact.probe(shared, &node{key: key, ply: ply, depth: depth}); !known {
		t.Error("a shallower result has replaced the deeper one")
	}
	shared.pvLength = copy(shared.pv[:], make([]movegen.Move, MaxPly))
	exact.store(shared, &node{key: key, ply: ply}, depth)
	end := &asker.stack[MaxPly-2]
	if exact.probe(end, &node{key: key, ply: MaxPly - 2, depth: depth}); end.pvLength != 2 {
		t.Errorf("two plies before the end of the stack the line has %d moves", end.pvLength)
	}
	exact.clear()
	if _, known := exact.probe(shared, &node{key: key, ply: ply, depth: 1}); known {
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

// TestThreadsTellLinesThatCanBePlayed: lines are put together from what several threads have found.
func TestThreadsTellLinesThatCanBePlayed(t *testing.T) {
	for _, fen := range benchPositions[:effort.Of(12, 3, 3)] {
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

// twoWorkers returns the workers of a run that has not begun, with the start's moves.
func twoWorkers(t *testing.T, request Request) (ahead, behind *worker) {
	t.Helper()
	request.Position = movegen.StartPosition()
	engine := newEngine(t)
	engine.SetThreads(2)
	r := &run{request: &request, tt: engine.tt, workers: engine.workers, smp: engine.smp, report: func(Info) {}}
	for i, w := range r.workers {
		w.prepare(r, i == 0)
		w.listRootMoves()
	}
	return r.workers[1], r.workers[0]
}

func TestAThreadThatIsOvertakenGoesOnFromTheLead(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.iterationNodes = 7, 1234
	slices.Reverse(ahead.rootMoves)
	ahead.rootMoves[0].score, ahead.rootMoves[0].nodes = 31, 1000
	ahead.run.iteration.publish(ahead)

	behind.rootDepth, behind.completed = 8, 6
	if behind.checkTime(); behind.stopped {
		t.Error("stopped in an iteration that nobody has completed")
	}
	behind.rootDepth = 7
	if behind.checkTime(); !behind.stopped || !behind.run.iteration.adopt(behind) || behind.stopped {
		t.Fatal("goes its own way")
	}
	if behind.completed != 7 || behind.iterationNodes != 1234 || behind.rootMoves[0].score != 31 || behind.rootMoves[0].nodes != 1000 {
		t.Errorf("has %d, %d, %+v", behind.completed, behind.iterationNodes, behind.rootMoves[0])
	}
	ahead.rootMoves[0].pv[0] = movegen.NoMove
	if behind.rootMoves[0].pv[0] == movegen.NoMove || behind.run.iteration.moves[0].pv[0] == movegen.NoMove {
		t.Error("lines are shared between threads")
	}
}

func TestTheLeadIsNeverGivenBack(t *testing.T) {
	ahead, behind := twoWorkers(t, Request{})
	ahead.completed, ahead.iterationNodes = 7, 70
	ahead.run.iteration.publish(ahead)
	for _, depth := range []int{5, 7} {
		behind.completed, behind.iterationNodes = depth, 50
		behind.run.iteration.publish(behind)
	}
	if l := &ahead.run.iteration; l.depth.Load() != 7 || l.nodes != 70 {
		t.Errorf("depth %d, %d nodes", l.depth.Load(), l.nodes)
	}
}

func TestAStopForGoodIsNotFollowed(t *testing.T) {
	for _, test := range []struct {
		name    string
		request Request
		stop    bool
	}{
		{"the search has ended", Request{}, true},
		{"several lines are wanted", Request{MultiPV: 2}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ahead, behind := twoWorkers(t, test.request)
			ahead.completed = 7
			ahead.run.iteration.publish(ahead)
			behind.rootDepth, behind.completed = 5, 4
			behind.run.stop.Store(test.stop)
			if behind.checkTime(); behind.stopped != test.stop || behind.run.iteration.adopt(behind) {
				t.Errorf("stopped %v, or follows", behind.stopped)
			}
		})
	}
}

// A panic in any thread ends the search and is the caller's, when no thread works any more.
func TestAPanicOfAThreadIsTheCallers(t *testing.T) {
	e := must.Get(New(1))(t)
	defer e.Close()
	e.SetThreads(3)
	r := &run{request: &Request{Position: movegen.StartPosition(), Limits: Limits{Infinite: true}, Knowledge: eval.All}, tt: e.tt, workers: e.workers, smp: e.smp}
	r.timer = newTimer(&r.request.Limits, r.start)
	ended := func(report func(Info), spoil func()) (value any) {
		defer func() {
			value = recover()
			for i, w := range e.workers {
				if !w.stopped && w.evaluator != nil && i > 0 {
					t.Errorf("thread %d has not been stopped", i)
				}
			}
		}()
		r.report = report
		r.stop.Store(false)
		for i, w := range e.workers {
			w.prepare(r, i == 0)
			w.listRootMoves()
		}
		spoil()
		e.runWorkers(r)
		return nil
	}
	value := ended(func(Info) {}, func() { e.workers[1].evaluator = nil })
	if p, is := value.(*work.Panic); !is || !strings.Contains(p.Error(), "nil pointer") || !strings.Contains(p.Stack, "iterate") {
		t.Errorf("a helper: %v", value)
	}
	if value := ended(func(Info) { panic("reported") }, func() {}); value != "reported" {
		t.Errorf("the main thread: %v", value)
	}
}

// A suite is searched by goroutines of its own; what panics in one is the caller's, however
// many positions are left, and the table of the others is given back.
func TestAPanicOfASuiteIsTheCallers(t *testing.T) {
	positions := make([]TestPosition, 20)
	for i := range positions {
		positions[i].Position = movegen.StartPosition()
	}
	for _, threads := range []int{1, 3} {
		func() {
			defer func() {
				p, is := recover().(*work.Panic)
				if !is || p.Value != "reported" || !strings.Contains(p.Stack, "Suite") {
					t.Errorf("%d threads: %v", threads, p)
				}
			}()
			suite := Suite{Limits: Limits{Depth: 2}, Megabytes: 1, Threads: threads}
			_, err := suite.Solve(t.Context(), positions, func(int, TestResult) { panic("reported") })
			t.Errorf("%d threads: it ends with %v", threads, err)
		}()
	}
}

// TestLinesOfOthersChangeNothingButTheOrder gives searches lines at random, many of them illegal: the same
// moves are searched, lines stay legal, and mates and the only move that avoids one are found as without.
func TestLinesOfOthersChangeNothingButTheOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, fen := range append(slices.Clone(benchPositions[:5]), "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "7k/8/8/8/8/5q2/8/R5RK w - - 0 1") {
		for _, exchange := range []bool{false, true} {
			e, asked := newEngine(t), 0
			root := mustPosition(t, fen)
			request, company := Request{Position: root, Limits: Limits{Depth: 4}, MultiPV: random.IntN(3)}, Company{}
			if exchange {
				company.Exchange = func(line []movegen.Move, _ uint64) (others [][]movegen.Move) {
					asked++
					for range 5 {
						p, other := root, []movegen.Move{}
						for range random.IntN(8) {
							m := movegen.Move(random.Uint32())
							if moves := p.Moves(); len(moves) > 0 && random.IntN(8) > 0 {
								m = moves[random.IntN(len(moves))]
								p.Make(m)
							}
							other = append(other, m)
						}
						others = append(others, other)
					}
					return append(others, line)
				}
			}
			r := e.SearchAmong(context.Background(), request, company, func(info Info) {
				p := root
				for _, m := range info.Line {
					if !p.IsLegal(m) {
						t.Fatalf("%s: %v of the line %v is illegal", fen, m, info.Line)
					}
					p.Make(m)
				}
			})
			if mate, is := r.Score.Mate(); fen[0] == '6' && (!is || mate != 1) || exchange && asked != r.Depth {
				t.Errorf("%s: score %d, asked %d times in %d iterations", fen, r.Score, asked, r.Depth)
			}
			var searched []movegen.Move
			for _, m := range e.workers[0].rootMoves {
				searched = append(searched, m.move)
			}
			moves := root.Moves()
			slices.Sort(searched)
			if slices.Sort(moves); !slices.Equal(searched, moves) {
				t.Errorf("%s: the root moves are %v, not %v", fen, searched, moves)
			}
		}
	}
}

// TestMovesOfOthersFollowTheBest checks the order of the root moves and what the table knows.
func TestMovesOfOthersFollowTheBest(t *testing.T) {
	e := newEngine(t)
	root := movegen.StartPosition()
	line := []movegen.Move{quietly(t, "a2a3"), quietly(t, "h7h6"), quietly(t, "h2h3")}
	company := Company{Exchange: func([]movegen.Move, uint64) [][]movegen.Move {
		return [][]movegen.Move{line, {quietly(t, "b2b3")}}
	}}
	best := e.SearchAmong(context.Background(), Request{Position: root, Limits: Limits{Depth: 1}}, company, nil).Best
	w := e.workers[0]
	if got := w.rootMoves; got[0].move != best || got[1].move != line[0] || got[2].move.String() != "b2b3" {
		t.Errorf("the order is %v %v %v", got[0].move, got[1].move, got[2].move)
	}
	p := root.After(line[0])
	if got := w.tt.move(p.Key()); got != line[1] {
		t.Errorf("the table knows %v in reply to %v", got, line[0])
	}
	if got := w.tt.move(root.Key()); got != best {
		t.Errorf("the best move %v became %v", best, got)
	}
}
