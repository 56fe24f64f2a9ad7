package text

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// added returns the lines that the longer text has and the shorter one has not, in their
// places; ok is false if the shorter one has lines of its own.
func added(longer, shorter string) (lines []string, ok bool) {
	short := strings.SplitAfter(shorter, "\n")
	for l := range strings.Lines(longer) {
		if len(short) > 0 && short[0] == l {
			short = short[1:]
			continue
		}
		lines = append(lines, strings.TrimSuffix(l, "\n"))
	}
	return lines, len(short) == 0 || len(short) == 1 && short[0] == ""
}

// switches are the options that add or hide lines, with what the lines must look like.
var switches = []struct {
	name  string
	on    func(*Options)
	hides bool
	is    func(line string) bool
}{
	{"set play", func(o *Options) { o.SetPlay = true }, false, nil},
	{"tries", func(o *Options) { o.Tries = true }, false, nil},
	{"judgement", func(o *Options) { o.Judgement = true }, false, nil},
	{"themes", func(o *Options) { o.Themes = true }, false, nil},
	{"all defences", func(o *Options) { o.AllDefences = true }, false, func(l string) bool {
		return strings.HasSuffix(l, "(stops no threat)") || strings.HasPrefix(l, "    ")
	}},
	{"no duals", func(o *Options) { o.HideDuals = true }, true, func(l string) bool {
		return strings.HasSuffix(l, "(dual)") || strings.HasPrefix(l, "    ")
	}},
	{"no partial defences", func(o *Options) { o.HidePartial = true }, true, func(l string) bool {
		return strings.Contains(l, "...") && !strings.Contains(l, "stops no threat")
	}},
}

// TestEachOptionAddsOrHidesItsLinesAndNoOthers switches one option at a time, in texts with a line for each defence.
func TestEachOptionAddsOrHidesItsLinesAndNoOthers(t *testing.T) {
	headings := map[string][]string{
		"set play":  {"", "Set play"},
		"tries":     {"", "Tries"},
		"judgement": {""},
		"themes":    {"", "Themes"},
	}
	for _, s := range switches {
		changed := 0
		for _, d := range corpus(t) {
			base := Options{Ungrouped: true}
			with := base
			s.on(&with)
			longer, shorter := writtenWith(t, d, with), writtenWith(t, d, base)
			if s.hides {
				longer, shorter = shorter, longer
			}
			lines, ok := added(longer, shorter)
			if !ok {
				t.Errorf("%s, %s: other lines change:\n%s\n%s", d.Title, s.name, longer, shorter)
			}
			if len(lines) > 0 {
				changed++
			}
			for _, l := range lines {
				if s.is != nil && !s.is(l) {
					t.Errorf("%s, %s: %q", d.Title, s.name, l)
				}
			}
			if heading := headings[s.name]; heading != nil && len(lines) > 0 {
				if !slices.Equal(lines[:len(heading)], heading) && !slices.Equal(rotated(lines, len(heading)), heading) {
					t.Errorf("%s, %s: begins %q", d.Title, s.name, lines)
				}
			}
		}
		if changed == 0 {
			t.Errorf("%s changes nothing", s.name)
		}
	}
}

func TestMainThemesAreNoElements(t *testing.T) {
	var all, main Options
	if all.ParseThemes("true") != nil || main.ParseThemes("main") != nil || main.ParseThemes("most") == nil ||
		new(Options).ParseThemes("all") != nil {
		t.Fatal("words of --themes")
	}
	hidden := 0
	for _, d := range corpus(t) {
		lines, ok := added(writtenWith(t, d, all), writtenWith(t, d, main))
		if !ok {
			t.Errorf("%s: other lines change: %q", d.Title, lines)
		}
		elements := slices.ContainsFunc(d.Themes, func(f theme.Found) bool { return f.Theme.IsElement() })
		if elements != (len(lines) > 0) {
			t.Errorf("%s: elements %t, but these lines are left out: %q", d.Title, elements, lines)
		}
		hidden += len(lines)
	}
	if hidden == 0 {
		t.Error("nothing is left out")
	}
}

// rotated is the beginning of lines whose empty first line was taken for the one behind them, which is empty too.
func rotated(lines []string, n int) []string {
	last := len(lines) - 1
	return append([]string{lines[last]}, lines[:last]...)[:n]
}

