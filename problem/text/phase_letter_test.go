package text

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// playOfPhase is what the JSON form says of a phase, for the test.
type playOfPhase struct {
	letter     string
	threats    []string
	variations []VariationForm
	refuted    map[string]string // defence: letter
}

// phasesOf returns the phases of a form by their first moves.
func phasesOf(form *ReportForm) map[string]playOfPhase {
	all := map[string]playOfPhase{"0000": {variations: form.Set}}
	for _, list := range [][]PhaseForm{form.Keys, form.Tries} {
		for _, p := range list {
			refuted := map[string]string{}
			for i, m := range p.Refutations {
				if p.RefutationsLetters != nil {
					refuted[m] = p.RefutationsLetters[i]
				}
			}
			all[p.Move] = playOfPhase{p.Letter, p.ThreatsLetters, p.Variations, refuted}
		}
	}
	return all
}

// lettersIn returns the letters of a list, without those that are empty, in order and each once.
func lettersIn(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// TestThePlayHasTheLettersOfTheTable: in JSON each cell of the table is found again in the play of its phase; in text
// the same defences and mates have the same letters.
func TestThePlayHasTheLettersOfTheTable(t *testing.T) {
	documents := corpus(t)
	file, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		t.Fatal(err)
	}
	fens := []string{shireFEN, kissFEN, manolescuFEN}
	for i, fen := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		if i%12 == 0 {
			fens = append(fens, fen)
		}
	}
	for _, fen := range fens {
		d := &Document{Report: report(t, fen, full(2)), Caption: Caption{Title: fen}}
		d.Recognise()
		documents = append(documents, d)
	}
	cells := 0
	for _, d := range documents {
		if d.Report == nil {
			continue
		}
		line, _ := jsonLine(t, d, Full(English()))
		form, err := Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		cells += checkCells(t, d.Title, form)
		if form.N == 2 && form.Verdict == "sound" {
			checkText(t, d, form)
		}
	}
	if cells < 200 {
		t.Errorf("%d cells: a poor test", cells)
	}
}

// checkCells compares the cells of the table with the play.
func checkCells(t *testing.T, title string, form *ReportForm) (cells int) {
	phases := phasesOf(form)
	columns := map[string]string{} // defence: letter
	for _, c := range form.Table.Defences {
		for _, m := range c.Moves {
			columns[m] = c.Letter
		}
	}
	for _, row := range form.Table.Phases {
		play := phases[row.Move]
		if play.letter != row.Letter {
			t.Errorf("%s: 1.%s has the letter %q, in the table %q", title, row.SAN, play.letter, row.Letter)
		}
		if got := lettersIn(play.threats); !row.MoreThreats && !slices.Equal(got, row.Threats) {
			t.Errorf("%s: 1.%s threatens %q, in the table %q", title, row.SAN, got, row.Threats)
		}
		for _, cell := range row.Cells {
			cells++
			found := false
			for m, letter := range play.refuted {
				found = found || cell.Refutes && letter == cell.Letter && columns[m] == letter
			}
			for _, v := range play.variations {
				if columns[v.Defence] != cell.Letter || v.Effective != nil && !*v.Effective {
					continue
				}
				found = true
				if got := lettersIn(v.MatesLetters); v.Letter != cell.Letter || !cell.Many && !slices.Equal(got, cell.Mates) {
					t.Errorf("%s: 1.%s %s has %q %q, the table %v", title, row.SAN, v.SAN, v.Letter, got, cell)
				}
			}
			if !found {
				t.Errorf("%s: 1.%s has no play for %v", title, row.SAN, cell)
			}
		}
	}
	for first, play := range phases {
		for _, v := range play.variations {
			if v.Letter != columns[v.Defence] {
				t.Errorf("%s: 1.%s %s has the letter %q, in the table %q", title, first, v.SAN, v.Letter, columns[v.Defence])
			}
		}
	}
	return cells
}

// checkText compares the lines of the text that have a letter with the JSON form.
func checkText(t *testing.T, d *Document, form *ReportForm) {
	o := Full(English())
	o.Themes, o.Ungrouped = false, true
	text, _, _ := strings.Cut(writtenWith(t, d, o), "\nKind: ")
	defence := regexp.MustCompile(`(?m)^  1\.\.\.\S+(?: e\.p\.\S*)?(?: ([a-z]+))? 2\.(.*)$`)
	mate := regexp.MustCompile(` ([A-Z]+)\b`)
	got, want := map[string]int{}, map[string]int{}
	for _, m := range defence.FindAllStringSubmatch(text, -1) {
		answer, _, _ := strings.Cut(m[2], " (")
		var mates []string
		for _, name := range mate.FindAllStringSubmatch(answer, -1) {
			mates = append(mates, name[1])
		}
		got[fmt.Sprint(m[1], lettersIn(mates))]++
	}
	phases := phasesOf(form)
	for first, play := range phases {
		if first != "0000" && !isWritten(text, form, first) {
			continue
		}
		for _, v := range play.variations {
			want[fmt.Sprint(v.Letter, lettersIn(v.MatesLetters))]++
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: the text has %v, JSON %v\n%s", d.Title, got, want, text)
	}
}

// isWritten reports whether a phase begins a paragraph of the text.
func isWritten(text string, form *ReportForm, first string) bool {
	for _, list := range [][]PhaseForm{form.Keys, form.Tries} {
		for _, p := range list {
			if p.Move == first {
				return regexp.MustCompile(`(?m)^1\.` + regexp.QuoteMeta(p.SAN) + `(?: e\.p\.)?[!?]`).MatchString(text)
			}
		}
	}
	return false
}
