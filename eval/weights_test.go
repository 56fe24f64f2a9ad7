package eval

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
)

func TestFieldsCoverTheWeightsWithoutGaps(t *testing.T) {
	next := 0
	names := make(map[string]bool)
	for i := range Fields() {
		f := &Fields()[i]
		if f.First != next || f.Size() < 1 {
			t.Errorf("%s begins at %d with %d weights, want it to begin at %d", f.Name, f.First, f.Size(), next)
		}
		if names[f.Name] || f.Meaning == "" {
			t.Errorf("%s is listed twice or not described", f.Name)
		}
		if f.Kind == 0 || f.Kind&(f.Kind-1) != 0 {
			t.Errorf("%s belongs to %q", f.Name, f.Kind)
		}
		if i > 0 && f.Kind < Fields()[i-1].Kind {
			t.Errorf("%s of %q comes after a field of %q", f.Name, f.Kind, Fields()[i-1].Kind)
		}
		names[f.Name] = true
		next += f.Size()
	}
	if next != WeightCount {
		t.Errorf("the fields hold %d weights, want %d", next, WeightCount)
	}
}

// Each weight has one index and each index one weight: what reflection finds at a place of
// the table is what the lists, the names and the evaluation's pointers find there.
func TestIndicesAndWeightsAreTheSameThing(t *testing.T) {
	var numbered Weights[int]
	for i := range numbered.List() {
		numbered.List()[i] = i
	}
	seen, names := make([]bool, WeightCount), make(map[string]bool)
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		if v.Kind() == reflect.Array {
			for i := range v.Len() {
				walk(name+"["+string(rune('0'+i/10))+string(rune('0'+i%10))+"]", v.Index(i))
			}
			return
		}
		index := int(v.Int())
		if seen[index] || names[name] {
			t.Fatalf("%s, %d: twice", name, index)
		}
		seen[index], names[name] = true, true
		if got := numbered.index(v.Addr().Interface().(*int)); got != index {
			t.Fatalf("%s: its place says %d, its content %d", name, got, index)
		}
		want := strings.ReplaceAll(name, "[0", "[")
		if got := WeightAt(index).Name; got != want {
			t.Fatalf("weight %d is %s, want %s", index, got, want)
		}
	}
	weights := reflect.ValueOf(&numbered).Elem()
	for i := range weights.NumField() {
		walk(weights.Type().Field(i).Name, weights.Field(i))
	}
	for i, found := range seen {
		if !found {
			t.Errorf("index %d belongs to no field", i)
		}
	}
}

func TestWeightAtDescribesTheWeight(t *testing.T) {
	w := &weightTable
	for _, test := range []struct {
		weight *Value
		kind   Knowledge
		name   string
	}{
		{&w.PieceValue[0], Material, "PieceValue[0]"},
		{&w.Tempo, Mobility, "Tempo"},
		{&w.KnightSquare[63], Centre, "KnightSquare[63]"},
		{&w.Passed[2][5], Attack, "Passed[2][5]"},
		{&w.PieceByPawns[3][8], Relation, "PieceByPawns[3][8]"},
		{&w.BadBishop, Relation, "BadBishop"},
	} {
		got := WeightAt(w.index(test.weight))
		if got.Kind != test.kind || got.Name != test.name ||
			got.Middlegame != int(test.weight.Middlegame) || got.Endgame != int(test.weight.Endgame) {
			t.Errorf("%+v, want %s of %q with %v", got, test.name, test.kind, *test.weight)
		}
	}
}

func TestCurrentWeightsAreACopy(t *testing.T) {
	w := CurrentWeights()
	w.Tempo.Middlegame++
	if weightTable.Tempo == w.Tempo {
		t.Error("the table has changed")
	}
}

func TestAFifthOfThePieceValues(t *testing.T) {
	for i, fifth := range weightTable.PieceFifth {
		if (Value{5 * fifth.Middlegame, 5 * fifth.Endgame}) != weightTable.PieceValue[i] {
			t.Errorf("%v is no fifth of %v", fifth, weightTable.PieceValue[i])
		}
	}
}

func TestScoreHalvesAreIndependent(t *testing.T) {
	for _, mg := range []int{-70000, -1, 0, 1, 70000} {
		for _, eg := range []int{-70000, -1, 0, 1, 70000} {
			for _, n := range []int{-3, -1, 0, 1, 2} {
				if s := makeScore(mg, eg) * score(n); s.mg() != mg*n || s.eg() != eg*n {
					t.Errorf("(%d, %d) times %d is (%d, %d)", mg, eg, n, s.mg(), s.eg())
				}
			}
		}
	}
}

// weight describes one weight of the evaluation.
type weight struct {
	Kind       Knowledge // the one letter it belongs to
	Name       string    // its field and, if that has several, the number in it
	Meaning    string    // the meaning of the field's weights, in order
	Middlegame int       // centipawns
	Endgame    int       // centipawns
}

// WeightAt describes the weight with the given index, which must be below WeightCount.
func WeightAt(index int) weight {
	f := fieldOf(index)
	value := weightTable.List()[index]
	return weight{f.Kind, f.weightName(index), f.Meaning, int(value.Middlegame), int(value.Endgame)}
}

// weightName returns the name of the field's weight with the given index, as in Go.
func (f *Field) weightName(index int) string {
	name, rest, size := f.Name, index-f.First, f.Size()
	for _, n := range f.Dims {
		size /= n
		name += fmt.Sprintf("[%d]", rest/size)
		rest %= size
	}
	return name
}

