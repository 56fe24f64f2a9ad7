package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
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
			must.Do(t, f.AddThemes(strings.Join(words, ", ")))
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
	for called, name := range names {
		if names[name] != name {
			t.Errorf("%q is %q, which is no theme", called, name)
		}
	}
	f := new(filter)
	must.Do(t, f.AddThemes("auw, salazar, valladao, half battery"))
	if got := fmt.Sprint(f.themes); got != "[[{allumwandlung false} {reversal false} {Valladao false} {half-battery false}]]" {
		t.Error(got)
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
		must.Do(t, printer.Filter.AddThemes("!novotny"))
		must.Do(t, printer.Filter.AddVerdicts("sound"))
		s := newSolver(1)
		s.Form = form
		printer.Complete(s, false, func(string) bool { return false })
		must.Do(t, s.SolveAll(t.Context(), "file", strings.NewReader(file), printer.Print))
		must.Do(t, printer.Sum(s.Text, false))
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
	must.Do(t, printer.Summing.Set("only"))
	s := newSolver(1)
	printer.Complete(s, false, func(name string) bool { return name == "themes" })
	must.Do(t, s.SolveAll(t.Context(), "file", strings.NewReader(cumpe+"\n"+cumpe), printer.Print))
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
		must.Do(t, printer.Filter.AddMen("30-"))
		s := newSolver(1)
		must.Do(t, s.SolveAll(t.Context(), "file", strings.NewReader(cumpe), printer.Print))
		want := ""
		if summing == noSummary {
			want = "no problem passed the filters; problems read: 1\n"
		}
		if err := printer.Sum(s.Text, false); err != nil || notes.String() != want {
			t.Errorf("%v, %q, want %q", err, notes.String(), fmt.Sprint(want))
		}
	}
}

// millour is a three-mover by Millour and Kerhuel with an allumwandlung below its continuations.
const millour = "3nR3/3n4/2P1P3/4kBp1/N2N2p1/PQ4p1/6p1/6K1 w - - 0 1"

// themesReported returns the names of the themes in an answer in JSON.
func themesReported(t *testing.T, s Solver, fen string) (names []string) {
	t.Helper()
	s.Form = JSON
	a := s.Solve(t.Context(), fen)
	var answer struct{ Themes []struct{ Name string } }
	if err := json.Unmarshal(a.Text, &answer); err != nil || a.Fault != nil {
		t.Fatalf("%v, %v: %s", err, a.Fault, a.Text)
	}
	for _, theme := range answer.Themes {
		names = append(names, theme.Name)
	}
	return slices.Compact(names)
}

