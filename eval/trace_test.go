package eval

import "testing"

// With all weights turned into their opposites the other side stands better, and the
// scale is the one that the trace foretold for it.
func TestTheTraceForetellsTheScaleOfTheOtherSide(t *testing.T) {
	positions := randomPositions(500, 11)
	for _, fen := range endings {
		positions = append(positions, *mustParse(t, fen))
	}
	defer func(kept [weightRoom]score) { weights = kept }(weights)
	var before, after Trace
	different := 0
	for i := range positions {
		p := &positions[i]
		New(All).Trace(p, &before)
		for j := range weights {
			weights[j] = -weights[j]
		}
		New(All).Trace(p, &after)
		for j := range weights {
			weights[j] = -weights[j]
		}
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
		sum += signOf(term.Color) * term.Count * int(weightTable[term.Weight].eg)
	}
	return sum
}
