package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"alfiere/movegen"
	"alfiere/problem"
)

// changeKinds are the kinds of differences in the order in which they are written.
var changeKinds = [...]problem.ChangeKind{problem.Changed, problem.Transferred, problem.Added, problem.Removed}

// changeGroup are differences between two phases that differ in their defences only.
type changeGroup struct {
	problem.Change                   // the first of them
	before, after  string            // the mates as they are written
	defences       [2][]movegen.Move // in the earlier and in the later phase
}

// changesOf groups the differences between phases, or the keys of two twins, as variations are grouped.
func changesOf(from, to *text, changes []problem.Change) (groups []changeGroup) {
	for _, c := range changes {
		g := changeGroup{Change: c, before: from.replies(c.From, c.Defence, c.Before),
			after: to.replies(c.To, c.Other, c.New), defences: [2][]movegen.Move{{c.Defence}, {c.Other}}}
		same := slices.IndexFunc(groups, func(h changeGroup) bool {
			return g.From == h.From && g.To == h.To && g.Kind == h.Kind && g.before == h.before && g.after == h.after &&
				slices.Equal(g.Before, h.Before) && slices.Equal(g.New, h.New)
		})
		if same < 0 || from.options.Ungrouped {
			groups = append(groups, g)
			continue
		}
		for side, m := range [...]movegen.Move{c.Defence, c.Other} {
			if list := &groups[same].defences[side]; !slices.Contains(*list, m) {
				*list = append(*list, m)
			}
		}
	}
	return groups
}

// replies writes the mates after a defence in the phase that begins with first; nothing if there are none.
func (t *text) replies(first, defence movegen.Move, mates []movegen.Move) string {
	if len(mates) == 0 {
		return ""
	}
	after := t.after(first, defence)
	return t.moves(&after, mates, 2)
}

// write writes a difference between two phases: the defences with their mates in the earlier and in the later one.
func (g *changeGroup) write(from, to *text) string {
	side := func(t *text, first movegen.Move, defences []movegen.Move, mates string) string {
		p := t.after(first)
		return "1..." + t.defences(&p, defences, ^movegen.Bitboard(0)) + " " + mates
	}
	switch g.Kind {
	case problem.Added:
		return side(to, g.To, g.defences[1], g.after)
	case problem.Removed:
		return side(from, g.From, g.defences[0], g.before)
	case problem.Changed:
		return side(from, g.From, g.defences[0], g.before) + " → " + g.after
	}
	return side(from, g.From, g.defences[0], g.before) + " → " + side(to, g.To, g.defences[1], g.after)
}

// allChanges writes the differences between the phases: some lines for each phase that is compared with the key's play,
// one for each kind. What trivial tries have is counted only.
func (t *text) allChanges() {
	var lines []textLine
	trivial, tries := 0, 0
	for groups := changesOf(t, t, t.report.Changes); len(groups) > 0; {
		from, to := groups[0].From, groups[0].To
		n := slices.IndexFunc(groups, func(g changeGroup) bool { return g.From != from || g.To != to })
		if n < 0 {
			n = len(groups)
		}
		if isTrivial(t.report, t.document.Themes, from) {
			trivial += n
			tries++
		} else {
			lines = append(lines, t.changesBetween(groups[:n])...)
		}
		groups = groups[n:]
	}
	if trivial > 0 {
		lines = append(lines, textLine{indent: 2, text: t.words.Sprintf("omitted (trivial tries): changes %d, tries %d",
			trivial, tries)})
	}
	if lines != nil {
		t.begin(t.words.Text("Changes between the phases"))
		t.add(lines...)
	}
}

// changesBetween writes the differences between two phases. Unless the diagram is provided for, and the key waits, all
// play is more or less added or removed: that is counted, and only where there is more to tell.
func (t *text) changesBetween(groups []changeGroup) []textLine {
	provided := t.report.BlockKind == problem.CompleteBlock || t.report.BlockKind == problem.Mutate
	lines := []textLine{{indent: 2, text: t.phaseLabel(groups[0].From) + " – " + t.phaseLabel(groups[0].To)}}
	for _, kind := range changeKinds {
		line, defences := changesOfKind(groups, kind, t, t)
		switch counted := !provided && (kind == problem.Added || kind == problem.Removed); {
		case line.items == nil:
		case !counted:
			lines = append(lines, line)
		case len(lines) > 1:
			lines = append(lines, textLine{indent: line.indent, text: line.text + strconv.Itoa(defences)})
		}
	}
	if len(lines) == 1 {
		return nil
	}
	return lines
}

