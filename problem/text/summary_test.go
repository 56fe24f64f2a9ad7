package text

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/problem/theme"
)

// someOutcomes are one of each kind.
func someOutcomes() []Outcome {
	return []Outcome{
		{Verdict: "sound", Moves: 2, White: 4, Black: 3, Themes: []string{"Grimshaw", "model mate"}, Elapsed: time.Second},
		{Verdict: "sound", Moves: 3, White: 8, Black: 9, Themes: []string{"model mate"}, Elapsed: 250 * time.Millisecond},
		{Verdict: "cooked", Moves: 2, White: 5, Black: 1},
		{Verdict: "short", Moves: 2, White: 2, Black: 1},
		{Verdict: "none", Moves: 2, White: 2, Black: 2},
		{Verdict: IllegalDiagram, Moves: 2, White: 1, Black: 0},
		{Verdict: "undecided", Moves: 11, White: 16, Black: 16},
		{Verdict: Fault},
		{Verdict: Fault},
	}
}

// sumOf adds outcomes up.
func sumOf(outcomes []Outcome) *Summary {
	s := new(Summary)
	for i := range outcomes {
		s.Add(&outcomes[i])
	}
	return s
}

func TestASummaryIsTold(t *testing.T) {
	s := sumOf(someOutcomes())
	s.Passed, s.Interrupted = 2, true
	for name, l := range bothLanguages {
		var got strings.Builder
		if err := s.Write(&got, Options{Language: l}); err != nil {
			t.Fatal(err)
		}
		compare(t, "summary_"+name, got.String())
	}
}

func TestAnEmptySummaryIsTold(t *testing.T) {
	var got strings.Builder
	if err := new(Summary).Write(&got, Options{Themes: true}); err != nil || got.String() != "Problems: 0\nThemes: none\nSolving time: 0.00 s in total\n" {
		t.Errorf("%v\n%s", err, got.String())
	}
}

// summaryLine writes a summary as JSON, which the schema must hold, and reads it again.
func summaryLine(t *testing.T, s *Summary, o Options) jsonSummary {
	t.Helper()
	var line strings.Builder
	if err := s.WriteJSON(&line, o); err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(line.String()), &fields); err != nil {
		t.Fatal(err)
	}
	if err := testSchema(t).Validate(fields); err != nil {
		t.Errorf("%#v\n%s", err, line.String())
	}
	if delete(fields["summary"].(map[string]any), "verdicts"); testSchema(t).Validate(fields) == nil {
		t.Error("a summary without verdicts is let through")
	}
	var got jsonSummaryLine
	if err := json.Unmarshal([]byte(line.String()), &got); err != nil {
		t.Fatal(err)
	}
	return got.Summary
}

func TestThemesThatNobodyLookedForAreNull(t *testing.T) {
	if got := summaryLine(t, new(Summary), Options{}); got.Themes != nil {
		t.Errorf("%+v", got)
	}
	if got := summaryLine(t, new(Summary), Options{Themes: true}); got.Themes == nil {
		t.Errorf("%+v", got)
	}
}

// TestASummaryCountsWhatThereIs counts many random outcomes once more, one question at a time.
func TestASummaryCountsWhatThereIs(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 7))
	themes, verdicts := theme.Themes(), VerdictNames()
	for range 20 {
		var all []Outcome
		for range random.IntN(200) {
			o := Outcome{Verdict: verdicts[random.IntN(len(verdicts))], Elapsed: time.Duration(random.IntN(1000)) * time.Millisecond}
			if o.Verdict != Fault {
				o.Moves, o.White, o.Black = 1+random.IntN(4), 1+random.IntN(16), 1+random.IntN(16)
				first := random.IntN(len(themes) - 3)
				for _, th := range themes[first : first+random.IntN(3)] {
					o.Themes = append(o.Themes, th.Name)
				}
			}
			all = append(all, o)
		}
		count := func(is func(o *Outcome) bool) (n int) {
			for i := range all {
				if is(&all[i]) {
					n++
				}
			}
			return n
		}
		got := summaryLine(t, sumOf(all), Options{Themes: true})
		if got.Problems != count(func(o *Outcome) bool { return o.Verdict != Fault }) || got.Faults != len(all)-got.Problems {
			t.Errorf("%d problems, %d faults", got.Problems, got.Faults)
		}
		for name, n := range got.Verdicts {
			if n != count(func(o *Outcome) bool { return o.Verdict == name }) {
				t.Errorf("%s: %d", name, n)
			}
		}
		for moves := range 5 {
			if n := got.Stipulations[fmt.Sprint("#", moves)]; moves > 0 && n != count(func(o *Outcome) bool { return o.Moves == moves }) {
				t.Errorf("#%d: %d", moves, n)
			}
		}
		for _, th := range themes {
			n := 0
			for _, row := range got.Themes {
				if row.Name == th.Name {
					n = row.Problems
				}
			}
			if n != count(func(o *Outcome) bool { return slices.Contains(o.Themes, th.Name) }) {
				t.Errorf("%s: %d", th.Name, n)
			}
		}
		if !slices.IsSortedFunc(got.Themes, func(a, b themeCount) int { return b.Problems - a.Problems }) {
			t.Errorf("not the most frequent first: %v", got.Themes)
		}
	}
}

// TestOutcomesAreWhatTheJSONSays of every problem of the corpus.
func TestOutcomesAreWhatTheJSONSays(t *testing.T) {
	documents := append(corpus(t), &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/p7/SS6", Moves: 3}})
	themed := 0
	for _, d := range documents {
		var line strings.Builder
		if err := WriteJSON(&line, d, Full(English())); err != nil {
			t.Fatal(err)
		}
		want, err := Decode([]byte(line.String()))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, th := range want.Themes {
			names = append(names, th.Name)
		}
		o := d.Outcome()
		if o.Verdict != want.Verdict || o.Moves != want.N || o.White != want.WhiteMen || o.Black != want.BlackMen || !slices.Equal(o.Themes, slices.Compact(names)) {
			t.Errorf("%+v of %s", o, line.String())
		}
		themed += len(o.Themes)
	}
	if themed == 0 {
		t.Error("no themes")
	}
}
