package theme

import (
	"slices"

	"alfiere/movegen"
)

// Themes of refutations: what a try threatens, or its first move, answers its refutation in another phase.

// refutedTry is a try with a move of the attacker that its refutation meets: a threat, or the first move itself.
type refutedTry struct {
	move       movegen.Move
	refutation movegen.Move
	lines      showing
	threats    []movegen.Move // of which move is one; nil if it is the first move
}

// resembles reports whether both tries threaten both moves.
func (t *refutedTry) resembles(u *refutedTry) bool {
	return slices.Contains(t.threats, u.move) && slices.Contains(u.threats, t.move)
}

// refutation returns the only defence that refutes the phase; NoMove if stalemate does, or nothing.
func (ph *phase) refutation() movegen.Move {
	if len(ph.Refutations) != 1 {
		return movegen.NoMove
	}
	return ph.Refutations[0]
}

// refuted returns the line of a try with its only refutation.
func (ph *phase) refuted() line { return line{ph.Move, ph.refutation()} }

// refutedThreats returns the threats of every quiet try that has at most three, with the move that refutes them. With
// more threats the theme could appear by chance.
func (s *study) refutedThreats() (list []refutedTry) {
	for _, try := range s.tested() {
		threats := try.threats()
		for i := 0; i < len(threats) && len(threats) <= 3 && try.refutation() != movegen.NoMove; i++ {
			l := showing{try.threatLine(try.Threats.Moves[i]), try.refuted()}
			list = append(list, refutedTry{threats[i], try.refutation(), l, threats})
		}
	}
	return list
}

// refutedMoves returns every quiet try with the move that refutes it.
func (s *study) refutedMoves() (list []refutedTry) {
	for _, try := range s.tested() {
		if m := try.refutation(); m != movegen.NoMove {
			list = append(list, refutedTry{try.first, m, showing{try.refuted()}, nil})
		}
	}
	return list
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

// straight finds two tries or more whose moves mate in the last phase, each after its own refutation.
func straight(tries []refutedTry, last *answers) (lines showing) {
	var shown []refutedTry
	for _, t := range tries {
		if last.mate(t.refutation) == t.move && !last.threatensMate(t.move) &&
			!slices.ContainsFunc(shown, func(u refutedTry) bool {
				return t.move == u.move || t.refutation == u.refutation || t.resembles(&u)
			}) {
			shown = append(shown, t)
			lines = append(append(lines, t.lines...), last.line(t.refutation))
		}
	}
	if len(shown) < 2 {
		return nil
	}
	return lines
}

// swapped finds two tries with different moves and different refutations whose moves
// mate in the last phase, each after the refutation of the other.
func swapped(tries []refutedTry, last *answers) showing {
	for i, a := range tries {
		for _, b := range tries[i+1:] {
			if a.move != b.move && a.refutation != b.refutation && !a.resembles(&b) &&
				last.mate(a.refutation) == b.move && last.mate(b.refutation) == a.move &&
				!last.threatensMate(a.move) && !last.threatensMate(b.move) {
				return slices.Concat(a.lines, b.lines, showing{last.line(a.refutation), last.line(b.refutation)})
			}
		}
	}
	return nil
}
