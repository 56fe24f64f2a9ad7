//go:build unix

package problemfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alfiere/internal/cli"
	"alfiere/problem/database"
)

// TestSeveralProcessesUseOneFile imports, edits, analyses and searches at the same time.
func TestSeveralProcessesUseOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "problems.db")
	called("import", "--doubles", "add", path, someProblems(t, 300, 1))
	before := countOf(t, path)
	file := someProblems(t, 4000, 2)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writers := []*process{begin(t, "import", "--json", "--doubles", "add", path, file), begin(t, "analyse", "--json", path)}
	edited := map[string]int{}
	for n := 1; n <= 12; n++ {
		id := strconv.Itoa(n)
		edit, find := begin(t, "edit", "--title", "round "+id, path, id), begin(t, "find", "--limit", "20", path, `anywhere:k or "author"`)
		for _, p := range []*process{edit, find} {
			if p.end(); p.ProcessState.ExitCode() != 0 || len(p.lines) == 0 {
				t.Errorf("%s: %v, %d lines, %s", p.name, p.ProcessState, len(p.lines), &p.err)
			}
		}
		edited["round "+id] = n
	}
	told := &promises{map[int64]bool{}, map[int64]int{}, map[int64]string{}}
	for _, p := range writers {
		p.end()
		if p.err.Len() > 0 && !strings.Contains(p.err.String(), "were at fault") {
			t.Errorf("%s: %s", p.name, &p.err)
		}
		p.lines = p.lines[:max(len(p.lines)-1, 0)] // the numbers
		told.take(t, p)
	}
	told.hold(t, path)
	if added := len(told.stored); added < strings.Count(string(text), "\n")/3 || countOf(t, path) != before+added || len(told.verdicts) < before {
		t.Errorf("%d were there, %d are added, there are %d, %d are analysed", before, added, countOf(t, path), len(told.verdicts))
	}
	for title, n := range edited {
		if status, out, err := called("find", "--json", path, "title = "+strconv.Quote(title)); status != cli.ExitGood || !strings.Contains(out, fmt.Sprintf(`"id":%d,`, n)) {
			t.Errorf("%s: status %d, %s%s", title, status, out, err)
		}
	}
}

// countOf counts the problems of a collection.
func countOf(t *testing.T, path string) int {
	t.Helper()
	db, err := database.Open(path, database.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n, err := db.Count()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFilesThatCannotBeChangedStayAsTheyAre(t *testing.T) {
	problems := written(t, "a.epd", judgedLines)
	collection := func() string {
		path := filepath.Join(t.TempDir(), "problems.db")
		if status, out, err := called("import", path, problems); status != cli.ExitGood {
			t.Fatal(status, out, err)
		}
		return path
	}
	newer, frozen := collection(), collection()
	text, err := os.ReadFile(newer)
	if err == nil {
		text[63]++ // the last byte of user_version
		err = os.WriteFile(newer, text, 0o666)
	}
	if err == nil {
		err = os.Chmod(frozen, 0o444)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		newer: "the collection was written by a newer version of this program", frozen: "the collection is read-only",
		written(t, "text.db", "no collection\n"): "the file is not a problem collection", written(t, "noise.db", strings.Repeat("noise", 999)): "the file is not a problem collection",
	} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"import", path, problems}, {"edit", "--title", "x", path, "1"}, {"edit", "--delete", path, "1"}, {"analyse", path}} {
			if status, out, err := called(args...); status != cli.ExitInput || out != "" || !strings.Contains(err, path+": "+want) || strings.Count(err, "\n") != 1 {
				t.Errorf("%s: status %d, %s%s", strings.Join(args, " "), status, out, err)
			}
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("%s (%s) was changed, %v", path, want, err)
		}
	}
}
