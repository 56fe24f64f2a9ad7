package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// answers is a phase as the themes between phases read it: which mate, and no other, answers which effective defence.
// In longer problems it is the second move that counts: the mates are continuations that take all the moves left.
// Moves of different phases are distinguished as problem.Phase.Identity does.
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
	return a.mate(defence) == mate || pl != nil && pl.Mates.In == a.left &&
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
// each: of set play and earlier keys against the actual play, and of that one try that has most of it. A try must have
// two such changes,
// and must not be refuted by the capture of the man that has tried: any other has some by chance.
func againstSetAndTry(differs func(before, after *answers) showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		var best showing
		for _, before := range s.earlier {
			switch lines := differs(before, s.key); {
			case !before.IsTry() || before.Move == movegen.NoMove:
				if lines != nil {
					found = append(found, lines)
				}
			case len(lines) >= 4 && len(lines) > len(best) && before.refutation().To() != before.Move.To():
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

// tested returns the quiet tries and earlier keys.
func (s *study) tested() []*answers {
	if len(s.earlier) > 0 && s.earlier[0].Move == movegen.NoMove {
		return s.earlier[1:]
	}
	return s.earlier
}
