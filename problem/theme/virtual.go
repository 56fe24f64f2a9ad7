package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// isVirtual reports whether the play of a single try may show the theme. Half-pins already count in every phase.
func (t *Theme) isVirtual() bool {
	return t.Group == OneVariation && t.Name != "half-pin" || t.Name == "black correction" || t.Name == "dual avoidance"
}

// WithTries adds the themes that the given tries show by themselves: themes of one variation, black correction and dual
// avoidance, and elements if these are asked for. What another phase shows with the same defences and mates is not
// repeated.
func WithTries(found []Found, r *problem.Report, tries []movegen.Move, elements bool) []Found {
	known := map[string]bool{}
	isNew := func(f Found) (is bool) {
		for _, l := range f.Lines {
			l = slices.Clone(l[1:])
			for i := 1; i < len(l); i += 2 {
				l[i] = movegen.Move(l[i].To()) // the man may have made the try
			}
			key := fmt.Sprint(f.Theme.Name, l)
			is, known[key] = is || !known[key], true
		}
		return is
	}
	for _, f := range found {
		isNew(f)
	}
	for i := range r.Tries {
		if !slices.Contains(tries, r.Tries[i].Move) {
			continue
		}
		s := playOf(r, &r.Tries[i])
		for _, t := range themes() {
			if !t.isVirtual() || t.IsElement() && !elements {
				continue
			}
			for _, lines := range t.find(s) {
				if f := (Found{t, lines}); isNew(f) {
					found = append(found, f)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int {
		return slices.Index(themes(), a.Theme) - slices.Index(themes(), b.Theme)
	})
	return found
}

// playOf returns the study of one phase without others.
func playOf(r *problem.Report, ph *problem.Phase) *study {
	us := r.Position.Side()
	return &study{report: r, us: us, them: us.Other(), left: r.Moves - 1, actual: newPhase(nil, r.Position, ph)}
}