// changesOfKind writes the differences of a kind, and counts their defences.
func changesOfKind(groups []changeGroup, kind problem.ChangeKind, from, to *text) (line textLine, defences int) {
	line = textLine{indent: 4, text: from.words.Text(kind.String()) + ": "}
	for i := range groups {
		if g := &groups[i]; g.Kind == kind {
			line.items = append(line.items, g.write(from, to))
			defences += len(g.defences[0])
		}
	}
	return line, defences
}

// TwinsForm is the line of JSON that compares the twins of a diagram.
type TwinsForm struct {
	Version     int              `json:"version"`
	Program     string           `json:"program,omitempty"`
	File        string           `json:"file,omitempty"`
	Line        int              `json:"line,omitempty"` // of the diagram
	Twins       []jsonTwin       `json:"twins"`
	TwinChanges []jsonTwinChange `json:"twin_changes"`
}

type (
	jsonTwin struct {
		Twin          string   `json:"twin"`
		TwinChange    string   `json:"twin_change,omitempty"`
		TwinContinued bool     `json:"twin_continued,omitempty"`
		FEN           string   `json:"fen"`
		Verdict       string   `json:"verdict"`
		Keys          []string `json:"keys"`
		KeysSAN       []string `json:"keys_san"`
	}
	jsonTwinChange struct {
		Twins [2]string `json:"twins"` // the earlier and the later one
		jsonChange
	}
)

// pairs calls show for every two twins with one key each, the earlier first, and the changes between them.
func pairs(twins []*Document, show func(a, b *Document, changes []problem.Change)) {
	for j, b := range twins {
		for _, a := range twins[:j] {
			if hasOneKey(a) && hasOneKey(b) {
				show(a, b, problem.CompareTwins(a.Report, b.Report))
			}
		}
	}
}

func hasOneKey(d *Document) bool {
	return d.Report != nil && len(d.Report.Keys) == 1 && len(d.Report.Short) == 0
}

// WriteTwinsJSON writes how the twins of a diagram differ in actual play, as one line of JSON. The error is w's.
func WriteTwinsJSON(w io.Writer, twins []*Document, program string) error {
	form := TwinsForm{Version: JSONVersion, Program: program, File: twins[0].File, Line: twins[0].Line,
		Twins: []jsonTwin{}, TwinChanges: []jsonTwinChange{}}
	for _, d := range twins {
		j := jsonTwin{Twin: d.Twin.Label, TwinChange: d.Twin.Change, TwinContinued: d.Twin.Continued,
			Verdict: IllegalDiagram, Keys: []string{}, KeysSAN: []string{}}
		if r := d.Report; r != nil {
			j.FEN, j.Verdict = r.Position.FEN(), verdictCodes[r.Verdict]
			for i := range r.Keys {
				j.Keys = append(j.Keys, uci(r.Keys[i].Move))
				j.KeysSAN = append(j.KeysSAN, san(&r.Position, r.Keys[i].Move))
			}
		} else if d.Illegal != nil {
			j.FEN = d.Illegal.FEN
		}
		form.Twins = append(form.Twins, j)
	}
	pairs(twins, func(a, b *Document, changes []problem.Change) {
		for i := range changes {
			form.TwinChanges = append(form.TwinChanges, jsonTwinChange{[2]string{a.Twin.Label, b.Twin.Label},
				changeOf(&a.Report.Position, &b.Report.Position, &changes[i])})
		}
	})
	return WriteLine(w, form)
}

// WriteTwins writes the keys of the twins of a diagram and how their actual play differs. The error is w's.
func WriteTwins(w io.Writer, twins []*Document, o Options) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\n%s\n", o.Language.Text("Changes between the twins"))
	for _, d := range twins {
		fmt.Fprintf(out, "  %s", d.Twin)
		if r := d.Report; r != nil {
			for i := range r.Keys {
				fmt.Fprintf(out, "  1.%s!", newText(out, d, o).san(&r.Position, r.Keys[i].Move))
			}
		}
		fmt.Fprintln(out)
	}
	pairs(twins, func(a, b *Document, changes []problem.Change) {
		fmt.Fprintf(out, "  %s) – %s)\n", a.Twin.Label, b.Twin.Label)
		from, to := newText(out, a, o), newText(out, b, o)
		groups := changesOf(from, to, changes)
		for _, kind := range changeKinds {
			if line, _ := changesOfKind(groups, kind, from, to); line.items != nil {
				fmt.Fprintln(out, line.String())
			}
		}
	})
	return out.Flush()
}
