package format

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"alfiere/problem"
	"alfiere/problem/theme"
)

// throughOlive solves a collection and returns it with our solutions.
func throughOlive(t *testing.T, text string, asked func(*Solver)) string {
	t.Helper()
	s := &Solver{Form: Olive, Problem: problem.Options{Moves: 2}, Threads: 2}
	if asked != nil {
		asked(s)
	}
	s.Complete(false, func(string) bool { return false })
	var out bytes.Buffer
	p := Printer{Out: &out, Err: new(bytes.Buffer), Form: Olive}
	if err := s.SolveAll(context.Background(), "x", strings.NewReader(text), p.Print); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// decodeAll reads a collection without our own reader.
func decodeAll(t *testing.T, text string) (entries []map[string]any) {
	t.Helper()
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var e map[string]any
		if err := d.Decode(&e); err != nil {
			if err.Error() != "EOF" {
				t.Fatalf("%v in\n%s", err, text)
			}
			return entries
		}
		entries = append(entries, e)
	}
}

// randomEntry is an entry with fields of all kinds, in the styles of YAML.
func randomEntry(t *testing.T, r *rand.Rand) string {
	t.Helper()
	texts := []string{"plain", "with: colon", "# no comment", "- dash", "two\nlines\n", "  blanks", "Ünï čode ≤ 象", "'", "\"", "1965", "1965-01-02", "yes", "null", "~", "=", "", "a\tb", "\\n", "[x]", "x: |"}
	text := func() any { return texts[r.IntN(len(texts))] }
	e := map[string]any{
		"authors": []any{text(), text()}, "comments": []any{text()}, "date": text(), "intended-solutions": 2,
		"source":   map[string]any{"name": text(), "issue": 50, "date": map[string]any{"year": 1900 + r.IntN(100)}},
		"award":    map[string]any{"distinction": text(), "judges": []any{text()}},
		"reprints": []any{map[string]any{"name": text(), "comments": []any{text()}}},
		"glyphs":   map[string]any{"g": "q3"}, "unknown": map[string]any{"of": []any{1, 2.5, true, nil, text()}},
		"solution": text(), "keywords": []any{"Grimshaw", text()},
	}
	for name := range maps.Clone(e) {
		if r.IntN(3) == 0 {
			delete(e, name)
		}
	}
	p := randomProblem(r)
	var own bytes.Buffer
	if err := newOliveEntry(&p, 1).Write(&own); err != nil {
		t.Fatal(err)
	}
	maps.Copy(e, decodeAll(t, own.String())[0])
	switch r.IntN(6) {
	case 0:
		e["stipulation"] = "h#2"
	case 1:
		e["algebraic"] = map[string]any{"white": []any{"Royal Zf3"}}
	case 2:
		e["twins"] = map[string]any{"b": "Move a1 a2"}
	}
	written, err := yaml.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return "---\n" + string(written)
}

// TestNothingOfACollectionIsLost: every entry comes back in its place with all its fields, whether or not it can be
// solved; only of direct mates the solution changes, and keywords are added.
func TestNothingOfACollectionIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	solved, kept := 0, 0
	for range 60 {
		text := ""
		for range 5 {
			text += randomEntry(t, r)
		}
		before, after := decodeAll(t, text), decodeAll(t, throughOlive(t, text, nil))
		if len(before) != len(after) {
			t.Fatalf("%d entries became %d", len(before), len(after))
		}
		for i, was := range before {
			is := after[i]
			if solution := fmt.Sprint(is["solution"]); strings.Contains(solution, noOliveSolution) || strings.Contains(solution, " #") || strings.Contains(solution, " !") {
				delete(was, "solution")
				delete(is, "solution")
				solved++
			} else {
				kept++
			}
			had, _ := was["keywords"].([]any)
			has, _ := is["keywords"].([]any)
			for j := range had {
				if !reflect.DeepEqual(had[j], has[j]) {
					t.Errorf("keywords %q became %q", had, has)
				}
			}
			delete(was, "keywords")
			delete(is, "keywords")
			if !reflect.DeepEqual(was, is) {
				t.Fatalf("%#v\nbecame\n%#v", was, is)
			}
		}
	}
	if solved < 20 || kept < 20 {
		t.Errorf("%d solved, %d kept", solved, kept)
	}
}

