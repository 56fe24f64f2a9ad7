package analysis

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// scriptedJudge reports results given by a test.
type scriptedJudge struct {
	infos   []search.Info
	best    movegen.Move
	request search.Request // the last one
}

func (s *scriptedJudge) Search(_ context.Context, r search.Request, report func(search.Info)) search.Result {
	s.request = r
	for _, i := range s.infos {
		report(i)
	}
	return search.Result{Best: s.best}
}

// treeLine is a line of one move.
func treeLine(rank int, m movegen.Move, score search.Score, depth int) search.Info {
	return search.Info{MultiPV: rank, Line: []movegen.Move{m}, Score: score, Depth: depth, Bound: search.Exact}
}

func moves(choices []gametree.Choice) (list []movegen.Move) {
	for _, c := range choices {
		list = append(list, c.Move)
	}
	return list
}

func TestTheLastIterationRanksTheMoves(t *testing.T) {
	p := movegen.StartPosition()
	all := p.Moves()
	a, b, c, d := all[10], all[11], all[12], all[0]
	bound := treeLine(1, d, 900, 9)
	bound.Bound = search.Exact + 1
	tests := []struct {
		name  string
		infos []search.Info
		best  movegen.Move
		want  []movegen.Move
	}{
		{"a whole iteration", []search.Info{treeLine(1, a, 5, 3), treeLine(2, b, 4, 3), treeLine(3, c, 3, 3)}, a, []movegen.Move{a, b, c}},
		{"the later one counts", []search.Info{treeLine(1, a, 5, 3), treeLine(2, b, 4, 3), treeLine(3, c, 3, 3),
			treeLine(1, b, 9, 4), treeLine(2, c, 8, 4), treeLine(3, a, 7, 4)}, b, []movegen.Move{b, c, a}},
		{"one that was cut off comes first", []search.Info{treeLine(1, a, 5, 3), treeLine(2, b, 4, 3), treeLine(3, c, 3, 3), treeLine(1, c, 9, 4)}, c,
			[]movegen.Move{c, a, b}},
		{"a bound says nothing", []search.Info{bound, treeLine(1, a, 5, 3), treeLine(2, b, 4, 3), treeLine(3, c, 3, 3)}, a, []movegen.Move{a, b, c}},
		{"no line at all", nil, c, []movegen.Move{c, all[0], all[1]}},
	}
	for _, test := range tests {
		g := Grower{Searcher: &scriptedJudge{infos: test.infos, best: test.best}, Best: 3, Nodes: 7}
		choices, err := g.Choose(context.Background(), &p)
		if err != nil || !slices.Equal(moves(choices), test.want) {
			t.Errorf("%s: %v, not %v, error %v", test.name, moves(choices), test.want, err)
		}
	}
}

func TestMovesThatNobodyJudgedHaveNoEvaluation(t *testing.T) {
	p := movegen.StartPosition()
	all := p.Moves()
	s := &scriptedJudge{infos: []search.Info{treeLine(1, all[5], 12, 3)}, best: all[5]}
	g := Grower{Searcher: s, Nodes: 7}
	choices, err := g.Choose(context.Background(), &p)
	if err != nil || len(choices) != len(all) || !choices[0].Judged || choices[0].Evaluation != (gametree.Evaluation{Centipawns: 12, Depth: 3}) {
		t.Fatalf("%+v, error %v", choices, err)
	}
	for _, c := range choices[1:] {
		if c.Judged {
			t.Errorf("%v is judged", c.Move)
		}
	}
	if s.request.MultiPV != len(all) || s.request.Limits.Nodes != 7 {
		t.Errorf("asked for was %+v", s.request)
	}
}

func TestAnInterruptedSearchChoosesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := movegen.StartPosition()
	g := Grower{Searcher: &scriptedJudge{}, Nodes: 1, Progress: func(int) { t.Error("nothing was searched") }}
	if _, err := g.Choose(ctx, &p); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestWithoutASearcherATreeHoldsAllMoves(t *testing.T) {
	tree := gametree.New(movegen.StartPosition())
	var g Grower
	if err := g.Grow(context.Background(), tree, 2); err != nil || tree.Len() != 20+400 {
		t.Errorf("%d moves, error %v", tree.Len(), err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(enough)
	if err := g.Grow(ctx, tree, 3); err != enough || tree.Len() != 20+400 {
		t.Errorf("%d moves, error %v", tree.Len(), err)
	}
}

// An engine grows a tree: the mate is first and ends its line.
func TestAGrownTreeHoldsTheBestMoves(t *testing.T) {
	engine := must.Get(search.New(1))(t)
	defer engine.Close()
	p := must.First(movegen.Rules{}.ParseFEN("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"))(t)
	tree, counts := gametree.New(p), []int{}
	g := Grower{Searcher: engine, Best: 2, Nodes: 5000, Progress: func(n int) { counts = append(counts, n) }}
	must.Do(t, g.Grow(context.Background(), tree, 2))
	first := tree.Next(gametree.Root)
	if e, ok := tree.Evaluation(first); !ok || e.Mate != 1 || !tree.Ended(first) {
		t.Errorf("the first move is %v, %+v", tree.Move(first), e)
	}
	if tree.Len() != 2+2 || !slices.Equal(counts, []int{1, 2}) {
		t.Errorf("%d moves, progress %v", tree.Len(), counts)
	}
}

func TestScoresBecomeEvaluationsOfWhite(t *testing.T) {
	for _, test := range []struct {
		score search.Score
		depth int
		side  movegen.Color
		want  gametree.Evaluation
	}{
		{35, 9, movegen.White, gametree.Evaluation{Centipawns: 35, Depth: 9}},
		{35, 9, movegen.Black, gametree.Evaluation{Centipawns: -35, Depth: 9}},
		{search.MateScore - 3, 5, movegen.White, gametree.Evaluation{Mate: 2, Depth: 5}},
		{search.MateScore - 3, 5, movegen.Black, gametree.Evaluation{Mate: -2, Depth: 5}},
		{search.MateScore - 1, 5, movegen.Black, gametree.Evaluation{Mate: -1, Depth: 5}},
		{2 - search.MateScore, 5, movegen.Black, gametree.Evaluation{Mate: 1, Depth: 5}},
		{0, 1 << 20, movegen.White, gametree.Evaluation{Depth: 1<<15 - 1}},
	} {
		if got := evaluation(test.score, test.depth, test.side); got != test.want {
			t.Errorf("%d for %v: %+v, not %+v", test.score, test.side, got, test.want)
		}
	}
}

// TestTheSizeOfATreeIsKnownBeforehand: the count is that of the positions which are searched,
// as long as no game is over, and a tree that is too large is refused at once.
func TestTheSizeOfATreeIsKnownBeforehand(t *testing.T) {
	start := movegen.StartPosition()
	for _, test := range []struct{ best, depth int }{{0, 1}, {0, 2}, {1, 5}, {2, 3}, {3, 2}} {
		searched := 0
		g := Grower{Searcher: level{}, Best: test.best, Nodes: 1, Progress: func(count int) { searched = count }}
		count, fits := g.Count(&start, test.depth)
		must.Do(t, g.Grow(context.Background(), gametree.New(start), test.depth))
		if !fits || count != int64(searched) {
			t.Errorf("%+v: counted %d, %v, searched %d", test, count, fits, searched)
		}
	}
	bare := must.Get(movegen.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))(t)
	queens := must.Get(movegen.ParseFEN("8/8/8/7k/8/8/QQ6/KR6 w - - 0 1"))(t)
	for _, test := range []struct {
		position    movegen.Position
		best, depth int
		fits        bool
	}{{start, 0, 4, true}, {start, 0, 5, true}, {queens, 0, MaxDepth, false}, {start, 2, MaxDepth, true}, {bare, 0, MaxDepth, true}} {
		g := Grower{Best: test.best}
		if _, fits := g.Count(&test.position, test.depth); fits != test.fits {
			t.Errorf("best %d, depth %d: %v", test.best, test.depth, fits)
		}
	}
}

// Counting all moves of a tree that is refused would take seconds.
func TestCountingStopsSoonAfterTheLimit(t *testing.T) {
	start := movegen.StartPosition()
	if all := movegen.Perft(&start, 4); countUpTo(&start, 4, all) != all {
		t.Errorf("up to %d: %d", all, countUpTo(&start, 4, all))
	}
	for _, limit := range []uint64{0, 1000, gametree.MaxGrowth} {
		if n := countUpTo(&start, MaxDepth, limit); n <= limit || n > limit+218*218 {
			t.Errorf("up to %d: %d", limit, n)
		}
	}
}

// level is an engine that finds no move better than another.
type level struct{}

func (level) Search(context.Context, search.Request, func(search.Info)) search.Result {
	return search.Result{}
}

// byPly is an engine that has its verdicts in a list, one for each search of a game.
type byPly struct {
	results  []search.Result
	requests []search.Request
	games    int
	after    func() // called by each search
}

func (e *byPly) NewGame() { e.games++ }

func (e *byPly) Search(_ context.Context, r search.Request, _ func(search.Info)) search.Result {
	e.requests = append(e.requests, r)
	if e.after != nil {
		e.after()
	}
	return e.results[len(e.requests)-1]
}

// treeOf reads a game.
func treeOf(t *testing.T, text string) *gametree.Tree {
	t.Helper()
	r := pgn.NewReader(strings.NewReader("[Event \"x\"]\n\n"+text), pgn.Reading{})
	if !r.Next() {
		t.Fatal("no game")
	}
	g := must.Get(r.Game())(t)
	return g.Tree
}

// written writes a game and returns its moves.
func written(t *testing.T, tree *gametree.Tree) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, (pgn.Layout{}).Write(&text, pgn.NewGame(tree)))
	_, moves, _ := strings.Cut(text.String(), "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

// lineOf returns the moves of a line from the initial position, or from after other moves.
func lineOf(t *testing.T, moves string) []movegen.Move {
	t.Helper()
	tree := treeOf(t, moves+" *")
	var line []movegen.Move
	for n := range tree.Line(gametree.Root) {
		line = append(line, tree.Move(n))
	}
	return line
}

func TestMovesThatLoseAreMarkedAndWhatWasBetterIsShown(t *testing.T) {
	best, flank := lineOf(t, "1. d4 d5"), lineOf(t, "1. c4 Nc6")
	queen := lineOf(t, "1. f3 e5 2. g4 Qh4#")
	for _, test := range []struct {
		name, game string
		line       int
		results    []search.Result
		want       string
	}{
		{"a blunder after which it is mate", "1. f3 e5 2. g4 Qh4# 0-1", 2,
			[]search.Result{{Score: 30, Depth: 5, Line: best}, {Score: 10, Depth: 5}, {Score: 0, Depth: 6, Line: flank}, {Score: search.MateScore - 1, Depth: 2, Line: queen[3:]}},
			"1. f3 {[%eval -0.10,5]} 1... e5 {[%eval 0.00,6]} 2. g4 $4 {[%eval #-1,2]} (2. c4 {[%eval 0.00,6]} 2... Nc6) 2... Qh4# 0-1"},
		{"another mate than the engine's", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", 2,
			[]search.Result{{Line: best}, {}, {}, {}, {}, {}, {Score: search.MateScore - 1, Depth: 2, Line: best}},
			"1. e4 {[%eval 0.00]} 1... e5 {[%eval 0.00]} 2. Qh5 {[%eval 0.00]} 2... Nc6 {[%eval 0.00]} 3. Bc4 {[%eval 0.00]} 3... Nf6 {[%eval #1,2]} 4. Qxf7# 1-0"},
		{"inaccuracy, mistake and blunder", "1. a3 *", 1, []search.Result{{Score: 0, Line: best}, {Score: 70}}, "1. a3 $6 {[%eval -0.70]} (1. d4 {[%eval 0.00]}) *"},
		{"a mistake", "1. a3 *", 0, []search.Result{{Score: 0, Line: best}, {Score: 130}}, "1. a3 $2 {[%eval -1.30]} *"},
		{"a blunder", "1. a3 *", 0, []search.Result{{Score: 0, Line: best}, {Score: 250}}, "1. a3 $4 {[%eval -2.50]} *"},
		{"less than an inaccuracy", "1. a3 *", 1, []search.Result{{Score: 0, Line: best}, {Score: 40}}, "1. a3 {[%eval -0.40]} *"},
		{"the best move, whatever follows", "1. d4 *", 1, []search.Result{{Score: 0, Line: best}, {Score: 900}}, "1. d4 {[%eval -9.00]} *"},
		{"somebody's mark, and a line that is there", "1. a3 $1 (1. d4 {mine}) *", 2, []search.Result{{Score: 0, Line: best}, {Score: 250}},
			"1. a3 $1 {[%eval -2.50]} (1. d4 {[%eval 0.00] mine} 1... d5) *"},
		{"an older evaluation", "1. d4 {[%eval 9.99,1] good} *", 1, []search.Result{{Score: 0, Line: best}, {Score: 10, Depth: 3}}, "1. d4 {[%eval -0.10,3] good} *"},
		{"a pass", "1. -- d5 *", 1, []search.Result{{Score: 0, Line: best}, {Score: 900}, {Score: 900}}, "1. -- {[%eval -9.00]} 1... d5 {[%eval 9.00]} *"},
	} {
		tree, engine := treeOf(t, test.game), &byPly{results: test.results}
		a := Annotator{Engine: engine, Line: test.line}
		must.Do(t, a.Annotate(context.Background(), tree))
		if got := written(t, tree); got != test.want {
			t.Errorf("%s:\n%s\nnot\n%s", test.name, got, test.want)
		}
		if !IsJudged(tree) || engine.games != 1 {
			t.Errorf("%s: judged is %v, new games %d", test.name, IsJudged(tree), engine.games)
		}
	}
	if IsJudged(treeOf(t, "1. e4 (1. d4 {[%eval 0.3]}) *")) {
		t.Error("a game is judged whose variation is")
	}
}

// Repetitions are seen in the history; a pass cuts it, for nothing before can come again.
func TestTheSearchGetsTheHistoryOfTheGame(t *testing.T) {
	engine := &byPly{results: make([]search.Result, 5)}
	var reported []int
	a := Annotator{Engine: engine, Limits: search.Limits{Nodes: 7}, Progress: func(ply, plies int) { reported = append(reported, ply, plies) }}
	must.Do(t, a.Annotate(context.Background(), treeOf(t, "1. Nf3 Nf6 2. -- d5 *")))
	var history []int
	for _, r := range engine.requests {
		history = append(history, len(r.History))
		if r.Limits.Nodes != 7 {
			t.Errorf("the limits are %+v", r.Limits)
		}
	}
	if len(history) != 5 || history[1] != 1 || history[2] != 2 || history[3] != 0 || history[4] != 1 {
		t.Errorf("the histories have %v keys", history)
	}
	if len(reported) != 8 || reported[6] != 3 || reported[7] != 4 {
		t.Errorf("the progress is %v", reported)
	}
}

func TestAnInterruptedGameStaysAsItWas(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	searches := 0
	engine := &byPly{results: make([]search.Result, 9), after: func() {
		if searches++; searches == 2 {
			cancel()
		}
	}}
	tree := treeOf(t, "1. e4 {[%eval 9.99]} e5 2. d4 *")
	a := Annotator{Engine: engine}
	if err := a.Annotate(ctx, tree); !errors.Is(err, context.Canceled) || searches != 2 {
		t.Errorf("%v after %d searches", err, searches)
	}
	if got := written(t, tree); got != "1. e4 {[%eval 9.99]} 1... e5 2. d4 *" {
		t.Errorf("it has become %s", got)
	}
}

func TestAScorerSearchesWhereThereAreMoves(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	engine := &byPly{results: []search.Result{{Score: 42}, {Score: 7}}}
	score := Scorer(ctx, engine, search.Limits{Nodes: 9})
	for _, test := range []struct {
		fen  string
		want int
	}{
		{movegen.StartFEN, 42},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -int(search.MateScore)},
		{"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0},
	} {
		p := must.Get(movegen.ParseFEN(test.fen))(t)
		if got, err := score(&p); got != test.want || err != nil {
			t.Errorf("%s: %d, %v", test.fen, got, err)
		}
	}
	if len(engine.requests) != 1 || engine.requests[0].Limits.Nodes != 9 {
		t.Errorf("it has searched %+v", engine.requests)
	}
	cancel()
	p := movegen.StartPosition()
	if _, err := score(&p); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
