package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/theme"
)

// TestTheNumberOfSolutionsComesBack in the formats that have one.
func TestTheNumberOfSolutionsComesBack(t *testing.T) {
	r := problem.Record{FEN: "8/6K1/R7/8/1B3kB1/7P/4R3/8 w - -", Stipulation: "#2", Solutions: 2}
	for _, f := range Formats() {
		if f.Name != "json" && f.Name != "olive" {
			continue
		}
		var out bytes.Buffer
		must.Do(t, f.Write(&out, []*problem.Record{&r}, Solutions{}))
		p := must.Get(NewReader(&out, forsyth.Conventions{}).Read())(t)
		if got := p.Fields().Solutions; got != 2 {
			t.Errorf("%s: %d", f.Name, got)
		}
	}
}

// TestOliveProblemsAreReadAsTheyAreWritten: position, castling and en passant, stipulation
// and what is said of the problem.
func TestOliveProblemsAreReadAsTheyAreWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 12))
	passing := 0
	for range 1500 {
		p := randomProblem(r)
		if r.IntN(4) == 0 {
			p.Position = passed(t, r)
			passing++
		}
		p.ID, p.Author, p.Source, p.Title = "no 1", "A. B. Șah", "Nowhere: 1900, no. 3", "- 'begin' # \"2\""
		var out bytes.Buffer
		must.Do(t, newOliveEntry(&p, p.Moves).Write(&out))
		got, err := first(out.String())
		if err != nil || got.Position.FEN() != p.Position.FEN() {
			t.Fatalf("%s became %s, %v:\n%s", p.Position.FEN(), got.Position.FEN(), err, out.String())
		}
		if got.Entry.Field("comments").List()[0].Text != p.Title {
			t.Errorf("%s", out.String())
		}
		got.Position, got.Line, got.Entry, got.Title = p.Position, p.Line, nil, p.Title
		if got != p {
			t.Fatalf("%+v became %+v:\n%s", p, got, out.String())
		}
	}
	if passing < 200 {
		t.Errorf("%d positions with en passant", passing)
	}
}

