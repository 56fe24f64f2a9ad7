package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// scripted is an engine that reports the entries of a list, one for each search.
type scripted struct {
	reports [][]search.Info
	results []search.Result
	end     func() // called by each search
	at      int
}

func (e *scripted) NewGame() {}

func (e *scripted) Search(_ context.Context, _ search.Request, report func(search.Info)) search.Result {
	defer func() { e.at++ }()
	if e.end != nil {
		e.end()
	}
	if e.at < len(e.reports) && report != nil {
		for _, i := range e.reports[e.at] {
			report(i)
		}
	}
	return e.results[e.at]
}

// line reads moves that follow each other.
func line(t *testing.T, p movegen.Position, text string) (moves []movegen.Move) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		m := must.Get(notation.ParseSAN(&p, word, notation.English))(t)
		moves = append(moves, m)
		p.Make(m)
	}
	return moves
}

func position(t *testing.T, fen string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fen))(t)
}

// threeLines is a search of three lines that is cut off when it has found a better move.
func threeLines(t *testing.T) (movegen.Position, *scripted) {
	p := movegen.StartPosition()
	info := func(depth, rank int, score search.Score, moves string) search.Info {
		return search.Info{Depth: depth, MultiPV: rank, Score: score, Bound: search.Exact, Line: line(t, p, moves),
			Nodes: uint64(1000 * depth), Elapsed: time.Duration(depth) * time.Millisecond}
	}
	doubtful := info(2, 1, 300, "a4")
	doubtful.Bound = search.Lower
	return p, &scripted{
		reports: [][]search.Info{{info(1, 1, 30, "e4"), info(1, 2, 20, "d4 d5"), info(1, 3, 10, "c4"), {Depth: 2, Nodes: 1500}, doubtful,
			info(2, 1, 25, "d4 Nf6 c4"), info(2, 2, 24, "e4 e5")}},
		results: []search.Result{{Best: line(t, p, "Nf3")[0], Line: line(t, p, "Nf3 d5"), Score: 40, Depth: 2, Nodes: 1234567, Elapsed: 3 * time.Second}},
	}
}

func TestTheBestLinesAreKept(t *testing.T) {
	p, engine := threeLines(t)
	a := Analyst{Engine: engine, Lines: 3}
	var seen []string
	s := a.Position(t.Context(), p, func(s *State) {
		text := ""
		for _, l := range s.Lines {
			text += " " + notation.SAN(&p, l.Moves[0], notation.English) + fmt.Sprint(l.Depth)
		}
		seen = append(seen, strings.TrimSpace(text))
	})
	if got := strings.Join(seen, "; "); got != "e41; e41 d41; e41 d41 c41; e41 d41 c41; e41 d41 c41; d42 e41 c41; d42 e42 c41" {
		t.Errorf("the lines were %s", got)
	}
	text := strings.Join(Text{}.Lines(&s), "\n") + "\n" + Status(&s) + "\n"
	if want := " +0.40  1. Nf3 d5\n +0.25  1. d4 Nf6 2. c4\n +0.24  1. e4 e5\ndepth 2, 3.0 s, 1,234,567 nodes: White is slightly better\n"; text != want {
		t.Errorf("it says\n%s", text)
	}
	p, engine = threeLines(t)
	s = (&Analyst{Engine: engine}).Position(t.Context(), p, nil)
	if len(s.Lines) != 1 || s.Score() != 40 {
		t.Errorf("one line: %+v", s)
	}
}

func TestAFinishedGameIsNotSearched(t *testing.T) {
	for fen, want := range map[string]string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": "checkmate: White is mated",
		"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1":                             "checkmate: Black is mated",
		"7k/8/6Q1/8/8/8/8/K7 b - - 0 1":                                 "stalemate",
	} {
		s := (&Analyst{}).Position(t.Context(), position(t, fen), nil)
		if got := s.Over(); got != want || len(s.Lines) > 0 {
			t.Errorf("%s: %s, %+v", fen, got, s)
		}
	}
}

func TestScoresAreWhites(t *testing.T) {
	p := position(t, "4k3/8/8/8/8/8/4q3/K7 b - - 0 20")
	for _, test := range []struct {
		score       search.Score // Black's
		text, words string
	}{
		{0, "+0.00", "about equal"},
		{25, "-0.25", "about equal"},
		{-45, "+0.45", "White is slightly better"},
		{150, "-1.50", "Black is better"},
		{-900, "+9.00", "White is winning"},
		{search.MateScore - 1, "-M1", "Black mates in 1 move"},
		{search.MateScore - 5, "-M3", "Black mates in 3 moves"},
		{-search.MateScore + 4, "+M2", "White mates in 2 moves"},
	} {
		engine := &scripted{results: []search.Result{{Best: p.Moves()[0], Line: p.Moves()[:1], Score: test.score}}}
		s := (&Analyst{Engine: engine}).Position(t.Context(), p, nil)
		if got := Score(s.Score()); got != test.text || words(s.Score()) != test.words {
			t.Errorf("%d: %s, %s", test.score, got, words(s.Score()))
		}
		if text := (Text{}).Lines(&s)[0]; !strings.Contains(text, test.text+"  20... ") {
			t.Errorf("the line is %q", text)
		}
	}
	if got := Score(search.MateScore) + Score(-search.MateScore); got != "matemate" {
		t.Error(got)
	}
	if got := grouped(0) + " " + grouped(999) + " " + grouped(1000) + " " + grouped(12345678); got != "0 999 1,000 12,345,678" {
		t.Error(got)
	}
}

