package problem

import "alfiere/movegen"

// blockKind classifies the problem p by its set play and its first key. The kind is
// NoBlock if a limit has left one of them unknown.
func blockKind(p *movegen.Position, set, key *Phase) BlockKind {
	provided := set != nil && set.isProvided()
	switch {
	case key.Kind == Check:
		return CheckingKey
	case key.Kind == Block && p.InCheck():
		return PlainBlock
	case key.Kind == NoKind || set == nil && !p.InCheck():
		return NoBlock
	case key.Kind == Threat && provided:
		return BlockThreat
	case key.Kind == Threat:
		return PlainThreat
	case !provided:
		return IncompleteBlock
	}
	for _, c := range Compare(set, key) {
		if c.Kind == Changed {
			return Mutate
		}
	}
	return CompleteBlock
}

// isProvided reports whether there are defences and all of them are answered.
func (p *Phase) isProvided() bool { return len(p.Refutations) == 0 && len(p.Variations) > 0 }