// passed is a position in which a pawn can be captured en passant.
func passed(t *testing.T, r *rand.Rand) movegen.Position {
	t.Helper()
	c, file := movegen.Color(r.IntN(2)), r.IntN(7)
	rank := 4 - int(c)
	b := movegen.Builder{Side: c, FullmoveNumber: 1, EnPassant: movegen.MakeSquare(file+1, 5-3*int(c))}
	b.Board[movegen.MakeSquare(file, rank)] = movegen.MakePiece(c, movegen.Pawn)
	b.Board[movegen.MakeSquare(file+1, rank)] = movegen.MakePiece(c.Other(), movegen.Pawn)
	b.Board[movegen.MakeSquare(0, 0)] = movegen.MakePiece(movegen.White, movegen.King)
	b.Board[movegen.MakeSquare(7, 7)] = movegen.MakePiece(movegen.Black, movegen.King)
	p, _, err := b.Build(problem.Composed)
	if err != nil || p.EnPassant() == movegen.NoSquare {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return p
}

// oliveEntries are entries with what is read from them, as in files, or the fault.
var oliveEntries = []struct{ text, want string }{
	{"algebraic:\n  white: [Ka1, Qc2]\n  black:\n  - Kh8\nstipulation: '#2'\n", "1 7k/8/8/8/8/8/2Q5/K7 w - - #2"},
	{"algebraic:\n  white: [Ke1, Ra1, Rh1]\n  black: [Kg8]\nstipulation: \"#3\"\noptions: [SetPlay, Defence 2, NoCastling a1]\n",
		"1 6k1/8/8/8/8/8/8/R3K2R w K - #3 set tries 2"},
	{"authors: ['Shire, David J.', Loyd]\nsource: BCM\nsource-id: 12/7\ndate: '2007'\ndistinction: 1st Prize\nid: 77\n" +
		"algebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'", "1 7k/8/8/8/8/8/8/K7 w - - #2 | 77 | David J. Shire & Loyd | BCM, 12/7, 2007, 1st Prize"},
	{"source: {name: feenschach, issue: 01-02, problemid: 7100, date: {year: 1965, month: 2}}\naward: {tourney: ditto, distinction: 2nd HM}\n" +
		"foreignids: [{domain: PDB, problemid: P05}]\nalgebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'",
		"1 7k/8/8/8/8/8/8/K7 w - - #2 | PDB P05 | feenschach, 01-02/7100, 2/1965, 2nd HM"},
	{"source: BCM\naward: 1st Prize\ndistinction: 2nd HM\nalgebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'",
		"1 7k/8/8/8/8/8/8/K7 w - - #2 | BCM, 1st Prize, 2nd HM"},
	{"source: BCM\naward: {distinction: 2nd HM}\ndistinction: 2nd HM\nalgebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'",
		"1 7k/8/8/8/8/8/8/K7 w - - #2 | BCM, 2nd HM"},
	{"algebraic: {white: [Ka1], black: [Ka2]}\nstipulation: '#2'\n", "1 illegal 8/8/8/8/8/8/k7/K7 w - - 0 1"},
	{"stipulation: #2\n", "1:13 " + errQuotes.Error()},
	{"a: b\n", "1:1 " + errQuotes.Error()},
	{"algebraic: {}\nstipulation: '#2'\n", "1:1 " + errIncomplete.Error()},
	{"stipulation: h#2\n", "1:14 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#2 or so'\n", "1:14 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#0'\n", "1:14 " + problem.ErrMoves.Error()},
	{"stipulation: '#99'\n", "1:14 " + problem.ErrMoves.Error()},
	{"stipulation: see text\n", "1:14 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#2'\nalgebraic:\n  neutral: [Ka1]\n", "3:13 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#2'\nalgebraic:\n  white: [Ka1, Royal Zb2]\n", "3:16 " + forsyth.ErrMan.Error()},
	{"stipulation: '#2'\nalgebraic:\n  white: [Ka1, Zb2]\n", "3:16 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#2'\nalgebraic:\n  white: [Ka1, Nb2]\n", "3:16 " + forsyth.ErrKnight.Error()},
	{"stipulation: '#2'\nalgebraic:\n  white: [Ka1, Sa1]\n", "3:16 " + forsyth.ErrOccupied.Error()},
	{"stipulation: '#2'\nalgebraic:\n  white: [K]\n", "3:11 " + forsyth.ErrMan.Error()},
	{"stipulation: '#2'\noptions: [SetPlay, Circe]\n", "2:20 " + problem.ErrUnsupported.Error()},
	{"stipulation: '#2'\noptions: [SetPlay, GoalIsEnd]\n", "2:20 " + errOption.Error()},
	{"stipulation: '#2'\nconditions:\n- Madrasi RexInclusiv\n", "3:3 " + problem.ErrUnsupported.Error()},
}

// TestEntriesOfOlive reads each alone, and all of them in one collection with broken YAML
// and entries that are too long in between.
func TestEntriesOfOlive(t *testing.T) {
	var all strings.Builder
	var want []string
	line := 1
	for _, test := range oliveEntries {
		if got := readAll(t, strings.NewReader("---\n"+test.text), false); len(got) != 1 || got[0] != shifted(test.want, 1) {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
		all.WriteString("---\n")
		want = append(want, shifted(test.want, line))
		text := strings.TrimSuffix(test.text, "\n") + "\n---\na: 'open\n---\n" + strings.Repeat("x", 1<<19) + "\n"
		at := line + strings.Count(text[:strings.Index(text, "a: '")], "\n")
		want = append(want, fmt.Sprintf("%d:1 invalid YAML: found unexpected end of stream", at+1),
			fmt.Sprintf("%d:1 the entry is longer than 512 KiB", at+2))
		all.WriteString(text)
		line += 1 + strings.Count(text, "\n")
	}
	got := readAll(t, strings.NewReader(all.String()), false)
	if len(got) != len(want) {
		t.Fatalf("%d of %d: %q", len(got), len(want), got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// shifted is an outcome of an entry that stands n lines below.
func shifted(outcome string, n int) string {
	line := 0
	fmt.Sscan(outcome, &line)
	return fmt.Sprint(line+n, strings.TrimPrefix(outcome, fmt.Sprint(line)))
}

// TestTwinsOfOliveAreSolved one by one; a faulty one has its place. For Olive the entry is written once.
func TestTwinsOfOliveAreSolved(t *testing.T) {
	const diagram = "---\nalgebraic: {white: [Kd5, Qf2, Sf1, Pg3], black: [Kh1, Sf3, Bh2]}\nstipulation: '#2'\ntwins:\n"
	for _, c := range []struct {
		twins string
		want  []string
	}{
		{"  b: Move d5 d6\n  c: Continued Remove g3\n", []string{"a) 8/8/8/3K4/8/5nP1/5Q1b/5N1k", "b) wKd5-->d6 8/8/3K4/8/8/5nP1/5Q1b/5N1k", "+c) -wPg3 8/8/3K4/8/8/5n2/5Q1b/5N1k"}},
		{"  a: 'Stipulation #1'\n  b: PolishType\n  c: Move d5 g1\n", []string{"a) #1 8/8/8/3K4/8/5nP1/5Q1b/5N1k", "b) PolishType 8/8/8/3k4/8/5Np1/5q1B/5n1K", "illegal 7"}},
		{"  b: Move a1 a2\n  c: Continued Move d5 d6\n  d: Move d5 d6 next\n  e: ''\n  f: Rotate 90\n", []string{
			"a) 8/8/8/3K4/8/5nP1/5Q1b/5N1k", "5:6 " + errEmpty.Error(), "6:6 " + errBroken.Error(), "7:6 " + errTwin.Error(), "e) rotate 90 6bk/5P2/5nQN/8/3K4/8/8/8"}},
	} {
		var got []string
		for r := NewReader(strings.NewReader(diagram+c.twins), forsyth.Conventions{}); ; {
			p, err := r.Read()
			var fault *forsyth.Error
			if err == io.EOF {
				break
			} else if errors.As(err, &fault) {
				got = append(got, fmt.Sprintf("%d:%d %v", fault.Line, fault.Column, fault.Err))
			} else if illegal := new(forsyth.IllegalError); errors.As(err, &illegal) {
				got = append(got, fmt.Sprint("illegal ", illegal.Line))
			} else {
				got = append(got, fmt.Sprint(p.Twin, " ", strings.Fields(p.Position.FEN())[0]))
			}
			if p.Entry == nil || !p.HasTwins {
				t.Errorf("%s: no entry: %+v", c.twins, p)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.twins, got, c.want)
		}
		s := newSolver(1)
		s.Form, s.Problem = Olive, problem.Options{Moves: 5} // the entry's own stipulation goes before it
		written := 0
		if err := s.SolveAll(context.Background(), "x.olv", strings.NewReader(diagram+c.twins), func(a *Answer) error {
			written += strings.Count(string(a.Text), "algebraic")
			return nil
		}); err != nil || written != 1 {
			t.Errorf("%s: %d entries, %v", c.twins, written, err)
		}
	}
}

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
	must.Do(t, s.SolveAll(context.Background(), "x", strings.NewReader(text), p.Print))
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
	must.Do(t, newOliveEntry(&p, 1).Write(&own))
	maps.Copy(e, decodeAll(t, own.String())[0])
	switch r.IntN(6) {
	case 0:
		e["stipulation"] = "h#2"
	case 1:
		e["algebraic"] = map[string]any{"white": []any{"Royal Zf3"}}
	case 2:
		e["twins"] = map[string]any{"b": "Move a1 a2"}
	}
	written := must.Get(yaml.Marshal(e))(t)
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
