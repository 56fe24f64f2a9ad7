package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
	"alfiere/search/problem"
)

// said names a move of the attacker in a phase: the square of the diagram that its man
// comes from, and the square that it reaches.
func (s *refStudy) said(ph *refPhase, m movegen.Move) string {
	first := ph.Move
	origin := m.From()
	switch {
	case m == first:
	case first.Kind() == movegen.Castling && first != movegen.NoMove:
		rookTo := (first.From() + first.KingTo()) / 2
		if origin == first.KingTo() {
			origin = first.From()
		} else if origin == rookTo {
			origin = first.To()
		}
	case first != movegen.NoMove && origin == first.To():
		origin = first.From()
	}
	return origin.String() + "-" + m.To().String() + string(rune('0'+m.PromotionType())) + string(rune('0'+m.Kind()))
}

// chart is which one mate answers which effective defence of a phase.
func (s *refStudy) chart(ph *refPhase) map[movegen.Move]string {
	chart := map[movegen.Move]string{}
	for _, p := range ph.plays {
		chart[p.defence] = s.said(ph, p.mate)
	}
	return chart
}

// allMates is the same with all mates of each effective defence.
func (s *refStudy) allMates(ph *refPhase) map[movegen.Move][]string {
	chart := map[movegen.Move][]string{}
	for _, v := range ph.Variations {
		if v.Effective {
			for _, m := range v.Mates.Moves {
				chart[v.Defence] = append(chart[v.Defence], s.said(ph, m))
			}
		}
	}
	return chart
}

func (s *refStudy) threatsOf(ph *refPhase) (names []string) {
	for _, m := range ph.Threats.Moves {
		names = append(names, s.said(ph, m))
	}
	return names
}

// earlierPhases are set play and the quiet tries.
func (s *refStudy) earlierPhases() []*refPhase {
	if s.set == nil {
		return s.tries
	}
	return append([]*refPhase{s.set}, s.tries...)
}

func (s *refStudy) setIsComplete() bool {
	return s.set != nil && len(s.set.Refutations) == 0 && len(s.set.Variations) > 0
}

// waits reports whether the key neither checks nor threatens.
func (s *refStudy) waits() bool { return !s.after.inCheck(!s.white) && len(s.key.Threats.Moves) == 0 }

// changes reports whether a defence is answered in both phases, and never by the same.
func (s *refStudy) changes(ph *refPhase) bool {
	actual := s.allMates(s.key)
	for defence, mates := range s.allMates(ph) {
		common := slices.ContainsFunc(mates, func(m string) bool { return slices.Contains(actual[defence], m) })
		if actual[defence] != nil && !common {
			return true
		}
	}
	return false
}

