package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// TestFiltersTellWhatTheJSONSays: the answers that pass are those whose JSON has what is asked
// for, and the summary counts all.
func TestFiltersTellWhatTheJSONSays(t *testing.T) {
	var input strings.Builder
	for _, p := range readSolved(t, "open.jsonl", 14) {
		fmt.Fprintln(&input, p.FEN)
	}
	type answer struct {
		FEN, Verdict         string
		White_men, Black_men int
		Themes               []struct{ Name string }
		Summary              *struct {
			Problems, Passed int
			Verdicts         map[string]int
			Themes           []struct {
				Name     string
				Problems int
			}
		}
	}
	read := func(args ...string) (answers []answer) {
		t.Helper()
		status, out, errors := runMateWith(input.String(), append([]string{"--json", "--summary", "2"}, args...)...)
		if status != cli.ExitGood {
			t.Fatal(errors)
		}
		for line := range strings.Lines(out) {
			var a answer
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				t.Fatal(err)
			}
			answers = append(answers, a)
		}
		return answers
	}
	has := func(a *answer, theme string) bool {
		return slices.ContainsFunc(a.Themes, func(found struct{ Name string }) bool { return found.Name == theme })
	}
	all := read()
	whole := all[len(all)-1].Summary
	all = all[:len(all)-1]
	for _, c := range []struct {
		args   []string
		passes func(a *answer) bool
	}{
		{[]string{"--only", "cooked"}, func(a *answer) bool { return a.Verdict == "cooked" }},
		{[]string{"--theme", "model mate"}, func(a *answer) bool { return has(a, "model mate") }},
		{[]string{"--theme", "model mate", "--theme", "!battery", "--men", "8-14"}, func(a *answer) bool {
			return has(a, "model mate") && !has(a, "battery") && a.White_men+a.Black_men >= 8 && a.White_men+a.Black_men <= 14
		}},
		{[]string{"--men", "-6+3-"}, func(a *answer) bool { return a.White_men <= 6 && a.Black_men >= 3 }},
	} {
		var want []string
		for i := range all {
			if c.passes(&all[i]) {
				want = append(want, all[i].FEN)
			}
		}
		var got []string
		answers := read(c.args...)
		for _, a := range answers[:len(answers)-1] {
			got = append(got, a.FEN)
		}
		if !slices.Equal(got, want) || len(want) == 0 || len(want) == len(all) {
			t.Errorf("%q: %d of %d problems, want %d", c.args, len(got), len(all), len(want))
		}
		s := answers[len(answers)-1].Summary
		if s.Passed != len(want) || s.Problems != len(all) || fmt.Sprint(s.Verdicts, s.Themes) != fmt.Sprint(whole.Verdicts, whole.Themes) {
			t.Errorf("%q: %+v", c.args, s)
		}
	}
	for i, count := range whole.Themes {
		n := 0
		for k := range all {
			if has(&all[k], count.Name) {
				n++
			}
		}
		if n != count.Problems {
			t.Errorf("theme %d, %s: %d, want %d", i, count.Name, count.Problems, n)
		}
	}
}

func TestTheNearestNameIsNamed(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"--theme", "grimshw", "did you mean Grimshaw?"}, {"--theme", "!Novotni", "did you mean Novotny?"},
		{"--theme", "mato modello", "did you mean matto modello?"}, {"--only", "cookd", "did you mean cooked?"},
		{"--theme", "quite another thing", `there is no theme "quite another thing"` + "\n"},
	} {
		if status, _, errors := runMateWith("", "2", c.flag, c.text, cumpe); status != cli.ExitUsage || !strings.Contains(errors, c.want) {
			t.Errorf("%s %s: %s", c.flag, c.text, errors)
		}
	}
}
