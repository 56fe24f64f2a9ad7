package eval_test

import (
	"fmt"
	"testing"

	"alfiere/eval"
	"alfiere/movegen"
)

func ExampleEvaluator() {
	p := movegen.StartPosition()
	evaluator := eval.New(eval.Material | eval.Placement)
	fmt.Println(evaluator.Evaluate(&p))
	// Output: 0
}

func ExampleExplain() {
	p, err := movegen.ParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	x := eval.Explain(&p, eval.Material, nil)
	for i := range x.Rows {
		if row := &x.Rows[i]; row.Piece.Type() == movegen.Pawn {
			fmt.Println(row.Square, row.Cells[0].Centipawns)
		}
	}
	// Output: e2 95
}

// scoreOfTable adds up the cells as a reader of the table would.
func scoreOfTable(x *eval.Explanation) int {
	score := x.Rest
	for _, row := range x.Rows {
		for _, cell := range row.Cells {
			if row.Piece.Color() == movegen.White {
				score += cell.Centipawns
			} else {
				score -= cell.Centipawns
			}
		}
	}
	return score
}

// FuzzEvaluate: whatever can be read can be judged, within the bound, from either side alike, and the explanation
// agrees. Composers' positions with any number of pieces are among them.
func FuzzEvaluate(f *testing.F) {
	for _, fen := range []string{
		movegen.StartFEN,
		"8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
		"k7/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7K b - - 0 1",
		"KRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/7p/7k w - - 0 1",
		"4k3/PPPPPPPP/PPPPPPPP/8/8/pppppppp/pppppppp/4K3 w - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	} {
		f.Add(fen, uint8(255))
		f.Add(fen, uint8(42))
	}
	f.Fuzz(func(t *testing.T, fen string, set uint8) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil {
			return
		}
		e := eval.New(eval.Knowledge(set))
		score := e.Evaluate(&p)
		if score > eval.MaxScore || score < -eval.MaxScore {
			t.Errorf("%s: %d is out of bounds", fen, score)
		}
		mirror := p.Mirror()
		if got := e.Evaluate(&mirror); got != score {
			t.Errorf("%s: %d, mirrored %d", fen, score, got)
		}
		if x := eval.Explain(&p, eval.Knowledge(set), nil); scoreOfTable(x) != x.Score {
			t.Errorf("%s: the table adds up to %d, the score is %d", fen, scoreOfTable(x), x.Score)
		}
	})
}