// TestGroupsAndLinesTellTheSame: grouped or not, each defence stands there with the same mates.
func TestGroupsAndLinesTellTheSame(t *testing.T) {
	folded := 0
	for _, d := range corpus(t) {
		for i := range d.Report.Keys {
			key := &d.Report.Keys[i]
			after := position{d.Report.Position.After(key.Move), nil}
			one := text{report: d.Report, letters: English().letters}
			each := one
			each.options.Ungrouped = true
			type answer struct{ line, below string }
			answers := map[string]answer{}
			for _, g := range each.groups(after, key.Variations, top) {
				if len(g.defences) != 1 {
					t.Fatalf("%s: %d defences on a line", d.Title, len(g.defences))
				}
				answers[g.defences[0].String()] = answer{g.Answer, g.below}
			}
			lines := map[answer][]bool{} // by whether they stop a threat
			for _, g := range one.groups(after, key.Variations, top) {
				folded += len(g.defences) - 1
				if slices.Contains(lines[answer{g.Answer, g.below}], g.Idle) {
					t.Errorf("%s: two groups with %q", d.Title, g.Answer)
				}
				lines[answer{g.Answer, g.below}] = append(lines[answer{g.Answer, g.below}], g.Idle)
				for _, m := range g.defences {
					if answers[m.String()] != (answer{g.Answer, g.below}) {
						t.Errorf("%s: %v: %q in a group, %q alone", d.Title, m, g.Answer, answers[m.String()].line)
					}
				}
			}
		}
	}
	if folded == 0 {
		t.Error("nothing is grouped")
	}
}

// TestTheCompactFormHasALineForEachPhase, and no diagram.
func TestTheCompactFormHasALineForEachPhase(t *testing.T) {
	for _, d := range corpus(t) {
		r := d.Report
		o := Full(English())
		o.Compact = true
		got := writtenWith(t, d, o)
		tries, _ := worthwhile(r, d.Themes)
		want := 1 + len(r.Short) + len(r.Keys) + len(tries)
		for i, stalemates := 0, 0; i < len(tries); i++ { // which are on one line
			if tries[i].Stalemate {
				want -= min(stalemates, 1)
				stalemates++
			}
		}
		for _, heading := range []string{"Tries: omitted", "Set play:", "Themes: ", "Interrupted: ", "Superfluous men in actual play: ", "Warnings: "} {
			if strings.Contains(got, "\n"+heading) {
				want++
			}
		}
		for i := range r.Keys {
			if len(r.Keys[i].Flaws) > 0 {
				want++
			}
		}
		if n := strings.Count(got, "\n"); n != want || !strings.HasSuffix(got, "\n") {
			t.Errorf("%s: %d lines, want %d:\n%s", d.Title, n, want, got)
		}
		if !strings.Contains(got, r.Position.FEN()+"  #") || strings.Contains(got, ". . .") {
			t.Errorf("%s: %s", d.Title, got)
		}
		if hasSet := r.Set != nil && len(r.Set.Variations) > 0; hasSet != strings.Contains(got, "\nSet play:") {
			t.Errorf("%s: set play: %s", d.Title, got)
		}
	}
}

// TestNoLineEndsWithABlank, and the text ends with its last line.
func TestNoLineEndsWithABlank(t *testing.T) {
	for _, d := range corpus(t) {
		compact := Full(English())
		compact.Compact = true
		for _, o := range []Options{{}, Full(English()), compact} {
			got := writtenWith(t, d, o)
			if strings.Contains(got, " \n") || strings.Contains(got, "\t") || strings.Contains(got, "\n\n\n") ||
				strings.HasSuffix(got, "\n\n") || strings.Contains(got, "%!") {
				t.Errorf("%s: %q", d.Title, got)
			}
		}
	}
}

// TestACompactLineNamesEachDefenceOnce: a man with several answers has its squares listed.
func TestACompactLineNamesEachDefenceOnce(t *testing.T) {
	r := report(t, "8/8/3r4/5k1N/5N2/8/4Q3/6RK w - - 0 1", problem.Options{Moves: 2})
	if got, want := writtenWith(t, &Document{Report: r}, Options{Compact: true}), "1...Rd6~ ("; !strings.Contains(got, want) {
		t.Errorf("no %q in %s", want, got)
	}
	label := regexp.MustCompile(`1\.\.\.(\S+)( \([^)]*\))?`)
	for _, d := range corpus(t) {
		o := Full(English())
		o.Compact = true
		for line := range strings.Lines(writtenWith(t, d, o)) {
			if !strings.Contains(line, "1...") || strings.Contains(line, "Themes") {
				continue
			}
			seen := map[string]bool{}
			for _, m := range label.FindAllStringSubmatch(line, -1) {
				for _, name := range strings.Split(m[1], "/") {
					if strings.HasSuffix(name, "~") && m[2] == "" && seen[name] {
						t.Errorf("%s: %s twice in %s", d.Title, name, line)
					}
					seen[name] = true
				}
			}
		}
	}
}