// TestTheSolutionOfAnEntry is in Popeye's notation, with set play and tries if they are asked
// for, and twice is as good as once.
func TestTheSolutionOfAnEntry(t *testing.T) {
	text := "---\nalgebraic: {white: [Kd5, Qf2, Sf1, Pg3], black: [Kh1, Sf3, Bh2]}\nsolution: old\nkeywords: [Block, Mine]\n" +
		"stipulation: '#2'\noptions: [SetPlay, Defence 1]\n"
	got := throughOlive(t, text, nil)
	for _, part := range []string{"keywords: [Block, Mine, Selfblock", "1.Kd5-c5 ? zugzwang.\n", "1.Kd5-d6 ! zugzwang.\n",
		"1...Bh2*g3 +\n            2.Sf1*g3 #\n", "      1...Sf3-e1\n            2.Qf2*h2 #\n", "stipulation: '#2'\noptions: [SetPlay, Defence 1]\n"} {
		if !strings.Contains(strings.ReplaceAll(got, "\n  ", "\n"), strings.ReplaceAll(part, "\n  ", "\n")) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
	if strings.Contains(got, "old") || strings.Contains(got, "Mine, Block") {
		t.Error(got)
	}
	if again := throughOlive(t, got, nil); again != got {
		t.Errorf("%s\nbecame\n%s", got, again)
	}
	for name, entry := range map[string]string{
		"no solution":              "---\nalgebraic: {white: [Kd5], black: [Kh1]}\nstipulation: '#2'\n",
		"twins":                    strings.Replace(text, "options: [SetPlay, Defence 1]", "twins: {b: Move g3 g4}", 1),
		"twins without a solution": strings.Replace(strings.Replace(text, "solution: old\n", "", 1), "options: [SetPlay, Defence 1]", "twins: {b: Move d5 d6}", 1),
		"black's mate":             "---\nalgebraic: {black: [Kd5, Qf2, Sf1, Pg3], white: [Kh1, Sf3, Bh2]}\nstipulation: '#2'\noptions: [HalfDuplex]\n",
	} {
		want := map[string]string{"no solution": noOliveSolution, "twins": "solution: old",
			"twins without a solution": "b) wKd5-->d6", "black's mate": "1.g3-g2 # !"}[name]
		if got := throughOlive(t, entry, nil); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestAPositionBecomesAnEntry whose fields are what the line says.
func TestAPositionBecomesAnEntry(t *testing.T) {
	got := throughOlive(t, cumpe[:len(cumpe)-4]+` dm 2; id "7"; title "T: #"; author "Cumpe, J."; source "Nowhere";`, nil)
	want := map[string]any{
		"algebraic":  map[string]any{"white": []any{"Sf1", "Qf2", "Pg3", "Kd5"}, "black": []any{"Kh1", "Bh2", "Sf3"}},
		"foreignids": []any{map[string]any{"domain": "id", "problemid": "7"}}, "comments": []any{"T: #"},
		"authors": []any{"Cumpe, J."}, "source": map[string]any{"name": "Nowhere"}, "stipulation": "#2",
	}
	e := decodeAll(t, got)[0]
	delete(e, "solution")
	delete(e, "keywords")
	if !reflect.DeepEqual(e, want) {
		t.Errorf("%#v", e)
	}
}

// TestKeywordsAreOfThemesThatThereAre so that a theme that gets another name keeps its word.
func TestKeywordsAreOfThemesThatThereAre(t *testing.T) {
	names := map[string]bool{}
	var found []theme.Found
	for _, th := range theme.Themes() {
		names[th.Name] = true
		found = append(found, theme.Found{Theme: th}, theme.Found{Theme: th})
	}
	for name := range oliveKeywords {
		if !names[name] {
			t.Errorf("there is no theme %q", name)
		}
	}
	words := keywords(found)
	if len(words) < 70 || len(words) != len(slices.Compact(slices.Sorted(slices.Values(words)))) {
		t.Errorf("%d: %q", len(words), words)
	}
}
