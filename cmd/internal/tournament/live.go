package tournament

import (
	"fmt"
	"strings"
	"time"

	"alfiere/internal/cli"
	"alfiere/protocol/client/arena"
)

// clear removes the display, so that other text can be written.
func (r *Tournament) clear() {
	r.Panel.Clear()
	r.Progress.Clear()
}

// leaders is the number of players that the line names.
const leaders = 4

// report shows the progress of the match after a pair of games, and each fault.
func (r *Tournament) report(pair []*arena.Game, s *arena.Standing) {
	for _, fault := range r.tables.Faults() {
		r.clear()
		fmt.Fprintf(r.Log, "%v; it counts as missing\n", fault)
	}
	for _, g := range pair {
		if g.Termination.IsFault() {
			r.clear()
			fmt.Fprintf(r.Log, "game %d, %s - %s: %v, %s\n", g.Number+1, r.Match.Contestants[g.White].Name,
				r.Match.Contestants[g.Black].Name, g.Termination, g.Reason)
		}
	}
	done, whole, before := int64(s.Count()), int64(r.Match.GameCount()), int64(len(r.Match.Played))
	if len(r.Match.Contestants) > 2 && r.Panel != nil {
		r.Panel.Show(func() []string {
			return r.tableLines(s, cli.TimeLeft(time.Since(r.begun), done-before, whole-before))
		})
		return
	}
	r.Progress.Skip(before)
	r.Progress.ShowPart(done, whole, "%s", lazy(func() string { return r.standingText(s) }))
}

// tableLines returns the cross table so far, with the time left.
func (r *Tournament) tableLines(s *arena.Standing, left string) []string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d games", s.Count(), r.Match.GameCount())
	if left != "" {
		b.WriteString(", " + left)
	}
	b.WriteString("\n")
	writeColumns(&b, crossLines(s, rank(r.names(), s, r.Anchor).rows))
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// lazy is a text that is made when it is printed: most standings are not.
type lazy func() string

// String makes the text.
func (l lazy) String() string { return l() }

// standingText returns the standing of the match as one line.
func (r *Tournament) standingText(s *arena.Standing) string {
	text := fmt.Sprintf("%d of %d games: ", s.Count(), r.Match.GameCount())
	if len(r.Match.Contestants) != 2 {
		var parts []string
		rows := rank(r.names(), s, r.Anchor).rows
		for i := range rows[:min(leaders, len(rows))] {
			parts = append(parts, fmt.Sprintf("%s %.1f/%d %s", rows[i].Name, rows[i].Points, rows[i].Games,
				eloText(rows[i].Elo)))
		}
		return text + strings.Join(parts, ", ")
	}
	t := s.Tally(arena.Pairing{First: 0, Second: 1})
	sample := t.Sample()
	if r.isJudged() {
		return text + fmt.Sprintf("+%d -%d, %d cut", t.Wins, t.Losses, t.Terminations[arena.MoveLimit])
	}
	text += fmt.Sprintf("+%d =%d -%d, Elo %s", t.Wins, t.Draws, t.Losses, sample.Elo().Text(2))
	if r.Match.Test != nil {
		text += fmt.Sprintf(", LLR %.2f", r.Match.Test.LogLikelihoodRatio(sample))
	}
	return text
}
