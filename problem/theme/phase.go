package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// answers is a phase as the themes between phases read it: which mate, and no other, answers which effective defence.
// In longer problems it is the second move that counts: the mates are continuations that take all the moves left.
// Moves of different phases are told apart as problem.Phase.Identity does.
type answers struct {
	*phase
	left     int          // moves that the attacker has after the first
	defences line         // those with one mate, in the order of the report
	mates    line         // the identity of the mate of each of defences
	played   line         // the same mates as they are played
	first    movegen.Move // Move; NoMove in set play
	threat   movegen.Move // the identity of the only threat of mate; NoMove if there is none, or several
}

func newAnswers(ph *phase, left int) *answers {
	a := &answers{phase: ph, left: left, first: ph.Move}
	for _, pl := range ph.thematic(left) {
		a.defences = append(a.defences, pl.Defence)
		a.mates = append(a.mates, ph.Identity(pl.answer()))
		a.played = append(a.played, pl.answer())
	}
	if m := ph.Threats.Sole(); ph.Threats.In == left && m != movegen.NoMove {
		a.threat = ph.Identity(m)
	}
	return a
}

// mate returns the one mate that answers the defence, 0 if there is none.
func (a *answers) mate(defence movegen.Move) movegen.Move {
	if i := slices.Index(a.defences, defence); i >= 0 {
		return a.mates[i]
	}
	return 0
}

// has reports whether the mate is possible after the defence, alone or beside others.
func (a *answers) has(defence, mate movegen.Move) bool {
	pl := a.play(defence)
	return a.mate(defence) == mate || pl != nil && pl.Mates.In == 1 &&
		slices.ContainsFunc(pl.Mates.Moves, func(m movegen.Move) bool { return a.Identity(m) == mate })
}

// line returns the line of the defence in the phase.
func (a *answers) line(defence movegen.Move) line {
	return line{a.Move, defence, a.played[slices.Index(a.defences, defence)]}
}

// threatOf returns the threat of the phase that is the mate m, NoMove if there is none.
func (ph *phase) threatOf(m movegen.Move) movegen.Move {
	i := slices.IndexFunc(ph.Threats.Moves, func(t movegen.Move) bool { return ph.Identity(t) == m })
	if i < 0 {
		return movegen.NoMove
	}
	return ph.Threats.Moves[i]
}

// threatensMate reports whether the mate m is a threat of the phase.
func (ph *phase) threatensMate(m movegen.Move) bool { return ph.threatOf(m) != movegen.NoMove }

// quietTries returns the tries that do not check: those a solver might take for keys.
func (s *study) quietTries() (tries []*phase) {
	for _, try := range s.tries {
		if try.Kind != problem.Check {
			tries = append(tries, try)
		}
	}
	return tries
}

// between makes the finder of what show finds between each earlier phase and the actual play. Where nothing is found it
// looks for one showing between two earlier phases, the second of which is a try: virtual play may have themes too.
func between(show func(before, after *answers) showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		for _, before := range s.earlier {
			if lines := show(before, s.key); lines != nil {
				found = append(found, lines)
			}
		}
		for _, after := range s.earlier {
			for _, before := range s.earlier {
				if found == nil && after != before && after.Move != movegen.NoMove {
					found = once(show(before, after))
				}
			}
		}
		return found
	}
}

// againstSetAndTry makes the finder of what differs returns, the lines of a kind of change between two phases, two for
// each: of set play against the actual play, and of that one try that has most of it. A try must have two such changes,
// and must not be refuted by the capture of the man that has tried: any other has some by chance.
func againstSetAndTry(differs func(before, after *answers) showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		var best showing
		for _, before := range s.earlier {
			switch lines := differs(before, s.key); {
			case before.Move == movegen.NoMove:
				if lines != nil {
					found = append(found, lines)
				}
			case len(lines) >= 4 && len(lines) > len(best) && before.Refutations[0].To() != before.Move.To():
				best = lines
			}
		}
		return append(found, once(best)...)
	}
}

// changedMates: a defence has one mate in set play or after a try, and another after the key. There is one pair of
// lines for all moves of a man that have the same mates.
func changedMates(before, after *answers) (lines showing) {
	type change struct {
		man      movegen.Square
		from, to movegen.Move
	}
	seen := map[change]bool{}
	for i, d := range before.defences {
		c := change{d.From(), before.mates[i], after.mate(d)}
		if c.to != movegen.NoMove && c.to != c.from && !seen[c] {
			seen[c] = true
			lines = append(lines, before.line(d), after.line(d))
		}
	}
	return lines
}

