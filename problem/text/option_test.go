package text

import (
	"slices"
	"strings"
	"testing"

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
	if all.ParseThemes("true") != nil || main.ParseThemes("main") != nil || main.ParseThemes("most") == nil {
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
			after := d.Report.Position.After(key.Move)
			one := text{report: d.Report, letters: English().letters}
			each := one
			each.options.Ungrouped = true
			answers := map[string]answer{}
			for _, g := range each.groups(&after, key.Variations, top) {
				if len(g.defences) != 1 {
					t.Fatalf("%s: %d defences on a line", d.Title, len(g.defences))
				}
				answers[g.defences[0].String()] = g.answer
			}
			lines := map[answer][]bool{} // by whether they stop a threat
			for _, g := range one.groups(&after, key.Variations, top) {
				folded += len(g.defences) - 1
				if slices.Contains(lines[g.answer], g.inactive) {
					t.Errorf("%s: two groups with %q", d.Title, g.answer.line)
				}
				lines[g.answer] = append(lines[g.answer], g.inactive)
				for _, m := range g.defences {
					if answers[m.String()] != g.answer {
						t.Errorf("%s: %v: %q in a group, %q alone", d.Title, m, g.answer.line, answers[m.String()].line)
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
