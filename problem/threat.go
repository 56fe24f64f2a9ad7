package problem

import (
	"slices"

	"alfiere/movegen"
)

// WithoutLoneThreats returns the phase without the threats that fewer than two defences allow, here and in the play
// after it: a composer writes such a line as a variation. A phase that is left without a threat is a Block. All
// defences must be in p, which is not changed.
func (p *Phase) WithoutLoneThreats() Phase {
	shown := *p
	shown.Threats = shown.Threats.withoutLoneThreats(func(threat movegen.Move) bool {
		allowing := 0
		for i := range p.Variations {
			if m := &p.Variations[i].Mates; m.In == p.Threats.In && slices.Contains(m.Moves, threat) {
				allowing++
			}
		}
		return allowing >= 2
	})
	if shown.Kind == Threat && shown.Threats.In == 0 {
		shown.Kind = Block
	}
	shown.Variations = slices.Clone(p.Variations)
	for i := range shown.Variations {
		v := &shown.Variations[i]
		v.Mates = v.Mates.withoutLoneThreats(func(movegen.Move) bool { return true })
		v.judge(&shown.Threats)
	}
	return shown
}

// withoutLoneThreats returns the moves that are kept, with their play without lone threats.
func (mates *Mates) withoutLoneThreats(keep func(movegen.Move) bool) Mates {
	kept := Mates{}
	for i, m := range mates.Moves {
		if !keep(m) {
			continue
		}
		kept.In, kept.Moves = mates.In, append(kept.Moves, m)
		if mates.Play != nil {
			kept.Play = append(kept.Play, mates.Play[i].WithoutLoneThreats())
		}
	}
	return kept
}

// judge finds out what the defence does to the threats.
func (v *Variation) judge(threats *Mates) {
	v.Stopped = threats.stoppedBy(&v.Mates)
	v.Effective = v.Stopped > 0 || threats.In == 0
	v.Separates = v.Stopped > 0 && threats.holds(&v.Mates)
}

// stoppedBy counts the threats that a defence stops which leaves the given mates.
func (threats *Mates) stoppedBy(left *Mates) (n int) {
	if threats.In < left.In {
		return len(threats.Moves)
	}
	for _, threat := range threats.Moves {
		if threats.In == left.In && !slices.Contains(left.Moves, threat) {
			n++
		}
	}
	return n
}

// holds reports whether all the given mates are threats.
func (threats *Mates) holds(mates *Mates) bool {
	return threats.In == mates.In && !slices.ContainsFunc(mates.Moves, func(m movegen.Move) bool {
		return !slices.Contains(threats.Moves, m)
	})
}
