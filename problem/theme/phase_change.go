package theme

import "alfiere/movegen"

// transfer is a mate that answers different defences in two phases.
type transfer struct{ from, to movegen.Move } // the defences in the earlier and in the actual play

// transfers returns the mates of the earlier phase that answer another defence in the
// actual play: neither defence has the same mate in both phases.
func transfers(before, actual *answers) (list []transfer) {
	for _, x := range before.defences {
		m := before.mate(x)
		if actual.mate(x) == m {
			continue
		}
		for _, y := range actual.defences {
			if actual.mate(y) == m && before.mate(y) != m {
				list = append(list, transfer{x, y})
			}
		}
	}
	return list
}

// reciprocalChange: two defences have the mates A and B in set play or after a try, and B and A after the key.
func reciprocalChange(before, actual *answers) showing { return cycle(before, actual, 2) }

// lacny: three to five defences have the mates A, B, C in set play or after a try, and B, C, A after the key.
func lacny(before, actual *answers) showing {
	for n := 3; n <= 5; n++ {
		if lines := cycle(before, actual, n); lines != nil {
			return lines
		}
	}
	return nil
}

// cycle returns the lines of n defences whose n different mates are shifted from each
// defence to the one before it, nil if there are none.
func cycle(before, actual *answers, n int) showing {
	shifts := shiftingDefences(before, actual)
	for _, d := range shifts {
		if ring := ringFrom(before, actual, shifts, line{d}, n); ring != nil {
			var lines showing
			for _, ph := range [...]*answers{before, actual} {
				for _, d := range ring {
					lines = append(lines, ph.line(d))
				}
			}
			return lines
		}
	}
	return nil
}

// shiftingDefences returns the defences with one mate in the earlier phase and another
// in the actual play, one for every pair of mates.
func shiftingDefences(before, actual *answers) (list line) {
	seen := map[[2]movegen.Move]bool{}
	for _, d := range before.defences {
		pair := [2]movegen.Move{before.mate(d), actual.mate(d)}
		if pair[1] != 0 && pair[0] != pair[1] && !seen[pair] {
			seen[pair] = true
			list = append(list, d)
		}
	}
	return list
}

// ringFrom extends the ring of defences to n: the mate of each in the actual play is
// that of the next in the earlier one, and that of the last is the first's.
func ringFrom(before, actual *answers, shifts, ring line, n int) line {
	last := actual.mate(ring[len(ring)-1])
	if len(ring) == n {
		if last != before.mate(ring[0]) {
			return nil
		}
		return ring
	}
	for _, d := range ring {
		if before.mate(d) == last {
			return nil // it closes too soon
		}
	}
	for _, d := range shifts {
		if before.mate(d) == last {
			if full := ringFrom(before, actual, shifts, append(ring[:len(ring):len(ring)], d), n); full != nil {
				return full
			}
		}
	}
	return nil
}

// ruchlis: two defences have the mates A and B in set play or after a try, and two new
// mates after the key, where A and B answer two other defences.
func ruchlis(before, after *answers) showing {
	list := transfers(before, after)
	for i, a := range list {
		for _, b := range list[i+1:] {
			if isRuchlis(before, after, a, b) {
				return showing{before.line(a.from), before.line(b.from),
					after.line(a.from), after.line(b.from), after.line(a.to), after.line(b.to)}
			}
		}
	}
	return nil
}

// idealRuchlis: a Ruchlis in which the two other defences have mates in the earlier phase
// too: four changed mates, two of them transferred.
func idealRuchlis(before, after *answers) showing {
	list := transfers(before, after)
	for i, a := range list {
		for _, b := range list[i+1:] {
			c, d := before.mate(a.to), before.mate(b.to)
			if c != 0 && d != 0 && a.to != b.to && isRuchlis(before, after, a, b) {
				return showing{before.line(a.from), before.line(b.from), before.line(a.to), before.line(b.to),
					after.line(a.from), after.line(b.from), after.line(a.to), after.line(b.to)}
			}
		}
	}
	return nil
}

func isRuchlis(before, after *answers, a, b transfer) bool {
	four := [...]movegen.Move{before.mate(a.from), before.mate(b.from), after.mate(a.from), after.mate(b.from)}
	for i, m := range four {
		for _, other := range four[:i] {
			if m == 0 || m == other {
				return false
			}
		}
	}
	return a.to != b.from && b.to != a.from
}

// threePhases makes the finder of what show finds between the actual play and two earlier phases, or else between three
// earlier ones: the showing with the most lines, in the order of the phases.
func threePhases(show func(p, q, r *answers) showing) func(*study) []showing {
	return func(s *study) []showing {
		var best showing
		for i, p := range s.earlier {
			for _, q := range s.earlier[i+1:] {
				if lines := show(p, q, s.key); len(lines) > len(best) {
					best = lines
				}
			}
		}
		for i := 0; i < len(s.earlier) && best == nil; i++ {
			for j := i + 1; j < len(s.earlier) && best == nil; j++ {
				for k := j + 1; k < len(s.earlier) && best == nil; k++ {
					best = show(s.earlier[i], s.earlier[j], s.earlier[k])
				}
			}
		}
		return once(best)
	}
}

// zagoruiko: two defences or more have different mates in each of three phases, one of them the actual play, and two of
// these defences have different mates within each of the three.
func zagoruiko(p, q, r *answers) (lines showing) {
	phases := []*answers{p, q, r}
	var defences line
	for _, d := range p.defences {
		a, b, c := p.mate(d), q.mate(d), r.mate(d)
		if b != 0 && c != 0 && a != b && b != c && a != c {
			defences = append(defences, d)
		}
	}
	if !varied(defences, phases) {
		return nil
	}
	for _, ph := range phases {
		for _, d := range defences {
			lines = append(lines, ph.line(d))
		}
	}
	return lines
}

// varied reports whether two of the defences have different mates in every phase.
func varied(defences line, phases []*answers) bool {
	for i, x := range defences {
		for _, y := range defences[i+1:] {
			different := true
			for _, ph := range phases {
				different = different && ph.mate(x) != ph.mate(y)
			}
			if different {
				return true
			}
		}
	}
	return false
}
