package format

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

func TestOneFormIsChosen(t *testing.T) {
	for a := Text; a <= HTML; a++ {
		for b := Text; b <= HTML; b++ {
			var c FormChoice
			for _, flag := range FormFlags() {
				must.Do(t, c.Set(flag.Form)(fmt.Sprint(flag.Form == a || flag.Form == b)))
			}
			want, wantErr := max(a, b), error(nil)
			if a != b && a != Text && b != Text {
				want, wantErr = Text, errForms
			}
			if got, err := c.Form(); got != want || err != wantErr {
				t.Errorf("%d and %d: %v, %v", a, b, got, err)
			}
		}
	}
	if new(FormChoice).Set(JSON)("perhaps") == nil {
		t.Error("a flag is neither true nor false")
	}
}

func TestWhatIsAskedForIsAnalysedAndWritten(t *testing.T) {
	for _, test := range []struct {
		name  string
		asked Solver
		full  bool
		said  string
		want  Solver
	}{
		{"nothing", Solver{}, false, "", Solver{}},
		{"set play", Solver{Text: text.Options{SetPlay: true}}, false, "set",
			Solver{Text: text.Options{SetPlay: true}, Problem: problem.Options{SetPlay: true}}},
		{"two refutations", Solver{Problem: problem.Options{Tries: 2}}, false, "tries",
			Solver{Text: text.Options{Tries: true, EveryTry: true}, Problem: problem.Options{Tries: 2}}},
		{"all in JSON but defences without effect", Solver{Form: JSON}, false, "",
			Solver{Form: JSON, Text: text.Options{SetPlay: true, Tries: true, Themes: true, Judgement: true},
				Problem: problem.Options{SetPlay: true, Tries: 1, Judge: true}}},
		{"JSON without set play, tries and themes, which is judged all the same", Solver{Form: JSON}, false, "set tries themes",
			Solver{Form: JSON, Text: text.Options{Judgement: true}, Problem: problem.Options{SetPlay: true, Judge: true}}},
		{"themes for the keywords of Olive", Solver{Form: Olive}, false, "",
			Solver{Form: Olive, Text: text.Options{Themes: true}}},
		{"none of them", Solver{Form: Olive}, false, "themes", Solver{Form: Olive}},
		{"everything", Solver{}, true, "",
			Solver{Text: text.Options{SetPlay: true, Tries: true, Themes: true, Judgement: true},
				Problem: problem.Options{SetPlay: true, Tries: 1, Judge: true}}},
	} {
		got := test.asked
		got.Complete(test.full, func(name string) bool { return slices.Contains(strings.Fields(test.said), name) })
		if got.Text != test.want.Text || !reflect.DeepEqual(got.Problem, test.want.Problem) {
			t.Errorf("%s: %+v, not %+v", test.name, got, test.want)
		}
	}
}

func TestAFENIsNoNameOfAFile(t *testing.T) {
	for text, want := range map[string]bool{cumpe: true, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w": true, "8/8/8/3K4/8/5nP1/5Q1b/5N1k": true,
		"/a/b/c/d/e/f/g h": false, "a/b c": false, "": false, "xx/8 w": true, "8/8/8/3K4/8/5nP1/5Q1b": true,
		"8/8/8/3K4/8/5nP1/5Q1x/5N1k b": true, "2024/05/two": false, "a/1/b/2/c/3.epd": false, "../x/1/2/3": false} {
		if IsFEN(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// TestAFileWinsOverAPosition of that name.
func TestAFileWinsOverAPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"Kd5.inp"}, {"Sb1.inp", "Sb2.inp"}, {"Kd5 + Kh1"}, {"xx", "w"}, {"startpos"}} {
		_, before := Argument(args...)
		must.Do(t, os.WriteFile(args[0], nil, 0o644))
		if _, after := Argument(args...); after || before != (args[0] != "xx") {
			t.Errorf("%q: a position %v, %v", args, before, after)
		}
	}
}

