package theme

import "alfiere/movegen"

// table is a phase as the letter themes write it: first move, only threat, and the mates
// after the defences; empty strings for what is not there.
type table struct {
	key, threat string
	mates       map[movegen.Move]string
}

// table writes a phase, which is asked for many times over, once.
func (s *refStudy) table(ph *refPhase) table {
	if t, known := s.tables[ph]; known {
		return t
	}
	t := table{threat: s.threat(ph), mates: s.chart(ph)}
	if ph.Move != movegen.NoMove {
		t.key = s.firstMove(ph)
	}
	if s.tables == nil {
		s.tables = map[*refPhase]table{}
	}
	s.tables[ph] = t
	return t
}

// two reports whether two phases, in this order or the other, have what is asked for of
// them. One of them at least has a first move.
func (s *refStudy) two(has func(p, q table) bool) bool {
	return s.pairsOf(func(a, b *refPhase) bool {
		p, q := s.table(a), s.table(b)
		return has(p, q) || has(q, p)
	})
}

// three is the same of three phases.
func (s *refStudy) three(has func(p, q, r table) bool) bool {
	return s.triplesOf(func(a, b, c *refPhase) bool { return has(s.table(a), s.table(b), s.table(c)) })
}

// after reports whether some defence has the given mates, which must be mates, in the
// phases in turn.
func after(mates []string, phases ...table) bool {
	for d := range phases[0].mates {
		all := true
		for i, ph := range phases {
			all = all && mates[i] != "" && ph.mates[d] == mates[i]
		}
		if all {
			return true
		}
	}
	return false
}

// different reports whether the moves are there and all different.
func different(moves ...string) bool {
	seen := map[string]bool{"": true}
	for _, m := range moves {
		if seen[m] {
			return false
		}
		seen[m] = true
	}
	return true
}

// turns reports whether two phases have A and B as given, and two defences are answered by
// B and C in the one, by C and A in the other.
func turns(p, q table, a, b string) bool {
	for d, c := range q.mates {
		if different(a, b, c) && p.mates[d] == b && after([]string{c, a}, p, q) {
			return true
		}
	}
	return false
}

// ofFunctions are the themes of changed functions and what else compares phases.
var ofFunctions = map[string]func(*refStudy) bool{
	"reversal": func(s *refStudy) bool {
		return s.two(func(p, q table) bool { return different(p.key, q.key) && after([]string{q.key, p.key}, p, q) })
	},
	"threat reversal": func(s *refStudy) bool {
		return s.two(func(p, q table) bool {
			return different(p.key, q.key) && p.threat == q.key && q.threat == p.key
		})
	},
	"Erokhin": func(s *refStudy) bool {
		return s.two(func(p, q table) bool {
			return different(p.key, q.threat) && after([]string{q.threat, p.key}, p, q)
		})
	},
	"Jurasevic": func(s *refStudy) bool {
		return s.two(func(p, q table) bool {
			return different(p.key, q.key, q.threat) && p.threat == q.key && after([]string{q.threat, p.key}, p, q)
		})
	},
	"Shedey": func(s *refStudy) bool {
		return s.two(func(p, q table) bool { return turns(p, q, p.threat, q.threat) })
	},
	"Kiss": func(s *refStudy) bool {
		return s.two(func(p, q table) bool { return turns(p, q, p.key, q.key) })
	},
	"Rice": func(s *refStudy) bool {
		return s.three(func(p, q, r table) bool {
			for d, a := range p.mates {
				b, c := q.mates[d], r.mates[d]
				if different(a, b, c) && after([]string{b, c, a}, p, q, r) {
					return true
				}
			}
			return false
		})
	},
	"Ukrainian": func(s *refStudy) bool {
		return s.three(func(p, q, r table) bool {
			return different(p.threat, q.threat, r.threat) && after([]string{q.threat, r.threat, p.threat}, p, q, r)
		})
	},
	"Ceriani": func(s *refStudy) bool {
		return s.three(func(p, q, r table) bool {
			return different(p.key, q.key, r.key) && after([]string{q.key, r.key, p.key}, p, q, r)
		})
	},
	"Reeves": func(s *refStudy) bool {
		return s.three(func(p, q, r table) bool {
			return different(p.key, q.key, r.key) && p.threat == q.key && q.threat == r.key && r.threat == p.key
		})
	},
	"Chepizhny": func(s *refStudy) bool {
		return s.three(func(p, q, r table) bool {
			for x, a := range p.mates {
				if !different(a, q.mates[x], r.mates[x]) {
					continue
				}
				for u, m := range p.mates {
					for v, other := range q.mates {
						for w, third := range r.mates {
							if m == other && m == third && different(m, a, q.mates[x], r.mates[x]) && u != v && v != w && u != w {
								return true
							}
						}
					}
				}
			}
			return false
		})
	},
	"ideal Ruchlis": func(s *refStudy) bool {
		return s.pairsOf(func(x, y *refPhase) bool {
			p, q := s.chart(x), s.chart(y)
			for a, mateA := range p {
				for b, mateB := range p {
					for c := range p {
						for d := range p {
							if different(mateA, mateB, q[a], q[b]) && q[c] == mateA && q[d] == mateB &&
								p[c] != mateA && p[d] != mateB {
								return true
							}
						}
					}
				}
			}
			return false
		})
	},
}
