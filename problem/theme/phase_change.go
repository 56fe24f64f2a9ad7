package theme

import (
	"slices"

	"alfiere/movegen"
)

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

// onlyThreat returns the line of the phase's only threat.
func (a *answers) onlyThreat() line { return a.threatLine(a.Threats.Sole()) }

// refutedTry is a try with a move of the attacker that its refutation meets: a threat, or the first move itself.
type refutedTry struct {
	move       movegen.Move
	refutation movegen.Move
	lines      showing
}

// refuted returns the line of a try's only refutation.
func (ph *phase) refuted() line { return line{ph.Move, ph.Refutations[0]} }

// refutedThreats returns every quiet try that threatens one mate, with the move that
// refutes it. Of several threats any would serve, whatever the composer meant.
func (s *study) refutedThreats() (list []refutedTry) {
	for _, try := range s.tested() {
		if try.threat != 0 {
			list = append(list, refutedTry{try.threat, try.Refutations[0], showing{try.onlyThreat(), try.refuted()}})
		}
	}
	return list
}

// refutedMoves returns every quiet try with the move that refutes it.
func (s *study) refutedMoves() (list []refutedTry) {
	for _, try := range s.tested() {
		list = append(list, refutedTry{try.first, try.Refutations[0], showing{try.refuted()}})
	}
	return list
}

// tested returns the quiet tries.
func (s *study) tested() []*answers {
	if len(s.earlier) > 0 && s.earlier[0].Move == movegen.NoMove {
		return s.earlier[1:]
	}
	return s.earlier
}

// dombrovskis: a try threatens A and is refuted by one defence, another threatens B and
// is refuted by another defence; after the key, which threatens neither, these two
// defences are answered by A and B. Set play or another try may stand for the key.
func dombrovskis(s *study) []showing { return s.anywhere(s.refutedThreats(), straight) }

// hannelius: a try threatens A and is refuted by one defence, another threatens B and is refuted by another defence;
// after the key, which threatens neither, the first defence is answered by B and the second by A. Set play or another
// try may stand for the key.
func hannelius(s *study) []showing { return s.anywhere(s.refutedThreats(), swapped) }

// vladimirov: the tries A and B are refuted by two different defences, which after the key, which threatens neither,
// are answered by A and B as mates. A refutation may capture the man that has tried, and the mate then recapture.
func vladimirov(s *study) []showing { return s.answered(s.refutedMoves(), straight) }

// banny: the tries A and B are refuted by two different defences; after the key, which
// threatens neither, the refutation of A is answered by B as a mate, and that of B by A.
func banny(s *study) []showing { return s.answered(s.refutedMoves(), swapped) }

// answered shows how the refutations of the tries are answered after the key.
func (s *study) answered(tries []refutedTry, show func([]refutedTry, *answers) showing) []showing {
	if len(tries) < 2 {
		return nil
	}
	return once(show(tries, s.key))
}

// anywhere is answered, but where the actual play shows nothing it looks at set play and at the tries.
func (s *study) anywhere(tries []refutedTry, show func([]refutedTry, *answers) showing) []showing {
	found := s.answered(tries, show)
	for i := 0; i < len(s.earlier) && found == nil && len(tries) >= 2; i++ {
		found = once(show(tries, s.earlier[i]))
	}
	return found
}

// straight finds two tries or more with different moves and different refutations whose
// moves mate in the last phase, each after its own refutation.
func straight(tries []refutedTry, last *answers) showing {
	var lines showing
	var moves []movegen.Move
	var refutations line
	for _, t := range tries {
		if last.mate(t.refutation) == t.move && !last.threatensMate(t.move) &&
			!slices.Contains(moves, t.move) && !slices.Contains(refutations, t.refutation) {
			moves, refutations = append(moves, t.move), append(refutations, t.refutation)
			lines = append(append(lines, t.lines...), last.line(t.refutation))
		}
	}
	if len(moves) < 2 {
		return nil
	}
	return lines
}

// swapped finds two tries with different moves and different refutations whose moves
// mate in the last phase, each after the refutation of the other.
func swapped(tries []refutedTry, last *answers) showing {
	for i, a := range tries {
		for _, b := range tries[i+1:] {
			if a.move != b.move && a.refutation != b.refutation &&
				last.mate(a.refutation) == b.move && last.mate(b.refutation) == a.move &&
				!last.threatensMate(a.move) && !last.threatensMate(b.move) {
				return slices.Concat(a.lines, b.lines, showing{last.line(a.refutation), last.line(b.refutation)})
			}
		}
	}
	return nil
}