// TestTheCompactFormKeepsFlawsSuperfluousMenAndWarnings on a line each.
func TestTheCompactFormKeepsFlawsSuperfluousMenAndWarnings(t *testing.T) {
	r := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", full(2))
	r.Economy = &problem.Economy{Superfluous: 1 << 13}
	r.Warnings = []problem.Warning{{Kind: problem.PromotedPiece, Need: 1}}
	r.Keys[0].Flaws = []problem.Flaw{{Kind: problem.TakesFlight, Squares: 1}, {Kind: problem.OffersMan}}
	o := Full(English())
	o.Compact = true
	got := writtenWith(t, &Document{Report: r}, o)
	for _, want := range []string{"\nThe key 1.Kd6: takes flights (a1); offers the man (a merit)\n", "\nSuperfluous men in actual play: Qf2\n",
		"\nWarnings: White: promoted piece: at least 1\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestThemesAndPhasesSayWhichTryIsMeant: set lines have no first move, tries a question mark, and tries that the table
// of phases has not are counted.
func TestThemesAndPhasesSayWhichTryIsMeant(t *testing.T) {
	p := must.Get(movegen.ParseFEN("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1"))(t)
	o := Full(English())
	report, err := problem.Analyse(context.Background(), p, o.Analysis(WithThemes(problem.Options{Moves: 2, Tries: 1, SetPlay: true, Judge: true})))
	must.Do(t, err)
	d := &Document{Report: report}
	d.Recognise()
	all := slices.Concat(ThemeLines(d, o)...)
	for _, want := range []string{"1...f3 2.Qe3#", "1.Bb2? 1...f3 2."} {
		if !slices.ContainsFunc(all, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("%q is not in %q", want, all)
		}
	}
	for _, line := range all {
		if strings.Contains(line, "....") || strings.HasPrefix(line, "1.") && !strings.HasPrefix(line, "1...") && !strings.ContainsAny(line, "!?") {
			t.Errorf("a line without a mark: %q", line)
		}
	}
	note := PhasesNote(d, o)
	if !strings.HasPrefix(note, "tries omitted: ") || !strings.Contains(note, "with the mates of other phases") {
		t.Errorf("the note on the phases is %q", note)
	}
	o.Language = Italian()
	if note := PhasesNote(d, o); !strings.HasPrefix(note, "tentativi omessi: ") {
		t.Errorf("in Italian it is %q", note)
	}
}

func TestTheWordsOfARequestAreRead(t *testing.T) {
	italian := must.Get(ParseLanguage("it"))(t)
	everything := problem.Options{Moves: 2, Play: 2, CookedPlay: 2, SetPlay: true, Tries: 1, AllDefences: true, Judge: true}
	full := Full(Language{})
	none := problem.Options{}
	type text = Options
	all := full
	all.EveryTry = true
	usual := text{SetPlay: true, Tries: true, Themes: true, Judgement: true}
	asked, longer := usual, usual
	asked.EveryTry, longer.Tries, longer.onRequest = true, false, true
	tests := []struct {
		text    string
		options problem.Options
		wording text
		json    bool
	}{
		{"2 brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{Brief: true}, false},
		{" 3\tset  brief", problem.Options{Moves: 3, Play: 2, CookedPlay: 2, SetPlay: true}, text{Brief: true, SetPlay: true}, false},
		{"32 tries 2 set brief", problem.Options{Moves: 32, Play: 2, CookedPlay: 2, SetPlay: true, Tries: 2}, text{Brief: true, SetPlay: true, Tries: true, EveryTry: true}, false},
		{"2 tries brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1}, text{Brief: true, Tries: true, EveryTry: true}, false},
		{"32 play 4 set brief", problem.Options{Moves: 32, Play: 2, CookedPlay: 2, SetPlay: true}, text{Brief: true, Play: 4, SetPlay: true}, false},
		{"2 play", none, text{}, false},
		{"2 play 0", none, text{}, false},
		{"2 play x", none, text{}, false},
		{"2 tries set brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1, SetPlay: true}, text{Brief: true, Tries: true, EveryTry: true, SetPlay: true}, false},
		{"2 all compact", problem.Options{Moves: 2, AllDefences: true}, text{AllDefences: true, Compact: true}, false},
		{"2 figurines language it brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{Brief: true, Language: italian.WithFigurines()}, false},
		{"2 themes brief", everything, text{Brief: true, Themes: true}, false},
		{"2", everything, usual, false},
		{"2 set tries themes", everything, asked, false},
		{"3", problem.Options{Moves: 3, Play: 3, CookedPlay: 2, SetPlay: true, AllDefences: true, Judge: true}, longer, false},
		{"3 tries", problem.Options{Moves: 3, Play: 3, CookedPlay: 2, SetPlay: true, AllDefences: true, Judge: true, Tries: 1}, asked, false},
		{"5", problem.Options{Moves: 5, Play: 2, CookedPlay: 2, SetPlay: true}, text{SetPlay: true, onRequest: true}, false},
		{"2 full", everything, full, false},
		{"2 full tries", everything, all, false},
		{"2 tries full", everything, all, false},
		{"2 json", everything, full, true},
		{"", none, text{}, false},
		{"0", none, text{}, false},
		{"33", none, text{}, false},
		{"2 tries 0", none, text{}, false},
		{"2 tries x", none, text{}, false},
		{"2 language", none, text{}, false},
		{"2 language klingon", none, text{}, false},
		{"2 3", none, text{}, false},
	}
	for _, test := range tests {
		good := !reflect.DeepEqual(test.options, none)
		test.options.ShortPlay = good // wherever anything is written
		got, err := ParseRequest(test.text)
		want := Request{Options: test.options, Text: test.wording, JSON: test.json}
		if !reflect.DeepEqual(got, want) || good != (err == nil) || !good && !errors.Is(err, errRequest) {
			t.Errorf("%q: %+v, %v", test.text, got, err)
		}
	}
}
