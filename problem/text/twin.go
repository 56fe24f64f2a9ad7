package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

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
			form.TwinChanges = append(form.TwinChanges, twinChangeOf(a, b, &changes[i]))
		}
	})
	return writeLine(w, form)
}

// twinChangeOf converts a difference between two twins.
func twinChangeOf(a, b *Document, c *problem.Change) jsonTwinChange {
	j := jsonTwinChange{Twins: [2]string{a.Twin.Label, b.Twin.Label}}
	j.Kind, j.From, j.To = c.Kind.String(), uci(c.From), uci(c.To)
	j.FromSAN, j.ToSAN = san(&a.Report.Position, c.From), san(&b.Report.Position, c.To)
	before, after := a.Report.Position.After(c.From), b.Report.Position.After(c.To)
	j.Mates, j.MatesSAN, j.ChangedMates, j.ChangedMatesSAN = []string{}, []string{}, []string{}, []string{}
	if c.Kind == problem.Added {
		j.Defence, j.DefenceSAN = uci(c.Other), san(&after, c.Other)
	} else {
		j.Defence, j.DefenceSAN = uci(c.Defence), san(&before, c.Defence)
		p := before.After(c.Defence)
		j.Mates, j.MatesSAN = movesOf(&p, c.Before)
	}
	if c.Kind == problem.Transferred {
		j.Other, j.OtherSAN = uci(c.Other), san(&after, c.Other)
	}
	if c.Kind != problem.Removed {
		p := after.After(c.Other)
		j.ChangedMates, j.ChangedMatesSAN = movesOf(&p, c.New)
	}
	return j
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
		for _, kind := range [...]problem.ChangeKind{problem.Changed, problem.Transferred, problem.Added, problem.Removed} {
			lines := twinLines(from, to, changes, kind)
			if lines != nil {
				out.WriteString(wrapped("    "+o.Language.Text(kind.String())+": ", lines, ", "))
			}
		}
	})
	return out.Flush()
}

// twinLines writes the changes of one kind, those that differ only in the defence as one.
func twinLines(from, to *text, changes []problem.Change, kind problem.ChangeKind) (lines []string) {
	type side struct {
		defences []movegen.Move
		mates    string
	}
	type line struct{ before, after side }
	var all []line
	add := func(list *[]movegen.Move, m movegen.Move) {
		if !slices.Contains(*list, m) {
			*list = append(*list, m)
		}
	}
	for i := range changes {
		c := &changes[i]
		if c.Kind != kind {
			continue
		}
		l := line{side{nil, from.replies(c.From, c.Defence, c.Before)}, side{nil, to.replies(c.To, c.Other, c.New)}}
		same := slices.IndexFunc(all, func(k line) bool {
			return k.before.mates == l.before.mates && k.after.mates == l.after.mates
		})
		if same < 0 {
			all, same = append(all, l), len(all)
		}
		add(&all[same].before.defences, c.Defence)
		add(&all[same].after.defences, c.Other)
	}
	write := func(t *text, first movegen.Move, s side) string {
		p := t.afterFirst(first)
		return "1..." + t.defences(&p, s.defences, ^movegen.Bitboard(0)) + " " + s.mates
	}
	for _, l := range all {
		first, second := from.report.Keys[0].Move, to.report.Keys[0].Move
		switch kind {
		case problem.Added:
			lines = append(lines, write(to, second, l.after))
		case problem.Removed:
			lines = append(lines, write(from, first, l.before))
		case problem.Changed:
			lines = append(lines, write(from, first, l.before)+" → "+l.after.mates)
		default:
			lines = append(lines, strings.Join([]string{write(from, first, l.before), write(to, second, l.after)}, " → "))
		}
	}
	return lines
}
