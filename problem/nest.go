package problem

import (
	"sync/atomic"

	"alfiere/movegen"
)

// shortPlay adds to the short mates what follows them, within the moves to the mate.
func (a *analysis) shortPlay(s *solver) {
	if !a.options.ShortPlay {
		return
	}
	w := playing{s, &a.options}
	for i := range a.report.Short {
		short := &a.report.Short[i]
		s.play(0, short.Move)
		phase := w.follow(0, short.Move, short.In-1, 0)
		if s.stopped {
			return
		}
		short.Play = &phase
	}
}

// nest adds the longer play to the phases of the report. That waits until all keys are known, for how much is wanted
// depends on their number. The solvers take the phases in turn.
func (a *analysis) nest(solvers []*solver) {
	r := &a.report
	var phases []*Phase
	for _, list := range [][]Phase{r.Keys, r.Tries} {
		for i := range list {
			phases = append(phases, &list[i])
		}
	}
	if r.Set != nil {
		phases = append(phases, r.Set)
	}
	wanted := len(phases)
	for i := range r.Short {
		if r.Short[i].Play != nil {
			phases = append(phases, r.Short[i].Play)
		}
	}
	if r.Moves <= 2 || max(a.options.Play, a.options.CookedPlay) <= 2 {
		return
	}
	var next atomic.Int64
	work := func(s *solver) {
		for !s.stopped {
			i := int(next.Add(1)) - 1
			if i >= len(phases) {
				return
			}
			w := playing{s, &a.options}
			depth := a.options.CookedPlay
			if i < wanted {
				depth = a.depth(phases[i].Move)
			}
			w.deepen(phases[i], depth-2)
		}
	}
	together(solvers[:min(len(solvers), max(len(phases), 1))], work)
}

// depth returns the move down to which the play of the phase that begins with m is wanted.
func (a *analysis) depth(m movegen.Move) int {
	if len(a.report.Keys) > 1 && (m != a.options.Key || m == movegen.NoMove) {
		return a.options.CookedPlay
	}
	return a.options.Play
}

// deepen adds so many more moves of play to a phase that has its threats and variations.
func (w *playing) deepen(phase *Phase, nest int) {
	if nest <= 0 {
		return
	}
	if phase.Move == movegen.NoMove {
		w.pass(0)
	} else {
		w.play(0, phase.Move)
	}
	if phase.Threats.In > 1 {
		w.pass(1)
		w.nestPlay(2, &phase.Threats, nest)
	}
	for i := range phase.Variations {
		v := &phase.Variations[i]
		w.play(1, v.Defence)
		w.nestPlay(2, &v.Mates, nest)
	}
}
