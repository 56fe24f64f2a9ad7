package analysis

import (
	"context"
	"errors"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

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
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g.Tree
}

// written writes a game and returns its moves.
func written(t *testing.T, tree *gametree.Tree) string {
	t.Helper()
	var text strings.Builder
	if err := pgn.NewWriter(&text).Write(pgn.NewGame(tree)); err != nil {
		t.Fatal(err)
	}
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
		if err := a.Annotate(context.Background(), tree); err != nil {
			t.Fatal(err)
		}
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
	var told []int
	a := Annotator{Engine: engine, Limits: search.Limits{Nodes: 7}, Progress: func(ply, plies int) { told = append(told, ply, plies) }}
	if err := a.Annotate(context.Background(), treeOf(t, "1. Nf3 Nf6 2. -- d5 *")); err != nil {
		t.Fatal(err)
	}
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
	if len(told) != 8 || told[6] != 3 || told[7] != 4 {
		t.Errorf("the progress is %v", told)
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
		p, err := movegen.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
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
