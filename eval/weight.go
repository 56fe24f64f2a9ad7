package eval

import "fmt"

// weight is the value of one weight in centipawns.
type weight struct{ mg, eg int16 }

// weightRoom is the size of the evaluation's tables of weights: a family and any byte
// is an index that needs no test.
const weightRoom = weightCount + 1<<8

// weights is weightTable in the form in which the evaluation adds it.
var weights = packWeights()

func packWeights() (packed [weightRoom]score) {
	for i, w := range weightTable {
		packed[i] = makeScore(int(w.mg), int(w.eg))
	}
	return packed
}

// counts reports whether an evaluation with the given knowledge counts weight i: a king
// in check always, and the fifth of a man's value where its whole value does not count.
func (k Knowledge) counts(i int) bool {
	switch f := familyOf(i); f.first {
	case kingInCheck:
		return true
	case pieceFifth:
		return k&Material == 0
	default:
		return k&f.kind != 0
	}
}

// weightsOf returns the weights with 0 for those that do not count.
func weightsOf(k Knowledge) [weightRoom]score {
	own := weights
	for i := range WeightCount {
		if !k.counts(i) {
			own[i] = 0
		}
	}
	return own
}

// WeightCount is the number of weights; indices run from 0.
const WeightCount = weightCount

// Weight describes one weight of the evaluation.
type Weight struct {
	Kind       Knowledge // the one letter it belongs to
	Name       string    // its family and, if that has several, the number in it
	Meaning    string    // what the weights of the family stand for, in order
	Middlegame int       // centipawns
	Endgame    int       // centipawns
}

// WeightAt describes the weight with the given index, which must be below WeightCount.
func WeightAt(index int) Weight {
	f := familyOf(index)
	w := Weight{Kind: f.kind, Name: f.name, Meaning: f.meaning}
	if f.size > 1 {
		w.Name = fmt.Sprintf("%s[%d]", f.name, index-f.first)
	}
	w.Middlegame, w.Endgame = int(weightTable[index].mg), int(weightTable[index].eg)
	return w
}

func familyOf(index int) *family {
	low, high := 0, len(families)
	for high-low > 1 {
		if middle := (low + high) / 2; families[middle].first <= index {
			low = middle
		} else {
			high = middle
		}
	}
	return &families[low]
}
