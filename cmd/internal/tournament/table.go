package tournament

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

// writeTable prints the table of a match between two; test may be nil, and rule empty. The error is that of w.
func writeTable(w io.Writer, o *outcome, test *arena.SPRT, rule string) error {
	var b strings.Builder
	t := o.standing.Tally(arena.Pairing{First: 0, Second: 1})
	count := t.Count()
	fmt.Fprintf(&b, "%s - %s: %d games\n", o.names[0], o.names[1], count)
	writeRule(&b, rule)
	if count > 0 {
		writeFigures(&b, t, test)
		for i, name := range o.names {
			fmt.Fprintf(&b, "  faults   %s: %s\n", name, faultText(&t.Faults[i]))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFigures prints what is computed from the games.
func writeFigures(b *strings.Builder, t *arena.Tally, test *arena.SPRT) {
	count := t.Count()
	points := float64(t.Wins) + float64(t.Draws)/2
	fmt.Fprintf(b, "  points   %.1f of %d (%.2f %%): +%d =%d -%d\n", points, count, 100*points/float64(count), t.Wins,
		t.Draws, t.Losses)
	sample := t.Sample()
	fmt.Fprintf(b, "  Elo      %s, normalised %s (95 %%)\n", sample.Elo().Text(2),
		sample.NormalisedElo().Text(2))
	fmt.Fprintf(b, "  LOS      %.2f %%\n", 100*sample.Superiority())
	fmt.Fprintf(b, "  pairs    %d, by points from 0 to 2: %v\n", arena.Sample(t.Pairs[:]).Count(), t.Pairs)
	if test != nil {
		fmt.Fprintf(b, "  SPRT     %s\n", testText(test, sample))
	}
	fmt.Fprintf(b, "  ends     %s\n", endsText(&t.Terminations))
}

// testText returns the state of a test.
func testText(test *arena.SPRT, sample arena.Sample) string {
	lower, upper := test.Bounds()
	verdict := "undecided"
	switch test.Judge(sample) {
	case arena.AcceptElo0:
		verdict = fmt.Sprintf("%g is accepted", test.Elo0)
	case arena.AcceptElo1:
		verdict = fmt.Sprintf("%g is accepted", test.Elo1)
	}
	return fmt.Sprintf("LLR %.2f of (%.2f, %.2f) for %v: %s",
		test.LogLikelihoodRatio(sample), lower, upper, test, verdict)
}

// endsText lists the number of games per kind of end.
func endsText(counts *arena.Terminations) string {
	var parts []string
	for how, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", arena.Termination(how), n))
		}
	}
	return strings.Join(parts, ", ")
}

// faultText lists the faults among the ends of a contestant's games.
func faultText(counts *arena.Terminations) string {
	var parts []string
	for _, how := range arena.Faults() {
		if n := counts[how]; n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", how, n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// judgement is the result of two players in a match whose cut games were judged, in points, one per game.
type judgement struct {
	First  float64 `json:"first"`
	Second float64 `json:"second"`
	Judged int     `json:"judged"` // games that were cut
	Interval
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
	j.Interval = IntervalOf(arena.EloOfScores(pairs))
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
		j.Estimate().Text(2), j.Judged, len(games))
	_, err := io.WriteString(w, b.String())
	return err
}

// ruleOf returns the stopping rule of an outcome, with what became of it: whether the match was stopped
// early, or had another rule at first. It is empty if the rule is unknown.
func (r *Tournament) ruleOf(o *outcome) string {
	count, first, last, planned := len(o.games), "", "", 0
	if count > 0 {
		first, last = o.games[0].Rule, o.games[count-1].Rule
	}
	if len(r.Match.Contestants) > 0 {
		last, planned = r.Match.Rule(), r.Match.GameCount()
	} else if _, err := fmt.Sscanf(last, "%d games", &planned); err != nil {
		planned = 0 // of a test that nobody has repeated
	}
	text := last
	switch {
	case last == "":
		return ""
	case first == last || count == 0:
		text += ", fixed beforehand"
	case first == "":
		text += ", fixed after games under an unknown rule"
	default:
		text += ", changed after games under another rule: " + first
	}
	if count < planned && !r.isInterim && !r.isDecided(o) {
		text += fmt.Sprintf("; stopped early, after %d", count)
	}
	return text
}

// isDecided reports whether the match's test has ended it.
func (r *Tournament) isDecided(o *outcome) bool {
	test := r.Match.Test
	return test != nil && test.Judge(o.standing.Tally(arena.Pairing{First: 0, Second: 1}).Sample()) != arena.Undecided
}

// writeRule prints the rule, if it is known.
func writeRule(b *strings.Builder, rule string) {
	if rule != "" {
		fmt.Fprintf(b, "  rule     %s\n", rule)
	}
}

// writeCross prints the cross table of several players. The error is that of w.
func writeCross(w io.Writer, title, rule string, s *arena.Standing, r ranking) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d players, %d games\n", title, len(r.rows), s.Count())
	writeRule(&b, rule)
	writeColumns(&b, crossLines(s, r.rows))
	if r.prior && s.Count() > 0 {
		b.WriteString("  These games alone decide no Elo: somebody, or a group, has all points or none against the rest, " +
			"or some have not met.\n  Each is credited with one draw against the average.\n")
	}
	if ends := endsText(&s.Terminations); ends != "" {
		fmt.Fprintf(&b, "  ends     %s\n", ends)
	}
	for i := range r.rows {
		faults := s.Faults(r.rows[i].Contestant)
		fmt.Fprintf(&b, "  faults   %s: %s\n", r.rows[i].Name, faultText(&faults))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// crossLines returns the cells of the table, with a line of headings.
func crossLines(s *arena.Standing, rows []row) [][]string {
	lines := [][]string{{"#", "name", "Elo", "± 95 %", "LOS", "points", "games", "score", "+", "=", "-"}}
	for i := range rows {
		lines[0] = append(lines[0], strconv.Itoa(i+1))
	}
	for i := range rows {
		lines = append(lines, crossLine(s, rows, i))
	}
	return lines
}

// crossLine returns the cells of the row with the given index.
func crossLine(s *arena.Standing, rows []row, index int) []string {
	r := &rows[index]
	bound, los := "?", "" // games that do not scatter leave the error undefined
	switch {
	case r.Error == 0:
		bound = "-" // the others are rated against this player
	case !r.Error.IsZero():
		bound = fmt.Sprintf("%.1f", r.Error)
	}
	if !r.LOS.IsZero() {
		los = fmt.Sprintf("%.1f %%", 100*r.LOS)
	}
	score := "-"
	if n := r.Games; n > 0 {
		score = fmt.Sprintf("%.1f %%", 100*r.Points/float64(n))
	}
	line := []string{strconv.Itoa(index + 1), r.Name, eloText(r.Elo), bound, los,
		fmt.Sprintf("%.1f", r.Points), strconv.Itoa(r.Games), score,
		strconv.Itoa(r.Wins), strconv.Itoa(r.Draws), strconv.Itoa(r.Losses)}
	for i := range rows {
		l, d, w := against(s, r.Contestant, rows[i].Contestant)
		points := float64(w) + float64(d)/2
		if len(rows) == 2 {
			points = r.Points // cut games may be judged
		}
		switch {
		case i == index:
			line = append(line, "×")
		case l+d+w == 0:
			line = append(line, "-")
		default:
			line = append(line, fmt.Sprintf("%.1f/%d", points, l+d+w))
		}
	}
	return line
}

// eloText returns an Elo with its sign; 0 has none.
func eloText(elo figure) string {
	if text := fmt.Sprintf("%+.1f", elo); text != "-0.0" && text != "+0.0" {
		return text
	}
	return "0.0"
}

// writeColumns prints cells in columns, aligned to the right except names.
func writeColumns(b *strings.Builder, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		for i, cell := range line {
			fill := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			b.WriteString("  ")
			if i == 1 {
				b.WriteString(cell + fill)
			} else {
				b.WriteString(fill + cell)
			}
		}
		b.WriteString("\n")
	}
}
