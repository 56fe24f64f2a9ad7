package laboratory

import (
	"fmt"
	"strings"

	"alfiere/cmd/internal/tournament"
	"alfiere/protocol/client/arena"
)

// way is a way to divide work among N concurrent searches.
type way string

// The ways.
const (
	byCouncil way = "council" // members with all knowledge, all but the first with noise
	byThreads way = "threads" // threads of one search
	byBoth    way = "both"    // half as many members with two threads each
)

// ways returns all ways, in the order of tables.
func ways() []way { return []way{byCouncil, byThreads, byBoth} }

// Division is a player whose work is divided, against the sequential player.
type Division struct {
	Way   way  `json:"way"`
	N     int  `json:"n"`     // members, threads, or both together
	Total bool `json:"total"` // all of them share the nodes of the sequential player; otherwise each has that many

	Played estimate `json:"played"`
}

// estimate is the result of a division against the sequential player.
type estimate struct {
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	tournament.Interval
	Rule string `json:"rule"` // what ended the games, and whether that was fixed beforehand
}

// Count records the games of a division, which is the first player of the tally.
func (d *Division) Count(t *arena.Tally) {
	d.Played = estimate{Games: t.Count(), Points: float64(t.Wins) + float64(t.Draws)/2}
	d.Played.Interval = tournament.IntervalOf(t.Sample().Elo())
}

// text is the estimate in a table.
func (e *estimate) text() string {
	switch {
	case e.Games == 0:
		return "-"
	case e.Elo.IsZero():
		return fmt.Sprintf("%.1f of %d", e.Points, e.Games)
	}
	return e.Estimate().Text(0)
}

// divisionTable prints the results of divisions against the sequential player with the given nodes:
// Elo with its 95 % interval, or the points where there is no Elo.
func divisionTable(all []*Division, nodes uint64) string {
	var b strings.Builder
	for _, total := range []bool{false, true} {
		title := fmt.Sprintf("each with %d nodes", nodes)
		if total {
			title = fmt.Sprintf("all together with %d nodes", nodes)
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, against one search with %d: Elo (95 %%)\n%4s", title, nodes, "N")
		for _, way := range ways() {
			fmt.Fprintf(&b, "  %-17s", way)
		}
		row := 0
		for _, d := range all {
			if d.Total != total {
				continue
			}
			if d.N != row {
				fmt.Fprintf(&b, "\n%4d", d.N)
				row = d.N
			}
			fmt.Fprintf(&b, "  %-17s", d.Played.text())
		}
		b.WriteByte('\n')
	}
	return trimLines(b.String())
}

// ruleText prints the stopping rule of all figures: a number of games, and the figures for which that was not
// fixed beforehand or which were stopped early.
func ruleText(all []*Division, games int) string {
	rule := fmt.Sprintf("%d games, fixed beforehand", games)
	text := fmt.Sprintf("\nRule for each figure: %s.\n", rule)
	for _, d := range all {
		if d.Played.Games > 0 && d.Played.Rule != rule {
			text += fmt.Sprintf("But %s: %s.\n", d.Name(), d.Played.Rule)
		}
	}
	return text
}

// trimLines removes the blanks at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// divisions returns the divisions of some sizes: at equal time for each search, then at equal
// work in all. Two have no council of one member with two threads.
func divisions(sizes []int) (all []*Division) {
	for _, total := range []bool{false, true} {
		for _, n := range sizes {
			for _, way := range ways() {
				if way != byBoth || n > 2 {
					all = append(all, &Division{Way: way, N: n, Total: total})
				}
			}
		}
	}
	return all
}

// Name returns a word for the division, usable in file names.
func (d *Division) Name() string {
	work := "time"
	if d.Total {
		work = "work"
	}
	return fmt.Sprintf("%s%d-%s", d.Way, d.N, work)
}

// Words returns the player in words, given the nodes of the sequential one. criterion is that of its council.
func (d *Division) Words(nodes uint64, noise int, criterion string) string {
	each := nodes // of each search
	if d.Total {
		each = max(nodes/uint64(d.N), 1)
	}
	switch d.Way {
	case byThreads:
		return fmt.Sprintf("threads=%d nodes=%d", d.N, each*uint64(d.N))
	case byBoth:
		return fmt.Sprintf("consult=noise%d@%d*2 criterion=%s nodes=%d", d.N/2, noise, criterion, 2*each)
	}
	return fmt.Sprintf("consult=noise%d@%d criterion=%s nodes=%d", d.N, noise, criterion, each)
}
