package neighbour

import (
	"cmp"
	"maps"
	"slices"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// Aim is what a neighbour is wanted for.
type Aim uint8

// The aims. All neighbours are sound.
const (
	Any    Aim = iota
	Fewer      // fewer men with the same key, and nothing lost
	Repair     // a key of an unsound diagram becomes the only solution; any key if the diagram has none
	Key        // a key that the diagram does not have
)

// Goal says which neighbours are wanted.
type Goal struct {
	Aim      Aim
	Intended movegen.Move     // the key of an unsound diagram that the neighbours must have; NoMove for any
	Lines    []Line           // that must be in the play
	Themes   []string         // English names; at least as many as the diagram has, and at least one
	Locked   movegen.Bitboard // squares that must stay as they are
	Two      bool             // try two changes at once too: a moved man and another change
	Whole    bool             // change no man: shift, mirror and rotate the diagram

	Letters notation.PieceLetters // of the lines
}

// Line is a line of the actual play, in moves as people write them. Parts may be empty.
type Line struct {
	Text               string // as it was given
	Key, Defence, Mate string // a mate without a defence is a threat; in longer problems it begins the continuation
}

// LineError is the error for a line that the diagram does not have.
type LineError struct{ Line Line }

// Error names the line.
func (e *LineError) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *LineError) Message() error { return message.Errorf("the diagram has no line %q", e.Line.Text) }

// in reports whether the play after a key has the line.
func (l *Line) in(p *movegen.Position, key *problem.Phase, letters notation.PieceLetters) bool {
	reads := func(p *movegen.Position, text string, m movegen.Move) bool {
		read, err := notation.ParseMove(p, text, letters)
		return text == "" || err == nil && read == m
	}
	if !reads(p, l.Key, key.Move) {
		return false
	}
	after := p.After(key.Move)
	if l.Defence == "" {
		after.MakeNull()
		return l.Mate == "" || slices.ContainsFunc(key.Threats.Moves, func(m movegen.Move) bool {
			return reads(&after, l.Mate, m)
		})
	}
	return slices.ContainsFunc(key.Variations, func(v problem.Variation) bool {
		if !v.Effective || !reads(&after, l.Defence, v.Defence) {
			return false
		}
		answered := after.After(v.Defence)
		return slices.ContainsFunc(v.Mates.Moves, func(m movegen.Move) bool { return reads(&answered, l.Mate, m) })
	})
}

// check returns an error if the diagram has keys but a line is in none of their play.
func (g *Goal) check(r *problem.Report) error {
	for _, l := range g.Lines {
		if len(r.Keys) > 0 && !slices.ContainsFunc(r.Keys, func(key problem.Phase) bool {
			return l.in(&r.Position, &key, g.Letters)
		}) {
			return &LineError{l}
		}
	}
	return nil
}

// wantsKey reports whether a neighbour with that key, by where its man stood in the diagram, can meet the goal.
func (s *search) wantsKey(key movegen.Move) bool {
	base := s.result.Base
	has := slices.ContainsFunc(base.Keys, func(k problem.Phase) bool { return k.Move == key })
	if s.goal.Intended != movegen.NoMove && key != s.goal.Intended {
		return false
	}
	switch s.goal.Aim {
	case Fewer:
		return has
	case Repair:
		return base.Verdict != problem.Sound && (has || len(base.Keys) == 0)
	case Key:
		return !has
	}
	return true
}

// wants reports whether a sound neighbour whose key is wanted meets the goal.
func (s *search) wants(n *Neighbour, before, now memory) bool {
	if s.goal.Aim == Fewer && (len(n.Losses) > 0 || n.men() >= 0) {
		return false
	}
	for _, name := range s.goal.Themes {
		t := trait{aspect: Theme, name: name}
		if now[t] < max(1, before[t]) {
			return false
		}
	}
	return !slices.ContainsFunc(s.goal.Lines, func(l Line) bool {
		return !l.in(&n.Position, &n.Report.Keys[0], s.goal.Letters)
	})
}

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
	TryDuals               // the same of a quiet try that is not trivial or shows a theme, if both have it
)

var aspects = [...]struct {
	name   string
	weight int // of one of them, for the order of neighbours; negative if fewer are better
}{{"theme", 6}, {"try", 4}, {"merit", 3}, {"flaw", -3}, {"changes", 2}, {"mates", 2}, {"defences", 1}, {"duals", -2},
	{"try duals", -2}}

// String returns the aspect's name in JSON.
func (a aspect) String() string { return aspects[a].name }

// trait is something that a problem has a number of.
type trait struct {
	aspect aspect
	name   string       // of a theme, merit or flaw
	move   movegen.Move // of a try, and of its duals
}

// memory is the content of the play of one key.
type memory map[trait]int

// remember returns the content of the play of a report's key; home names a move by where its man stood in the diagram
// that the content is compared with.
func remember(r *problem.Report, key *problem.Phase, home func(movegen.Move) movegen.Move) memory {
	m := memory{}
	alone := *r
	alone.Named = []movegen.Move{key.Move}
	for _, found := range theme.Recognise(&alone) {
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
		try, isWorthwhile := &r.Tries[i], r.Triviality(&r.Tries[i]) == problem.Worthwhile
		if isWorthwhile {
			earlier = append(earlier, try)
		}
		if isWorthwhile && try.Kind != problem.Check || m[trait{aspect: Try, move: home(try.Move)}] > 0 {
			m[trait{aspect: TryDuals, move: home(try.Move)}] = 1 + try.Duals()
		}
	}
	for _, phase := range earlier {
		for _, c := range problem.Compare(phase, key) {
			m[trait{aspect: Changes}] += one(c.Kind == problem.Changed)
		}
	}
	alone.Keys = []problem.Phase{*key}
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
	Move     movegen.Move // of a try, and of its duals: in the neighbour if it is a gain, else in the diagram
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
		if t.aspect == TryDuals {
			if d.From == 0 || d.To == 0 {
				continue
			}
			d.From, d.To = d.From-1, d.To-1
		}
		if d.worth() > 0 && d.Move != movegen.NoMove {
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
