package eval

import "testing"

// With all weights turned into their opposites the other side stands better, and the
// scale is the one that the trace foretold for it.
func TestTheTraceForetellsTheScaleOfTheOtherSide(t *testing.T) {
	positions := randomPositions(500, 11)
	for _, fen := range endings {
		positions = append(positions, *mustParse(t, fen))
	}
	var before, after Trace
	evaluator, turned := New(Thesis), New(Thesis)
	turned.weights = Weights[score]{}
	for i, w := range evaluator.weights.List() {
		turned.weights.List()[i] = -w
	}
	turned.pieceSquares = pieceSquareTable{}
	turned.pieceSquares.build(&turned.weights)
	different := 0
	for i := range positions {
		p := &positions[i]
		evaluator.Trace(p, &before)
		turned.Trace(p, &after)
		favoured := 0
		if endgameOf(&before) < 0 {
			favoured = 1
		}
		if before.Scales != after.Scales {
			t.Errorf("%s: scales %v, with other weights %v", p.FEN(), before.Scales, after.Scales)
		}
		if endgameOf(&before) != 0 && (before.Scale != before.Scales[favoured] || after.Scale != before.Scales[1-favoured]) {
			t.Errorf("%s: scale %d and turned %d, scales %v", p.FEN(), before.Scale, after.Scale, before.Scales)
		}
		if before.Scales[0] != before.Scales[1] {
			different++
		}
	}
	if different == 0 {
		t.Error("no position has two scales")
	}
}

// endgameOf adds up the endgame values of a trace, positive for White.
func endgameOf(trace *Trace) (sum int) {
	for _, term := range trace.Terms {
		sum += signOf(term.Color) * term.Count * WeightAt(term.Weight).Endgame
	}
	return sum
}