// alterations lists the defences with one mate in the first phase and another in the
// second, as man and both mates, so that a man's random moves count once.
func (s *refStudy) alterations(before, after *refPhase) (list []string) {
	second := s.chart(after)
	for d, mate := range s.chart(before) {
		if other := second[d]; other != "" && other != mate {
			list = append(list, fmt.Sprint(d.From(), mate, other))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// moved lists the mates that answer a defence of the first phase, which they do not in the
// second, and one of the second, which they do not in the first.
func (s *refStudy) moved(before, after *refPhase) (list []string) {
	first, second := s.chart(before), s.chart(after)
	for a, mate := range first {
		for b, other := range second {
			if other == mate && first[b] != mate && second[a] != mate {
				list = append(list, mate)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// thatCount reports whether set play differs from actual play, or a try at least twice if
// the refutation is not the capture of the man that has tried.
func (s *refStudy) thatCount(differences func(before, after *refPhase) []string) bool {
	if s.set != nil && len(differences(s.set, s.key)) > 0 {
		return true
	}
	return some(s.tries, func(try *refPhase) bool {
		return try.Refutations[0].To() != try.Move.To() && len(differences(try, s.key)) > 1
	})
}

// possible reports whether the defence is possible in the phase.
func (ph *refPhase) possible(d movegen.Move) bool {
	return slices.Contains(ph.Refutations, d) || slices.ContainsFunc(ph.Variations, func(v problem.Variation) bool { return v.Defence == d })
}

// appears reports whether a defence of one phase with one mate is impossible in the other.
func appears(one, other *refPhase) bool {
	return slices.ContainsFunc(one.plays, func(p refPlay) bool { return !other.possible(p.defence) })
}

// pairsOf reports whether two phases, the later one with a first move, have what is asked for.
func (s *refStudy) pairsOf(has func(before, after *refPhase) bool) bool {
	all := append(slices.Clone(s.earlierPhases()), s.key)
	for _, before := range all {
		for _, after := range all {
			if before != after && before != s.key && after.Move != movegen.NoMove && has(before, after) {
				return true
			}
		}
	}
	return false
}

// shifts reports whether the mates of n defences go round: each has in the later phase the
// mate that the next had in the earlier one.
func (s *refStudy) shifts(before, after *refPhase, n int) bool {
	first, second := s.chart(before), s.chart(after)
	var extend func(ring []movegen.Move) bool
	extend = func(ring []movegen.Move) bool {
		last := second[ring[len(ring)-1]]
		if len(ring) == n {
			return last == first[ring[0]]
		}
		for d, mate := range first {
			fresh := !slices.ContainsFunc(ring, func(r movegen.Move) bool { return r == d || first[r] == mate })
			if fresh && second[d] != "" && mate == last && extend(append(slices.Clone(ring), d)) {
				return true
			}
		}
		return false
	}
	for d := range first {
		if second[d] != "" && second[d] != first[d] && extend([]movegen.Move{d}) {
			return true
		}
	}
	return false
}

func (s *refStudy) ruchlis(before, after *refPhase) bool {
	first, second := s.chart(before), s.chart(after)
	// moved reports whether the mate of d answers another defence, which it did not before.
	moved := func(d movegen.Move) bool {
		for c, mate := range second {
			if mate == first[d] && first[c] != mate {
				return true
			}
		}
		return false
	}
	for a := range first {
		for b := range first {
			four := map[string]bool{first[a]: true, first[b]: true, second[a]: true, second[b]: true}
			if second[a] != "" && second[b] != "" && len(four) == 4 && moved(a) && moved(b) {
				return true
			}
		}
	}
	return false
}

// triplesOf reports whether three phases have what is asked for.
func (s *refStudy) triplesOf(has func(a, b, c *refPhase) bool) bool {
	all := append(slices.Clone(s.earlierPhases()), s.key)
	for i, a := range all {
		for j, b := range all {
			for k, c := range all {
				if i != j && j != k && i != k && has(a, b, c) {
					return true
				}
			}
		}
	}
	return false
}

func (s *refStudy) zagoruiko(a, b, c *refPhase) bool {
	first, second, third := s.chart(a), s.chart(b), s.chart(c)
	var defences []movegen.Move
	for d := range first {
		three := map[string]bool{first[d]: true, second[d]: true, third[d]: true}
		if !three[""] && len(three) == 3 {
			defences = append(defences, d)
		}
	}
	for _, x := range defences {
		for _, y := range defences {
			if first[x] != first[y] && second[x] != second[y] && third[x] != third[y] {
				return true
			}
		}
	}
	return false
}

// threat is the one threat of a phase, empty if there is none, or several.
func (s *refStudy) threat(ph *refPhase) string {
	m, one := onlyMove(ph.Threats.Moves)
	if !one {
		return ""
	}
	return s.said(ph, m)
}

// leGrand: threat and mate are exchanged between two phases, after the same defence or
// after two.
func (s *refStudy) leGrand(before, after *refPhase, same bool) bool {
	first, second := s.chart(before), s.chart(after)
	threatA, threatB := s.threat(before), s.threat(after)
	if threatA == "" || threatB == "" || threatA == threatB {
		return false
	}
	for a, mateB := range first {
		for b, mateA := range second {
			apart := first[a] != first[b] && second[a] != second[b]
			if mateA == threatA && mateB == threatB && (same && a == b || !same && a != b && apart) {
				return true
			}
		}
	}
	return false
}

// refutations looks for two tries, each of which has a move of the attacker (see name)
// and one refutation, that return as mates in the last phase: after their own refutations,
// or after each other's.
func (s *refStudy) refutations(last *refPhase, name func(*refPhase) string, swapped bool) bool {
	chart, threats := s.chart(last), s.threatsOf(last)
	for _, one := range s.tries {
		for _, two := range s.tries {
			a, b := name(one), name(two)
			x, y := one.Refutations[0], two.Refutations[0]
			if swapped {
				a, b = b, a
			}
			if x != y && a != b && a != "" && b != "" && chart[x] == a && chart[y] == b &&
				!slices.Contains(threats, a) && !slices.Contains(threats, b) {
				return true
			}
		}
	}
	return false
}

func (s *refStudy) firstMove(ph *refPhase) string { return s.said(ph, ph.Move) }

// some reports whether one of the phases has what is asked for.
func some(phases []*refPhase, has func(*refPhase) bool) bool { return slices.ContainsFunc(phases, has) }

// ofPhases are the themes between set play, tries and actual play.
var ofPhases = map[string]func(*refStudy) bool{
	"complete block":    func(s *refStudy) bool { return s.setIsComplete() && s.waits() && !s.changes(s.set) },
	"mutate":            func(s *refStudy) bool { return s.setIsComplete() && s.waits() && s.changes(s.set) },
	"incomplete block":  func(s *refStudy) bool { return s.set != nil && !s.setIsComplete() && s.waits() },
	"block-threat":      func(s *refStudy) bool { return s.setIsComplete() && len(s.key.Threats.Moves) > 0 },
	"changed mates":     func(s *refStudy) bool { return s.thatCount(s.alterations) },
	"transferred mates": func(s *refStudy) bool { return s.thatCount(s.moved) },
	"added mates":       func(s *refStudy) bool { return s.setIsComplete() && s.waits() && appears(s.key, s.set) },
	"removed mates":     func(s *refStudy) bool { return s.setIsComplete() && s.waits() && appears(s.set, s.key) },
	"reciprocal change": func(s *refStudy) bool {
		return s.pairsOf(func(a, b *refPhase) bool { return s.shifts(a, b, 2) })
	},
	"Lacny": func(s *refStudy) bool {
		return s.pairsOf(func(a, b *refPhase) bool { return s.shifts(a, b, 3) || s.shifts(a, b, 4) || s.shifts(a, b, 5) })
	},
	"Ruchlis":         func(s *refStudy) bool { return s.pairsOf(s.ruchlis) },
	"Zagoruiko":       func(s *refStudy) bool { return s.triplesOf(s.zagoruiko) },
	"le Grand":        func(s *refStudy) bool { return s.pairsOf(func(a, b *refPhase) bool { return s.leGrand(a, b, true) }) },
	"pseudo le Grand": func(s *refStudy) bool { return s.pairsOf(func(a, b *refPhase) bool { return s.leGrand(a, b, false) }) },
	"Dombrovskis": func(s *refStudy) bool {
		return some(append(slices.Clone(s.earlierPhases()), s.key), func(ph *refPhase) bool { return s.refutations(ph, s.threat, false) })
	},
	"Hannelius": func(s *refStudy) bool {
		return some(append(slices.Clone(s.earlierPhases()), s.key), func(ph *refPhase) bool { return s.refutations(ph, s.threat, true) })
	},
	"Vladimirov": func(s *refStudy) bool { return s.refutations(s.key, s.firstMove, false) },
	"Banny":      func(s *refStudy) bool { return s.refutations(s.key, s.firstMove, true) },
}
