package tune

import (
	"math"
	"slices"

	"alfiere/eval"
)

// pair is the value of a weight in centipawns, or what something changes in it.
type pair struct{ Middlegame, Endgame float64 }

// Weights are the values of all weights by index.
type Weights [eval.WeightCount]pair

// byName returns the weights by name; both share memory.
func (w *Weights) byName() *eval.Weights[pair] { return eval.ByName((*[eval.WeightCount]pair)(w)) }

// currentWeights returns the weights that the evaluation is built with.
func currentWeights() *Weights {
	now, w := eval.CurrentWeights(), new(Weights)
	for i, value := range now.List() {
		w[i] = pair{float64(value.Middlegame), float64(value.Endgame)}
	}
	return w
}

// score returns the score of position i in centipawns from White's point of view,
// and how it changes with the halves of a weight that counts once.
//
// It is what eval.Evaluate returns but for rounding to whole centipawns and the bound of scores. The one thing in it
// that is not linear is the choice between two scales; the derivative does not see the step there.
func (s *set) score(i uint32, w *Weights) (score float64, share pair) {
	var sum pair
	for _, e := range s.entriesOf(i) {
		weight, count := &w[e.weight], float64(e.count)
		sum.Middlegame += count * weight.Middlegame
		sum.Endgame += count * weight.Endgame
	}
	p := &s.positions[i]
	scale := uint8(scaleFull) // that of an endgame half of 0, which favours nobody
	switch {
	case sum.Endgame > 0:
		scale = p.scales[0]
	case sum.Endgame < 0:
		scale = p.scales[1]
	}
	if scale == 0 {
		return 0, pair{}
	}
	share.Middlegame = float64(p.phase) / phaseMax
	share.Endgame = (1 - share.Middlegame) * float64(scale) / scaleFull
	return sum.Middlegame*share.Middlegame + sum.Endgame*share.Endgame, share
}

// expectation returns the share of points that a score promises White. k says how
// many centipawns are a factor e in the odds.
func expectation(score, k float64) float64 { return 1 / (1 + math.Exp(-score/k)) }

// target returns what the expectation of position i should be: lambda parts result, the rest what the search promised.
func (s *set) target(i uint32, lambda, k float64) float64 {
	p := &s.positions[i]
	return lambda*float64(p.result)/float64(whiteWon) + (1-lambda)*expectation(float64(p.score), k)
}

// half says for each half of a weight whether it may be fitted.
type half struct{ middlegame, endgame bool }

// free says which halves of the weights may be fitted. One half of a field that is 0 in all its weights belongs to
// another stage of the game and another letter: it stays so, unless both are 0 and the field is a new one. The piece
// values without the letter m follow from those with it. The fields named in hold stay, too.
func free(start *Weights, hold []string) (halves [eval.WeightCount]half) {
	for _, field := range eval.Fields() {
		end := field.First + field.Size()
		middlegame, endgame := false, false
		for _, w := range start[field.First:end] {
			middlegame = middlegame || w.Middlegame != 0
			endgame = endgame || w.Endgame != 0
		}
		if middlegame == endgame {
			middlegame, endgame = true, true
		}
		if slices.Contains(hold, field.Name) {
			continue
		}
		for i := field.First; i < end; i++ {
			halves[i] = half{middlegame, endgame}
		}
	}
	eval.ByName(&halves).PieceFifth = [5]half{}
	return halves
}

// Rounded returns the weights in whole centipawns. Piece values are multiples of 5, for a fifth of them counts without
// the letter m; what that takes from them goes to the field of letter r that counts the same pieces.
func (w *Weights) Rounded() *Weights {
	r := *w
	named := r.byName()
	for i, exact := range named.PieceValue {
		whole := pair{5 * math.Round(exact.Middlegame/5), 5 * math.Round(exact.Endgame/5)}
		named.PieceStage[i].Middlegame += exact.Middlegame - whole.Middlegame
		named.PieceStage[i].Endgame += exact.Endgame - whole.Endgame
		named.PieceValue[i] = whole
		named.PieceFifth[i] = pair{whole.Middlegame / 5, whole.Endgame / 5}
	}
	for i := range r {
		r[i] = pair{math.Round(r[i].Middlegame), math.Round(r[i].Endgame)}
	}
	return &r
}
