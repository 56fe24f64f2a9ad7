package neighbour

import (
	"cmp"
	"maps"
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// aspect is a kind of content that a neighbour can gain or lose.
type aspect uint8

// The aspects, the weightiest first.
const (
	Theme    aspect = iota // occurrences of a theme, in problems of up to two moves
	Try                    // a try that shows a theme
	Merit                  // a merit of the key
	Flaw                   // a flaw of the key
	Changes                // mates changed from set play and from tries that are not trivial
	Mates                  // different mates after effective defences
	Defences               // effective defences
	Duals                  // defences with a dual
)

var aspects = [...]struct {
	name   string
	weight int // of one of them, for the order of neighbours; negative if fewer are better
}{{"theme", 6}, {"try", 4}, {"merit", 3}, {"flaw", -3}, {"changes", 2}, {"mates", 2}, {"defences", 1}, {"duals", -2}}

// String returns the aspect's name in JSON.
func (a aspect) String() string { return aspects[a].name }

// trait is something that a problem has a number of.
type trait struct {
	aspect aspect
	name   string       // of a theme, merit or flaw
	move   movegen.Move // of a try
}

// memory is the content of the play of one key.
type memory map[trait]int

// remember returns the content of the play of a report's key; home names a move by where its man stood in the diagram
// that the content is compared with.
func remember(r *problem.Report, key *problem.Phase, home func(movegen.Move) movegen.Move) memory {
	m := memory{}
	for _, found := range theme.RecogniseKey(r, key.Move) {
		m[trait{aspect: Theme, name: found.Theme.Name}]++
		for _, line := range found.Lines {
			if first := line[0]; first != movegen.NoMove && first != key.Move {
				m[trait{aspect: Try, move: home(first)}] = 1
			}
		}
	}
	for _, flaw := range key.Flaws {
		aspect := Flaw
		if flaw.Kind.IsMerit() {
			aspect = Merit
		}
		m[trait{aspect: aspect, name: flaw.Kind.String()}] = 1
	}
	earlier := []*problem.Phase{}
	if r.Set != nil {
		earlier = append(earlier, r.Set)
	}
	for i := range r.Tries {
		if try := &r.Tries[i]; r.Triviality(try) == problem.Worthwhile {
			earlier = append(earlier, try)
		}
	}
	for _, phase := range earlier {
		for _, c := range problem.Compare(phase, key) {
			m[trait{aspect: Changes}] += one(c.Kind == problem.Changed)
		}
	}
	alone := problem.Report{Position: r.Position, Keys: []problem.Phase{*key}}
	counts := alone.Statistics()
	m[trait{aspect: Mates}], m[trait{aspect: Defences}] = counts.Mates, counts.Defences
	m[trait{aspect: Duals}] = counts.Duals
	return m
}

// one is 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Difference is something that a neighbour has more or less of than the diagram.
type Difference struct {
	Aspect   aspect
	Name     string       // of a theme, merit or flaw, in English
	Move     movegen.Move // of a try, in the position that has it
	From, To int          // how many the diagram and the neighbour have
}

// worth is how much better the difference makes the problem; a loss is negative.
func (d *Difference) worth() int { return aspects[d.Aspect].weight * (d.To - d.From) }

// differences compares the content of a neighbour with that of its diagram, the weightiest difference first; away
// names a move by where its man stands in the neighbour.
func differences(before, now memory, away func(movegen.Move) movegen.Move) (gains, losses []Difference) {
	all := memory{}
	maps.Copy(all, before)
	maps.Copy(all, now)
	for t := range all {
		d := Difference{t.aspect, t.name, t.move, before[t], now[t]}
		if d.To > d.From && d.Move != movegen.NoMove {
			d.Move = away(d.Move)
		}
		switch w := d.worth(); {
		case w > 0:
			gains = append(gains, d)
		case w < 0:
			losses = append(losses, d)
		}
	}
	for _, list := range [...][]Difference{gains, losses} {
		slices.SortFunc(list, func(a, b Difference) int {
			return cmp.Or(cmp.Compare(a.Aspect, b.Aspect), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Move, b.Move))
		})
	}
	return gains, losses
}
