package eval

import (
	"math/bits"

	"alfiere/movegen"
)

// term is one contribution to a score: Count times a weight.
type term struct {
	Kind   Knowledge // the one letter it belongs to
	Color  movegen.Color
	Square movegen.Square // of the piece judged; NoSquare if it is the side as a whole
	Weight int            // index, as in Weights.List
	Count  int
}

// Trace is the record of one evaluation. The sum of Count times weight, positive
// for White, tapered by Phase and Scale, is the score.
type Trace struct {
	Terms []term
	Phase int // share of the middlegame values, in twenty-fourths
	Scale int // how much the endgame values count, in sixty-fourths

	// Scales are what Scale is with other weights: if the endgame values add up in
	// favour of White, of Black. Where it is 0, the middlegame values count nothing either.
	Scales [2]int

	Learned int // centipawns that letter n adds to both values, from White's point of view
}

// Trace evaluates p as Evaluate does and records every term in t, whose memory is used again.
func (e *Evaluator) Trace(p *movegen.Position, t *Trace) int {
	t.Terms, t.Learned = t.Terms[:0], 0
	e.trace = t
	value := judge[traced]{Evaluator: e}.evaluate(p)
	e.trace = nil
	return value
}

// judge is an evaluator at work. Whether it records the terms is settled by its type: the
// length of mode is a constant for the compiler, which leaves the records out of the
// plain one. (A test of Evaluator.trace for nil made the evaluation a tenth slower.)
//
// Its methods add, addN, addSet and addSide return what a weight contributes. They take a
// pointer to the weight, one of e.weights: its place there is its index in the trace.
type judge[T plain | traced] struct {
	mode T
	*Evaluator
}

type (
	plain  [0]bool // nothing is recorded
	traced [1]bool // every term is, in Evaluator.trace
)

// add counts weight w once for the piece on s.
func (e judge[T]) add(s movegen.Square, w *score) score {
	if len(e.mode) != 0 {
		e.record(s, w, 1)
	}
	return *w
}

// addN counts weight w n times for the piece on s.
func (e judge[T]) addN(n int, s movegen.Square, w *score) score {
	if len(e.mode) != 0 {
		e.record(s, w, n)
	}
	return *w * score(n)
}

// addSet counts weight w once for each piece of the set.
func (e judge[T]) addSet(set movegen.Bitboard, w *score) score {
	if len(e.mode) != 0 {
		e.recordSet(set, w)
	}
	return *w * score(bits.OnesCount64(uint64(set))) // with Count it is too long to be inlined
}

// addSide counts weight w n times for a side as a whole.
func (e judge[T]) addSide(n int, c movegen.Color, w *score) score {
	if len(e.mode) != 0 {
		e.recordSide(n, c, w)
	}
	return *w * score(n)
}

// The methods below stay out of line so that those above are inlined.

//go:noinline
func (e *Evaluator) record(s movegen.Square, w *score, n int) {
	e.recordTerm(s, e.position.PieceAt(s).Color(), e.weights.index(w), n)
}

//go:noinline
func (e *Evaluator) recordSet(set movegen.Bitboard, w *score) {
	for set != 0 {
		e.record(set.Pop(), w, 1)
	}
}

//go:noinline
func (e *Evaluator) recordSide(n int, c movegen.Color, w *score) {
	e.recordTerm(movegen.NoSquare, c, e.weights.index(w), n)
}

// recordTerm records that the weight with the given index counts n times.
func (e *Evaluator) recordTerm(s movegen.Square, c movegen.Color, index, n int) {
	if n != 0 && e.knowledge.counts(index) {
		e.trace.Terms = append(e.trace.Terms, term{fieldOf(index).Kind, c, s, index, n})
	}
}
