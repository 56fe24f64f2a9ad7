package text

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// jsonLine writes a document as JSON and reads it again.
func jsonLine(t *testing.T, d *Document, o Options) (line string, fields map[string]any) {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, WriteJSON(&out, d, o))
	line = out.String()
	if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
		t.Fatalf("not one line: %q", line)
	}
	if err := json.Unmarshal(out.Bytes(), &fields); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	return line, fields
}

// contract are the fields that every answer has.
var contract = []string{"version", "fen", "stipulation", "verdict", "complete", "keys", "short", "set", "tries",
	"themes", "flaws", "warnings", "nodes", "seconds"}

func full(moves int) problem.Options {
	return WithThemes(problem.Options{Moves: moves})
}

func TestEveryAnswerHasTheFieldsOfTheContract(t *testing.T) {
	illegal := &Document{Illegal: &Illegal{FEN: "k6R/8/8/8/8/8/8/K7 w - -", Moves: 2,
		Faults: []movegen.Fault{{Code: movegen.OpponentInCheck, Field: movegen.BoardField, Squares: 1, Offset: -1}}}}
	documents := map[string]*Document{"illegal": illegal}
	for _, g := range golden {
		o := full(g.options.Moves)
		o.Nodes = g.options.Nodes
		d := &Document{Report: report(t, g.fen, o)}
		d.Recognise()
		documents[g.name] = d
	}
	for name, d := range documents {
		_, fields := jsonLine(t, d, Full(English()))
		for _, field := range contract {
			if fields[field] == nil {
				t.Errorf("%s: no %s", name, field)
			}
		}
	}
	_, fields := jsonLine(t, illegal, Full(English()))
	if fields["verdict"] != "illegal" || fields["stipulation"] != "#2" || len(fields["warnings"].([]any)) != 1 {
		t.Errorf("illegal: %v", fields)
	}
}

const cumpeFEN = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"

// TestAllDefencesAreMarked: by default only effective defences are in the play, on request all, each with its mark.
func TestAllDefencesAreMarked(t *testing.T) {
	d := &Document{Report: report(t, "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", problem.Options{Moves: 2, AllDefences: true})}
	count := func(o Options) (all, effective int) {
		_, fields := jsonLine(t, d, o)
		for _, v := range fields["keys"].([]any)[0].(map[string]any)["variations"].([]any) {
			all++
			if mark := v.(map[string]any)["effective"]; mark == nil || mark == true {
				effective++
			}
		}
		return all, effective
	}
	if all, effective := count(Options{}); all != 3 || effective != 3 {
		t.Errorf("%d effective defences of %d, want 3 of 3", effective, all)
	}
	if all, effective := count(Options{AllDefences: true}); all != 11 || effective != 3 {
		t.Errorf("%d effective defences of %d, want 3 of 11", effective, all)
	}
}

// TestTheDocumentedExampleIsWhatIsWritten compares the example in the documentation
// with the program's answer; -update rewrites it.
func TestTheDocumentedExampleIsWhatIsWritten(t *testing.T) {
	const file = "../../docs/problem.example.json"
	d := &Document{Report: report(t, "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", full(2)), Caption: Caption{Title: "Two rooks"}}
	d.Recognise()
	line, _ := jsonLine(t, d, Full(English()).withoutAll())
	var want bytes.Buffer
	must.Do(t, json.Indent(&want, []byte(line), "", "  "))
	if *update {
		must.Do(t, os.WriteFile(file, want.Bytes(), 0o644))
	}
	got := must.Get(os.ReadFile(file))(t)
	if string(got) != want.String() {
		t.Fatalf("%s: the example is\n%s\nwant\n%s", file, got, want.String())
	}
}

func (o Options) withoutAll() Options {
	o.AllDefences = false
	return o
}

