package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search/problem"
)

var threatThemes = []*Theme{
	{"full Fleck", Threats, fullFleck},
	{"Karlström-Fleck", Threats, karlstromFleck},
	{"partial Fleck", Threats, partialFleck},
	{"Barnes", Threats, barnes},
	{"Rudenko", Threats, rudenko},
	{"Urania", Threats, urania},
}

// separation is how the defences of a phase deal with its threats, three or more.
type separation struct {
	separated showing // one line for each threat that some defence leaves as the only mate
	all       bool    // every threat is separated
	others    showing // lines of defences that stop all threats and allow one other mate
	exact     bool    // every effective defence leaves one mate, and that is a threat
}

func (ph *phase) separation() (sep separation, ok bool) {
	threats := ph.Threats.Moves
	if ph.Threats.In != 1 || len(threats) < 3 {
		return sep, false
	}
	seen := map[movegen.Move]bool{}
	sep.exact = true
	for _, pl := range ph.plays {
		if !pl.Effective {
			continue
		}
		m := pl.mate()
		switch {
		case m == movegen.NoMove:
			sep.exact = false
		case !slices.Contains(threats, m):
			sep.exact = false
			sep.others = append(sep.others, pl.full())
		case !seen[m]:
			seen[m] = true
			sep.separated = append(sep.separated, pl.full())
		}
	}
	sep.all = len(seen) == len(threats)
	return sep, true
}

// fullFleck: the key threatens three mates or more; every effective defence leaves
// exactly one of them and no other mate, and each is left by some defence.
func fullFleck(s *study) []showing {
	sep, ok := s.actual.separation()
	if !ok || !sep.all || !sep.exact {
		return nil
	}
	return []showing{sep.separated}
}

// karlstromFleck: the key threatens three mates or more; each is left alone by some
// defence, and further defences stop all the threats but allow one other mate.
func karlstromFleck(s *study) []showing {
	sep, ok := s.actual.separation()
	if !ok || !sep.all || sep.others == nil {
		return nil
	}
	return []showing{slices.Concat(sep.separated, sep.others)}
}

// partialFleck: the key threatens three mates or more; two at least are left alone by
// some defence, but it is neither a full Fleck nor a Karlström-Fleck.
func partialFleck(s *study) []showing {
	sep, ok := s.actual.separation()
	if !ok || len(sep.separated) < 2 || sep.all && (sep.exact || sep.others != nil) {
		return nil
	}
	return []showing{sep.separated}
}

// stages returns the phases that begin with a quiet first move: tries, then the key.
// A checking move threatens nothing, and as a try nobody would take it for more.
func (s *study) stages() (stages []*phase) {
	for _, ph := range append(slices.Clip(s.tries), s.actual) {
		if ph.Kind != problem.Check {
			stages = append(stages, ph)
		}
	}
	return stages
}

// threatens reports whether the moves, and no others, are the phase's threats of mate.
func (ph *phase) threatens(moves ...movegen.Move) bool {
	if ph.Threats.In != 1 || len(ph.Threats.Moves) != len(moves) {
		return false
	}
	for _, m := range moves {
		if !slices.Contains(ph.Threats.Moves, m) {
			return false
		}
	}
	return true
}

// barnes: one phase threatens two mates, another only the first of them, and a third
// only the second; one of the three is the actual play. It is shown once for each
// phase with two threats.
func barnes(s *study) (found []showing) {
	for _, both := range s.stages() {
		if both.Threats.In == 1 && len(both.Threats.Moves) == 2 {
			if lines := s.singleThreats(both); lines != nil {
				found = append(found, lines)
			}
		}
	}
	return found
}

// singleThreats returns the lines of the two threats of a phase, and those of two
// other phases that threaten one each.
func (s *study) singleThreats(both *phase) showing {
	a, b := both.Threats.Moves[0], both.Threats.Moves[1]
	for _, first := range s.stages() {
		for _, second := range s.stages() {
			if first.threatens(a) && second.threatens(b) && (both == s.actual || first == s.actual || second == s.actual) {
				return showing{both.threatLine(a), both.threatLine(b), first.threatLine(a), second.threatLine(b)}
			}
		}
	}
	return nil
}

// rudenko: two threats or more of a phase all return in another one, which does not
// threaten them, as the mates after defences there; one of the two is the actual play.
func rudenko(s *study) (found []showing) {
	stages := s.stages()
	for _, from := range stages {
		if from.Threats.In != 1 || len(from.Threats.Moves) < 2 {
			continue
		}
		for _, to := range stages {
			if from == to || from != s.actual && to != s.actual {
				continue
			}
			if lines := to.returning(from.Threats.Moves); lines != nil {
				for _, m := range from.Threats.Moves {
					lines = append(lines, from.threatLine(m))
				}
				found = append(found, lines)
			}
		}
	}
	return found
}

// returning returns a line of the phase for each of the mates, none of which it
// threatens; nil if one does not occur.
func (ph *phase) returning(mates []movegen.Move) (lines showing) {
	plays := ph.thematic()
	for _, m := range mates {
		i := slices.IndexFunc(plays, func(pl *play) bool { return pl.mate() == m })
		if i < 0 || slices.Contains(ph.Threats.Moves, m) {
			return nil
		}
		lines = append(lines, plays[i].full())
	}
	return lines
}

// urania: the same move of the attacker is first move of one phase, the only threat of
// a second, and the mate after a defence in a third, where it is not threatened; one
// of the three is the actual play. It is shown once for each such move.
func urania(s *study) (found []showing) {
	for _, first := range s.stages() {
		if lines := s.functions(first); lines != nil {
			found = append(found, lines)
		}
	}
	return found
}

// functions returns the lines in which the first move of a stage is also threat and
// mate.
func (s *study) functions(first *phase) showing {
	stages := s.stages()
	for _, threat := range stages {
		if threat == first || !threat.threatens(first.Move) {
			continue
		}
		for _, variation := range stages {
			if variation == first || variation == threat ||
				first != s.actual && threat != s.actual && variation != s.actual {
				continue
			}
			if lines := variation.returning([]movegen.Move{first.Move}); lines != nil {
				return append(showing{{first.Move}, threat.threatLine(first.Move)}, lines...)
			}
		}
	}
	return nil
}