// broken is a writer that takes nothing.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestAnswersArePrintedApart(t *testing.T) {
	answers := []Answer{{Text: []byte("one\n")}, {Place: "f:2: ", Fault: &forsyth.Error{Line: 2, Column: 1, Err: forsyth.ErrMan}},
		{Place: "f:3: ", Text: []byte("two\n"), Warnings: []string{"warning: odd"}}}
	for form, want := range map[Form]string{Text: "one\n\ntwo\n", JSON: "one\ntwo\n"} {
		var out, err bytes.Buffer
		p := Printer{Out: &out, Err: &err, Form: form}
		for _, a := range answers {
			if failed := p.Print(&a); failed != nil {
				t.Fatal(failed)
			}
		}
		if out.String() != want || err.String() != "f:2: "+forsyth.ErrMan.Error()+"\nf:3: warning: odd\n" || p.Written != 2 || p.Faults != 1 {
			t.Errorf("%q, %q, %+v", &out, &err, p)
		}
	}
	for faults, want := range []string{"<nil>", "f: 1 invalid problem", "f: 2 invalid problems"} {
		if err := (&Printer{Faults: faults, read: 1}).FaultsIn("f"); fmt.Sprint(err) != want {
			t.Errorf("%d faults: %v", faults, err)
		}
	}
	for faults, want := range []string{"f: no problem found", "f: no problem found; errors: 1"} {
		if err := (&Printer{Faults: faults}).FaultsIn("f"); fmt.Sprint(err) != want {
			t.Errorf("%d faults of what is no problem: %v", faults, err)
		}
	}
	full := errors.New("full")
	if err := (&Printer{Out: broken{full}, Written: 1}).Print(&answers[0]); err != full {
		t.Error(err)
	}
	fault := answers[1]
	if err := fault.TakeFault(text.English()); err == nil || err.Error() != forsyth.ErrMan.Error() || fault.Fault != nil || fault.TakeFault(text.English()) != nil {
		t.Errorf("%v, and still %v", err, fault.Fault)
	}
}

// TestAFileWithoutProblemsIsReportedInFewLines: a program given by mistake has a fault a line.
func TestAFileWithoutProblemsIsReportedInFewLines(t *testing.T) {
	for _, form := range []Form{Text, JSON} {
		var out, faults bytes.Buffer
		s := newSolver(1)
		s.Form = form
		p := Printer{Out: &out, Err: &faults, Form: form}
		must.Do(t, s.SolveAll(t.Context(), "f", strings.NewReader(strings.Repeat("notes\n\x00\n", 50)), p.Print))
		if lines := strings.Count(faults.String(), "\n"); lines != maxReported+1 || !strings.HasSuffix(faults.String(), "\nfurther errors are only counted\n") {
			t.Errorf("%d lines: %s", lines, &faults)
		}
		if err := p.FaultsIn("f"); fmt.Sprint(err) != "f: no problem found; errors: 100" {
			t.Error(err)
		}
	}
}

// playLine is a line of play in Popeye's layout, or the word before refutations.
var (
	playLine = regexp.MustCompile(`^ *(\d+)\.(\.\.)?(\S.*)$`)
	twinLine = regexp.MustCompile(`^\+?[a-z]\d*\) `)
	endLine  = regexp.MustCompile(` = \d+\.\d{3} s$`)
)

// popeyeTrees reads the solutions of a text in Popeye's layout: for each move the moves that lead to it.
func popeyeTrees(text string) (trees [][]string) {
	var tree []string
	var stack []string
	twin := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		m := playLine.FindStringSubmatch(line)
		switch {
		case endLine.MatchString(line):
			slices.Sort(tree)
			trees = append(trees, tree)
			tree, stack, twin = nil, nil, ""
		case twinLine.MatchString(line):
			twin = strings.Join(strings.Fields(line), " ") + "|"
			stack = nil
			tree = append(tree, twin)
		case m != nil:
			number, _ := strconv.Atoi(m[1])
			half := 2*number - 2
			if m[2] != "" {
				half++
			}
			for len(stack) < half {
				stack = append(stack, "~")
			}
			stack = append(stack[:half], strings.Join(strings.Fields(m[3]), " "))
			tree = append(tree, twin+strings.Join(stack, "|"))
		}
	}
	return trees
}

