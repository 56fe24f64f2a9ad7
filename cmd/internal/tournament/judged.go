package tournament

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// judgement is the result of two players in a match whose cut games were judged, in points, one per
// game.
type judgement struct {
	First  float64 `json:"first"`
	Second float64 `json:"second"`
	Judged int     `json:"judged"` // games that were cut
	interval
}

// judgementOf returns the points of the first two contestants. Elo is that of pairs of games
// with the same opening; games without a partner do not count for it, unless none has one.
func judgementOf(games []arena.Game) *judgement {
	j := &judgement{}
	first := map[int]float64{}
	var pairs, singles []float64
	for i := range games {
		g := &games[i]
		score := g.Score(0)
		j.First += score
		j.Second += 1 - score
		if g.Judged {
			j.Judged++
		}
		singles = append(singles, score)
		if other, ok := first[g.Number/2]; ok {
			pairs = append(pairs, (score+other)/2)
		}
		first[g.Number/2] = score
	}
	if len(pairs) == 0 {
		pairs = singles
	}
	j.interval = intervalOf(arena.EloOfScores(pairs))
	return j
}

// rows gives the two players their points, and the better one the Elo by which it leads, if it is finite.
func (j *judgement) rows(both []row) []row {
	for i := range both {
		both[i].Points, both[i].LOS = j.First, figure(math.NaN())
		if both[i].Contestant == 1 {
			both[i].Points = j.Second
		}
	}
	slices.SortStableFunc(both, func(a, b row) int { return cmp.Compare(b.Points, a.Points) })
	if !j.Elo.IsZero() {
		both[0].Elo, both[0].Error = figure(math.Abs(float64(j.Elo))), (j.High-j.Low)/2
		both[1].Elo, both[1].Error = 0, 0
	}
	return both
}

// writeJudged prints the games of the two in the form of the thesis: the number of each, c if it ended
// with a capture, the points of both with their colours, and the totals.
func writeJudged(w io.Writer, o *outcome, rule string) error {
	names := o.names
	games := slices.SortedFunc(slices.Values(o.games), func(a, b arena.Game) int { return a.Number - b.Number })
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s: %d games\n", names[0], names[1], len(games))
	writeRule(&b, rule)
	if len(games) == 0 {
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString("game      first    second\n")
	letter := map[bool]string{true: "w", false: "b"}
	for i := range games {
		g := &games[i]
		capture := " "
		if g.Capture {
			capture = "c"
		}
		white := g.Contestant(movegen.White) == 0
		fmt.Fprintf(&b, "%4d %s  %6.3f %s  %6.3f %s", g.Number+1, capture, g.Score(0), letter[white], g.Score(1),
			letter[!white])
		if g.Judged {
			b.WriteString("  judged")
		}
		b.WriteByte('\n')
	}
	j := judgementOf(games)
	fmt.Fprintf(&b, "        %6.3f    %6.3f\n", j.First, j.Second)
	fmt.Fprintf(&b, "  Elo      %s (95 %%), by these points\n  cut      %d of %d games, and judged\n",
		j.estimate().Text(2), j.Judged, len(games))
	_, err := io.WriteString(w, b.String())
	return err
}
