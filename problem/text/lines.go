package text

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// ThemeLines returns the lines of each theme as text has them: "1...f3 2.Qe3#" in the set play, "1.Bb2? 1...f3 2.Qe3#"
// in a try and "1.Qd1! 1...f3 2.Qe3#" after a key. The lists are those of the document's themes.
func ThemeLines(d *Document, o Options) [][]string {
	all := make([][]string, len(d.Themes))
	if d.Report == nil {
		return all
	}
	t := newText(bufio.NewWriter(io.Discard), d, o)
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
	t := newText(bufio.NewWriter(io.Discard), d, o)
	if t.table == nil {
		return ""
	}
	banal, weak, alike := 0, 0, 0
	for i := range t.report.Tries {
		try := &t.report.Tries[i]
		switch {
		case slices.ContainsFunc(t.table.rows, func(row tableRow) bool { return row.Move == try.Move }):
		case t.report.Triviality(try) != problem.Worthwhile:
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