// popeyeAnswers solves a file as mate --popeye does.
func popeyeAnswers(t *testing.T, in string) (out, faults string) {
	t.Helper()
	s := Solver{Form: Popeye}
	s.Complete(false, func(string) bool { return false })
	var text, reported bytes.Buffer
	printer := Printer{Out: &text, Err: &reported, Form: Popeye, Head: "Alfiere\n"}
	must.Do(t, s.SolveAll(context.Background(), "file", strings.NewReader(in), printer.Print))
	return text.String(), reported.String()
}

// TestPopeyeTellsTheSame compares all solutions of a file with those of Popeye itself, up to order and spacing.
func TestPopeyeTellsTheSame(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/popeye_trees.txt"))(t)
	var facts [][]string
	var in strings.Builder
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		fact := strings.Split(strings.TrimSpace(line), "\t")
		in.WriteString(fact[0] + "\n")
		facts = append(facts, fact)
	}
	out, _ := popeyeAnswers(t, in.String())
	trees := popeyeTrees(out)
	if len(trees) != len(facts) || len(facts) < 100 {
		t.Fatalf("%d solutions of %d", len(trees), len(facts))
	}
	for i, tree := range trees {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(tree, "\n"))))[:16]
		if got := fmt.Sprint(len(tree), " ", sum); got != facts[i][1]+" "+facts[i][2] {
			t.Errorf("%s: %s, want %v moves\n%s", facts[i][0], got, facts[i][1:], strings.Join(tree, "\n"))
		}
	}
}

// TestPopeyesOptionsAreRead: those that change what is printed.
func TestPopeyesOptionsAreRead(t *testing.T) {
	const board = " stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 end\n"
	for _, c := range []struct{ options, with, without string }{
		{"", "   1.Re1-g1 + !\n", "2."},
		{"opti vari", "2.Rf2-f8 #", "?"},
		{"opti vari try", "1.Rf2-f7 ? zugzwang.", "1.Re1-e8"},
		{"opti defence 2", "1.Re1-e8 + ?", "zugzwang"},
		{"opti defence 2 try", "1.Rf2-f7 ?", "1.Re1-e8"},
		{"opti maxsol 1", "Partial solution Time", "1.Re1-e7"},
		{"opti noboard", "\n   1.Re1-g1 + !\n", "+---"},
		{"opti nothreat vari", "   1.Re1-e7 !\n", "zugzwang"},
		{"opti quodlibet intelligent stoponshort whitetoplay maxtime 9", "solution finished.", "Partial"},
	} {
		out, faults := popeyeAnswers(t, "begin "+c.options+board)
		if !strings.Contains(out, c.with) || strings.Contains(out, c.without) || faults != "" {
			t.Errorf("%s: want %q and no %q; faults %q\n%s", c.options, c.with, c.without, faults, out)
		}
	}
	if out, _ := popeyeAnswers(t, "begin option maxtime 1 stip #12 forsyth d7K/8/8/3k4/8/6P/5Q/5S end"); strings.Contains(out, "finished") {
		t.Error(out)
	}
	p, err := first("begin option maxtime 7 stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 end")
	if err != nil || p.Limit.Seconds() != 7 {
		t.Errorf("%v, %v", p.Limit, err)
	}
}

// TestProgramsAreAnsweredOneByOne: the first line names the program, once, and each problem ends with its own line.
func TestProgramsAreAnsweredOneByOne(t *testing.T) {
	out, _ := popeyeAnswers(t, "begin stip #2 forsyth 6k1/8/8/8/8/8/5R2/K3R3 next stip #1 forsyth 1k5K40Q end\n")
	if !strings.HasPrefix(out, "Alfiere\n\n\n+---a") || strings.Count(out, "Alfiere") != 1 || len(popeyeTrees(out)) != 2 {
		t.Error(out)
	}
}

// diagramOptions is Cumpe's problem after its key and before, in Popeye's language.
const diagramOptions = `BeginProblem
Stipulation #2
Option PostKeyPlay
Pieces White Kd6 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
NextProblem
Stipulation #2
Option Duplex
Pieces White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
EndProblem
`

