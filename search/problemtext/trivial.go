package problemtext

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search/problem"
	"alfiere/search/theme"
)

// trivialTries counts the tries that deceive no solver, each by the first reason that
// applies.
type trivialTries struct {
	captured   int // refuted by the capture of the man that has moved
	empty      int // no effective defence is answered by mate
	unprovided int // refuted by a move that has no set mate, which a solver looks at first
}

// worthwhile returns the other tries and those that show one of the themes, those with the
// most variations first, and the counts of the trivial ones.
func worthwhile(r *problem.Report, themes []theme.Found) (tries []problem.Phase, trivial trivialTries) {
	for i := range r.Tries {
		try := &r.Tries[i]
		switch {
		case slices.ContainsFunc(themes, func(f theme.Found) bool {
			return slices.ContainsFunc(f.Lines, func(line []movegen.Move) bool { return line[0] == try.Move })
		}):
			tries = append(tries, *try)
		case slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool { return m.To() == try.Move.To() }):
			trivial.captured++
		case effective(try) == 0:
			trivial.empty++
		case r.Set != nil && slices.ContainsFunc(try.Refutations, func(m movegen.Move) bool { return slices.Contains(r.Set.Refutations, m) }):
			trivial.unprovided++
		default:
			tries = append(tries, *try)
		}
	}
	slices.SortStableFunc(tries, func(a, b problem.Phase) int { return effective(&b) - effective(&a) })
	return tries, trivial
}

// effective counts the effective defences that are answered.
func effective(ph *problem.Phase) (n int) {
	for i := range ph.Variations {
		if ph.Variations[i].Effective {
			n++
		}
	}
	return n
}
