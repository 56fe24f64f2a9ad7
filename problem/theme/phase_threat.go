package theme

import (
	"slices"

	"alfiere/movegen"
)

// leGrand: a try threatens A alone and answers a defence with B; the key threatens B
// alone and answers the same defence with A.
func leGrand(before, after *answers) showing {
	for _, d := range before.defences {
		if exchanged(before, after, d, d) {
			return exchange(before, after, d, d)
		}
	}
	return nil
}

// pseudoLeGrand: a try threatens A alone and answers a defence with B; the key threatens
// B alone and answers another defence with A. Neither defence is answered so in both.
func pseudoLeGrand(before, after *answers) showing {
	for _, x := range before.defences {
		for _, y := range after.defences {
			if x != y && exchanged(before, after, x, y) &&
				after.mate(x) != after.mate(y) && before.mate(y) != before.mate(x) {
				return exchange(before, after, x, y)
			}
		}
	}
	return nil
}

// exchanged reports whether the mate after x in the earlier phase is the only threat of
// the later one, and the mate after y there the only threat of the earlier phase.
func exchanged(before, after *answers, x, y movegen.Move) bool {
	a, b := before.threat, after.threat
	return a != 0 && b != 0 && a != b && before.mate(x) == b && after.mate(y) == a
}

// exchange returns the lines of the threats and mates that are exchanged.
func exchange(before, after *answers, x, y movegen.Move) showing {
	return showing{before.onlyThreat(), before.line(x), after.onlyThreat(), after.line(y)}
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
