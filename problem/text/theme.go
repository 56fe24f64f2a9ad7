package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// theme writes one theme with the lines of all its occurrences: each phase that shows it
// on a line of its own, if they are several.
func (t *text) theme(group []theme.Found) {
	name := t.themeName(&group[0]) + ":"
	lettered := t.table != nil && (group[0].Theme.Group == theme.Phases || group[0].Theme.Group == theme.Threats)
	if parts := t.parts(group[0].Lines); len(group) == 1 && len(parts) == 1 {
		text, items := name+" ", t.partItems(&parts[0], lettered)
		if t.tryOf(&group[0]) == movegen.NoMove {
			text += t.partLabel(&parts[0], lettered)
		}
		if items == nil {
			text = strings.TrimSpace(text)
		}
		t.add(textLine{indent: 2, text: text, items: items})
		return
	}
	t.add(textLine{indent: 2, text: name})
	for _, found := range group {
		indent := 4
		for _, p := range t.parts(found.Lines) {
			t.add(textLine{indent: indent, text: t.partLabel(&p, lettered), items: t.partItems(&p, lettered)})
			if len(group) > 1 {
				indent = 6 // so that one sees where the next occurrence begins
			}
		}
	}
}

// themeName names a theme, and the try whose play shows it.
func (t *text) themeName(f *theme.Found) string {
	name := t.words.Text(f.Theme.Name)
	if try := t.tryOf(f); try != movegen.NoMove {
		name += " (" + t.phaseLabel(try) + ")"
	}
	return name
}

// tryOf returns the try whose play shows a theme, NoMove if it is no try or several phases show it.
func (t *text) tryOf(f *theme.Found) movegen.Move {
	first := f.Lines[0][0]
	if slices.ContainsFunc(f.Lines, func(l []movegen.Move) bool { return l[0] != first }) ||
		!slices.ContainsFunc(t.report.Tries, func(try problem.Phase) bool { return try.Move == first }) {
		return movegen.NoMove
	}
	return first
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
	p, q := t.after(a[:n-1]...), t.after(b[:n-1]...)
	return p.IsCapture(a[n-1]) == q.IsCapture(b[n-1])
}

// after returns the position after the moves from the diagram on, of which the first may be none.
func (t *text) after(moves ...movegen.Move) movegen.Position {
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
	before := t.after(l[:n-2]...)
	return []string{t.play(l, t.fold(&before, defences, true), lettered)}
}

