package tournament

import (
	"fmt"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// report tells a person how the match goes on, and of each fault.
func (r *Tournament) report(g *arena.Game, s *arena.Standing) {
	name := func(c movegen.Color) string { return r.Match.Contestants[g.Contestant(c)].Name }
	if g.Termination.IsFault() {
		r.Progress.Clear()
		fmt.Fprintf(r.Log, "game %d, %s - %s: %v, %s\n", g.Number+1, name(movegen.White), name(movegen.Black), g.Termination, g.Reason)
	}
	t := s.Tally(arena.Pairing{First: 0, Second: 1})
	sample := t.Sample()
	text := fmt.Sprintf("%d of %d games: +%d =%d -%d, Elo %s", t.Count(), r.Match.Games, t.Wins, t.Draws, t.Losses, estimateText(sample.Elo()))
	if r.Match.Test != nil {
		text += fmt.Sprintf(", LLR %.2f", r.Match.Test.LogLikelihoodRatio(sample))
	}
	r.Progress.Show("%s", text)
}
