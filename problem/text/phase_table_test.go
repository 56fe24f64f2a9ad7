package text

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
)

// shireFEN is a two-mover (Shire 2007) with a Hannelius, and a pseudo le Grand between tries.
const shireFEN = "1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1"

// TestTheTableIsAsMagazinesPrintIt: two known problems, the second in Italian.
func TestTheTableIsAsMagazinesPrintIt(t *testing.T) {
	for name, c := range map[string]struct {
		fen      string
		language Language
	}{"table_shire": {shireFEN, English()}, "table_kiss_italian": {kissFEN, Italian()}} {
		d := &Document{Report: report(t, c.fen, full(2))}
		d.Recognise()
		_, table, _ := strings.Cut(writtenWith(t, d, Full(c.language)), "\n"+c.language.Text("Phases and defences")+"\n")
		table, _, _ = strings.Cut(table, "\n\n")
		compare(t, name, table)
	}
}

// phaseNamed returns the phase of a report that begins with a move.
func phaseNamed(r *problem.Report, first string) *problem.Phase {
	if first == "0000" {
		return r.Set
	}
	for _, list := range [][]problem.Phase{r.Keys, r.Tries} {
		for i := range list {
			if uci(list[i].Move) == first {
				return &list[i]
			}
		}
	}
	return nil
}

// columnAnswers returns the answers to a defence in a phase, of promotions that differ in name
// only the queen, and whether there is such a defence that matters.
func columnAnswers(ph *problem.Phase, defence string) (mates []string, ok bool) {
	for i := range ph.Variations {
		if v := &ph.Variations[i]; uci(v.Defence) == defence && v.Effective {
			for _, m := range v.Mates.Moves {
				if !slices.ContainsFunc(v.Mates.Moves, func(q movegen.Move) bool {
					return v.Mates.In == 1 && m.PromotionType() != movegen.Knight && q.From() == m.From() && q.To() == m.To() && q.PromotionType() > m.PromotionType()
				}) {
					mates = append(mates, uci(m))
				}
			}
			return mates, true
		}
	}
	return nil, slices.ContainsFunc(ph.Refutations, func(m movegen.Move) bool { return ph.Move != movegen.NoMove && uci(m) == defence })
}

// TestTheTableSaysWhatThePhasesSay, defence by defence, and each of its letters and columns is of use.
func TestTheTableSaysWhatThePhasesSay(t *testing.T) {
	tables, cells := 0, 0
	for _, d := range append(corpus(t), &Document{Report: report(t, kissFEN, full(2)), Caption: Caption{Title: "Kiss"}}) {
		table := newPhaseTable(d.Report, d)
		if table == nil {
			continue
		}
		tables++
		j := tableOf(d.Report.Position, table)
		played := map[string]string{}
		for _, m := range j.Mates {
			played[m.Letter] = m.Move
		}
		used := map[string]bool{}
		for _, row := range j.Phases {
			ph := phaseNamed(d.Report, row.Move)
			if ph == nil {
				t.Fatalf("%s: no phase %s", d.Title, row.Move)
			}
			used[row.Letter] = true
			said := map[string]jsonCell{}
			for _, c := range row.Cells {
				said[c.Letter] = c
				cells++
			}
			for _, l := range row.Threats {
				used[l] = true
			}
			if row.MoreThreats != (len(row.Threats) < len(ph.Threats.Moves)) && !strings.Contains(fmt.Sprint(ph.Threats.Moves), "=") {
				t.Errorf("%s: %s threatens %v, and more is %v", d.Title, row.SAN, row.Threats, row.MoreThreats)
			}
			refutations := slices.Clone(row.Refutations)
			for _, c := range j.Defences {
				for _, defence := range c.Moves {
					mates, ok := columnAnswers(ph, defence)
					cell, there := said[c.Letter]
					if ok != there || ok && cell.Refutes != (len(mates) == 0) || cell.Many != (len(mates) > cellMates) {
						t.Errorf("%s: %s %s is %+v, want %v", d.Title, row.SAN, defence, cell, mates)
					}
					if cell.Refutes {
						refutations = append(refutations, defence)
					}
					if cell.Many {
						continue
					}
					var names []string
					for _, l := range cell.Mates {
						used[l] = true
						names = append(names, played[l][2:])
					}
					for i := range mates {
						mates[i] = mates[i][2:]
					}
					slices.Sort(names)
					slices.Sort(mates)
					if !slices.Equal(names, mates) {
						t.Errorf("%s: %s %s is answered by %v, want %v", d.Title, row.SAN, defence, names, mates)
					}
				}
			}
			if row.Move != "0000" && len(refutations) != len(ph.Refutations) {
				t.Errorf("%s: %s is refuted by %v, want %v", d.Title, row.SAN, refutations, ph.Refutations)
			}
		}
		delete(used, "")
		if len(used) != len(played) || !slices.Equal(slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(played))) {
			t.Errorf("%s: letters %v, used %v", d.Title, played, used)
		}
		if last := j.Phases[len(j.Phases)-1]; len(j.Phases) < 2 || last.Move != uci(d.Report.Keys[0].Move) || len(last.Refutations) > 0 {
			t.Errorf("%s: %+v", d.Title, j.Phases)
		}
	}
	if tables < 5 || cells < 20 {
		t.Errorf("%d tables with %d cells: a poor test", tables, cells)
	}
}

