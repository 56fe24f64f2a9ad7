package neighbour

import (
	"context"

	"alfiere/movegen"
	"alfiere/problem"
)

// Options say what is looked for.
type Options struct {
	Moves int    // the stipulation: mate in 1 to problem.MaxMoves moves
	Nodes uint64 // at most so many for each neighbour; 0 is no limit

	// Told hears after each neighbour how many are done, of how many; it may be nil.
	Told func(done, of int)
}

// Content is what there is in a solution.
type Content struct {
	Defences int // that count
	Mates    int // that answer them, different ones; in longer problems continuations
	Duals    int // defences with several answers
	Threat   bool
}

// Sound is a neighbour that is sound.
type Sound struct {
	Neighbour
	Key movegen.Move
	Content

	base *Result // of the diagram
}

// gain is something that a neighbour has and the diagram has not.
type gain uint8

// The gains, the greatest first. All but the first are those over a sound diagram.
const (
	soundness    gain = iota
	economy           // the same key and no less in it, by a man less
	otherKey          // another move is the key
	moreDefences      // that count
	moreMates         // that answer them
	fewerDuals
)

var gainNames = [...]string{"sound", "economy", "key", "defences", "mates", "duals"}

// String returns the gain in an English word.
func (g gain) String() string { return gainNames[g] }

// Gains returns what the neighbour has gained; what it has lost is not told.
func (s *Sound) Gains() (gains []gain) {
	r := s.base
	if r.Base.Verdict != problem.Sound || !r.Base.Complete {
		return []gain{soundness}
	}
	sameKey := r.Base.Keys[0].Move == s.Key
	for _, g := range [...]struct {
		gain gain
		has  bool
	}{
		{economy, s.Kind == Removed && sameKey && s.Defences >= r.Defences && s.Mates >= r.Mates && s.Duals <= r.Duals},
		{otherKey, !sameKey},
		{moreDefences, s.Defences > r.Defences},
		{moreMates, s.Mates > r.Mates},
		{fewerDuals, s.Duals < r.Duals},
	} {
		if g.has {
			gains = append(gains, g.gain)
		}
	}
	return gains
}

// Result tells of the diagram and of how far its neighbours were looked at.
type Result struct {
	Base     *problem.Report
	Content         // of the diagram, if that is sound
	Of, Done int    // neighbours, and how many of them were solved or given up
	Sound    int    // that were found
	GivenUp  int    // that took too many nodes
	Nodes    uint64 // in all
}

// Try solves the diagram and then its neighbours in turn, and tells of those that are sound
// as soon as they are found. When the context ends it returns what there is by then. The
// error is one of problem.Analyse.
func Try(ctx context.Context, p movegen.Position, o Options, found func(*Sound)) (*Result, error) {
	solve := problem.Options{Moves: o.Moves, Nodes: o.Nodes}
	base, err := problem.Analyse(ctx, p, solve)
	if err != nil {
		return nil, err
	}
	result := &Result{Base: base, Nodes: base.Nodes}
	if base.Complete && base.Verdict == problem.Sound {
		result.Content = contentOf(base)
	}
	all := all(&p)
	result.Of = len(all)
	for i := range all {
		report, err := problem.Analyse(ctx, all[i].Position, solve)
		if err != nil {
			return nil, err
		}
		result.Nodes += report.Nodes
		if ctx.Err() != nil && !report.Complete {
			break
		}
		result.Done++
		switch {
		case !report.Complete:
			result.GivenUp++
		case report.Verdict == problem.Sound:
			result.Sound++
			found(&Sound{Neighbour: all[i], Key: report.Keys[0].Move, Content: contentOf(report), base: result})
		}
		if o.Told != nil {
			o.Told(result.Done, result.Of)
		}
	}
	return result, nil
}

// contentOf counts what the only solution of a report holds.
func contentOf(r *problem.Report) Content {
	s := r.Statistics()
	return Content{Defences: s.Defences, Mates: s.Mates, Duals: s.Duals, Threat: r.Keys[0].Kind == problem.Threat}
}
