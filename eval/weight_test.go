package eval

import "testing"

func TestFamiliesCoverTheTableWithoutGaps(t *testing.T) {
	next := 0
	names := make(map[string]bool)
	for _, f := range families {
		if f.first != next || f.size < 1 {
			t.Errorf("%s begins at %d with %d weights, want it to begin at %d", f.name, f.first, f.size, next)
		}
		if names[f.name] || f.meaning == "" {
			t.Errorf("%s is listed twice or not described", f.name)
		}
		names[f.name] = true
		next += f.size
	}
	if next != WeightCount || WeightCount > weightRoom {
		t.Errorf("families hold %d weights, the table %d of at most %d", next, WeightCount, weightRoom)
	}
}

func TestWeightAtNamesTheWeight(t *testing.T) {
	for _, test := range []struct {
		index int
		kind  Knowledge
		name  string
	}{
		{pieceValue, Material, "pieceValue[0]"},
		{tempo, Mobility, "tempo"},
		{knightSquare + 63, Centre, "knightSquare[63]"},
		{WeightCount - 1, Relation, "badBishop"},
	} {
		if w := WeightAt(test.index); w.Kind != test.kind || w.Name != test.name {
			t.Errorf("weight %d is %s of %q, want %s of %q", test.index, w.Name, w.Kind, test.name, test.kind)
		}
	}
}

func TestAFifthOfThePieceValues(t *testing.T) {
	for i := range 5 {
		if weights[pieceFifth+i]*5 != weights[pieceValue+i] {
			t.Errorf("%s is no fifth of %s", WeightAt(pieceFifth+i).Name, WeightAt(pieceValue+i).Name)
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