// TestTheTableFitsAPage of 100 columns, its columns stand below each other.
func TestTheTableFitsAPage(t *testing.T) {
	for _, d := range append(corpus(t), &Document{Report: report(t, kissFEN, full(2)), Caption: Caption{Title: "Kiss"}}) {
		w := text{report: d.Report, letters: English().letters, table: newPhaseTable(d.Report, d)}
		if w.table == nil {
			continue
		}
		got := writtenWith(t, d, Options{Judgement: true})
		_, got, _ = strings.Cut(got, "\nPhases and defences\n")
		got, _, _ = strings.Cut(got, "\n\n")
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(line); n > 101 {
				t.Errorf("%s: %d characters: %s", d.Title, n, line)
			}
		}
		head := strings.Split(got, "\n")[0]
		at := strings.Index(head, "a")
		for i, line := range strings.Split(got, "\n")[1 : len(w.table.rows)+1] {
			if runes := []rune(line); len(runes) <= at || !strings.HasPrefix(string(runes[at:]), w.table.rows[i].cells[0].String()) {
				t.Errorf("%s: %q below %q", d.Title, line, head)
			}
		}
	}
}

// TestACookedProblemHasATableOfItsIntendedKeyOnly.
func TestACookedProblemHasATableOfItsIntendedKeyOnly(t *testing.T) {
	r := report(t, "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", full(2))
	if table := newPhaseTable(r, &Document{Report: r}); table != nil {
		t.Errorf("%+v", table)
	}
	r.Named = []movegen.Move{r.Keys[1].Move}
	if got := r.ActualPlay(); len(got) != 1 || got[0] != &r.Keys[1] {
		t.Errorf("%v", got)
	}
	r.Named, r.Keys, r.Short = nil, r.Keys[:1], []problem.Short{{}}
	if got := r.ActualPlay(); got != nil {
		t.Errorf("%v", got)
	}
}

// TestLinesAreWrappedBetweenItems, and further lines begin below the first item.
func TestLinesAreWrappedBetweenItems(t *testing.T) {
	items := strings.Split(strings.Repeat("abcdefghi ", 20), " ")[:20]
	got := wrapped("  head: ", items)
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) < 3 || strings.Count(got, "abcdefghi") != 20 {
		t.Errorf("%q", got)
	}
	for i, line := range lines {
		if len(line) > lineWidth || i > 0 && !strings.HasPrefix(line, "        abc") || i < len(lines)-1 && !strings.HasSuffix(line, ",") {
			t.Errorf("%q", line)
		}
	}
	if got := letter(27).String() + letter(52).String() + letter(53).String() + columnLetter(1); got != "AAAZBAb" {
		t.Error(got)
	}
}

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
	file := must.Get(os.ReadFile("../testdata/two_movers.txt"))(t)
	fens := []string{shireFEN, kissFEN, manolescuFEN}
	for i, fen := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		if i%6 == 0 {
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
		form := must.Get(Decode([]byte(line)))(t)
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