// TestWhatIsShownDecidesNothingOfWhatIsFound: the themes are those of the whole play, be it written or not.
func TestWhatIsShownDecidesNothingOfWhatIsFound(t *testing.T) {
	for _, problem := range []struct {
		fen   string
		moves int
	}{{millour, 3}, {cumpe, 2}, {"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", 2}, {"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3}} {
		asked := func(change func(s *Solver)) []string {
			s := Solver{Text: text.Options{Themes: true}}
			s.Problem.Moves = problem.moves
			change(&s)
			s.Complete(false, func(string) bool { return true })
			return themesReported(t, s, problem.fen)
		}
		want := asked(func(*Solver) {})
		if problem.fen == millour && !slices.Contains(want, "allumwandlung") {
			t.Errorf("no allumwandlung among %q", want)
		}
		for name, change := range map[string]func(s *Solver){
			"compact":             func(s *Solver) { s.Text.Compact = true },
			"play 1":              func(s *Solver) { s.Play = 1 },
			"play 3":              func(s *Solver) { s.Play = 3 },
			"set play":            func(s *Solver) { s.Text.SetPlay = true },
			"tries":               func(s *Solver) { s.Problem.Tries = 1 },
			"three refutations":   func(s *Solver) { s.Problem.Tries = 3 },
			"no checking tries":   func(s *Solver) { s.Problem.QuietTries = true },
			"all defences":        func(s *Solver) { s.Text.AllDefences = true },
			"no duals":            func(s *Solver) { s.Text.HideDuals = true },
			"no partial defences": func(s *Solver) { s.Text.HidePartial = true },
			"each defence":        func(s *Solver) { s.Text.Ungrouped = true },
			"threads":             func(s *Solver) { s.Threads = 2 },
		} {
			if got := asked(change); !slices.Equal(got, want) {
				t.Errorf("%s, %s: themes %q, want %q", problem.fen, name, got, want)
			}
		}
	}
}

// TestLongAndCookedProblemsAreReportedBriefly unless more is asked for, and say so.
func TestLongAndCookedProblemsAreReportedBriefly(t *testing.T) {
	const excelsior, queen = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1", "k7/8/2K5/8/8/8/8/5Q2 w - - 0 1"
	for _, test := range []struct {
		fen         string
		moves, play int
		full        bool
		last        string // a move that is written, and one that is not
		beyond      string
		hint        bool
	}{
		{excelsior, 5, 0, false, " 2.", " 3.", true},
		{excelsior, 5, 3, false, " 3.", " 4.", false},
		{excelsior, 5, 5, false, " 5.", " 6.", false},
		{queen, 4, 0, false, " 2.", " 3.", true},
		{queen, 4, 0, true, " 2.", " 3.", true},
		{queen, 4, 3, false, " 3.", " 4.", false},
		{"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3, 0, false, " 3.", " 4.", false},
		{"k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", 3, 2, false, "[2.", " 3.", false},
	} {
		s := Solver{Play: test.play}
		s.Problem.Moves = test.moves
		s.Complete(test.full, func(string) bool { return false })
		a := s.Solve(t.Context(), test.fen)
		got, _, _ := strings.Cut(string(a.Text), " nodes") // and without the time
		hint := fmt.Sprintf("The play is shown up to move 2; --play %d shows all of it.\n", test.moves)
		if a.Fault != nil || !strings.Contains(got, test.last) || strings.Contains(got, test.beyond) || strings.Contains(got, hint) != test.hint {
			t.Errorf("%s, --play %d, full %t: %v\n%.3000s", test.fen, test.play, test.full, a.Fault, got)
		}
	}
}

// TestTheIntendedKeyOfACookedProblemHasItsWholePlay, in which its themes are found. Here there are two keys.
func TestTheIntendedKeyOfACookedProblemHasItsWholePlay(t *testing.T) {
	s := Solver{Key: "Kb5"}
	s.Problem.Moves, s.Text.Themes = 4, true
	p := must.Get(parse("k7/8/2K5/8/8/8/8/5Q2 w - - 0 1", s.Meant))(t)
	r, err := s.analyse(t.Context(), &p)
	if err != nil || len(r.Keys) < 2 {
		t.Fatalf("%v, %d keys", err, len(r.Keys))
	}
	for i := range r.Keys {
		nested := false
		for _, v := range r.Keys[i].Variations {
			nested = nested || v.Mates.Play != nil
		}
		if want := r.Keys[i].Move.String() == "c6b5"; nested != want {
			t.Errorf("the play after %v is nested: %t", r.Keys[i].Move, nested)
		}
	}
}

// TestTheIntendedKeyHasThemesDespiteCooks names a key of a cooked problem, none, and a move that does not solve.
func TestTheIntendedKeyHasThemesDespiteCooks(t *testing.T) {
	const cooked = "8/8/B5b1/8/3N4/7r/p7/k1K2Q1n w - - 0 1"
	tests := []struct {
		key    string
		themes bool
		fault  string
	}{
		{"", false, ""},
		{"Bd3", true, ""},
		{"a6d3", true, ""},
		{"Bc8", false, "the intended key Bc8 does not solve"},
		{"Bd9", false, "intended key"},
		{"Bd3,Bc8", true, "the intended key Bc8 does not solve"},
		{"Ad3", true, ""}, // as the output has it
	}
	for _, test := range tests {
		s := Solver{Meant: forsyth.Conventions{Letters: notation.Italian}, Key: test.key, Problem: problem.Options{Moves: 2}, Text: text.Options{Compact: true, Themes: true}}
		a := s.Solve(t.Context(), cooked)
		if got := strings.Contains(string(a.Text), "Novotny"); got != test.themes {
			t.Errorf("%q: themes %t: %s", test.key, got, a.Text)
		}
		if (a.Fault != nil) != (test.fault != "") || a.Fault != nil && !strings.Contains(a.Fault.Error(), test.fault) {
			t.Errorf("%q: %v", test.key, a.Fault)
		}
	}
}
