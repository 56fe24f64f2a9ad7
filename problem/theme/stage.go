package theme

import (
	"fmt"
	"slices"

	"alfiere/movegen"
)

// Longer problems contain shorter ones: what follows a continuation is a phase of its
// own. Themes of several variations are looked for in each of them.

// inner returns the phases that the play after ph contains, ph the first: those after the threat and after each
// effective defence, where the continuation has no dual. moves is the number of moves of ph, its own included.
func (ph *phase) inner(moves int) (all []stage) {
	all = append(all, stage{ph, moves})
	if m := ph.Threats.Sole(); m != movegen.NoMove && ph.next != nil {
		all = append(all, ph.next[slices.Index(ph.Threats.Moves, m)].inner(ph.Threats.In)...)
	}
	for _, pl := range ph.plays {
		if next := pl.continuation(); next != nil {
			all = append(all, next.inner(pl.Mates.In)...)
		}
	}
	return all
}

// stage is a phase within a longer one, with its number of moves.
type stage struct {
	*phase
	moves int
}

// continuation returns the phase that begins with the one answer to an effective defence,
// nil if the answer mates, has a dual, or its play is not in the report.
func (pl *play) continuation() *phase {
	m := pl.answer()
	if !pl.Effective || m == movegen.NoMove || pl.next == nil {
		return nil
	}
	return pl.next[slices.Index(pl.Mates.Moves, m)]
}

// inStages makes the finder of a theme of two-movers look into longer problems too, at
// every stage that is two moves long. What two stages show alike is shown once.
func inStages(find func(*study) []showing) func(*study) []showing {
	return func(s *study) (found []showing) {
		if s.report.Moves <= 2 {
			return find(s)
		}
		for _, st := range s.stagesOfPlay() {
			if st.moves == 2 {
				part := &study{report: s.report, us: s.us, them: s.them, twoMover: true, actual: st.phase}
				found = append(found, find(part)...)
			}
		}
		return unequal(found)
	}
}

// stagesOfPlay returns the stages of actual play.
func (s *study) stagesOfPlay() []stage {
	if s.inside == nil {
		s.inside = s.actual.inner(s.report.Moves)
	}
	return s.inside
}

// unequal leaves out the showings whose last two moves are those of an earlier one.
func unequal(found []showing) (list []showing) {
	seen := map[string]bool{}
	for _, lines := range found {
		key := ""
		for _, l := range lines {
			key += fmt.Sprint(l[max(0, len(l)-2):])
		}
		if !seen[key] {
			seen[key] = true
			list = append(list, lines)
		}
	}
	return list
}

// checks returns the checks that the continuations after the play give, each as an end of its line.
func (pl *play) checks() (ends []*ending) {
	next := pl.continuation()
	if next == nil {
		return nil
	}
	if next.after.InCheck() {
		ends = append(ends, &ending{before: pl.phase.after, defence: pl.Defence, after: pl.after, mate: next.Move,
			end: next.after})
	}
	for _, later := range next.plays {
		ends = append(ends, later.checks()...)
	}
	return ends
}

// finals returns the ends of all lines after a play with one answer: of the answer, if it
// mates, of its threats and of the variations after it.
func (pl *play) finals() (ends []*ending) {
	if pl.mate() != movegen.NoMove {
		return []*ending{pl.ending()}
	}
	next := pl.continuation()
	if next == nil {
		return nil
	}
	if next.Threats.In == 1 {
		for _, m := range next.Threats.Moves {
			ends = append(ends, next.threat(m))
		}
	}
	for _, later := range next.endings() {
		ends = append(ends, later.ending())
	}
	return ends
}
