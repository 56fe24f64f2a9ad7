package theme

import (
	"slices"

	"alfiere/movegen"
)

// leGrand: a try threatens A and answers a defence with B; the key threatens B and
// answers the same defence with A. Neither threatens both.
func leGrand(s *study) []showing {
	return s.againstActual(func(before, actual *answers) showing {
		for _, d := range before.defences {
			if exchanged(before, actual, d, d) {
				return exchange(before, actual, d, d)
			}
		}
		return nil
	})
}

// pseudoLeGrand: a try threatens A and answers a defence with B; the key threatens B
// and answers another defence with A. Neither threatens both, and neither defence is
// answered so in both.
func pseudoLeGrand(s *study) []showing {
	return s.againstActual(func(before, actual *answers) showing {
		for _, x := range before.defences {
			for _, y := range actual.defences {
				if x != y && exchanged(before, actual, x, y) &&
					actual.mate[x] != actual.mate[y] && before.mate[y] != before.mate[x] {
					return exchange(before, actual, x, y)
				}
			}
		}
		return nil
	})
}

// exchanged reports whether the mate after x in the earlier phase is a threat in the
// actual play, and the mate after y there a threat in the earlier phase, and neither
// is a threat in both.
func exchanged(before, actual *answers, x, y movegen.Move) bool {
	a, b := actual.mate[y], before.mate[x]
	return a != 0 && before.threatensMate(a) && !before.threatensMate(b) &&
		actual.threatensMate(b) && !actual.threatensMate(a)
}

// exchange returns the lines of the threats and mates that are exchanged.
func exchange(before, actual *answers, x, y movegen.Move) showing {
	return showing{before.threatLine(before.threatOf(actual.mate[y])), before.line(x),
		actual.threatLine(actual.threatOf(before.mate[x])), actual.line(y)}
}

// refutedTry is a try with a move of the attacker that its refutation meets: a threat,
// or the first move itself.
type refutedTry struct {
	move       mateID
	refutation movegen.Move
	lines      showing
}

// refuted returns the line of a try's only refutation.
func (ph *phase) refuted() line { return line{ph.Move, ph.Refutations[0]} }

// refutedThreats returns every threat of every try with the move that refutes it.
func (s *study) refutedThreats() (list []refutedTry) {
	for _, try := range s.quietTries() {
		for _, threat := range try.Threats.Moves {
			list = append(list, refutedTry{try.id(threat), try.Refutations[0],
				showing{try.threatLine(threat), try.refuted()}})
		}
	}
	return list
}

// refutedMoves returns every try with the move that refutes it.
func (s *study) refutedMoves() (list []refutedTry) {
	for _, try := range s.quietTries() {
		list = append(list, refutedTry{try.id(try.Move), try.Refutations[0], showing{try.refuted()}})
	}
	return list
}

// dombrovskis: a try threatens A and is refuted by one defence, another threatens B and
// is refuted by another defence; after the key, which threatens neither, these two
// defences are answered by A and B.
func dombrovskis(s *study) []showing { return s.straight(s.refutedThreats()) }

// hannelius: a try threatens A and is refuted by one defence, another threatens B and
// is refuted by another defence; after the key, which threatens neither, the first
// defence is answered by B and the second by A.
func hannelius(s *study) []showing { return s.swapped(s.refutedThreats()) }

// vladimirov: the tries A and B are refuted by two different defences, which after the
// key, which threatens neither, are answered by A and B as mates. A refutation may
// capture the man that has tried, and the mate then recapture.
func vladimirov(s *study) []showing { return s.straight(s.refutedMoves()) }

// banny: the tries A and B are refuted by two different defences; after the key, which
// threatens neither, the refutation of A is answered by B as a mate, and that of B by A.
func banny(s *study) []showing { return s.swapped(s.refutedMoves()) }

// straight finds two tries or more with different moves and different refutations whose
// moves mate after the key, each after its own refutation.
func (s *study) straight(tries []refutedTry) []showing {
	if !s.twoMover {
		return nil
	}
	actual := s.actual.answers()
	var lines showing
	var moves []mateID
	var refutations line
	for _, t := range tries {
		if actual.mate[t.refutation] == t.move && !actual.threatensMate(t.move) &&
			!slices.Contains(moves, t.move) && !slices.Contains(refutations, t.refutation) {
			moves, refutations = append(moves, t.move), append(refutations, t.refutation)
			lines = append(append(lines, t.lines...), actual.line(t.refutation))
		}
	}
	if len(moves) < 2 {
		return nil
	}
	return once(lines)
}

// swapped finds two tries with different moves and different refutations whose moves
// mate after the key, each after the refutation of the other.
func (s *study) swapped(tries []refutedTry) []showing {
	if !s.twoMover {
		return nil
	}
	actual := s.actual.answers()
	for i, a := range tries {
		for _, b := range tries[i+1:] {
			if a.move != b.move && a.refutation != b.refutation &&
				actual.mate[a.refutation] == b.move && actual.mate[b.refutation] == a.move &&
				!actual.threatensMate(a.move) && !actual.threatensMate(b.move) {
				return once(slices.Concat(a.lines, b.lines,
					showing{actual.line(a.refutation), actual.line(b.refutation)}))
			}
		}
	}
	return nil
}
