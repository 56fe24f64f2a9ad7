package tune

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

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

// lossOf returns the sum of the squared errors of the positions listed, and adds its gradient by the weights to
// gradient unless that is nil.
func (s *set) lossOf(list []uint32, w *Weights, lambda, k float64, gradient *Weights) (sum float64) {
	for _, i := range list {
		score, share := s.score(i, w)
		e := expectation(score, k)
		miss := e - s.target(i, lambda, k)
		sum += miss * miss
		if gradient == nil {
			continue
		}
		slope := 2 * miss * e * (1 - e) / k
		for _, entry := range s.entriesOf(i) {
			g, count := &gradient[entry.weight], float64(entry.count)
			g.Middlegame += count * slope * share.Middlegame
			g.Endgame += count * slope * share.Endgame
		}
	}
	return sum
}

// inParts divides a list among the given number of goroutines and waits for them.
func inParts(list []uint32, threads int, work func(thread int, part []uint32)) {
	var all sync.WaitGroup
	for n := range threads {
		all.Go(func() { work(n, list[len(list)*n/threads:len(list)*(n+1)/threads]) })
	}
	all.Wait()
}

// pool works on lists of positions with several threads. The parts and the order in
// which they are added up depend on the number of threads alone.
type pool struct {
	set   *set
	parts []Weights // the gradients of the threads
}

func newPool(set *set, threads int) *pool {
	return &pool{set, make([]Weights, max(threads, 1))}
}

// loss returns the mean squared error of the positions listed and, unless gradient is nil, sets that to its gradient.
func (c *pool) loss(list []uint32, w *Weights, lambda, k float64, gradient *Weights) float64 {
	sums := make([]float64, len(c.parts))
	inParts(list, len(c.parts), func(t int, part []uint32) {
		if gradient == nil {
			sums[t] = c.set.lossOf(part, w, lambda, k, nil)
			return
		}
		c.parts[t] = Weights{}
		sums[t] = c.set.lossOf(part, w, lambda, k, &c.parts[t])
	})
	count, sum := float64(max(len(list), 1)), 0.0
	if gradient != nil {
		*gradient = Weights{}
	}
	for t := range sums {
		sum += sums[t]
		if gradient == nil {
			continue
		}
		for i := range gradient {
			gradient[i].Middlegame += c.parts[t][i].Middlegame / count
			gradient[i].Endgame += c.parts[t][i].Endgame / count
		}
	}
	return sum / count
}

// Bounds and precision of the search for k, in centipawns.
const (
	smallestK  = 20.0
	greatestK  = 2000.0
	precisionK = 0.05
)

// fitK returns the k with which the scores of the weights predict the results best.
func (c *pool) fitK(list []uint32, w *Weights) float64 {
	return bestK(func(k float64) float64 { return c.loss(list, w, 1, k, nil) })
}

// bestK returns the k with the smallest loss, which has one minimum: by golden section, on a logarithmic scale.
func bestK(lossAt func(k float64) float64) float64 {
	loss := func(x float64) float64 { return lossAt(math.Exp(x)) }
	golden := (math.Sqrt(5) - 1) / 2
	low, high := math.Log(smallestK), math.Log(greatestK)
	a, b := high-golden*(high-low), low+golden*(high-low)
	lossA, lossB := loss(a), loss(b)
	for math.Exp(high)-math.Exp(low) > precisionK {
		if lossA < lossB {
			high, b, lossB = b, a, lossA
			a = high - golden*(high-low)
			lossA = loss(a)
		} else {
			low, a, lossA = a, b, lossB
			b = low + golden*(high-low)
			lossB = loss(b)
		}
	}
	return math.Exp((low + high) / 2)
}

// valuesPerLine is how many weights of a field are on a line of the table.
const valuesPerLine = 8

// source returns the source of eval/weight_table.go with the given weights, which
// must be whole numbers. The lines of provenance go into the table's comment.
func source(w *Weights, provenance []string) []byte {
	var b bytes.Buffer
	b.WriteString(`package eval

// weightTable holds the value of every weight in centipawns, middlegame and endgame;
// 100 is about a pawn in the ending. Tables by square begin with a1 and are seen
// from the owner's side.
//
`)
	for _, line := range provenance {
		fmt.Fprintf(&b, "// %s\n", line)
	}
	b.WriteString("var weightTable = Weights[Value]{\n")
	kind := eval.Knowledge(0)
	for i, field := range eval.Fields() {
		if field.Kind != kind {
			kind = field.Kind
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "\t// %v: %s\n\n", kind, kindTitle(kind))
		}
		fmt.Fprintf(&b, "\t// %s\n\t%s: ", field.Meaning, field.Name)
		for _, n := range field.Dims {
			fmt.Fprintf(&b, "[%d]", n)
		}
		b.WriteString("Value")
		writeValues(&b, w[field.First:field.First+field.Size()], field.Dims, "\n\t")
		b.WriteString(",\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// writeValues writes the values of an array with the given dimensions, without its type, as
// gofmt does. (go/format itself would make the program a megabyte larger.) newLine begins a
// line as far to the right as the one on which the array begins.
func writeValues(b *bytes.Buffer, values []pair, dims []int, newLine string) {
	if len(dims) == 0 {
		fmt.Fprintf(b, "{%.0f, %.0f}", zeroed(values[0].Middlegame), zeroed(values[0].Endgame))
		return
	}
	size := len(values) / dims[0]
	broken := len(values) > valuesPerLine && (size > 1 || dims[0] > valuesPerLine+1)
	b.WriteByte('{')
	for i := range dims[0] {
		switch {
		case broken && (size > 1 || i%valuesPerLine == 0):
			b.WriteString(newLine + "\t")
		case i > 0:
			b.WriteByte(' ')
		}
		writeValues(b, values[i*size:(i+1)*size], dims[1:], newLine+"\t")
		if broken || i < dims[0]-1 {
			b.WriteByte(',')
		}
	}
	if broken {
		b.WriteString(newLine)
	}
	b.WriteByte('}')
}

// zeroed makes a zero of a negative zero, which would be printed with its sign.
func zeroed(x float64) float64 { return x + 0 }

// kindTitle returns the name of a kind of knowledge.
func kindTitle(k eval.Knowledge) string {
	titles := [...]string{"material", "placement", "mobility", "king safety", "centre", "pawns", "attack", "relation"}
	return titles[strings.Index(eval.Letters, k.String())]
}
