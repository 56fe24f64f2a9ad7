package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/movegen"
	"alfiere/tt"
	"alfiere/tt/syzygy"
)

// smallTables are those of three pieces, which are always there.
func smallTables(t testing.TB) *syzygy.Tables { return openTablesIn(t, "../tt/syzygy/testdata") }

// askedNode returns a worker at a node of the position at ply 3, and whether tables settle it.
func askedNode(t testing.TB, use EndgameUse, fen string, alpha, beta Score, depth int) (w *worker, n *node, settled bool) {
	t.Helper()
	w = preparedWorker(t, Request{Position: mustPosition(t, movegen.StartFEN), Endgames: use, Contempt: 7})
	ss := &w.stack[3]
	ss.position = mustPosition(t, fen)
	n = &node{ply: 3, depth: depth, alpha: alpha, beta: beta, kind: pvNode, key: ss.position.Key(), ttEval: noEval}
	return w, n, w.probeTB(ss, n)
}

// preparedWorker returns the worker of a new engine, ready for a search.
func preparedWorker(t testing.TB, request Request) *worker {
	t.Helper()
	e := newEngine(t)
	request.Knowledge = eval.All
	r := &run{request: &request, tt: e.tt, workers: e.workers, report: func(Info) {}}
	r.drawScores[movegen.White], r.drawScores[movegen.Black] = Score(-request.Contempt), Score(request.Contempt)
	e.workers[0].prepare(r, true)
	return e.workers[0]
}

func TestTablesBoundOrSettleANode(t *testing.T) {
	use := EndgameUse{Tables: smallTables(t), ProbeDepth: 2, ProbeLimit: 3, Rule50: true}
	const won, lost, drawn = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "8/8/8/4k3/8/8/8/KQ6 b - - 0 1", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
	for _, c := range []struct {
		name, fen   string
		alpha, beta Score
		settled     bool
		score       Score
		bound       tt.Bound
		alphaAfter  Score
	}{
		{"a win above the window", won, 100, 200, true, TBWin - 3, tt.Lower, 100},
		{"a win within it raises alpha", won, 100, Infinity, false, TBWin - 3, tt.Lower, TBWin - 3},
		{"a win below a mate", won, MateBound + 5, Infinity, false, TBWin - 3, tt.Lower, MateBound + 5},
		{"a loss below the window", lost, 100, 200, true, -TBWin + 3, tt.Upper, 100},
		{"a loss within it", lost, -Infinity, 200, false, -TBWin + 3, tt.Upper, -Infinity},
		{"a draw within it", drawn, -Infinity, Infinity, true, -7, tt.Exact, -Infinity},
		{"a draw outside", drawn, 100, 200, true, -7, tt.Exact, 100},
		{"a clock", "8/8/8/4k3/8/8/8/KQ6 w - - 1 1", 100, 200, false, 0, tt.None, 100},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 100, 200, false, 0, tt.None, 100},
		{"more pieces", "8/8/8/4k3/8/8/8/KQQ5 w - - 0 1", 100, 200, false, 0, tt.None, 100},
	} {
		w, n, settled := askedNode(t, use, c.fen, c.alpha, c.beta, 2)
		if settled != c.settled || n.tbScore != c.score || n.tbBound != c.bound || n.alpha != c.alphaAfter {
			t.Errorf("%s: %v, score %d, bound %d, alpha %d", c.name, settled, n.tbScore, n.tbBound, n.alpha)
		}
		if (w.tbHits == 1) != (c.bound != tt.None) {
			t.Errorf("%s: %d hits", c.name, w.tbHits)
		}
		stored := probed(&w.tt, n.key, 5, 1)
		if want := fromTT(toTT(c.score, 3), 5); stored.ttHit != c.settled || settled && (n.bestScore != c.score || stored.ttScore != want || stored.ttDepth != 2+tbSaveDepth) {
			t.Errorf("%s: returned %d; stored: %v, %d of depth %d", c.name, n.bestScore, stored.ttHit, stored.ttScore, stored.ttDepth)
		}
		n.bestScore = -5
		n.clampToTB()
		if want := map[tt.Bound]Score{tt.None: -5, tt.Exact: -5, tt.Lower: TBWin - 3, tt.Upper: -TBWin + 3}[c.bound]; n.bestScore != want {
			t.Errorf("%s: the best score becomes %d", c.name, n.bestScore)
		}
	}
	w, n, _ := askedNode(t, use, won, 100, 200, 2)
	if n.excluding = true; w.probeTB(&w.stack[3], n) {
		t.Error("a node that leaves a move out is settled")
	}
	for depth, want := range []bool{1: false, 2: true, 3: true} {
		if _, _, settled := askedNode(t, use, won, 100, 200, depth); depth > 0 && settled != want {
			t.Errorf("depth %d: %v", depth, settled)
		}
	}
}

