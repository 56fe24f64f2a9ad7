package theme

import (
	"slices"

	"alfiere/movegen"
	"alfiere/search/problem"
)

var phaseThemes = []*Theme{
	{"complete block", Phases, completeBlock},
	{"incomplete block", Phases, incompleteBlock},
	{"mutate", Phases, mutate},
	{"block-threat", Phases, blockThreat},
	{"changed mates", Phases, compared(problem.Changed)},
	{"added mates", Phases, compared(problem.Added)},
	{"removed mates", Phases, compared(problem.Removed)},
	{"transferred mates", Phases, compared(problem.Transferred)},
	{"reciprocal change", Phases, reciprocalChange},
	{"Lacny", Phases, lacny},
	{"Ruchlis", Phases, ruchlis},
	{"Zagoruiko", Phases, zagoruiko},
	{"le Grand", Phases, leGrand},
	{"pseudo le Grand", Phases, pseudoLeGrand},
	{"Dombrovskis", Phases, dombrovskis},
	{"Hannelius", Phases, hannelius},
	{"Vladimirov", Phases, vladimirov},
	{"Banny", Phases, banny},
}

// answers is a phase of a two-mover as the themes between phases read it: which mate,
// and no other, answers which effective defence. Mates of different phases are told
// apart as problem.SameMate does.
type answers struct {
	*phase
	defences line                          // those with one mate, in the order of the report
	mate     map[movegen.Move]mateID       // by defence
	played   map[movegen.Move]movegen.Move // the same mates as they are played
}

// mateID is a move of the attacker that says the same in all phases: it begins where
// its man stands in the diagram. The zero value is no mate.
type mateID movegen.Move

// id returns the identity of the attacker's move m in the phase, or of its first move.
func (ph *phase) id(m movegen.Move) mateID {
	first := ph.Move
	from := m.From()
	switch {
	case m == first:
	case first.Kind() == movegen.Castling:
		if king := ph.after.King(ph.before.Side()); from == king {
			from = first.From()
		} else if movegen.Between(first.From(), king).Has(from) && !ph.before.Occupied().Has(from) {
			from = first.To() // the rook
		}
	case first != movegen.NoMove && from == first.To():
		from = first.From()
	}
	return mateID(m&^63 | movegen.Move(from))
}

func (ph *phase) answers() *answers {
	a := &answers{phase: ph, mate: map[movegen.Move]mateID{}, played: map[movegen.Move]movegen.Move{}}
	for _, pl := range ph.thematic() {
		a.defences = append(a.defences, pl.Defence)
		a.mate[pl.Defence] = ph.id(pl.mate())
		a.played[pl.Defence] = pl.mate()
	}
	return a
}

// line returns the line of the defence in the phase.
func (a *answers) line(defence movegen.Move) line {
	return line{a.Move, defence, a.played[defence]}
}

// threatOf returns the threat of the phase that is the mate m, NoMove if there is none.
func (ph *phase) threatOf(m mateID) movegen.Move {
	i := slices.IndexFunc(ph.Threats.Moves, func(t movegen.Move) bool { return ph.id(t) == m })
	if i < 0 {
		return movegen.NoMove
	}
	return ph.Threats.Moves[i]
}

// threatensMate reports whether the mate m is a threat of the phase.
func (ph *phase) threatensMate(m mateID) bool { return ph.threatOf(m) != movegen.NoMove }

// quietTries returns the tries that do not check: those a solver might take for keys.
func (s *study) quietTries() (tries []*phase) {
	for _, try := range s.tries {
		if try.Kind != problem.Check {
			tries = append(tries, try)
		}
	}
	return tries
}

// earlier returns set play, if there is any, and the quiet tries; none in longer
// problems.
func (s *study) earlier() (phases []*answers) {
	if !s.twoMover {
		return nil
	}
	if s.set != nil {
		phases = append(phases, s.set.answers())
	}
	for _, try := range s.quietTries() {
		phases = append(phases, try.answers())
	}
	return phases
}

// againstActual collects what show finds between each earlier phase and the actual
// play.
func (s *study) againstActual(show func(before, actual *answers) showing) (found []showing) {
	actual := s.actual.answers()
	for _, before := range s.earlier() {
		if lines := show(before, actual); lines != nil {
			found = append(found, lines)
		}
	}
	return found
}

// compared makes the finder of one kind of change: of set play against the actual play
// and, for mates that are changed or transferred, also of every quiet try against it.
func compared(kind problem.ChangeKind) func(*study) []showing {
	tries := kind == problem.Changed || kind == problem.Transferred
	return func(s *study) []showing {
		return s.againstActual(func(before, actual *answers) (lines showing) {
			if before.Move == movegen.NoMove || tries {
				lines = changeLines(before.Phase, actual.Phase, kind)
			}
			return lines
		})
	}
}

// changeLines returns the lines of the changes of the given kind between two phases.
func changeLines(before, actual *problem.Phase, kind problem.ChangeKind) (lines showing) {
	for _, c := range problem.Compare(before, actual) {
		if c.Kind != kind {
			continue
		}
		if kind != problem.Added {
			lines = append(lines, line{c.From, c.Defence, c.Before[0]})
		}
		if kind != problem.Removed {
			lines = append(lines, line{c.To, c.Other, c.New[0]})
		}
	}
	return lines
}

// isBlock reports whether the problem is a two-mover of the given kind.
func (s *study) isBlock(kind problem.BlockKind) bool {
	return s.twoMover && s.set != nil && s.report.BlockKind == kind
}

// completeBlock: every move in the diagram has a set mate, the key threatens nothing,
// and no set mate is changed; some may be added.
func completeBlock(s *study) []showing {
	if !s.isBlock(problem.CompleteBlock) {
		return nil
	}
	return once(showing{{s.actual.Move}})
}

// incompleteBlock: some moves in the diagram have no set mate, and the key threatens
// nothing.
func incompleteBlock(s *study) []showing {
	if !s.isBlock(problem.IncompleteBlock) {
		return nil
	}
	var lines showing
	for _, unprovided := range s.set.Refutations {
		lines = append(lines, line{movegen.NoMove, unprovided})
	}
	return once(append(lines, line{s.actual.Move}))
}

// mutate: every move in the diagram has a set mate, the key threatens nothing, and some
// set mates are changed.
func mutate(s *study) []showing {
	if !s.isBlock(problem.Mutate) {
		return nil
	}
	return once(changeLines(s.set.Phase, s.actual.Phase, problem.Changed))
}

// blockThreat: every move in the diagram has a set mate, but the key threatens.
func blockThreat(s *study) []showing {
	if !s.isBlock(problem.BlockThreat) {
		return nil
	}
	return once(showing{s.actual.threatLine(s.actual.Threats.Moves[0])})
}
