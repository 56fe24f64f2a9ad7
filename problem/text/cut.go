package text

import (
	"slices"

	"alfiere/problem"
)

// From longMoves moves on, and after several keys, play is shown down to the move briefPlay
// unless more is asked for: all of it fills pages.
const (
	longMoves = 5
	briefPlay = 2
)

// Analysis returns the options of the analysis with the play that these options write, and
// that themes and judgement look at: what is written decides nothing of what is found.
func (o *Options) Analysis(analysis problem.Options) problem.Options {
	analysis.Play, analysis.CookedPlay = o.depth(analysis.Moves, 1), o.depth(analysis.Moves, 2)
	analysis.ShortPlay = true
	if o.Compact {
		analysis.Play, analysis.CookedPlay = 0, 0
	}
	if o.Brief {
		analysis.Play, analysis.CookedPlay = min(analysis.Play, briefPlay), min(analysis.CookedPlay, briefPlay)
	}
	if o.Themes || o.Judgement {
		analysis.Play = analysis.Moves
	}
	return analysis
}

// ByLength returns o with all that is written by default for a mate in this number of moves. Mates in two have
// everything. Longer ones lack tries, and those of longMoves and more also themes and judgement, because both need
// the whole play. What said reports stays as it is: "set", "tries" or "themes".
func (o Options) ByLength(moves int, said func(name string) bool) Options {
	o.SetPlay = o.SetPlay || !said("set")
	o.Themes = o.Themes || moves < longMoves && !said("themes")
	o.Judgement = o.Judgement || moves < longMoves
	o.everyTry = o.Tries
	o.Tries = o.Tries || moves <= briefPlay && !said("tries")
	o.onRequest = !o.Judgement || !o.Tries && !said("tries")
	return o
}

// depth returns the move down to which the play of a problem with this many keys is written.
func (o *Options) depth(moves, keys int) int {
	switch {
	case o.Play > 0:
		return min(o.Play, moves)
	case keys > 1, moves >= longMoves && !o.Judgement:
		return min(briefPlay, moves)
	}
	return moves
}

// cut returns the report without the play and the tries that are not written. What it keeps it shares with the report.
func (o *Options) cut(r *problem.Report) *problem.Report {
	depth := o.depth(r.Moves, len(r.Keys))
	if depth >= r.Moves && !o.QuietTries && len(r.Short) == 0 {
		return r
	}
	short := *r
	short.Keys, short.Tries = cutPhases(r.Keys, depth), cutPhases(r.Tries, depth)
	if r.Set != nil {
		short.Set = &cutPhases([]problem.Phase{*r.Set}, depth)[0]
	}
	if depth = o.depth(r.Moves, 2); depth < r.Moves {
		short.Short = slices.Clone(r.Short)
		for i := range short.Short {
			if s := &short.Short[i]; s.Play != nil {
				s.Play = &cutPhases([]problem.Phase{*s.Play}, depth)[0]
			}
		}
	}
	if o.QuietTries {
		short.Tries = slices.DeleteFunc(slices.Clone(short.Tries), func(try problem.Phase) bool {
			return try.Kind == problem.Check
		})
	}
	return &short
}

// cutPhases returns the phases with play down to the given move.
func cutPhases(phases []problem.Phase, depth int) []problem.Phase {
	if phases == nil {
		return nil
	}
	short := slices.Clone(phases)
	for i := range short {
		ph := &short[i]
		ph.Threats.Play = cutPlay(ph.Threats.Play, depth)
		ph.Variations = slices.Clone(ph.Variations)
		for k := range ph.Variations {
			mates := &ph.Variations[k].Mates
			mates.Play = cutPlay(mates.Play, depth)
		}
	}
	return short
}

// cutPlay returns what follows the second move of a phase.
func cutPlay(play []problem.Phase, depth int) []problem.Phase {
	if depth <= briefPlay {
		return nil
	}
	return cutPhases(play, depth-1)
}