func TestEvaluationsStayBelowWinsByTables(t *testing.T) {
	// What is added to an evaluation: its correction, and in quiescence a capture that promotes.
	room := Score(correctionSlices*correctionLimit/correctionGrain) + 2*Score(movegen.ExchangeValue(movegen.Queen)) + Score(deltaMargin)
	if eval.MaxScore+room/2 >= TBBound {
		t.Errorf("%d and %d reach %d", eval.MaxScore, room, TBBound)
	}
	if TBWin >= MateBound || TBWin+MaxPly > MateBound {
		t.Error("wins by tables reach the mates")
	}
	for _, s := range []Score{TBWin, TBWin - MaxPly, TBBound, MateBound} {
		if _, mate := s.Mate(); mate {
			t.Errorf("%d is a mate", s)
		}
		if win, draw, loss := s.WDL(); win != 1000 || draw != 0 || loss != 0 {
			t.Errorf("%d: %d, %d, %d", s, win, draw, loss)
		}
	}
}

// What tables decide is known in the table, apart from what searches without them know, and not in the file.
func TestWhatTablesDecideStaysOutOfTheFile(t *testing.T) {
	file := openHashFile(t, filepath.Join(t.TempDir(), "games.hash"))
	tables := smallTables(t)
	request := func(use EndgameUse) Request {
		return Request{Knowledge: eval.All, HashFileUse: HashFileUse{File: file, Depth: 1}, Endgames: use}
	}
	with, without := request(EndgameUse{Tables: tables, ProbeLimit: 3, Rule50: true}), request(EndgameUse{})
	ruleOff := request(EndgameUse{Tables: tables, ProbeLimit: 3})
	s, plain := newTestTTAccess(t, with), newTestTTAccess(t, without)
	off := newTestTTAccess(t, ruleOff)
	for key, c := range []struct {
		score Score
		kept  bool
	}{{TBWin - 3, false}, {-TBWin + 3, false}, {TBBound + 1, false}, {100, true}, {0, true}, {TBBound, true}, {MateScore - 5, true}} {
		at := movegen.Key(key+1) << 40
		s.save(&node{key: at, bestScore: c.score}, 4, tt.Exact, 0)
		if !probed(&s, at, 0, 1).ttHit {
			t.Errorf("%d is not in the table", c.score)
		}
		if got := probed(&plain, at, 0, 1).ttHit; got != c.kept {
			t.Errorf("%d is in the file: %v", c.score, got)
		}
		if probed(&off, at, 0, 1).ttHit {
			t.Errorf("%d is found without the 50-move rule", c.score)
		}
	}
	s.saveTB(&node{key: 5, bestScore: 0, tbBound: tt.Exact, depth: 3})
	if probed(&plain, 5, 0, 1).ttHit {
		t.Error("a draw by tables is in the file")
	}
}

