package text

import (
	"bufio"
	"fmt"
	"io"

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
			form.TwinChanges = append(form.TwinChanges, jsonTwinChange{[2]string{a.Twin.Label, b.Twin.Label},
				changeOf(&a.Report.Position, &b.Report.Position, &changes[i])})
		}
	})
	return writeLine(w, form)
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
			var lines []string
			for i := range groups {
				if groups[i].Kind == kind {
					lines = append(lines, groups[i].write(from, to))
				}
			}
			if lines != nil {
				out.WriteString(wrapped("    "+o.Language.Text(kind.String())+": ", lines, ", "))
			}
		}
	})
	return out.Flush()
}
