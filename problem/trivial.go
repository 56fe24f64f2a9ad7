package problem

import (
	"slices"

	"alfiere/movegen"
)

// Triviality is why a try deceives no solver.
type Triviality uint8

// The kinds of trivial tries; of several that apply the first one counts.
const (
	Worthwhile    Triviality = iota // not trivial
	CapturedTry                     // refuted by the capture of the man that has moved
	EmptyTry                        // no effective defence is answered by mate
	UnprovidedTry                   // refuted by a move that has no set mate, which a solver looks at first
)

// Triviality returns why the try of the report is trivial. Without set play in the report
// nothing is known to be unprovided.
func (r *Report) Triviality(try *Phase) Triviality {
	switch {
	case slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool { return m.To() == try.Move.To() }):
		return CapturedTry
	case !slices.ContainsFunc(try.Variations, func(v Variation) bool { return v.Effective }):
		return EmptyTry
	case r.Set != nil && slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool {
		return slices.Contains(r.Set.Refutations, m)
	}):
		return UnprovidedTry
	}
	return Worthwhile
}
