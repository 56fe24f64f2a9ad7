package tune

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// drawish are endings in which the scale depends on the side that is better.
var drawish = []string{
	"8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40",
	"8/8/4k3/8/8/2N5/4KP2/5r2 w - - 0 1",
	"8/1b3k2/8/p7/8/8/8/KB6 w - - 0 1",
	"4k3/8/8/8/1r6/8/2B5/3RK3 b - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1",
	"k7/8/8/P7/8/8/2B5/K7 w - - 0 1",
}

// testPositions are those of games and of random moves, and drawish endings.
func testPositions(t testing.TB) []movegen.Position {
	t.Helper()
	positions := randomPositions(effort.Of(1000, 400, 400), 6)
	for _, g := range greedyGames(t, 10, 7) {
		for _, s := range g.Samples {
			positions = append(positions, s.Position)
		}
	}
	for _, fen := range drawish {
		p := must.Get(movegen.ParseFEN(fen))(t)
		positions = append(positions, p, p.Mirror())
	}
	return positions
}

// setOf collects positions without a result.
func setOf(positions []movegen.Position) *set {
	c := newCollector()
	for i := range positions {
		c.Add(&game{Samples: []sample{{Position: positions[i]}}, Result: draw})
	}
	return &c.set
}

// tracer returns the evaluator of all tests that only trace: it is large.
var tracer = sync.OnceValue(func() *eval.Evaluator { return eval.New(eval.Thesis) })

// isLeftOut reports whether a collector leaves p out.
func isLeftOut(p *movegen.Position) bool {
	var trace eval.Trace
	tracer().Trace(p, &trace)
	return trace.Scale == 0
}

func TestTheModelScoresAsTheEvaluation(t *testing.T) {
	positions := testPositions(t)
	set := setOf(positions)
	weights, e := currentWeights(), eval.New(eval.Thesis)
	next, bounded := uint32(0), 0
	for i := range positions {
		p := &positions[i]
		want := e.Evaluate(p) * (1 - 2*int(p.Side()))
		if isLeftOut(p) {
			if want != 0 {
				t.Errorf("%s is left out, its score is %d", p.FEN(), want)
			}
			continue
		}
		got, _ := set.score(next, weights)
		next++
		if want == eval.MaxScore || want == -eval.MaxScore {
			bounded++
			continue
		}
		if math.Abs(got-float64(want)) >= 1 || math.Abs(got) < math.Abs(float64(want))-1e-6 {
			t.Errorf("%s: the model says %.3f, the evaluation %d", p.FEN(), got, want)
		}
	}
	if int(next) != len(set.positions) || len(set.positions) < len(positions)*9/10 {
		t.Errorf("%d of %d positions were collected, %d compared", len(set.positions), len(positions), next)
	}
	t.Logf("exact in %d of %d positions; %d were left out as drawn, %d were beyond the bound of scores",
		int(next)-bounded, len(positions), len(positions)-int(next), bounded)
}

// shaken returns weights that differ from w by up to some centipawns.
func shaken(w *Weights, by float64, random *rand.Rand) *Weights {
	s := *w
	for i := range s {
		s[i].Middlegame += by * (2*random.Float64() - 1)
		s[i].Endgame += by * (2*random.Float64() - 1)
	}
	return &s
}

func TestTheModelScoresWithOtherWeights(t *testing.T) {
	positions := testPositions(t)
	set := setOf(positions)
	random := rand.New(rand.NewPCG(1, 2))
	flipped := 0
	for range 4 {
		weights := shaken(currentWeights(), 300, random)
		next := uint32(0)
		for i := range positions {
			if isLeftOut(&positions[i]) {
				continue
			}
			want, other := scoreOfTrace(&positions[i], weights)
			if other {
				flipped++
			}
			if got, _ := set.score(next, weights); math.Abs(got-want) > 1e-6 {
				t.Fatalf("%s: %.6f, by the terms %.6f", positions[i].FEN(), got, want)
			}
			next++
		}
	}
	if flipped == 0 {
		t.Error("nowhere do the weights change the scale: the test does not see the choice")
	}
}

// scoreOfTrace is the reference implementation: the terms one by one. other says that with these
// weights the scale is another one.
func scoreOfTrace(p *movegen.Position, w *Weights) (score float64, other bool) {
	var trace eval.Trace
	tracer().Trace(p, &trace)
	middlegame, endgame := 0.0, 0.0
	for _, term := range trace.Terms {
		count := float64(term.Count)
		if term.Color == movegen.Black {
			count = -count
		}
		middlegame += count * w[term.Weight].Middlegame
		endgame += count * w[term.Weight].Endgame
	}
	scale := 64
	switch {
	case endgame > 0:
		scale = trace.Scales[0]
	case endgame < 0:
		scale = trace.Scales[1]
	}
	if scale == 0 {
		return 0, true
	}
	phase := float64(trace.Phase)
	return (middlegame*phase + endgame*(24-phase)*float64(scale)/64) / 24, scale != trace.Scale
}