// FuzzRenderers holds that whatever is solved, and whatever its source says of it, the
// renderers write: JSON that can be read, text, SVG and LaTeX.
func FuzzRenderers(f *testing.F) {
	for _, g := range golden {
		f.Add(g.fen, g.options.Moves, "N. N.", uint16(500))
	}
	f.Add(cumpeFEN, 3, "\x00\xff<&>\u2028\\", uint16(9))
	f.Fuzz(func(t *testing.T, fen string, moves int, title string, nodes uint16) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil || moves < 1 || moves > 3 {
			return
		}
		o := full(moves)
		o.Nodes = uint64(nodes%1000) + 1
		r, err := problem.Analyse(context.Background(), p, o)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		d := &Document{Report: r, Caption: Caption{Title: title}}
		d.Recognise()
		_, fields := jsonLine(t, d, Full(English()))
		if fields["fen"] != p.FEN() {
			t.Errorf("%s became %v", fen, fields["fen"])
		}
		var out bytes.Buffer
		for _, o := range []Options{{}, {Compact: true}, Full(Language{}.WithFigurines()), {HideDuals: true, HidePartial: true, Ungrouped: true}} {
			must.Do(t, Write(&out, d, o))
		}
		must.Do(t, WriteSVG(&out, d, movegen.FileA, English()))
		must.Do(t, WriteLaTeX(&out, d, movegen.FileA, Options{DiagramOnly: true}))
	})
}

// TestDecodeKeepsEveryField: what is decoded and written again is the line that was read.
func TestDecodeKeepsEveryField(t *testing.T) {
	documents := append(corpus(t), &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/p7/SS6", Moves: 3}})
	all := Full(English())
	all.AllDefences = true
	for _, d := range documents {
		for _, o := range []Options{{}, Full(English()), all} {
			var line, again strings.Builder
			must.Do(t, WriteJSON(&line, d, o))
			form := must.Get(Decode([]byte(line.String())))(t)
			if err := WriteLine(&again, form); err != nil || again.String() != line.String() {
				t.Errorf("%v\n%s became\n%s", err, line.String(), again.String())
			}
		}
	}
}

func TestDecodeRefusesLinesThatAreNoReport(t *testing.T) {
	for line, want := range map[string]string{
		"{":             "unexpected end of JSON input",
		`{"version":2}`: "the report has format version 2; this program reads version 1",
		`{"fen":"x"}`:   "the report has format version 0; this program reads version 1",
		`{"version":1,"line":3,"error":"no board"}`: "no board",
	} {
		if _, err := Decode([]byte(line)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if form, err := Decode([]byte(`{"version":2,"verdict":"sound"}`)); err == nil || form.Verdict != "sound" {
		t.Errorf("%+v, %v", form, err)
	}
	for v, name := range verdictCodes {
		if got, ok := ParseVerdict(name); !ok || int(got) != v {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, name := range []string{IllegalDiagram, Fault, ""} {
		if _, ok := ParseVerdict(name); ok {
			t.Errorf("%q is a verdict", name)
		}
	}
}

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

func TestASummaryIsReported(t *testing.T) {
	s := sumOf(someOutcomes())
	s.Passed, s.Interrupted = 2, true
	for name, l := range bothLanguages {
		var got strings.Builder
		must.Do(t, s.Write(&got, Options{Language: l}))
		compare(t, "summary_"+name, got.String())
	}
}

func TestAnEmptySummaryIsReported(t *testing.T) {
	var got strings.Builder
	if err := new(Summary).Write(&got, Options{Themes: true}); err != nil || got.String() != "Problems: 0\nThemes: none\nSolving time: 0.00 s in total\n" {
		t.Errorf("%v\n%s", err, got.String())
	}
}

// summaryLine writes a summary as JSON, which the schema must hold, and reads it again.
func summaryLine(t *testing.T, s *Summary, o Options) jsonSummary {
	t.Helper()
	var line strings.Builder
	must.Do(t, s.WriteJSON(&line, o))
	var fields map[string]any
	must.Do(t, json.Unmarshal([]byte(line.String()), &fields))
	if err := testSchema(t).Validate(fields); err != nil {
		t.Errorf("%#v\n%s", err, line.String())
	}
	if delete(fields["summary"].(map[string]any), "verdicts"); testSchema(t).Validate(fields) == nil {
		t.Error("a summary without verdicts is let through")
	}
	var got jsonSummaryLine
	must.Do(t, json.Unmarshal([]byte(line.String()), &got))
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
		must.Do(t, WriteJSON(&line, d, Full(English())))
		want := must.Get(Decode([]byte(line.String())))(t)
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
