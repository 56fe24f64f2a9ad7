package theme

import (
	"fmt"
	"maps"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

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

// combinativeSeparation: the key threatens three mates or more, and for every choice of some
// of them, but not all, a defence leaves these and nothing else.
func combinativeSeparation(s *study) []showing {
	threats := s.actual.Threats.Moves
	if s.actual.Threats.In != 1 || len(threats) < 3 || len(threats) > 5 {
		return nil
	}
	seen := map[uint]bool{}
	var lines showing
	for _, pl := range s.actual.plays {
		var left uint // a bit for each threat
		for _, m := range pl.Mates.Moves {
			i := slices.Index(threats, m)
			if i < 0 || pl.Mates.In != 1 {
				left = 0
				break
			}
			left |= 1 << i
		}
		if pl.Effective && left != 0 && !seen[left] {
			seen[left] = true
			for _, m := range pl.Mates.Moves {
				lines = append(lines, pl.line(m))
			}
		}
	}
	if len(seen) < 1<<len(threats)-2 {
		return nil
	}
	return once(lines)
}

// stages returns the phases that begin with a quiet first move: tries, then the key. A checking move
// threatens nothing, and as a try nobody would take it for more.
func (s *study) stages() []*answers {
	if s.actual.Kind == problem.Check {
		return s.tested()
	}
	return append(slices.Clone(s.tested()), s.key)
}

// settings returns the stages after set play: where mates answer defences.
func (s *study) settings() []*answers {
	if len(s.earlier) > 0 && s.earlier[0].Move == movegen.NoMove {
		return append([]*answers{s.earlier[0]}, s.stages()...)
	}
	return s.stages()
}

// keyFirst collects what find shows among phases of which the actual play is one; if
// that is nothing, the first showing among others.
func keyFirst(find func(counts func(...*answers) bool) []showing, key *answers) []showing {
	if found := find(func(phases ...*answers) bool { return slices.Contains(phases, key) }); found != nil {
		return found
	}
	found := find(func(...*answers) bool { return true })
	return found[:min(1, len(found))]
}

// threats returns the mates that the phase threatens.
func (a *answers) threats() (mates []movegen.Move) {
	if a.Threats.In == a.left {
		for _, m := range a.Threats.Moves {
			mates = append(mates, a.Identity(m))
		}
	}
	return mates
}

// barnes: one phase threatens two mates, another only the first of them, and a third
// only the second. It is shown once for each phase with two threats.
func barnes(s *study) []showing {
	return keyFirst(func(counts func(...*answers) bool) (found []showing) {
		for _, both := range s.stages() {
			if two := both.threats(); len(two) == 2 {
				if lines := s.singleThreats(both, two, counts); lines != nil {
					found = append(found, lines)
				}
			}
		}
		return found
	}, s.key)
}

// singleThreats returns the lines of the two threats of a phase, and those of two other phases that threaten one each.
func (s *study) singleThreats(both *answers, two []movegen.Move, counts func(...*answers) bool) showing {
	for _, first := range s.stages() {
		for _, second := range s.stages() {
			if first.threat == two[0] && second.threat == two[1] && counts(both, first, second) {
				return showing{both.threatLine(both.Threats.Moves[0]), both.threatLine(both.Threats.Moves[1]),
					first.onlyThreat(), second.onlyThreat()}
			}
		}
	}
	return nil
}

// cyclicThreats: three phases threaten two mates each: A and B, B and C, C and A.
func cyclicThreats(s *study) []showing {
	doubles := slices.DeleteFunc(slices.Clone(s.stages()), func(a *answers) bool { return len(a.threats()) != 2 })
	return keyFirst(func(counts func(...*answers) bool) (found []showing) {
		for i, p := range doubles {
			for j, q := range doubles[:i] {
				for _, r := range doubles[:j] {
					times := map[movegen.Move]int{}
					var lines showing
					for _, ph := range [...]*answers{r, q, p} {
						for k, m := range ph.threats() {
							times[m]++
							lines = append(lines, ph.threatLine(ph.Threats.Moves[k]))
						}
					}
					if len(times) == 3 && slices.Max(slices.Collect(maps.Values(times))) == 2 && counts(p, q, r) {
						found = append(found, lines)
					}
				}
			}
		}
		return found
	}, s.key)
}

// rudenko: two threats or more of a phase all return in another one, set play among them, which does not threaten them,
// as the mates after defences there. It is shown once for the same threats.
func rudenko(s *study) []showing {
	return keyFirst(func(counts func(...*answers) bool) (found []showing) {
		seen := map[string]bool{}
		for _, from := range s.stages() {
			threats := from.threats()
			if len(threats) < 2 {
				continue
			}
			slices.Sort(threats)
			idea := fmt.Sprint(threats)
			for _, to := range s.settings() {
				if from == to || seen[idea] || !counts(from, to) {
					continue
				}
				if lines := to.returning(threats...); lines != nil {
					for _, m := range from.Threats.Moves {
						lines = append(lines, from.threatLine(m))
					}
					found, seen[idea] = append(found, lines), true
				}
			}
		}
		return found
	}, s.key)
}

// returning returns a line of the phase for each of the mates, none of which it threatens; nil if one does not occur.
func (a *answers) returning(mates ...movegen.Move) (lines showing) {
	for _, m := range mates {
		i := slices.Index(a.mates, m)
		if i < 0 || a.threatensMate(m) {
			return nil
		}
		lines = append(lines, a.line(a.defences[i]))
	}
	return lines
}

// urania: the same move of the attacker is first move of one phase, the only threat of a second, and the mate after a
// defence in a third, set play among them, where it is not threatened. It is shown once for each such move.
func urania(s *study) []showing {
	return keyFirst(func(counts func(...*answers) bool) (found []showing) {
		for _, first := range s.stages() {
			if lines := s.functions(first, counts); lines != nil {
				found = append(found, lines)
			}
		}
		return found
	}, s.key)
}

// functions returns the lines in which the first move of a stage is also threat and mate.
func (s *study) functions(first *answers, counts func(...*answers) bool) showing {
	for _, threat := range s.stages() {
		if threat == first || threat.threat != first.first {
			continue
		}
		for _, variation := range s.settings() {
			if variation == first || variation == threat || !counts(first, threat, variation) {
				continue
			}
			if lines := variation.returning(first.first); lines != nil {
				return append(showing{{first.Move}, threat.onlyThreat()}, lines...)
			}
		}
	}
	return nil
}
