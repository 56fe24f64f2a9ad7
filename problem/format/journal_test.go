package format

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/text"
)

// batch is a file with problems and errors of all kinds; the first problem is there twice.
var batch = strings.Join([]string{cumpe, "no problem", twoRooks, "# a comment", "k6R/8/8/8/8/8/8/K7 w - -", cumpe + " dm 1;", cumpe,
	"8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm x;", cumpe}, "\n")

var timeOfAnswer = regexp.MustCompile(`"seconds":[0-9.e-]+`)

// untimed is JSON without what is never the same twice.
func untimed(text []byte) string { return timeOfAnswer.ReplaceAllString(string(text), `"seconds":0`) }

// replaceFile replaces a file by another one.
func replaceFile(path string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o600)
}

// resumed solves a batch with its answers in a file and returns what is in it then, and the summary.
func resumed(t *testing.T, path, input string, change func(s *Solver, p *Printer)) (answers, summary string, err error) {
	t.Helper()
	s := newSolver(2)
	s.Form = JSON
	var faults, out strings.Builder
	p := Printer{Out: &out, Err: &faults, Summing: withSummary}
	if change != nil {
		change(s, &p)
	}
	p.Complete(s, false, func(name string) bool { return name == "tries" })
	j, err := p.Keep(path, s)
	if err != nil {
		return "", "", err
	}
	err = s.SolveAll(t.Context(), "file", strings.NewReader(input), p.Print)
	err = errors.Join(err, j.Close(err == nil, replaceFile))
	if err == nil {
		err = p.Sum(s.Text, false)
	}
	text, readErr := os.ReadFile(path)
	return untimed(text), untimed([]byte(out.String())), errors.Join(err, readErr)
}

// TestABatchThatWasCutOffAnywhereGoesOn to the same end.
func TestABatchThatWasCutOffAnywhereGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	want, wantSummary, err := resumed(t, path, batch, nil)
	if err != nil || strings.Count(want, "\n") != 9 {
		t.Fatalf("%v\n%s", err, want)
	}
	whole := must.Get(os.ReadFile(path))(t)
	random := rand.New(rand.NewPCG(9, 9))
	cuts := []int{0, 1, 10, 11, 12, len(whole) - 1, len(whole)}
	for i, c := range whole {
		if c == '\n' {
			cuts = append(cuts, i, i+1)
		}
	}
	for range 20 {
		cuts = append(cuts, random.IntN(len(whole)))
	}
	for _, cut := range cuts {
		must.Do(t, os.WriteFile(path, whole[:cut], 0o600))
		got, summary, err := resumed(t, path, batch, nil)
		if err != nil || got != want || summary != wantSummary {
			t.Fatalf("cut at %d of %d: %v\n%s\n%s", cut, len(whole), err, got, summary)
		}
	}
}

// TestWhatIsAnsweredIsNotSolvedAgain: an answer that was changed in the file stays so.
func TestWhatIsAnsweredIsNotSolvedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	if _, _, err := resumed(t, path, batch, nil); err != nil {
		t.Fatal(err)
	}
	whole := must.Get(os.ReadFile(path))(t)
	changed := bytes.Replace(whole, []byte(`"verdict":"sound"`), []byte(`"verdict":"short"`), 1)
	must.Do(t, os.WriteFile(path, changed[:len(changed)-3], 0o600))
	got, summary, err := resumed(t, path, batch, nil)
	if err != nil || got != untimed(changed) {
		t.Errorf("%v\n%s", err, got)
	}
	if !strings.Contains(summary, `"short":1`) {
		t.Error(summary)
	}
}

// TestCutShortAnswersAreReplaced in their places by those of the next run.
func TestCutShortAnswersAreReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	want, wantSummary, err := resumed(t, path, batch, nil)
	must.Do(t, err)
	if err = os.Remove(path); err != nil {
		t.Fatal(err)
	}
	hasty, _, err := resumed(t, path, batch, func(s *Solver, _ *Printer) { s.Problem.Nodes = 300 })
	if err != nil || strings.Count(hasty, `"complete":false`) < 3 || strings.Count(hasty, `"complete":true`) < 2 {
		t.Fatalf("%v\n%s", err, hasty)
	}
	again, _, err := resumed(t, path, batch, func(s *Solver, _ *Printer) { s.Problem.Nodes = 300 })
	if err != nil || again != hasty {
		t.Errorf("%v\n%s", err, again)
	}
	got, summary, err := resumed(t, path, batch, nil)
	if err != nil || got != want || summary != wantSummary {
		t.Errorf("%v\n%s\n%s", err, got, summary)
	}
}

