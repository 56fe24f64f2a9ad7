package tune

import (
	"math"
	"slices"
	"strings"

	"alfiere/eval"
)

// Pair is the value of a weight in centipawns, or what something changes in it.
type Pair struct{ Middlegame, Endgame float64 }

// Weights are the values of all weights by index.
type Weights [eval.WeightCount]Pair

// CurrentWeights returns the weights that the evaluation is built with.
func CurrentWeights() *Weights {
	w := new(Weights)
	for i := range w {
		now := eval.WeightAt(i)
		w[i] = Pair{float64(now.Middlegame), float64(now.Endgame)}
	}
	return w
}

// score returns the score of position i in centipawns from White's point of view,
// and how it changes with the halves of a weight that counts once.
//
// It is what eval.Evaluate returns but for rounding to whole centipawns and the bound
// of scores. The one thing in it that is not linear is the choice between two scales;
// the derivative does not see the step there.
func (s *Set) score(i uint32, w *Weights) (score float64, share Pair) {
	var sum Pair
	for _, e := range s.entriesOf(i) {
		weight, count := &w[e.weight], float64(e.count)
		sum.Middlegame += count * weight.Middlegame
		sum.Endgame += count * weight.Endgame
	}
	p := &s.positions[i]
	scale := p.scales[0]
	if sum.Endgame < 0 {
		scale = p.scales[1]
	}
	if scale == 0 {
		return 0, Pair{}
	}
	share.Middlegame = float64(p.phase) / phaseMax
	share.Endgame = (1 - share.Middlegame) * float64(scale) / scaleFull
	return sum.Middlegame*share.Middlegame + sum.Endgame*share.Endgame, share
}

// expectation returns the share of points that a score promises White. k says how
// many centipawns are a factor e in the odds.
func expectation(score, k float64) float64 { return 1 / (1 + math.Exp(-score/k)) }

// target returns what the expectation of position i should be: lambda parts result,
// the rest what the search promised.
func (s *Set) target(i uint32, lambda, k float64) float64 {
	p := &s.positions[i]
	return lambda*float64(p.result)/float64(WhiteWon) + (1-lambda)*expectation(float64(p.score), k)
}

// free says which halves of the weights may be fitted. One half of a family that
// is 0 in all its weights belongs to another stage of the game and another letter: it
// stays so, unless both are 0 and the family is a new one. The piece values without
// the letter m follow from those with it. The families named in hold stay, too.
func free(start *Weights, hold []string) (halves [eval.WeightCount]struct{ middlegame, endgame bool }) {
	for first := 0; first < len(start); {
		name := familyOf(first)
		end := first
		middlegame, endgame := false, false
		for ; end < len(start) && familyOf(end) == name; end++ {
			middlegame = middlegame || start[end].Middlegame != 0
			endgame = endgame || start[end].Endgame != 0
		}
		fixed := name == pieceFifth || slices.Contains(hold, name)
		for i := first; i < end; i++ {
			halves[i].middlegame = (middlegame || !endgame) && !fixed
			halves[i].endgame = (endgame || !middlegame) && !fixed
		}
		first = end
	}
	return halves
}

// The families that are bound to each other.
const (
	pieceValue = "pieceValue"
	pieceFifth = "pieceFifth"
	pieceStage = "pieceStage"
)

// familyOf returns the name of the family of a weight.
func familyOf(index int) string {
	name, _, _ := strings.Cut(eval.WeightAt(index).Name, "[")
	return name
}

// indexOf returns the index of the first weight of a family.
func indexOf(family string) int {
	for i := range eval.WeightCount {
		if familyOf(i) == family {
			return i
		}
	}
	panic("tune: there is no family " + family)
}

// Rounded returns the weights in whole centipawns. Piece values are multiples of 5,
// for a fifth of them counts without the letter m; what that takes from them goes to
// the family of letter r that counts the same pieces.
func (w *Weights) Rounded() *Weights {
	r := *w
	value, fifth, stage := indexOf(pieceValue), indexOf(pieceFifth), indexOf(pieceStage)
	for i := range stage - value {
		if familyOf(value+i) != pieceValue {
			break
		}
		v := &r[value+i]
		whole := Pair{5 * math.Round(v.Middlegame/5), 5 * math.Round(v.Endgame/5)}
		r[stage+i].Middlegame += v.Middlegame - whole.Middlegame
		r[stage+i].Endgame += v.Endgame - whole.Endgame
		*v, r[fifth+i] = whole, Pair{whole.Middlegame / 5, whole.Endgame / 5}
	}
	for i := range r {
		r[i] = Pair{math.Round(r[i].Middlegame), math.Round(r[i].Endgame)}
	}
	return &r
}