// play writes a line of play without its first move: "1...Bf3 2.Rd4#", a threat as
// "[2.Rd4#]". The last defence is that given unless it is empty. If it is lettered, the
// letters of the table stand behind the first defence and what answers it.
func (t *text) play(l []movegen.Move, lastDefence string, lettered bool) string {
	var words []string
	for i := 1; i < len(l); i++ {
		p, m := t.after(l[:i]...), l[i]
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

// ThemeLines returns the lines of each theme as text has them: "1...f3 2.Qe3#" in the set play, "1.Bb2? 1...f3 2.Qe3#"
// in a try and "1.Qd1! 1...f3 2.Qe3#" after a key. The lists are those of the document's themes.
func ThemeLines(d *Document, o Options) [][]string {
	all := make([][]string, len(d.Themes))
	if d.Report == nil {
		return all
	}
	t := newText(io.Discard, d, o)
	for i, found := range d.Themes {
		all[i] = []string{}
		for _, line := range found.Lines {
			text := t.play(line, "", false)
			if line[0] != movegen.NoMove {
				text = strings.TrimSpace(t.phaseLabel(line[0]) + " " + text)
			}
			all[i] = append(all[i], text)
		}
	}
	return all
}

// PhasesNote counts the tries that the table of phases omits, by reason. It is empty without a table or omitted tries.
func PhasesNote(d *Document, o Options) string {
	if d.Report == nil {
		return ""
	}
	t := newText(io.Discard, d, o)
	if t.table == nil {
		return ""
	}
	banal, weak, alike := 0, 0, 0
	for _, try := range t.report.Tries {
		switch {
		case slices.ContainsFunc(t.table.rows, func(row tableRow) bool { return row.Move == try.Move }):
		case t.report.Triviality(&try) != problem.Worthwhile:
			banal++
		case len(try.Refutations) > 1 || try.Kind == problem.Check:
			weak++
		default:
			alike++
		}
	}
	reasons := t.reasons([]reason{{banal, "%d trivial"}, {weak, "%d with check or several refutations"},
		{alike, "%d with the mates of other phases"}})
	if reasons == nil {
		return ""
	}
	return t.words.Text("tries omitted") + ": " + strings.Join(reasons, ", ")
}

// reason is why a number of tries are omitted, a format for the number.
type reason struct {
	n    int
	text string
}

// reasons writes the reasons that apply.
func (t *text) reasons(all []reason) (texts []string) {
	for _, r := range all {
		if r.n > 0 {
			texts = append(texts, t.words.Sprintf(r.text, r.n))
		}
	}
	return texts
}

// worthwhile returns the tries that may deceive a solver and those that show one of the themes, those with the most
// variations first, and the counts of the others, each by the first reason why it is trivial.
func worthwhile(r *problem.Report, themes []theme.Found) (tries []problem.Phase, trivial map[problem.Triviality]int) {
	trivial = map[problem.Triviality]int{}
	for _, try := range r.Tries {
		if reason := r.Triviality(&try); reason == problem.Worthwhile || isThematic(themes, try.Move) {
			tries = append(tries, try)
		} else {
			trivial[reason]++
		}
	}
	if len(tries) == 0 && len(r.Tries) > 0 && r.Verdict == problem.NoSolution {
		trivial[r.Triviality(&r.Tries[0])]--
		tries = r.Tries[:1] // it shows why there is no solution
	}
	slices.SortStableFunc(tries, func(a, b problem.Phase) int { return effective(&b) - effective(&a) })
	return tries, trivial
}

// isTrivial reports whether the first move is a trivial try that shows no theme.
func isTrivial(r *problem.Report, themes []theme.Found, first movegen.Move) bool {
	return !isThematic(themes, first) && slices.ContainsFunc(r.Tries, func(try problem.Phase) bool {
		return try.Move == first && r.Triviality(&try) != problem.Worthwhile
	})
}

// isThematic reports whether a line of the themes begins with the move.
func isThematic(themes []theme.Found, first movegen.Move) bool {
	return slices.ContainsFunc(themes, func(f theme.Found) bool {
		return slices.ContainsFunc(f.Lines, func(line []movegen.Move) bool { return line[0] == first })
	})
}

// effective counts the effective defences that are answered.
func effective(ph *problem.Phase) (n int) {
	for i := range ph.Variations {
		if ph.Variations[i].Effective {
			n++
		}
	}
	return n
}

// triesShown returns the tries to write, and how many trivial ones are omitted, and why; nothing if none is.
func (t *text) triesShown() (tries []problem.Phase, omitted string) {
	if !t.options.Judgement || t.options.EveryTry {
		return t.report.Tries, ""
	}
	tries, trivial := worthwhile(t.report, t.document.Themes)
	return tries, strings.Join(t.reasons([]reason{{trivial[problem.CapturedTry], "%d refuted by capturing the man"},
		{trivial[problem.EmptyTry], "%d without variations"},
		{trivial[problem.UnprovidedTry], "%d refuted by a move without a set mate"}}), ", ")
}

// leftOut writes which trivial tries are omitted, and how to see them.
func (t *text) leftOut(reasons string) {
	line := textLine{indent: 2}
	if t.options.Compact {
		line = textLine{text: t.words.Text("Tries") + ": "}
	}
	line.text += t.words.Text("omitted") + t.hint(t.words.Text(" (--tries lists them)")) + ": " + reasons
	t.add(line)
}
