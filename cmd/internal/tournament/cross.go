package tournament

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"alfiere/protocol/client/arena"
)

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
	bound, los := "", ""
	if !r.Error.IsZero() {
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
