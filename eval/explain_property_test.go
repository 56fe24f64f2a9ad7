package eval

import (
	"os"
	"testing"

	"alfiere/movegen"
)

// TestTheTableIsTheScoreOfEverySet takes thousands of positions, each with another set,
// so that every set has its share; with ALFIERE_LONG=1 each with every set.
func TestTheTableIsTheScoreOfEverySet(t *testing.T) {
	sets := 1
	if os.Getenv("ALFIERE_LONG") == "1" {
		sets = int(All) + 1
	}
	evaluators := make([]*Evaluator, All+1)
	for k := range evaluators {
		evaluators[k] = New(Knowledge(k))
	}
	for i, p := range randomPositions(8*len(evaluators), 11) {
		for j := range sets {
			mustAddUp(t, &p, evaluators[(i+j)%len(evaluators)])
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