// worthOnSquare is the reference implementation of the table by piece and square: what each
// letter says about a piece of one type on a square as its owner sees it.
func worthOnSquare(k Knowledge, t movegen.PieceType, s movegen.Square) (sum score) {
	add := func(kind Knowledge, v Value) {
		if k&kind != 0 {
			sum += makeScore(int(v.Middlegame), int(v.Endgame))
		}
	}
	w := &weightTable
	if t != movegen.King {
		add(Material, w.PieceValue[t-movegen.Pawn])
		if k&Material == 0 {
			v := w.PieceFifth[t-movegen.Pawn]
			sum += makeScore(int(v.Middlegame), int(v.Endgame))
		}
		add(Relation, w.PieceStage[t-movegen.Pawn])
	}
	switch t {
	case movegen.Pawn:
		add(Pawns, w.PawnSquare[s])
		if name := s.String(); name == "d2" || name == "e2" {
			add(Centre, w.CentrePawnHome)
		}
	case movegen.Knight:
		add(Centre, w.KnightSquare[s])
	case movegen.Bishop:
		add(Mobility, w.BishopSquare[s])
	case movegen.Rook:
		add(Mobility, w.RookSquare[s])
	case movegen.Queen:
		add(Mobility, w.QueenSquare[s])
	case movegen.King:
		add(KingSafety, w.KingMiddlegame[s])
		add(Centre, w.KingEndgame[s])
	}
	return sum
}

func TestThePieceSquareTableSaysWhatTheLettersSay(t *testing.T) {
	for k := range 256 {
		var table pieceSquareTable
		weights := weightsOf(Knowledge(k))
		table.build(&weights)
		for piece := movegen.Pawn; piece <= movegen.King; piece++ {
			for s := range movegen.Square(64) {
				want := worthOnSquare(Knowledge(k), piece, s)
				white, black := table[movegen.White][piece][s], table[movegen.Black][piece][s.Relative(movegen.Black)]
				if white != want || black != want {
					t.Fatalf("%q, %c on %v: White %d, Black %d, want %d", Knowledge(k),
						movegen.MakePiece(movegen.White, piece).Letter(), s, white, black, want)
				}
			}
		}
	}
}

// TestTheTableIsTheScoreOfEverySet takes thousands of positions, each with another set,
// so that every set has its share; with ALFIERE_LONG=1 each with every set.
func TestTheTableIsTheScoreOfEverySet(t *testing.T) {
	const sets = int(All) + 1
	of := effort.Of(sets, 1, 1) // sets of a position
	positions := randomPositions(effort.Of(8, 2, 2)*sets, 11)
	for k := range sets { // one after the other, as evaluators are large
		e := New(Knowledge(k))
		for i := range positions {
			if (k+len(positions)-i)%sets < of {
				mustAddUp(t, &positions[i], e)
			}
		}
	}
}

// mustAddUp checks the table of a position in all the ways in which it can be added up.
func mustAddUp(t *testing.T, p *movegen.Position, e *Evaluator) {
	t.Helper()
	score := e.Evaluate(p)
	if p.Side() == movegen.Black {
		score = -score
	}
	x := Explain(p, e.Knowledge(), nil)
	cells, totals := x.Rest+x.Learned.Centipawns, x.Rest+x.Learned.Centipawns
	middlegame, endgame := x.Learned.Middlegame, x.Learned.Endgame
	for i := range x.Rows {
		row := &x.Rows[i]
		sign := signOf(row.Piece.Color())
		sum := row.Total()
		cells += sign * sum.Centipawns
		middlegame += sign * sum.Middlegame
		endgame += sign * sum.Endgame
		for kind, cell := range row.Cells {
			if now := tapered(cell.Middlegame, cell.Endgame, x); now != cell.Centipawns {
				t.Fatalf("%s with %q: %c on %v, %c: %d, its parts make %d",
					p.FEN(), x.Knowledge, row.Piece.Letter(), row.Square, Letters[kind], cell.Centipawns, now)
			}
		}
	}
	for kind := range Kinds {
		totals += x.Total(movegen.White, kind).Centipawns - x.Total(movegen.Black, kind).Centipawns
	}
	parts := max(-MaxScore, min(MaxScore, tapered(middlegame, endgame, x)))
	if x.Score != score || cells != score || totals != score || parts != score {
		t.Fatalf("%s with %q: evaluated %d, explained %d, cells %d, totals %d, parts %d",
			p.FEN(), x.Knowledge, score, x.Score, cells, totals, parts)
	}
	if limit := len(x.Rows) * Kinds; x.Rest > limit || x.Rest < -limit {
		t.Fatalf("%s with %q: rounding of %d in %d cells", p.FEN(), x.Knowledge, x.Rest, limit)
	}
	mirror := p.Mirror()
	if y := Explain(&mirror, x.Knowledge, nil); y.Score != -x.Score || y.Rest != -x.Rest {
		t.Fatalf("%s with %q: score %d, rounding %d; mirrored %d, %d", p.FEN(), x.Knowledge, x.Score, x.Rest, y.Score, y.Rest)
	}
}

// tapered makes one number of two as a reader of the table does.
func tapered(middlegame, endgame int, x *Explanation) int {
	return (middlegame*x.Phase*64 + endgame*(24-x.Phase)*x.Scale) / (24 * 64)
}
