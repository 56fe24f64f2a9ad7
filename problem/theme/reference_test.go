package theme

import (
	"alfiere/movegen"
	"alfiere/problem"
)

// The reference implementation of the themes that lines and pins decide, for two-movers:
// the definitions of docs/themes.md written down one by one. It reads the same reports, but
// works out for itself what counts and what a mate needs, on a board of its own. Themes that
// only compare moves have none: it would repeat the code.

// refPlay is a line that can show something: a defence, or none for a threat, with the
// one mate that answers it.
type refPlay struct {
	defence, mate      movegen.Move
	before, after, end refBoard // where the defence is played, where the mate is, and the mate
	atWhite            bool     // White attacks
}

// refPhase is a phase with what counts in it.
type refPhase struct {
	*problem.Phase
	threats []refPlay
	plays   []refPlay
}

// refStudy is a sound two-mover as the reference sees it.
type refStudy struct {
	report  *problem.Report
	white   bool // White attacks
	diagram refBoard
	after   refBoard // after the key
	key     *refPhase
	set     *refPhase   // nil if there is none
	tries   []*refPhase // those that do not check
}

func newRefStudy(r *problem.Report) *refStudy {
	white := r.Position.Side() == movegen.White
	s := &refStudy{report: r, white: white, diagram: refOf(&r.Position)}
	s.key = newRefPhase(r, &r.Keys[0])
	after := r.Position.After(r.Keys[0].Move)
	s.after = refOf(&after)
	if r.Set != nil {
		s.set = newRefPhase(r, r.Set)
	}
	for i := range r.Tries {
		if p := r.Position.After(r.Tries[i].Move); !p.InCheck() {
			s.tries = append(s.tries, newRefPhase(r, &r.Tries[i]))
		}
	}
	return s
}

func newRefPhase(r *problem.Report, f *problem.Phase) *refPhase {
	ph := &refPhase{Phase: f}
	before := r.Position
	if f.Move == movegen.NoMove {
		before.MakeNull()
	} else {
		before.Make(f.Move)
	}
	add := func(list *[]refPlay, defence, mate movegen.Move) {
		p := refPlay{defence: defence, mate: mate, before: refOf(&before), atWhite: r.Position.Side() == movegen.White}
		after := before
		if defence == movegen.NoMove {
			after.MakeNull()
		} else {
			after.Make(defence)
		}
		p.after = refOf(&after)
		after.Make(mate)
		p.end = refOf(&after)
		*list = append(*list, p)
	}
	for _, m := range f.Threats.Moves {
		add(&ph.threats, movegen.NoMove, m)
	}
	for _, v := range f.Variations {
		if m, one := onlyMove(v.Mates.Moves); one && v.Effective && v.Mates.In == 1 {
			add(&ph.plays, v.Defence, m)
		}
	}
	return ph
}

// onlyMove returns the one move of a list in which promotions of one pawn on one square
// count as one, that to the queen.
func onlyMove(moves []movegen.Move) (one movegen.Move, ok bool) {
	for i, m := range moves {
		if i > 0 && (m.From() != one.From() || m.To() != one.To()) {
			return 0, false
		}
		if i == 0 || m.PromotionType() == movegen.Queen {
			one = m
		}
	}
	return one, len(moves) > 0
}

func (p *refPlay) from() int    { return int(p.defence.From()) }
func (p *refPlay) to() int      { return int(p.defence.To()) }
func (p *refPlay) byKing() bool { return p.before.kind(p.from()) == 'k' }

// captures reports whether a move takes a man of the side on the board before it.
func captures(before, after *refBoard, white bool) bool {
	men := 0
	for s := range before {
		if before.has(s, white) {
			men++
		}
		if after.has(s, white) {
			men--
		}
	}
	return men != 0
}

// mateTo is where the mating man stands in the end.
func (p *refPlay) mateTo() int {
	if p.mate.Kind() == movegen.Castling {
		return int(p.mate.KingTo())
	}
	return int(p.mate.To())
}
