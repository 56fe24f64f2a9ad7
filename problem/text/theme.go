package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// theme writes one theme with the lines of all its occurrences: each phase that shows it
// on a line of its own, if they are several.
func (t *text) theme(group []theme.Found) string {
	name := t.words.Text(group[0].Theme.Name) + ": "
	var text strings.Builder
	for _, found := range group {
		parts := t.parts(found.Lines)
		lettered := t.table != nil && (found.Theme.Group == theme.Phases || found.Theme.Group == theme.Threats)
		if len(group) == 1 && len(parts) == 1 {
			return strings.TrimSpace(t.wrapped("  "+name+t.partLabel(&parts[0], lettered), t.partItems(&parts[0], lettered),
				", "))
		}
		indent := "    "
		for i := range parts {
			text.WriteString(t.wrapped(indent+t.partLabel(&parts[i], lettered), t.partItems(&parts[i], lettered), ", "))
			if len(group) > 1 {
				indent = "      " // so that one sees where the next occurrence begins
			}
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(name, " ")+"\n"+text.String(), "\n")
}

// part holds the lines of one phase among those of a theme.
type part struct {
	first movegen.Move
	lines [][]movegen.Move
}

// parts sorts lines by their phases, in the order in which these come first.
func (t *text) parts(lines [][]movegen.Move) (parts []part) {
	for _, l := range lines {
		i := slices.IndexFunc(parts, func(p part) bool { return p.first == l[0] })
		if i < 0 {
			i = len(parts)
			parts = append(parts, part{first: l[0]})
		}
		if len(l) > 1 {
			parts[i].lines = append(parts[i].lines, l)
		}
	}
	return parts
}

// partLabel names the phase of lines that follow.
func (t *text) partLabel(p *part, lettered bool) string {
	label := t.phaseLabel(p.first)
	if lettered {
		for i := range t.table.rows {
			if row := &t.table.rows[i]; row.Move == p.first {
				label = t.rowName(row)
			}
		}
	}
	if p.first == movegen.NoMove {
		label += ":"
	}
	return label + " "
}

// partItems writes the lines of a phase without its first move, those that differ only in
// where one man defends as one line.
func (t *text) partItems(p *part, lettered bool) (texts []string) {
	written := make([]bool, len(p.lines))
	for i, l := range p.lines {
		if written[i] {
			continue
		}
		alike := [][]movegen.Move{l}
		for j := i + 1; j < len(p.lines); j++ {
			if t.isVariant(l, p.lines[j]) && !written[j] {
				alike = append(alike, p.lines[j])
				written[j] = true
			}
		}
		texts = append(texts, t.variants(alike, lettered)...)
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
func (t *text) variants(lines [][]movegen.Move, lettered bool) (texts []string) {
	if len(lines) < foldedFrom {
		for _, l := range lines {
			texts = append(texts, t.play(l, "", lettered))
		}
		return texts
	}
	l := lines[0]
	n := len(l)
	var defences []movegen.Move
	for _, other := range lines {
		defences = append(defences, other[n-2])
		lettered = lettered && t.table.column(other[1]) == t.table.column(l[1])
	}
	before := t.after(l[:n-2])
	return []string{t.play(l, t.fold(&before, defences, true), lettered)}
}

// play writes a line of play without its first move: "1...Bf3 2.Rd4#", a threat as
// "[2.Rd4#]". The last defence is that given unless it is empty. If it is lettered, the
// letters of the table stand behind the first defence and what answers it.
func (t *text) play(l []movegen.Move, lastDefence string, lettered bool) string {
	var words []string
	for i := 1; i < len(l); i++ {
		p, m := t.after(l[:i]), l[i]
		if m == movegen.NoMove {
			continue
		}
		name := t.san(&p, m)
		switch {
		case i%2 == 0:
			name = fmt.Sprintf("%d.%s", i/2+1, name)
			if lettered && i == 2 {
				name += behindBlank(t.table.answerName(l[0], m))
			}
			if l[i-1] == movegen.NoMove {
				name = "[" + name + "]"
			}
		default:
			if lastDefence != "" && i == len(l)-2 {
				name = lastDefence
			}
			if i == 1 {
				name = "1..." + name
			}
			if len(l) == 2 {
				name += t.unanswered(l)
			}
			if lettered && i == 1 {
				name += behindBlank(t.table.defenceName(m))
			}
		}
		words = append(words, name)
	}
	return strings.Join(words, " ")
}

// unanswered returns the sign of a defence that is not answered in the line: "!" for a
// refutation, " 2.?" if it has no set mate.
func (t *text) unanswered(l []movegen.Move) string {
	r := t.report
	if l[0] == movegen.NoMove {
		if r.Set != nil && slices.Contains(r.Set.Refutations, l[1]) {
			return " 2.?"
		}
		return ""
	}
	if slices.ContainsFunc(r.Tries, func(try problem.Phase) bool {
		return try.Move == l[0] && slices.Contains(try.Refutations, l[1])
	}) {
		return "!"
	}
	return ""
}

// column returns the column of a defence, -1 if it has none.
func (t *phaseTable) column(defence movegen.Move) int {
	return slices.IndexFunc(t.columns, func(c tableColumn) bool { return slices.Contains(c.defences, defence) })
}
