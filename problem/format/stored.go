package format

import (
	"errors"
	"slices"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/problem/theme"
)

// ErrPlay is wrapped for a stored report whose play does not fit its position.
var ErrPlay = errors.New("the moves of the report do not fit the position")

// maxPlay is how many moves deep play may be.
const maxPlay = 100

// Solved reads the play of a stored report, what a problem.Report has but for the judgement, and the themes. The error
// wraps ErrPlay; the moves are legal, however the report came into the collection.
func Solved(p *problem.Record, line []byte) (*problem.Report, []theme.Found, error) {
	at, err := p.Position()
	if err != nil {
		return nil, nil, err
	}
	from, err := text.Decode(line)
	if err != nil {
		return nil, nil, message.Errorf("%w: %v", ErrPlay, err)
	}
	if conform := problem.Conform(at); conform.FEN() == from.FEN {
		at = conform // it has been solved so
	}
	verdict, known := text.ParseVerdict(from.Verdict)
	if !known {
		return nil, nil, message.Errorf("%w: the verdict is %q", ErrPlay, text.Clipped(from.Verdict, 40))
	}
	r := &problem.Report{Position: at, Moves: p.Moves(), Verdict: verdict, Complete: from.Complete,
		Elapsed: time.Duration(from.Seconds * float64(time.Second))}
	if from.Proven != nil {
		r.Progress = problem.Progress{Without: from.Proven.Without, In: from.Proven.In,
			Refuted: from.Proven.Refuted, FirstMoves: from.Proven.FirstMoves}
	}
	play := playReader{}
	r.Solutions, r.Named = from.Solutions, play.moves(&at, from.Intended)
	r.Keys, r.Tries = play.phases(at, from.Keys), play.phases(at, from.Tries)
	for _, s := range from.ShortMates {
		short := problem.Short{Move: play.move(&at, s.Move), In: s.In}
		if s.In == 1 {
			short.Play = &problem.Phase{Move: short.Move}
		}
		if first := play.phases(at, s.Play); len(first) == 1 {
			short.Play = &first[0]
		}
		r.Short = append(r.Short, short)
	}
	if from.Set != nil && at.Checkers() == 0 {
		passed := at
		passed.MakeNull()
		r.Set = &problem.Phase{Variations: play.variations(passed, from.Set),
			Refutations: play.moves(&passed, from.Unprovided)}
	}
	themes := play.themes(at, from.Themes)
	if play.err != nil {
		return nil, nil, play.err
	}
	return r, themes, nil
}

// themes reads the themes that this program knows, with their lines.
func (r *playReader) themes(p movegen.Position, from []text.ThemeForm) (list []theme.Found) {
	known := theme.Themes()
	for i := range from {
		at := slices.IndexFunc(known, func(t *theme.Theme) bool { return t.Name == from[i].Name })
		if at < 0 {
			continue
		}
		found := theme.Found{Theme: known[at]}
		for _, line := range from[i].Lines {
			if len(line) > 0 {
				found.Lines = append(found.Lines, r.line(p, line))
			}
		}
		list = append(list, found)
	}
	return list
}

// line reads moves that follow each other; of NoMove it is the other side's turn.
func (r *playReader) line(p movegen.Position, names []string) (moves []movegen.Move) {
	for _, name := range names {
		m := movegen.NoMove
		if name != notation.UCI(movegen.NoMove, false) {
			m = r.move(&p, name)
		} else if p.InCheck() && r.err == nil {
			r.err = message.Errorf("%w: a side passes while in check", ErrPlay)
		}
		if r.err != nil {
			return moves
		}
		p.MakeOrPass(m)
		moves = append(moves, m)
	}
	return moves
}

// playReader reads play, and keeps the first error.
type playReader struct {
	err   error
	depth int
}

// move reads a legal move.
func (r *playReader) move(p *movegen.Position, name string) movegen.Move {
	if r.err != nil {
		return movegen.NoMove
	}
	m, err := notation.ParseUCI(p, name)
	if err != nil {
		r.err = message.Errorf("%w: %v", ErrPlay, err)
	}
	return m
}

func (r *playReader) moves(p *movegen.Position, names []string) (list []movegen.Move) {
	for _, name := range names {
		list = append(list, r.move(p, name))
	}
	return list
}

// phases reads what follows first moves of p, or later moves of the attacker.
func (r *playReader) phases(p movegen.Position, from []text.PhaseForm) (list []problem.Phase) {
	if r.depth++; r.depth > maxPlay && r.err == nil {
		r.err = message.Errorf("%w: the play is nested too deep", ErrPlay)
	}
	defer func() { r.depth-- }()
	for _, f := range from {
		m := r.move(&p, f.Move)
		if r.err != nil {
			return list
		}
		phase := problem.Phase{Move: m, Stalemate: f.Stalemate}
		for _, kind := range [...]problem.Kind{problem.Block, problem.Threat, problem.Check} {
			if kind.String() == f.Type {
				phase.Kind = kind
			}
		}
		after := p.After(m)
		phase.Variations, phase.Refutations = r.variations(after, f.Variations), r.moves(&after, f.Refutations)
		if len(f.Threats) > 0 && after.Checkers() == 0 {
			after.MakeNull()
			phase.Threats = r.mates(after, f.Threats, f.ThreatPlay)
		}
		list = append(list, phase)
	}
	return list
}

// mates reads moves of the attacker and what follows them.
func (r *playReader) mates(p movegen.Position, moves []string, play []text.PhaseForm) (m problem.Mates) {
	m.Moves, m.Play = r.moves(&p, moves), r.phases(p, play)
	m.In = 1
	for i := range m.Play {
		for j := range m.Play[i].Variations {
			m.In = max(m.In, 1+m.Play[i].Variations[j].Mates.In)
		}
	}
	return m
}

// variations reads defences in p with their answers.
func (r *playReader) variations(p movegen.Position, from []text.VariationForm) (list []problem.Variation) {
	for _, f := range from {
		m := r.move(&p, f.Defence)
		if r.err != nil {
			return list
		}
		v := problem.Variation{Defence: m, Effective: f.Effective == nil || *f.Effective, Separates: f.Partial}
		v.Mates = r.mates(p.After(m), f.Mates, f.Play)
		v.Mates.In = max(f.In, v.Mates.In)
		list = append(list, v)
	}
	return list
}
