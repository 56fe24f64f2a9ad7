package problem

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
)

// The reference implementation: the definitions of the field written down one by one, on legal moves and nothing else,
// with no order, no table and no short cuts. It shares no code with the solver.

// referenceLost reports whether the side to move is mated, or will be in n more moves.
func referenceLost(p *movegen.Position, n int) bool {
	var list movegen.MoveList
	p.LegalMoves(&list)
	if list.Len() == 0 {
		return p.InCheck()
	}
	for _, m := range list.Moves() {
		next := p.After(m)
		if len(referenceMates(&next, n)) == 0 {
			return false
		}
	}
	return n > 0
}

// referenceMates returns the moves that mate in at most n moves.
func referenceMates(p *movegen.Position, n int) (mates []movegen.Move) {
	if n == 0 {
		return nil
	}
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, m := range list.Moves() {
		next := p.After(m)
		if referenceLost(&next, n-1) {
			mates = append(mates, m)
		}
	}
	return mates
}

// referenceLength returns the length of the shortest mate up to n, 0 if there is none.
func referenceLength(p *movegen.Position, n int) int {
	for length := 1; length <= n; length++ {
		if referenceMates(p, length) != nil {
			return length
		}
	}
	return 0
}

// referenceReport returns what Analyse should find, in the words of canonical.
func referenceReport(p *movegen.Position, o Options) string {
	var lines []string
	var list movegen.MoveList
	p.LegalMoves(&list)
	keys, short := 0, 0
first:
	for _, m := range list.Moves() {
		next := p.After(m)
		for n := 1; n < o.Moves; n++ {
			if referenceLost(&next, n-1) {
				lines = append(lines, fmt.Sprintf("short %v in %d", m, n))
				short++
				continue first
			}
		}
		if referenceLost(&next, o.Moves-1) {
			lines = append(lines, "key "+referencePhase(next, m, o))
			keys++
			continue
		}
		phase := referencePhase(next, m, o)
		refutations := strings.Count(phase, "!")
		if refutations > 0 && refutations <= o.Tries && !(o.QuietTries && next.InCheck()) {
			lines = append(lines, "try "+phase)
		}
	}
	if o.SetPlay && !p.InCheck() {
		waiting := *p
		waiting.MakeNull()
		lines = append(lines, "set "+referencePhase(waiting, movegen.NoMove, o))
	}
	verdict := "no solution"
	if short > 0 {
		verdict = "short solution"
	} else if keys > 1 {
		verdict = "cooked"
	} else if keys == 1 {
		verdict = "sound"
	}
	return joined(append(lines, verdict))
}

func referencePhase(p movegen.Position, m movegen.Move, o Options) string {
	var threats []movegen.Move
	kind, length := "", 0
	if p.InCheck() {
		kind = "check"
	} else if m != movegen.NoMove {
		passed := p
		passed.MakeNull()
		kind = "block"
		if length = referenceLength(&passed, o.Moves-1); length > 0 {
			kind, threats = "threat", referenceMates(&passed, length)
		}
	}
	var lines []string
	var list movegen.MoveList
	p.LegalMoves(&list)
	for _, defence := range list.Moves() {
		next := p.After(defence)
		n := referenceLength(&next, o.Moves-1)
		if n == 0 {
			lines = append(lines, fmt.Sprintf("%v!", defence))
			continue
		}
		effective := kind != "threat" || !referenceLetsThrough(&next, threats, length)
		if effective || o.AllDefences {
			lines = append(lines, fmt.Sprintf("%v %s in %d effective %t",
				defence, moveNames(referenceMates(&next, n)), n, effective))
		}
	}
	return fmt.Sprintf("%v %s %s in %d: %s", m, kind, moveNames(threats), length, joined(lines))
}

// referenceLetsThrough reports whether all threats still mate after the defence that
// led to p, or it even lets through something faster.
func referenceLetsThrough(p *movegen.Position, threats []movegen.Move, length int) bool {
	if referenceLength(p, length-1) > 0 {
		return true
	}
	for _, m := range threats {
		if !p.IsLegal(m) {
			return false
		}
		next := p.After(m)
		if !referenceLost(&next, length-1) {
			return false
		}
	}
	return true
}

// canonical writes a report so that it can be compared with referenceReport's.
func canonical(r *Report) string {
	var lines []string
	for _, s := range r.Short {
		lines = append(lines, fmt.Sprintf("short %v in %d", s.Move, s.In))
	}
	for i := range r.Keys {
		lines = append(lines, "key "+canonicalPhase(&r.Keys[i]))
	}
	for i := range r.Tries {
		lines = append(lines, "try "+canonicalPhase(&r.Tries[i]))
	}
	if r.Set != nil {
		lines = append(lines, "set "+canonicalPhase(r.Set))
	}
	return joined(append(lines, r.Verdict.String()))
}

func canonicalPhase(p *Phase) string {
	var lines []string
	for _, m := range p.Refutations {
		lines = append(lines, fmt.Sprintf("%v!", m))
	}
	for _, v := range p.Variations {
		lines = append(lines, fmt.Sprintf("%v %s in %d effective %t",
			v.Defence, moveNames(v.Mates.Moves), v.Mates.In, v.Effective))
	}
	return fmt.Sprintf("%v %v %s in %d: %s", p.Move, p.Kind, moveNames(p.Threats.Moves), p.Threats.In, joined(lines))
}

func moveNames(moves []movegen.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
	}
	slices.Sort(names)
	return "[" + strings.Join(names, " ") + "]"
}

func joined(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
