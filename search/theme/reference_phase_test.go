package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
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
	return fmt.Sprintf("%v-%v%d%d", origin, m.To(), m.PromotionType(), m.Kind())
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

// answersMore reports whether one chart answers a defence that the other does not.
func answersMore(chart, other map[movegen.Move][]string) bool {
	for defence := range chart {
		if other[defence] == nil {
			return true
		}
	}
	return false
}

func (s *refStudy) transfersFrom(ph *refPhase) bool {
	before, actual := s.allMates(ph), s.allMates(s.key)
	for a, mates := range before {
		for _, m := range mates {
			for b, others := range actual {
				if a != b && slices.Contains(others, m) && !slices.Contains(before[b], m) && !slices.Contains(actual[a], m) {
					return true
				}
			}
		}
	}
	return false
}

// shifts reports whether the mates of n defences go round: each has in actual play the
// mate that the next had in the earlier phase.
func (s *refStudy) shifts(ph *refPhase, n int) bool {
	before, actual := s.chart(ph), s.chart(s.key)
	var extend func(ring []movegen.Move) bool
	extend = func(ring []movegen.Move) bool {
		last := actual[ring[len(ring)-1]]
		if len(ring) == n {
			return last == before[ring[0]]
		}
		for d, mate := range before {
			fresh := !slices.ContainsFunc(ring, func(r movegen.Move) bool { return r == d || before[r] == mate })
			if fresh && actual[d] != "" && mate == last && extend(append(slices.Clone(ring), d)) {
				return true
			}
		}
		return false
	}
	for d := range before {
		if actual[d] != "" && actual[d] != before[d] && extend([]movegen.Move{d}) {
			return true
		}
	}
	return false
}

func (s *refStudy) ruchlis(ph *refPhase) bool {
	before, actual := s.chart(ph), s.chart(s.key)
	// moved lists the defences that have the mate of d in actual play, and had not.
	moved := func(d movegen.Move) bool {
		for c, mate := range actual {
			if mate == before[d] && before[c] != mate {
				return true
			}
		}
		return false
	}
	for a := range before {
		for b := range before {
			four := map[string]bool{before[a]: true, before[b]: true, actual[a]: true, actual[b]: true}
			if actual[a] != "" && actual[b] != "" && len(four) == 4 && moved(a) && moved(b) {
				return true
			}
		}
	}
	return false
}

func (s *refStudy) zagoruiko() bool {
	third := s.chart(s.key)
	phases := s.earlierPhases()
	for i, ph := range phases {
		for _, other := range phases[i+1:] {
			first, second := s.chart(ph), s.chart(other)
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
		}
	}
	return false
}

// leGrand looks for threat and mate exchanged between a try and the key, after the same
// defence or after two.
func (s *refStudy) leGrand(ph *refPhase, same bool) bool {
	before, actual := s.chart(ph), s.chart(s.key)
	virtual, real := s.threatsOf(ph), s.threatsOf(s.key)
	for a, mateB := range before {
		for b, mateA := range actual {
			exchanged := slices.Contains(virtual, mateA) && !slices.Contains(virtual, mateB) &&
				slices.Contains(real, mateB) && !slices.Contains(real, mateA)
			apart := before[a] != before[b] && actual[a] != actual[b]
			if exchanged && (same && a == b || !same && a != b && apart) {
				return true
			}
		}
	}
	return false
}

// refutations looks for two tries, each of which has a move of the attacker (see moves)
// and one refutation, that return as mates after the key: after their own refutations, or
// after each other's.
func (s *refStudy) refutations(moves func(*refPhase) []string, swapped bool) bool {
	actual, threats := s.chart(s.key), s.threatsOf(s.key)
	for _, one := range s.tries {
		for _, two := range s.tries {
			for _, a := range moves(one) {
				for _, b := range moves(two) {
					x, y := one.Refutations[0], two.Refutations[0]
					if swapped {
						x, y = y, x
					}
					if a != b && x != y && actual[x] == a && actual[y] == b &&
						!slices.Contains(threats, a) && !slices.Contains(threats, b) {
						return true
					}
				}
			}
		}
	}
	return false
}

func (s *refStudy) firstMove(ph *refPhase) []string { return []string{s.said(ph, ph.Move)} }

// some reports whether one of the phases has what is asked for.
func some(phases []*refPhase, has func(*refPhase) bool) bool { return slices.ContainsFunc(phases, has) }

// ofPhases are the themes between set play, tries and actual play.
var ofPhases = map[string]func(*refStudy) bool{
	"complete block":    func(s *refStudy) bool { return s.setIsComplete() && s.waits() && !s.changes(s.set) },
	"mutate":            func(s *refStudy) bool { return s.setIsComplete() && s.waits() && s.changes(s.set) },
	"incomplete block":  func(s *refStudy) bool { return s.set != nil && !s.setIsComplete() && s.waits() },
	"block-threat":      func(s *refStudy) bool { return s.setIsComplete() && len(s.key.Threats.Moves) > 0 },
	"changed mates":     func(s *refStudy) bool { return some(s.earlierPhases(), s.changes) },
	"transferred mates": func(s *refStudy) bool { return some(s.earlierPhases(), s.transfersFrom) },
	"added mates": func(s *refStudy) bool {
		return s.set != nil && answersMore(s.allMates(s.key), s.allMates(s.set))
	},
	"removed mates": func(s *refStudy) bool {
		return s.set != nil && answersMore(s.allMates(s.set), s.allMates(s.key))
	},
	"reciprocal change": func(s *refStudy) bool {
		return some(s.earlierPhases(), func(ph *refPhase) bool { return s.shifts(ph, 2) })
	},
	"Lacny": func(s *refStudy) bool {
		return some(s.earlierPhases(), func(ph *refPhase) bool {
			return s.shifts(ph, 3) || s.shifts(ph, 4) || s.shifts(ph, 5)
		})
	},
	"Ruchlis":   func(s *refStudy) bool { return some(s.earlierPhases(), s.ruchlis) },
	"Zagoruiko": (*refStudy).zagoruiko,
	"le Grand": func(s *refStudy) bool {
		return some(s.tries, func(ph *refPhase) bool { return s.leGrand(ph, true) })
	},
	"pseudo le Grand": func(s *refStudy) bool {
		return some(s.tries, func(ph *refPhase) bool { return s.leGrand(ph, false) })
	},
	"Dombrovskis": func(s *refStudy) bool { return s.refutations(s.threatsOf, false) },
	"Hannelius":   func(s *refStudy) bool { return s.refutations(s.threatsOf, true) },
	"Vladimirov":  func(s *refStudy) bool { return s.refutations(s.firstMove, false) },
	"Banny":       func(s *refStudy) bool { return s.refutations(s.firstMove, true) },
}
