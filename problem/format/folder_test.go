package format

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/text"
)

// solveInto solves a file into a folder, or onto one stream.
func solveInto(t *testing.T, form Form, folder, content string) (out, told string, err error) {
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
	if err != nil {
		t.Fatal(err)
	}
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
		out, told, err := solveInto(t, form, folder, text)
		if err != nil || out != "" || !strings.Contains(told, "x:3") {
			t.Fatalf("%d: %v, %q, %q", form, err, out, told)
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
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
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
		out, told, err := solveInto(t, form, "", text)
		begin, end := edges(form)
		if err != nil || strings.Count(out, begin) != 1 || strings.Count(out, end) != 1 || strings.Count(out, mark) != 2 ||
			!strings.HasPrefix(out, begin) || !strings.HasSuffix(out, end) || strings.Count(told, "\n") != 2 {
			t.Errorf("%d: %v, %s\n%s", form, err, told, out)
		}
		if out, _, _ := solveInto(t, form, "", "no problem\n"); out != "" {
			t.Errorf("%q", out)
		}
	}
}
