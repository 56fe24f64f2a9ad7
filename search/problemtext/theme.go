package problemtext

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/search/theme"
)

// theme writes one theme with the lines of all its occurrences.
func (t *text) theme(group []theme.Found) string {
	name, separator := t.words.term(group[0].Theme.Name), " "
	if len(group) > 1 {
		separator = "\n    "
	}
	name += ":"
	for _, found := range group {
		name += separator + strings.Join(t.themeLines(found.Lines), "; ")
	}
	return name
}

// themeLines writes lines of play, those that differ only in where one man defends as
// one line.
func (t *text) themeLines(lines [][]movegen.Move) (texts []string) {
	written := make([]bool, len(lines))
	for i, l := range lines {
		if written[i] {
			continue
		}
		alike := [][]movegen.Move{l}
		for j := i + 1; j < len(lines); j++ {
			if t.isVariant(l, lines[j]) && !written[j] {
				alike = append(alike, lines[j])
				written[j] = true
			}
		}
		texts = append(texts, t.variants(alike)...)
	}
	return texts
}

// isVariant reports whether two lines differ only in where one man goes with the last
// defence, and end with the same mate.
func (t *text) isVariant(a, b []movegen.Move) bool {
	n := len(a)
	if n < 3 || n%2 == 0 || len(b) != n || !slices.Equal(a[:n-2], b[:n-2]) || a[n-1] != b[n-1] ||
		a[n-2] == movegen.NoMove || b[n-2] == movegen.NoMove || a[n-2].From() != b[n-2].From() ||
		!isFoldable(a[n-2]) || !isFoldable(b[n-2]) {
		return false
	}
	p, q := t.after(a[:n-1]), t.after(b[:n-1])
	return p.IsCapture(a[n-1]) == q.IsCapture(b[n-1])
}

// after returns the position after the moves from the diagram on.
func (t *text) after(moves []movegen.Move) movegen.Position {
	p := t.report.Position
	for _, m := range moves {
		p.MakeOrPass(m)
	}
	return p
}

// variants writes lines that are variants of each other, as one if they are many.
func (t *text) variants(lines [][]movegen.Move) (texts []string) {
	if len(lines) < foldedFrom {
		for _, l := range lines {
			texts = append(texts, t.line(l))
		}
		return texts
	}
	l := lines[0]
	n := len(l)
	var defences []movegen.Move
	for _, other := range lines {
		defences = append(defences, other[n-2])
	}
	before, after := t.after(l[:n-2]), t.after(l[:n-1])
	head := t.line(l[:n-2]) + " "
	if head == " " {
		head = "1..."
	}
	return []string{fmt.Sprintf("%s%s %d.%s", head, t.fold(&before, defences, true), n/2+1, t.san(&after, l[n-1]))}
}
