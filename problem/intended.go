package problem

import (
	"cmp"
	"slices"

	"alfiere/movegen"
)

// Intended is the solutions that the composer meant.
type Intended struct {
	Solutions int            // their number; 0 is that of Named, or else 1
	Named     []movegen.Move // keys by name; nil if only the number is known
}

// Count returns the number of intended solutions.
func (i *Intended) Count() int { return max(cmp.Or(i.Solutions, len(i.Named)), 1) }

// Surplus returns how many keys there are beyond the intended number; it is negative if some are missing.
func (r *Report) Surplus() int { return len(r.Keys) - r.Count() }

// ActualPlay returns the intended keys: those that are named, or all if there are as many as intended and no shorter
// mates. Otherwise the intended play is unknown, and there are none.
func (r *Report) ActualPlay() (keys []*Phase) {
	for i := range r.Keys {
		if slices.Contains(r.Named, r.Keys[i].Move) || r.Named == nil && r.Surplus() == 0 && len(r.Short) == 0 {
			keys = append(keys, &r.Keys[i])
		}
	}
	return keys
}

// Missing returns the named keys that do not solve.
func (r *Report) Missing() []movegen.Move {
	return slices.DeleteFunc(slices.Clone(r.Named), func(m movegen.Move) bool {
		return slices.ContainsFunc(r.Keys, func(key Phase) bool { return key.Move == m })
	})
}

// Cooks returns the keys that are not among the named ones; none if none is named.
func (r *Report) Cooks() (cooks []movegen.Move) {
	for i := range r.Keys {
		if m := r.Keys[i].Move; r.Named != nil && !slices.Contains(r.Named, m) {
			cooks = append(cooks, m)
		}
	}
	return cooks
}