func TestPostKeyPlayAndDuplexAreSolved(t *testing.T) {
	s := Solver{Form: JSON}
	s.Complete(false, func(string) bool { return false })
	var lines []string
	if err := s.SolveAll(t.Context(), "stdin", strings.NewReader(diagramOptions), func(a *Answer) error {
		lines = append(lines, string(a.Text))
		return a.Fault
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{`"fen":"8/8/3K4/8/8/5nP1/5Q1b/5N1k b - - 0 1"`, `"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"`,
		`"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k b - - 0 1"`}
	verdicts := []string{"sound", "sound", "none"}
	for i, line := range lines {
		if len(lines) != 3 || !strings.Contains(line, want[i]) || !strings.Contains(line, `"verdict":"`+verdicts[i]+`"`) ||
			strings.Contains(line, `"post_key":{"move":"0000","san":"--","type":"block"`) != (i == 0) {
			t.Errorf("%d of %d: %s", i, len(lines), line)
		}
	}
}

func TestPostKeyPlayAndDuplexAreNoRecordsOfACollection(t *testing.T) {
	r := NewReader(strings.NewReader(diagramOptions), forsyth.Conventions{})
	for _, want := range []string{`line 1: expected a supported option, not "PostKeyPlay"`,
		`line 5: expected a supported option, not "Duplex"`, "EOF"} {
		if _, err := r.Read(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// comparedTwins are two twins between which mates are changed, transferred, added and removed, and a problem without
// twins.
const comparedTwins = `BeginProblem
Pieces White Kc6 Pc5 Pf2 Qc1 Bd1 Black Kb4 Pf3
Stipulation #2
Twin Add Black Rd4
NextProblem
Stipulation #2
Pieces White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3
EndProblem
`

func TestTwinsAreComparedAfterTheLast(t *testing.T) {
	answers := func(form Form) (texts []string) {
		s := Solver{Form: form, Twins: true}
		s.Complete(false, func(string) bool { return false })
		if err := s.SolveAll(t.Context(), "stdin", strings.NewReader(comparedTwins), func(a *Answer) error {
			texts = append(texts, string(a.Text))
			return a.Fault
		}); err != nil || len(texts) != 3 {
			t.Fatalf("%v, %d answers", err, len(texts))
		}
		return texts
	}
	const want = `
Changes between the twins
  a)  1.Qc2!
  b) +bRd4  1.Qb2+!
  a) – b)
    changed: 1...Ka5 2.Qa4# → 2.Qb5#/Qb6#
    transferred: 1...Ka3 2.Qb3# → 1...Kc4 2.Qb3#
    added: 1...Kc4 2.Qb3#
    removed: 1...Ka3 2.Qb3#
`
	for i, got := range answers(Text) {
		if strings.HasSuffix(got, want) != (i == 1) || strings.Contains(got, "the twins") != (i == 1) {
			t.Errorf("answer %d ends otherwise:\n%s", i, got)
		}
	}
	for i, got := range answers(JSON) {
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if i != 1 {
			if len(lines) != 1 {
				t.Errorf("answer %d: %q", i, lines)
			}
			continue
		}
		var form text.TwinsForm
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &form); err != nil || len(lines) != 2 {
			t.Fatalf("%v: %q", err, lines)
		}
		var kinds []string
		for _, c := range form.TwinChanges {
			if c.Twins != [2]string{"a", "b"} || c.FromSAN != "Qc2" || c.ToSAN != "Qb2+" {
				t.Errorf("%+v", c)
			}
			kinds = append(kinds, c.Kind+" "+c.DefenceSAN+" "+strings.Join(c.MatesSAN, "/")+" "+strings.Join(c.ChangedMatesSAN, "/"))
		}
		if got, want := strings.Join(kinds, "; "),
			"removed Ka3 Qb3# ; changed Ka5 Qa4# Qb5#/Qb6#; added Kc4  Qb3#; transferred Ka3 Qb3# Qb3#"; got != want ||
			len(form.Twins) != 2 || form.Twins[1].KeysSAN[0] != "Qb2+" || form.Twins[1].TwinChange != "+bRd4" {
			t.Errorf("%s; %+v", got, form)
		}
	}
}