// transferredMates: a mate answers one defence in set play or after a try, and another after the key; neither defence
// has it in both. There are two lines for each mate.
func transferredMates(before, after *answers) (lines showing) {
	var seen []movegen.Move
	for _, t := range transfers(before, after) {
		if m := before.mate(t.from); !slices.Contains(seen, m) {
			seen = append(seen, m)
			lines = append(lines, before.line(t.from), after.line(t.to))
		}
	}
	return lines
}

// ofLength makes the finder of a theme of two-movers alone, or of longer problems alone.
func ofLength(two bool, find func(*study) []showing) func(*study) []showing {
	return func(s *study) []showing {
		if (s.left == 1) != two {
			return nil
		}
		return find(s)
	}
}

// provided makes the finder of a theme of two-movers of the given kinds.
func provided(show func(*study) showing, kinds ...problem.BlockKind) func(*study) []showing {
	return func(s *study) []showing {
		if s.left != 1 || s.set == nil || !slices.Contains(kinds, s.report.BlockOf(s.actual.Phase)) {
			return nil
		}
		return once(show(s))
	}
}

// addedMates: every move in the diagram has a set mate, the key threatens nothing, and a
// defence that was impossible in the diagram has a mate.
func addedMates(s *study) (lines showing) {
	for _, d := range s.key.defences {
		if s.set.play(d) == nil && !slices.Contains(s.set.Refutations, d) && !s.key.isRandom(d, s.earlier[0]) {
			lines = append(lines, s.key.line(d))
		}
	}
	return lines
}

// removedMates: every move in the diagram has a set mate, the key threatens nothing, and
// a defence with a set mate is impossible after the key.
func removedMates(s *study) (lines showing) {
	set := s.earlier[0]
	for _, d := range set.defences {
		if s.actual.play(d) == nil && !set.isRandom(d, s.key) {
			lines = append(lines, set.line(d))
		}
	}
	return lines
}

// completeBlock: every move in the diagram has a set mate, the key threatens nothing,
// and no set mate is changed; some may be added.
func completeBlock(s *study) showing { return showing{{s.actual.Move}} }

// incompleteBlock: some moves in the diagram have no set mate, and the key threatens nothing.
func incompleteBlock(s *study) (lines showing) {
	for _, unprovided := range s.set.Refutations {
		lines = append(lines, line{movegen.NoMove, unprovided})
	}
	return append(lines, line{s.actual.Move})
}

// mutate: every move in the diagram has a set mate, the key threatens nothing, and some
// set mates are changed, duals among them.
func mutate(s *study) (lines showing) {
	for _, c := range problem.Compare(s.set.Phase, s.actual.Phase) {
		if c.Kind == problem.Changed {
			lines = append(lines, line{c.From, c.Defence, c.Before[0]}, line{c.To, c.Other, c.New[0]})
		}
	}
	return lines
}

// blockThreat: every move in the diagram has a set mate, but the key threatens.
func blockThreat(s *study) showing { return showing{s.actual.threatLine(s.actual.Threats.Moves[0])} }

// transfer is a mate that answers different defences in two phases.
type transfer struct{ from, to movegen.Move } // the defences in the earlier and in the actual play

// transfers returns the mates of the earlier phase that answer another defence in the actual play.
func transfers(before, actual *answers) (list []transfer) {
	for _, x := range before.defences {
		m := before.mate(x)
		if actual.has(x, m) {
			continue
		}
		for _, y := range actual.defences {
			if actual.mate(y) == m && !before.has(y, m) {
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
	threats    []movegen.Move // of which move is one; nil if it is the first move
}

// resembles reports whether both tries threaten both moves.
func (t *refutedTry) resembles(u *refutedTry) bool {
	return slices.Contains(t.threats, u.move) && slices.Contains(u.threats, t.move)
}

// refuted returns the line of a try's only refutation.
func (ph *phase) refuted() line { return line{ph.Move, ph.Refutations[0]} }

// refutedThreats returns the threats of every quiet try that has at most three, with the move that refutes them. Of more
// threats any would serve, whatever the composer meant.
func (s *study) refutedThreats() (list []refutedTry) {
	for _, try := range s.tested() {
		threats := try.threats()
		for i := 0; i < len(threats) && len(threats) <= 3; i++ {
			l := showing{try.threatLine(try.Threats.Moves[i]), try.refuted()}
			list = append(list, refutedTry{threats[i], try.Refutations[0], l, threats})
		}
	}
	return list
}

// refutedMoves returns every quiet try with the move that refutes it.
func (s *study) refutedMoves() (list []refutedTry) {
	for _, try := range s.tested() {
		list = append(list, refutedTry{try.first, try.Refutations[0], showing{try.refuted()}, nil})
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