func TestLinesAreWrappedToTheWidth(t *testing.T) {
	p := movegen.StartPosition()
	moves := line(t, p, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8")
	s := State{Position: p, Lines: []Line{{Score: 30, Moves: moves}}}
	whole := strings.Join(strings.Fields(Text{}.Lines(&s)[0]), " ")
	for width := 20; width < 100; width++ {
		lines := Text{Width: width}.Lines(&s)
		for i, l := range lines {
			if len(l) > width || i > 0 && !strings.HasPrefix(l, "        ") {
				t.Errorf("width %d: %q", width, l)
			}
		}
		if got := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); got != whole {
			t.Errorf("width %d: %s", width, got)
		}
	}
	if brief := (Text{Width: 20}).Brief(&s); len(brief) != 1 {
		t.Errorf("the brief form has %d lines", len(brief))
	}
}

// judgedGame is a game with mistakes of all kinds that ends in mate.
func judgedGame(t *testing.T) Game {
	t.Helper()
	const text = "[White \"A & B\"]\n[Black \"<C>\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 4. Qf3 Nd4 5. Qxf7# 1-0\n"
	r := pgn.NewReader(strings.NewReader(text), pgn.Reading{})
	if !r.Next() {
		t.Fatal("no game")
	}
	game := must.Get(r.Game())(t)
	tree := game.Tree
	better := map[int]string{2: "Nf3 Nc6 Bb5", 4: "Nf3 Nf6", 5: "g6 Qf3 Nf6 Ne2", 7: "Nf6 Ne2 Bg7"}
	engine := &scripted{}
	p := tree.Start()
	scores := []search.Score{30, -28, 95, 10, 35, 60, -40, 20, search.MateScore - 1} // of the side to move
	i := 0
	for n := range tree.Line(gametree.Root) {
		best := []movegen.Move{tree.Move(n)}
		if b := better[i]; b != "" {
			best = line(t, p, b)
		}
		engine.results = append(engine.results, search.Result{Best: best[0], Line: best, Score: scores[i], Depth: 10 + i})
		p.Make(tree.Move(n))
		i++
	}
	g, err := (&Analyst{Engine: engine}).Game(t.Context(), tree, nil)
	if err != nil || len(g.Moves) != 9 || g.Plies != 9 {
		t.Fatalf("%d moves of %d, %v", len(g.Moves), g.Plies, err)
	}
	g.Title = game.Tags.Get("White") + " - " + game.Tags.Get("Black")
	return g
}

func TestAGameIsReported(t *testing.T) {
	g := judgedGame(t)
	var out bytes.Buffer
	write := func(lines []string) {
		for _, l := range lines {
			fmt.Fprintln(&out, l)
		}
		fmt.Fprintln(&out)
	}
	write(Graph{Columns: 40, Rows: 7, Unicode: true}.Draw(&g))
	write(Graph{Columns: 40, Rows: 7}.Draw(&g))
	text := Text{Width: 60}
	write(text.Table(&g, false))
	write(text.Mistakes(&g, 3))
	write(g.Summary())
	for _, w := range []func() error{
		func() error { return text.WriteGameJSON(&out, &g) },
		func() error { return text.WriteSVG(&out, &g) },
	} {
		must.Do(t, w())
	}
	golden.File(t, "testdata/game.txt", out.String())
}

func TestAPositionIsReportedInJSON(t *testing.T) {
	p, engine := threeLines(t)
	s := (&Analyst{Engine: engine, Lines: 2}).Position(t.Context(), p, nil)
	var out bytes.Buffer
	must.Do(t, (Text{}).WriteJSON(&out, &s, Stage{ID: "start", Final: true}))
	mated := State{Position: position(t, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Final: search.MateScore}
	must.Do(t, (Text{Chess960: true}).WriteJSON(&out, &mated, Stage{Interrupted: true}))
	golden.File(t, "testdata/position.json", out.String())
	for l := range strings.Lines(out.String()) {
		if !json.Valid([]byte(l)) {
			t.Errorf("no JSON: %s", l)
		}
	}
}

func TestAnInterruptedGameHasTheMovesJudgedBefore(t *testing.T) {
	tree := gametree.New(movegen.StartPosition())
	n := gametree.Root
	for _, m := range line(t, tree.Start(), "e4 e5 Nf3 Nc6") {
		n = tree.Add(n, m)
	}
	ctx, cancel := context.WithCancel(t.Context())
	engine := &scripted{results: make([]search.Result, 9)}
	engine.end = func() {
		if engine.at == 3 {
			cancel()
		}
	}
	heard := 0
	g, err := (&Analyst{Engine: engine}).Game(ctx, tree, func(ply, plies int) { heard += ply*10 + plies })
	if !errors.Is(err, context.Canceled) || len(g.Moves) != 2 || g.Plies != 4 || heard != 4+14+24 {
		t.Errorf("%d of %d moves, %v, progress %d", len(g.Moves), g.Plies, err, heard)
	}
}
