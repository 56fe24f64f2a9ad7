package eval

import (
	"math/bits"

	"alfiere/movegen"
)

// Term is one contribution to a score: Count times a weight.
type Term struct {
	Kind   Knowledge // the one letter it belongs to
	Color  movegen.Color
	Square movegen.Square // of the man judged; NoSquare if it is the side as a whole
	Weight int            // index, see WeightAt
	Count  int
}

// Trace is the record of one evaluation. The sum of Count times weight, positive
// for White, tapered by Phase and Scale, is the score.
type Trace struct {
	Terms []Term
	Phase int // share of the middlegame values, in twenty-fourths
	Scale int // how much the endgame values count, in sixty-fourths

	// Scales are what Scale is with other weights: if the endgame values add up in
	// favour of White, of Black. Where it is 0, the middlegame values count nothing either.
	Scales [2]int
}

// Trace evaluates p as Evaluate does and records every term in t, whose memory is
// used again.
func (e *Evaluator) Trace(p *movegen.Position, t *Trace) int {
	t.Terms = t.Terms[:0]
	e.trace = t
	value := judge[traced]{Evaluator: e}.evaluate(p)
	e.trace = nil
	return value
}

// judge is an evaluator at work. Whether it records the terms is settled by its type: the
// length of mode is a constant for the compiler, which leaves the records out of the
// plain one. (A test of Evaluator.trace for nil made the evaluation a tenth slower.)
type judge[T plain | traced] struct {
	mode T
	*Evaluator
}

type (
	plain  [0]bool // nothing is recorded
	traced [1]bool // every term is, in Evaluator.trace
)

// one counts weight i once for the man on s.
func (e judge[T]) one(s movegen.Square, i int) score {
	if len(e.mode) != 0 {
		e.record(s, i, 1)
	}
	return e.weights[i]
}

// times counts weight i n times for the man on s.
func (e judge[T]) times(n int, s movegen.Square, i int) score {
	if len(e.mode) != 0 {
		e.record(s, i, n)
	}
	return e.weights[i] * score(n)
}

// each counts weight i once for each man of the set.
func (e judge[T]) each(set movegen.Bitboard, i int) score {
	if len(e.mode) != 0 {
		e.recordEach(set, i)
	}
	return e.weights[i] * score(bits.OnesCount64(uint64(set))) // with Count it is too long to be inlined
}

// side counts weight i n times for a side as a whole.
func (e judge[T]) side(n int, c movegen.Color, i int) score {
	if len(e.mode) != 0 {
		e.recordSide(c, i, n)
	}
	return e.weights[i] * score(n)
}

// record and its kin stay out of line so that the functions above are inlined.
//
//go:noinline
func (e *Evaluator) record(s movegen.Square, i, n int) {
	if n != 0 && e.knowledge.counts(i) {
		color := e.position.PieceAt(s).Color()
		e.trace.Terms = append(e.trace.Terms, Term{familyOf(i).kind, color, s, i, n})
	}
}

//go:noinline
func (e *Evaluator) recordEach(set movegen.Bitboard, i int) {
	for set != 0 {
		e.record(set.Pop(), i, 1)
	}
}

//go:noinline
func (e *Evaluator) recordSide(c movegen.Color, i, n int) {
	if n != 0 && e.knowledge.counts(i) {
		e.trace.Terms = append(e.trace.Terms, Term{familyOf(i).kind, c, movegen.NoSquare, i, n})
	}
}