// TestAFilteredBatchGoesOn: what is kept out is worked out again.
func TestAFilteredBatchGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	filter := func(_ *Solver, p *Printer) {
		must.Do(t, p.Filter.AddVerdicts("cooked,none"))
	}
	want, wantSummary, err := resumed(t, path, batch, filter)
	if err != nil || strings.Count(want, "\n") != 2 {
		t.Fatalf("%v\n%s", err, want)
	}
	whole := must.Get(os.ReadFile(path))(t)
	for _, cut := range []int{0, 20, bytes.IndexByte(whole, '\n') + 1, len(whole) - 1, len(whole)} {
		must.Do(t, os.WriteFile(path, whole[:cut], 0o600))
		if got, summary, err := resumed(t, path, batch, filter); err != nil || got != want || summary != wantSummary {
			t.Errorf("cut at %d: %v\n%s", cut, err, got)
		}
	}
}

// TestOtherFilesAreLeftAlone: nothing is lost of a file that does not hold these answers.
func TestOtherFilesAreLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	if _, _, err := resumed(t, path, cumpe, nil); err != nil {
		t.Fatal(err)
	}
	answer := must.Get(os.ReadFile(path))(t)
	less := bytes.Replace(answer, []byte(`"themes",`), nil, 1)
	for _, c := range []struct {
		name, held, input string
		want              error
	}{
		{"problems", cumpe, cumpe, errNotAJournal},
		{"problems and a line end", cumpe + "\n", cumpe, errNotAJournal},
		{"other JSON", "{\"fen\": \"8\"}\n", cumpe, errNotAJournal},
		{"a line in the midst that is cut off", `{"version":1,` + "\n" + string(answer), cumpe, errNotAJournal},
		{"answers to other problems", string(answer), twoRooks, errOtherInput},
		{"answers to the same on another line", string(answer), "\n" + cumpe, errOtherInput},
		{"answers to more problems", string(answer) + strings.Replace(string(answer), `"line":1`, `"line":2`, 1), cumpe, errOtherInput},
		{"answers to another stipulation", string(answer), cumpe + " dm 3;", errOtherInput},
		{"answers without themes", string(less), cumpe, errOtherFlags},
	} {
		must.Do(t, os.WriteFile(path, []byte(c.held), 0o600))
		_, _, err := resumed(t, path, c.input, nil)
		after, _ := os.ReadFile(path)
		if !errors.Is(err, c.want) || string(after) != c.held {
			t.Errorf("%s: %v\n%s", c.name, err, after)
		}
	}
	if _, _, err := resumed(t, t.TempDir(), cumpe, nil); err == nil {
		t.Error("a folder is no file")
	}
}

// TestSummariesOfEarlierRunsAreDropped when the answers of such an output are continued.
func TestSummariesOfEarlierRunsAreDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	want, summary, err := resumed(t, path, batch, nil)
	must.Do(t, err)
	first, _, _ := strings.Cut(want, "\n")
	must.Do(t, os.WriteFile(path, []byte(first+"\n"+summary), 0o600))
	if got, _, err := resumed(t, path, batch, nil); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestFaultsAreFoundAgain: without a number of moves each problem is one.
func TestFaultsAreFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	change := func(s *Solver, _ *Printer) { s.Problem = problem.Options{} }
	want, _, err := resumed(t, path, batch, change)
	if err != nil || strings.Count(want, `"error"`) != 8 {
		t.Fatalf("%v\n%s", err, want)
	}
	if got, _, err := resumed(t, path, batch, change); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// solveInto solves a file into a folder, or onto one stream.
func solveInto(t *testing.T, form Form, folder, content string) (out, reported string, err error) {
	t.Helper()
	s := &Solver{Form: form, Problem: problem.Options{Moves: 2}, Threads: 2, Text: text.Options{Program: "Alfiere"}}
	var stdout, stderr bytes.Buffer
	p := Printer{Out: &stdout, Err: &stderr}
	p.Complete(s, false, func(string) bool { return false })
	if folder != "" {
		p.Folder = NewFolder(folder, form)
	}
	err = s.SolveAll(context.Background(), "x", strings.NewReader(content), p.Print)
	err = errors.Join(err, p.Sum(s.Text, false))
	return stdout.String(), stderr.String(), err
}

