package format

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/problem/text"
	"alfiere/problem/theme"
)

// filterOf reads the values of --only, --theme and --men, in that order.
func filterOf(t *testing.T, only, themes, men []string) *filter {
	t.Helper()
	f := new(filter)
	for _, list := range []struct {
		texts []string
		add   func(string) error
	}{{only, f.AddVerdicts}, {themes, f.AddThemes}, {men, f.AddMen}} {
		for _, text := range list.texts {
			if err := list.add(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	}
	return f
}

func TestFilters(t *testing.T) {
	problem := &text.Outcome{Verdict: "sound", Moves: 2, White: 5, Black: 3, Themes: []string{"Grimshaw", "model mate"}}
	fault := &text.Outcome{Verdict: text.Fault}
	for _, c := range []struct {
		only, themes, men   string // those of several flags are separated by ;
		passes, faultPasses bool
	}{
		{"", "", "", true, true},
		{"sound", "", "", true, false},
		{"cooked,short", "", "", false, false},
		{"cooked,sound", "", "", true, false},
		{"!cooked", "", "", true, true},
		{"!sound", "", "", false, true},
		{"sound;!sound", "", "", false, false},
		{"fault", "", "", false, true},
		{"", "Grimshaw", "", true, false},
		{"", "gRIMshaw", "", true, false},
		{"", "Novotny", "", false, false},
		{"", "!novotny", "", true, false},
		{"", "novotny,grimshaw", "", true, false},
		{"", "grimshaw;novotny", "", false, false},
		{"", "grimshaw;!novotny", "", true, false},
		{"", "!grimshaw,!novotny", "", true, false},
		{"", "!grimshaw;!novotny", "", false, false},
		{"", "matto  modello", "", true, false},
		{"", "", "8", true, false},
		{"", "", "7", false, false},
		{"", "", "8-12", true, false},
		{"", "", "-7", false, false},
		{"", "", "9-", false, false},
		{"", "", "-8", true, false},
		{"", "", "5+3", true, false},
		{"", "", "3+5", false, false},
		{"", "", "5+", true, false},
		{"", "", "+3", true, false},
		{"", "", "+4-", false, false},
		{"", "", "4-6+-3", true, false},
		{"", "", "8;+3", true, false},
		{"", "", "8;+4", false, false},
		{"sound", "grimshaw", "9", false, false},
		{"cooked", "grimshaw", "8", false, false},
	} {
		split := func(text string) []string {
			return strings.FieldsFunc(text, func(r rune) bool { return r == ';' })
		}
		f := filterOf(t, split(c.only), split(c.themes), split(c.men))
		if f.Passes(problem) != c.passes || f.Passes(fault) != c.faultPasses {
			t.Errorf("%+v: %v, a fault %v", c, f.Passes(problem), f.Passes(fault))
		}
		if f.NeedsThemes() != (c.themes != "") {
			t.Errorf("%+v: themes are needed: %v", c, f.NeedsThemes())
		}
	}
}

// TestClausesAreReadAsTheyAreMeant: any of a list, all of the lists, whatever is combined.
func TestClausesAreReadAsTheyAreMeant(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	themes := theme.Themes()[:6]
	passed := 0
	for range 2000 {
		o := text.Outcome{Verdict: "sound", White: 1}
		for _, th := range themes {
			if random.IntN(2) == 0 {
				o.Themes = append(o.Themes, th.Name)
			}
		}
		want, f := true, new(filter)
		for range random.IntN(4) {
			var words []string
			some := false
			for range 1 + random.IntN(3) {
				name, not := themes[random.IntN(len(themes))].Name, random.IntN(2) == 0
				some = some || slices.Contains(o.Themes, name) != not
				words = append(words, map[bool]string{true: "!"}[not]+name)
			}
			want = want && some
			if err := f.AddThemes(strings.Join(words, ", ")); err != nil {
				t.Fatal(err)
			}
		}
		if f.Passes(&o) != want {
			t.Fatalf("%+v passes %+v: %v", o, f, !want)
		}
		if want {
			passed++
		}
	}
	if passed < 200 || passed > 1800 {
		t.Errorf("%d of 2000 pass", passed)
	}
}

func TestEachThemeCanBeNamedInBothLanguages(t *testing.T) {
	names := text.ThemeNames()
	for _, th := range theme.Themes() {
		if names[th.Name] != th.Name {
			t.Errorf("%s is %q", th.Name, names[th.Name])
		}
	}
	if names["matto modello"] != "model mate" || len(names) < len(theme.Themes())+20 {
		t.Errorf("%d names, %q", len(names), names["matto modello"])
	}
}

func TestWhatIsUnknownIsRefused(t *testing.T) {
	f := new(filter)
	for _, text := range []string{"cooke", "", "sound,,cooked", "!", "sound cooked"} {
		var unknown *unknownError
		if err := f.AddVerdicts(text); !errors.As(err, &unknown) || !slices.Contains(unknown.Names, "cooked") {
			t.Errorf("%q: %v", text, err)
		}
		if err := f.AddThemes(text); !errors.As(err, &unknown) || !slices.Contains(unknown.Names, "Grimshaw") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "-", "+", "x", "4x", "12-8", "4+x", "4++3", "999", "-1-2", "1-2-3", "1,2"} {
		if err := f.AddMen(text); err != errMen {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestWhatIsFilteredOutIsCounted, but neither it nor its warnings are written; errors are.
func TestWhatIsFilteredOutIsCounted(t *testing.T) {
	file := strings.Join([]string{cumpe, twoRooks, "k6R/8/8/8/8/8/8/K7 w - - 0 1", "no problem", "6k1/8/8/8/PPPPPPPP/8/P7/K1RR4 w - - 0 1"}, "\n")
	for _, form := range []Form{Text, JSON, LaTeX} {
		var out, faults strings.Builder
		printer := Printer{Out: &out, Err: &faults, Summing: withSummary}
		if err := printer.Filter.AddThemes("!novotny"); err != nil {
			t.Fatal(err)
		}
		if err := printer.Filter.AddVerdicts("sound"); err != nil {
			t.Fatal(err)
		}
		s := newSolver(1)
		s.Form = form
		printer.Complete(s, false, func(string) bool { return false })
		if err := s.SolveAll(t.Context(), "file", strings.NewReader(file), printer.Print); err != nil {
			t.Fatal(err)
		}
		if err := printer.Sum(s.Text, false); err != nil {
			t.Fatal(err)
		}
		if form == JSON {
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if len(lines) != 2 || !strings.Contains(lines[0], "8/8/8/3K4/8/5nP1/5Q1b/5N1k") || !strings.Contains(lines[1], `"summary":{"problems":4,"passed":1,`) {
				t.Errorf("%q", lines)
			}
			continue
		}
		summary := out.String()
		if form == LaTeX {
			if summary = faults.String(); strings.Contains(out.String(), "Problems") {
				t.Errorf("a summary among the drawings: %s", out.String())
			}
		}
		for _, want := range []string{"Problems: 4\n", "sound                 1\n", "invalid, not counted  1\n", "illegal position      1\n", "no solution           1\n", "Passed the filters: 1\n"} {
			if !strings.Contains(summary, want) {
				t.Errorf("%d: no %q in %s", form, want, summary)
			}
		}
		if printer.Written != 1 || !strings.Contains(faults.String(), "file:4:") || strings.Contains(faults.String(), "warning") {
			t.Errorf("%d: %d written, faults %q", form, printer.Written, faults.String())
		}
	}
}

func TestASummaryAlone(t *testing.T) {
	var out, faults strings.Builder
	printer := Printer{Out: &out, Err: &faults}
	if err := printer.Summing.Set("only"); err != nil {
		t.Fatal(err)
	}
	s := newSolver(1)
	printer.Complete(s, false, func(name string) bool { return name == "themes" })
	if err := s.SolveAll(t.Context(), "file", strings.NewReader(cumpe+"\n"+cumpe), printer.Print); err != nil {
		t.Fatal(err)
	}
	if err := printer.Sum(s.Text, true); err != nil || faults.Len() > 0 {
		t.Fatalf("%v, %q", err, faults.String())
	}
	if !strings.HasPrefix(out.String(), "Problems: 2\n  sound  2\nMoves: #2 2\nMen: 7 to 7, 7.0 on average\nSolving time: ") || !strings.HasSuffix(out.String(), "some problems were not reached.\n") {
		t.Error(out.String())
	}
	if err := printer.Summing.Set("all"); err != errSumming {
		t.Error(err)
	}
}

// TestANoteTellsThatNothingPasses, or it would look as if there were no problems.
func TestANoteTellsThatNothingPasses(t *testing.T) {
	for _, summing := range []summing{noSummary, withSummary} {
		var out, notes strings.Builder
		printer := Printer{Out: &out, Err: &notes, Summing: summing}
		if err := printer.Filter.AddMen("30-"); err != nil {
			t.Fatal(err)
		}
		s := newSolver(1)
		if err := s.SolveAll(t.Context(), "file", strings.NewReader(cumpe), printer.Print); err != nil {
			t.Fatal(err)
		}
		want := ""
		if summing == noSummary {
			want = "no problem passed the filters; problems read: 1\n"
		}
		if err := printer.Sum(s.Text, false); err != nil || notes.String() != want {
			t.Errorf("%v, %q, want %q", err, notes.String(), fmt.Sprint(want))
		}
	}
}