// TestCapturesIntoTablesAreSeen: with one piece more than the tables have, a search of a few
// plies knows what each capture and promotion leads to.
func TestCapturesIntoTablesAreSeen(t *testing.T) {
	tables := openTables(t)
	random := rand.New(rand.NewPCG(15, 2))
	e := newEngine(t)
	better, found := 0, 0
	for found < 60 {
		p := randomEnding(random, []string{"KRPvKR", "KQPvKQ", "KPPvKP", "KRNvKP", "KQBvKQ", "KPPPvK"}[random.IntN(6)])
		best := syzygy.Loss
		for _, m := range p.Moves() {
			if next := p.After(m); next.HalfmoveClock() == 0 && next.HasLegalMove() {
				if value, ok := tables.WDL(&next); ok {
					best = max(best, -value)
				}
			}
		}
		if best != syzygy.Win {
			continue
		}
		found++
		e.NewGame()
		request := Request{Position: p, Limits: Limits{Depth: 4}}
		plain := e.Search(context.Background(), request, nil)
		request.Endgames = everything(tables)
		result := e.Search(context.Background(), request, nil)
		if result.Score <= TBBound || result.TBHits == 0 {
			t.Errorf("%s: %v, score %d, %d hits", p.FEN(), result.Best, result.Score, result.TBHits)
		}
		if plain.Score <= 500 {
			better++
		}
	}
	if better == 0 {
		t.Error("without tables the search saw as much")
	}
}

// hitInfo notes the hits that a search tells.
func hitInfo(hits *uint64) func(Info) { return func(info Info) { *hits = max(*hits, info.TBHits) } }

func TestSearchesWithTablesAreDeterministic(t *testing.T) {
	tables := openTables(t)
	e := newEngine(t)
	for _, fen := range []string{"8/5k2/8/3r4/8/2R1P3/4K3/8 w - - 3 1", "8/2k5/8/1P1p4/8/3KP3/8/8 b - - 0 1", "8/8/3k4/8/1q6/8/2R5/K7 w - - 4 40"} {
		request := Request{Position: mustPosition(t, fen), Limits: Limits{Depth: 12}, Endgames: everything(tables)}
		var reported uint64
		e.NewGame()
		first := e.Search(context.Background(), request, hitInfo(&reported))
		e.NewGame()
		again := e.Search(context.Background(), request, nil)
		if first.Nodes != again.Nodes || first.TBHits != again.TBHits || first.Best != again.Best || first.Score != again.Score {
			t.Errorf("%s: %+v, then %+v", fen, first, again)
		}
		if first.TBHits == 0 || reported == 0 || reported > first.TBHits {
			t.Errorf("%s: %d hits, %d reported", fen, first.TBHits, reported)
		}
	}
}

func TestThreadsShareTables(t *testing.T) {
	tables := openTables(t)
	e := newEngine(t)
	e.SetThreads(3)
	for i, fen := range []string{"8/5k2/8/3r4/8/2R1P3/4K3/8 w - - 3 1", "8/2k5/8/1P1p4/8/3KP3/8/8 b - - 0 1", "8/8/3k4/8/1q6/8/2R5/K7 w - - 4 40"} {
		p := mustPosition(t, fen)
		result := e.Search(context.Background(), Request{Position: p, Limits: Limits{Nodes: 20_000}, Endgames: everything(tables), MultiPV: 1 + i%2}, nil)
		if !p.IsLegal(result.Best) || result.TBHits == 0 {
			t.Errorf("%s: %v, %d hits", fen, result.Best, result.TBHits)
		}
	}
}

// TestTheSearchSaysWhatTheTablesSay: at the root of random positions the move keeps the value and the score tells it.
func TestTheSearchSaysWhatTheTablesSay(t *testing.T) {
	tables := openTables(t)
	random := rand.New(rand.NewPCG(15, 3))
	e := newEngine(t)
	for i := range effort.Of(300, 120, 60) {
		p := randomEnding(random, []string{"KQvKR", "KRvKP", "KPvKP", "KBNvK", "KPvK", "KNvKP", "KQvKP", "KRvKN"}[i%8])
		value, ok := tables.WDL(&p)
		if !ok {
			t.Fatal(p.FEN())
		}
		request := Request{Position: p, Limits: Limits{Depth: 1 + i%6}, Endgames: everything(tables)}
		result := e.Search(context.Background(), request, nil)
		if fault := contradiction(tables, p, value, result); fault != "" {
			t.Errorf("%s: %s", p.FEN(), fault)
		}
	}
}

