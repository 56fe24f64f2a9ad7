package theme

import (
	"slices"

	"alfiere/movegen"
)

// Themes of the attacker's second moves in problems of three moves or more.

// step is a second move of the attacker with a third one that follows it.
type step struct {
	second, third movegen.Move
	line          line
}

// steps returns the second moves of the phase with every third move that is the only one after its threat or a defence.
func (ph *phase) steps() (all []step) {
	follow := func(next *phase) {
		if next == nil {
			return
		}
		if m := next.Threats.Sole(); m != movegen.NoMove {
			all = append(all, step{next.Move, m, next.threatLine(m)})
		}
		for _, pl := range next.answered() {
			all = append(all, step{next.Move, pl.answer(), pl.full()})
		}
	}
	follow(ph.continuation())
	for _, pl := range ph.plays {
		follow(pl.continuation())
	}
	return all
}

// transpose reports whether each third move answers what it answers as a second move, so that the lines only differ in
// the order of the defender's moves, whatever a pawn becomes.
func transpose(cycle []step) bool {
	for i, st := range cycle {
		if m, again := st.line[3], cycle[(i+1)%len(cycle)].line[1]; m.From() != again.From() || m.To() != again.To() {
			return false
		}
	}
	return true
}

// cycleOfMoves makes the finder of cycles of least to most moves: each is a second move, and the next one follows it as
// the third move. A cycle is shown once, from its first move in the order of moves.
func cycleOfMoves(least, most int) func(*study) []showing {
	return func(s *study) (found []showing) {
		steps := s.actual.steps()
		seen := map[string]bool{}
		var extend func(cycle []step)
		extend = func(cycle []step) {
			first, last := cycle[0], cycle[len(cycle)-1]
			if last.third == first.second && len(cycle) >= least && !transpose(cycle) {
				var lines showing
				var name string
				for _, st := range cycle {
					lines, name = append(lines, st.line), name+st.second.String()
				}
				if !seen[name] {
					seen[name], found = true, append(found, lines)
				}
			}
			for _, next := range steps {
				if len(cycle) < most && next.second == last.third && next.second > first.second &&
					!slices.ContainsFunc(cycle, func(st step) bool { return st.second == next.second }) {
					extend(append(cycle[:len(cycle):len(cycle)], next))
				}
			}
		}
		for _, st := range steps {
			extend([]step{st})
		}
		return found
	}
}