// names lists the files of a folder and of what lies below it.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(folder, path)
			list = append(list, name)
		}
		return err
	})
	must.Do(t, err)
	return list
}

const hostileIDs = cumpe + ` id "../../evil";` + "\n" + cumpe + ` id "/etc/passwd";` + "\nno problem\n" + cumpe + ` id "..";` + "\n" +
	cumpe + ` id "CON";` + "\n" + cumpe + "\n" + cumpe + " id \"a b:c*?<>|\\é\u202e\";\n"

// TestEachAnswerHasAFile in the folder and nowhere else, whatever the problems are called.
func TestEachAnswerHasAFile(t *testing.T) {
	text := strings.ReplaceAll(hostileIDs, " 0 1", "")
	for form, extension := range map[Form]string{Text: "txt", JSON: "json", SVG: "svg", LaTeX: "tex", HTML: "html", Popeye: "txt", Olive: "olv"} {
		root := t.TempDir()
		folder := filepath.Join(root, "a", "b")
		out, reported, err := solveInto(t, form, folder, text)
		if err != nil || out != "" || !strings.Contains(reported, "x:3") {
			t.Fatalf("%d: %v, %q, %q", form, err, out, reported)
		}
		want := []string{"0001-evil", "0002-etc-passwd", "0004", "0005-CON", "0006", "0007-a-b-c-é"}
		if form == JSON {
			want = append(want[:2], append([]string{"0003"}, want[2:]...)...) // JSON reports errors, too
		}
		for i := range want {
			want[i] = filepath.Join("a", "b", want[i]+"."+extension)
		}
		if got := names(t, root); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%d: %q, not %q", form, got, want)
		}
		for i, name := range want {
			if form == JSON && i == 2 {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, name))
			begin, end := edges(form)
			if err != nil || !strings.HasPrefix(string(text), begin) || !strings.HasSuffix(string(text), end) {
				t.Errorf("%d: %v, %.200q", form, err, text)
			}
		}
	}
}

// edges is how a file of the form begins and ends.
func edges(form Form) (begin, end string) {
	switch form {
	case LaTeX:
		return text.LaTeXHead, text.LaTeXFoot
	case HTML:
		return "<!DOCTYPE html>", text.HTMLFoot
	case Popeye:
		return "Alfiere\n", "\n"
	case Olive:
		return "---\n", "\n"
	case SVG:
		return "<svg", "</svg>\n"
	}
	return "", "\n"
}

// TestNoFileIsReplaced: one that is there stays as it is, and ends the work.
func TestNoFileIsReplaced(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "0002.txt")
	must.Do(t, os.WriteFile(mine, []byte("mine"), 0o600))
	_, _, err := solveInto(t, Text, folder, strings.Repeat(twoRooks+"\n", 4))
	if !errors.Is(err, errTaken) || !strings.Contains(err.Error(), mine) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
	if got := names(t, folder); strings.Join(got, " ") != "0001.txt 0002.txt" {
		t.Errorf("%q", got)
	}
	if _, _, err = solveInto(t, Text, mine, twoRooks); err == nil {
		t.Error("a file became a folder")
	}
	if err = os.Symlink(filepath.Join(folder, "elsewhere"), filepath.Join(folder, "0001.svg")); err == nil {
		if _, _, err = solveInto(t, SVG, folder, twoRooks); !errors.Is(err, errTaken) {
			t.Errorf("a link is followed: %v", err)
		}
	}
}

// TestAStreamIsOneDocument with all problems, and nothing if there is none.
func TestAStreamIsOneDocument(t *testing.T) {
	text := cumpe + "\nno problem\nk6R/8/8/8/8/8/8/K7 w - -\n" + twoRooks + "\n"
	for form, mark := range map[Form]string{LaTeX: "\\chessboard[", HTML: "<article>"} {
		out, reported, err := solveInto(t, form, "", text)
		begin, end := edges(form)
		if err != nil || strings.Count(out, begin) != 1 || strings.Count(out, end) != 1 || strings.Count(out, mark) != 2 ||
			!strings.HasPrefix(out, begin) || !strings.HasSuffix(out, end) || strings.Count(reported, "\n") != 2 {
			t.Errorf("%d: %v, %s\n%s", form, err, reported, out)
		}
		if out, _, _ := solveInto(t, form, "", "no problem\n"); out != "" {
			t.Errorf("%q", out)
		}
	}
}