// contradiction returns what in the result is not so by the value, "" if nothing.
func contradiction(tables *syzygy.Tables, p movegen.Position, value syzygy.WDL, result Result) string {
	if !p.IsLegal(result.Best) {
		return fmt.Sprintf("the move %v", result.Best)
	}
	next := p.After(result.Best)
	after, _ := tables.WDL(&next)
	score := result.Score
	switch {
	case result.Threads[0].Score != score:
		return fmt.Sprintf("%d, for the thread %d", score, result.Threads[0].Score)
	case next.HasLegalMove() && -after != value:
		return fmt.Sprintf("%v makes of a %v a %v", result.Best, value, -after)
	case value == syzygy.Win && score <= TBBound, value == syzygy.Loss && score >= -TBBound, value == syzygy.Draw && score != 0,
		value == syzygy.CursedWin && score != cursedScore, value == syzygy.BlessedLoss && score != -cursedScore:
		return fmt.Sprintf("a %v is reported as %d", value, score)
	}
	return ""
}

func TestProbingAllocatesNothing(t *testing.T) {
	w := preparedWorker(t, Request{Position: mustPosition(t, "8/5k2/8/3r4/8/2R1P3/4K3/8 w - - 3 1"), Endgames: everything(openTables(t))})
	w.tb = w.tb.inTree()
	w.keys = append(make([]movegen.Key, 0, 2*MaxPly), w.keys...)
	search := func() {
		w.tt.keySalt += 1 << 40 // so that the table knows nothing of this run
		w.alphaBeta(-Infinity, Infinity, 6, 0, pvNode)
	}
	for range 20 {
		search() // opens the files: what has been learnt leads to other captures
	}
	if allocs := testing.AllocsPerRun(5, search); allocs != 0 || w.tbHits == 0 {
		t.Errorf("%v allocations in a search of depth 6 with %d hits", allocs, w.tbHits)
	}
}

// elementaryEndings are the endings against the bare king that nobody may fail to win, each from
// one of its worst placements.
var elementaryEndings = []struct{ name, material, worst string }{
	{"queen, mate in 10", "KQvK", "7K/6Q1/8/8/2k5/8/8/8 w - - 0 1"},
	{"rook, mate in 16", "KRvK", "8/8/8/8/8/3k4/2R5/6K1 w - - 0 1"},
	{"two bishops, mate in 19", "KBBvK", "7K/8/8/8/1Bk3B1/8/8/8 w - - 0 1"},
	{"bishop and knight, mate in 33", "KBNvK", "K7/8/8/8/B7/1Nk5/8/8 w - - 0 1"},
}

// endingTrial is how hard the endings are tried: one position with some 15 ms' worth of nodes,
// so that it is the same every time, or with ALFIERE_LONG=1 many at 50 ms a move.
func endingTrial() (games int, limits Limits) {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 60, Limits{MoveTime: 50 * time.Millisecond}
	}
	return 1, Limits{Nodes: 12_000}
}

// The defender has the endgame tables, the engine has not.
func TestElementaryEndingsAreWonAgainstTheBestDefence(t *testing.T) {
	games, limits := endingTrial()
	endings := elementaryEndings
	if testing.Short() { // one thread: the race detector has nothing to find
		endings = endings[:1]
	}
	for _, ending := range endings {
		t.Run(ending.name, func(t *testing.T) {
			tables := smallTables(t)
			if len(ending.material) > len("KQvK") {
				tables = openTables(t)
			}
			engine, p := newEngine(t), mustPosition(t, ending.worst)
			random := rand.New(rand.NewPCG(6, 0))
			for range games {
				if fault := playOut(engine, tables, Request{Position: p, Limits: limits}); fault != nil {
					t.Errorf("%s: %v", p.FEN(), fault)
				}
				p = randomOf(t, random, tables, ending.material, syzygy.Win)
			}
		})
	}
}

func TestAPawnThatWinsIsBroughtHome(t *testing.T) {
	games, limits := endingTrial()
	games = effort.Of(4*games, 2, 1)
	tables, engine := smallTables(t), newEngine(t)
	random := rand.New(rand.NewPCG(6, 1))
	for range games {
		p := randomOf(t, random, tables, "KPvK", syzygy.Win)
		if fault := playOut(engine, tables, Request{Position: p, Limits: limits}); fault != nil {
			t.Errorf("%s: %v", p.FEN(), fault)
		}
	}
}