func TestRoundedWeightsKeepTheRuleOfTheFifthAndTheScores(t *testing.T) {
	positions := testPositions(t)
	set := setOf(positions)
	weights := shaken(currentWeights(), 40, rand.New(rand.NewPCG(3, 4)))
	rounded := weights.Rounded()
	named := rounded.byName()
	for i, fifth := range named.PieceFifth {
		if v := named.PieceValue[i]; v != (pair{5 * fifth.Middlegame, 5 * fifth.Endgame}) {
			t.Errorf("%v is not a fifth of %v", fifth, v)
		}
	}
	for i, w := range rounded {
		if w.Middlegame != math.Round(w.Middlegame) || w.Endgame != math.Round(w.Endgame) {
			t.Errorf("weight %d is %v", i, w)
		}
	}
	for i := range uint32(len(set.positions)) {
		entries := 0.0
		for _, e := range set.entriesOf(i) {
			entries += math.Abs(float64(e.count))
		}
		before, _ := set.score(i, weights)
		after, _ := set.score(i, rounded)
		if set.positions[i].scales == [2]uint8{scaleFull, scaleFull} && math.Abs(before-after) > entries {
			t.Errorf("%.2f became %.2f with %v entries", before, after, entries)
		}
	}
}

func TestHalvesThatAreZeroByDesignAreNotFitted(t *testing.T) {
	start := currentWeights()
	start.byName().BishopPair = pair{}
	list := free(start, nil)
	halves := eval.ByName(&list)
	middlegame, endgame, both, none := half{true, false}, half{false, true}, half{true, true}, half{}
	for s := range 64 {
		if halves.KingMiddlegame[s] != middlegame || halves.KingEndgame[s] != endgame {
			t.Fatalf("square %d: KingMiddlegame %v, KingEndgame %v", s, halves.KingMiddlegame[s], halves.KingEndgame[s])
		}
	}
	if halves.PieceFifth[0] != none || halves.PieceValue[0] != both {
		t.Errorf("PieceFifth %v, PieceValue %v", halves.PieceFifth[0], halves.PieceValue[0])
	}
	if halves.BishopPair != both {
		t.Errorf("a new field: %v", halves.BishopPair)
	}
}

// tableOf reads the fields and values of a weight table's source, in order.
func tableOf(t *testing.T, source []byte) (fields []string, values []string) {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments))(t)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			fields = append(fields, n.Key.(*ast.Ident).Name)
		case *ast.CompositeLit:
			if _, nested := n.Elts[0].(*ast.CompositeLit); nested || len(n.Elts) != 2 {
				return true
			}
			if _, list := n.Elts[0].(*ast.KeyValueExpr); !list {
				values = append(values, number(t, n.Elts[0])+" "+number(t, n.Elts[1]))
			}
		}
		return true
	})
	return fields, values
}

func number(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value
	case *ast.UnaryExpr:
		return e.Op.String() + number(t, e.X)
	}
	t.Fatalf("%T is no number", e)
	return ""
}

func TestTheSourceHoldsTheWeightsAsGofmtWritesThem(t *testing.T) {
	weights := shaken(currentWeights(), 100, rand.New(rand.NewPCG(1, 1))).Rounded()
	source := source(weights, []string{"From games.", "More of it."})
	formatted := must.Get(format.Source(source))(t)
	if !bytes.Equal(formatted, source) {
		t.Error("gofmt would change the source")
	}
	if !strings.Contains(string(source), "//\n// From games.\n// More of it.\nvar weightTable") {
		t.Error("the provenance is not in the comment of the table")
	}
	fields, values := tableOf(t, source)
	if len(values) != eval.WeightCount {
		t.Fatalf("%d weights, want %d", len(values), eval.WeightCount)
	}
	for i, w := range weights {
		if want := fmt.Sprintf("%d %d", int(w.Middlegame), int(w.Endgame)); values[i] != want {
			t.Errorf("weight %d is %s, want %s", i, values[i], want)
		}
	}
	var want []string
	for _, field := range eval.Fields() {
		want = append(want, field.Name)
	}
	if !slices.Equal(fields, want) {
		t.Errorf("the source has the fields %v, want %v", fields, want)
	}
}

// The table in use, written with its own weights, is the same table to the letter, but for
// the comment on where it comes from.
func TestTheSourceIsThatOfTheTableInUse(t *testing.T) {
	present := must.Get(os.ReadFile("../weight_table.go"))(t)
	_, want, _ := strings.Cut(string(present), "\nvar ")
	if _, got, _ := strings.Cut(string(source(currentWeights(), nil)), "\nvar "); got != want {
		t.Error("the table in use is not as Source writes it; alfiere-lab tune fit makes it")
	}
}

// TestTheShareIsThatOfTheTrace compares what is learnt from a position with the trace of the other terms.
func TestTheShareIsThatOfTheTrace(t *testing.T) {
	var positions []movegen.Position
	for _, g := range greedyGames(t, 20, 8) {
		for i := range g.Samples {
			positions = append(positions, g.Samples[i].Position)
		}
	}
	for _, fen := range []string{"8/8/4k3/8/8/3K4/4N3/8 w - - 0 1", "8/5k2/4p3/3b4/8/2B5/3K1P2/8 b - - 0 1",
		"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"} {
		positions = append(positions, must.Get(movegen.ParseFEN(fen))(t))
	}
	judge, shares := eval.New(eval.Thesis), map[float32]int{}
	for i := range positions {
		var trace eval.Trace
		letters := tracer().Trace(&positions[i], &trace)
		middlegame := float32(trace.Phase) / phaseMax
		want := middlegame + (1-middlegame)*float32(trace.Scale)/scaleFull
		l := &labelledSample{sample: sample{Position: positions[i]}}
		e, ok := l.example(judge)
		if ok != (trace.Scale > 0) || ok && (e.share != want || e.letters != float32(letters)) {
			t.Fatalf("%s: %v, %v of %v; want %v of %d", positions[i].FEN(), ok, e.share, e.letters, want, letters)
		}
		shares[e.share]++
	}
	if shares[0] == 0 || shares[1] == 0 || len(shares) < 10 {
		t.Errorf("the shares were %v", shares)
	}
}
