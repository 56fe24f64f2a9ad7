package neighbour

import (
	"slices"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
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
