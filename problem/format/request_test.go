package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

func TestOneFormIsChosen(t *testing.T) {
	for a := Text; a <= HTML; a++ {
		for b := Text; b <= HTML; b++ {
			var c FormChoice
			for _, flag := range FormFlags() {
				if err := c.Set(flag.Form)(fmt.Sprint(flag.Form == a || flag.Form == b)); err != nil {
					t.Fatal(err)
				}
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
			Solver{Text: text.Options{Tries: true}, Problem: problem.Options{Tries: 2}}},
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
		if got.Text != test.want.Text || got.Problem != test.want.Problem {
			t.Errorf("%s: %+v, not %+v", test.name, got, test.want)
		}
	}
}

func TestAFENIsNoNameOfAFile(t *testing.T) {
	for text, want := range map[string]bool{cumpe: true, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w": true, "8/8/8/3K4/8/5nP1/5Q1b/5N1k": true,
		"/a/b/c/d/e/f/g h": false, "a/b c": false, "": false} {
		if IsFEN(text) != want {
			t.Errorf("%q: %v", text, !want)
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

// TestAFileWithoutProblemsIsToldInFewLines: a program given by mistake has a fault a line.
func TestAFileWithoutProblemsIsToldInFewLines(t *testing.T) {
	for _, form := range []Form{Text, JSON} {
		var out, faults bytes.Buffer
		s := newSolver(1)
		s.Form = form
		p := Printer{Out: &out, Err: &faults, Form: form}
		if err := s.SolveAll(t.Context(), "f", strings.NewReader(strings.Repeat("notes\n\x00\n", 50)), p.Print); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(faults.String(), "\n"); lines != maxTold+1 || !strings.HasSuffix(faults.String(), "\nfurther errors are only counted\n") {
			t.Errorf("%d lines: %s", lines, &faults)
		}
		if err := p.FaultsIn("f"); fmt.Sprint(err) != "f: no problem found; errors: 100" {
			t.Error(err)
		}
	}
}
