//go:build unix

package problemfile

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"alfiere/internal/cli"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/query"
)

// programArgument is the first argument of a test binary that is to be the program; a subcommand follows, or edits.
const programArgument = "be-the-program"

func TestMain(m *testing.M) {
	if len(os.Args) < 3 || os.Args[1] != programArgument {
		os.Exit(m.Run())
	}
	if os.Args[2] == "edits" {
		os.Exit(editOften(os.Args[3], os.Args[4]))
	}
	os.Exit(cli.Execute(program(), append([]string{"problems"}, os.Args[2:]...), cli.Standard()))
}

// program returns the commands, new: flags keep what was read.
func program() *cobra.Command { return cli.Root("lab", "", "", Command(hereQueue)) }

// editOften edits some problems again and again, in steps of several, and numbers their titles.
func editOften(path, from string) int {
	db, err := database.Open(path, database.ReadOnly)
	if err != nil {
		return 2
	}
	var most int
	err = query.Find(context.Background(), db, &query.Query{}, func(*problem.Record) error {
		most++
		return nil
	})
	db.Close()
	if err != nil {
		return 2
	}
	first, _ := strconv.Atoi(from)
	for n := first; n < first+1000; n++ {
		args := []string{"problems", "edit", "--title", strconv.Itoa(n), path}
		for range 20 {
			args = append(args, strconv.Itoa(1+rand.IntN(max(most, 1))))
		}
		var out bytes.Buffer
		if status := cli.Execute(program(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: os.Stderr}); status != 0 {
			return status
		}
		for line := range strings.Lines(out.String()) {
			var id int64
			fmt.Sscanf(line, "problem %d:", &id)
			fmt.Println("problem", id, n)
		}
	}
	return 0
}

// process is the program under way.
type process struct {
	*exec.Cmd
	name  string
	lines []string
	first chan struct{} // closed when something was reported, or can be no more
	ended sync.WaitGroup
	err   bytes.Buffer
}

// begin begins a program; what it has reported is in lines when ended is.
func begin(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], append([]string{programArgument}, args...)...), name: args[0], first: make(chan struct{})}
	p.Stderr = &p.err
	pipe, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	must.Do(t, err)
	p.ended.Go(func() {
		reported := sync.OnceFunc(func() { close(p.first) })
		defer reported()
		in := bufio.NewReader(pipe)
		for {
			line, err := in.ReadString('\n')
			reported()
			if err != nil { // half a line tells nothing
				return
			}
			p.lines = append(p.lines, line)
		}
	})
	return p
}

// end waits for the end, and reports whether the process was killed.
func (p *process) end() (killed bool) {
	p.ended.Wait()
	err := p.Wait()
	return err != nil && p.ProcessState.ExitCode() == -1
}

// promises are what processes have told to be done.
type promises struct {
	stored   map[int64]bool
	titles   map[int64]int
	verdicts map[int64]string
}

// take takes what a process has reported.
func (reported *promises) take(t *testing.T, p *process) {
	t.Helper()
	for _, line := range p.lines {
		var event struct {
			ID, Problem      int64
			Outcome, Verdict string
		}
		var id int64
		n := 0
		switch {
		case p.name == "edits":
			if _, err := fmt.Sscanf(line, "problem %d %d", &id, &n); err != nil {
				t.Errorf("%s reported %s", p.name, line)
			}
			reported.titles[id] = n
		case json.Unmarshal([]byte(line), &event) != nil:
			t.Errorf("%s reported %s", p.name, line)
		case event.Outcome == "added":
			reported.stored[event.ID] = true
		case event.Outcome == "analysed":
			reported.verdicts[event.Problem] = event.Verdict
		}
	}
}

// hold checks that a collection opens, is whole and has what was promised.
func (reported *promises) hold(t *testing.T, path string) {
	t.Helper()
	db := must.Get(database.OpenOrCreate(path))(t)
	defer db.Close()
	if said := column[string](t, db, "PRAGMA integrity_check(20)"); !slices.Equal(said, []string{"ok"}) {
		t.Fatal(said)
	}
	there := map[int64]int{}
	if err := query.Find(t.Context(), db, &query.Query{}, func(p *problem.Record) error {
		there[p.ID], _ = strconv.Atoi(p.Title)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for id := range reported.stored {
		if _, ok := there[id]; !ok {
			t.Errorf("problem %d was added", id)
		}
	}
	for id, n := range reported.titles {
		if there[id] < n {
			t.Errorf("problem %d was edited at %d, and has %d", id, n, there[id])
		}
	}
	for id, verdict := range reported.verdicts {
		if f, err := db.Findings(id); err != nil || f.Verdict != verdict {
			t.Errorf("problem %d was found to be %s, and is %q, %v", id, verdict, f.Verdict, err)
		}
		if _, err := db.Report(id); err != nil {
			t.Errorf("problem %d: %v", id, err)
		}
	}
}

// someProblems makes a file of so many problems that are mates in one, or none.
func someProblems(t *testing.T, n int, seed uint64) string {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var text strings.Builder
	for range n {
		squares := r.Perm(64)
		board := []byte(strings.Repeat("1", 64))
		for i, man := range []byte("KQRNkbnr") {
			board[squares[i]] = man
		}
		var rows []string
		for rank := range 8 {
			row := string(board[8*rank : 8*rank+8])
			for n := 8; n > 1; n-- {
				row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
			}
			rows = append(rows, row)
		}
		fmt.Fprintf(&text, `{"problem":1,"fen":"%s w - -","stipulation":"#1","authors":["Author %d"],"comments":["%s"]}`+"\n",
			strings.Join(rows, "/"), r.IntN(500), strings.Repeat("word ", r.IntN(20)))
	}
	return written(t, "some.jsonl", text.String())
}

// TestWhatWasReportedIsThereAfterKills kills imports, edits and analyses, alone and two at a time, at random moments.
func TestWhatWasReportedIsThereAfterKills(t *testing.T) {
	wanted := effort.Of(200, 12, 6) // kills: four rounds, one of each kind, have six
	many := effort.Of(3000, 2500, 2500)
	killsPerFile := effort.Of(25, 6, 6) // after which a collection is left: the check of a large one takes long
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	var path string
	reported, kills, steps := (*promises)(nil), map[string]int{}, 0
	total := 0
	for round := 0; total < wanted; round++ {
		if path == "" || total/killsPerFile != (total-1)/killsPerFile {
			path = filepath.Join(t.TempDir(), "problems.db")
			reported = &promises{map[int64]bool{}, map[int64]int{}, map[int64]string{}}
		}
		var running []*process
		if round%4 != 2 || len(reported.stored) == 0 {
			running = append(running, begin(t, "import", "--json", "--doubles", "add", path, someProblems(t, many, uint64(round))))
		}
		if round%4 == 1 && len(reported.stored) > 0 {
			running = append(running, begin(t, "edits", path, strconv.Itoa(1+1000*round)))
		}
		if round%4 >= 2 && len(reported.stored) > 0 {
			running = append(running, begin(t, "analyse", "--json", path))
		}
		var killers sync.WaitGroup
		for _, p := range running {
			after, atOnce := time.Duration(r.IntN(many/10))*time.Millisecond, r.IntN(3) == 0
			killers.Go(func() {
				if !atOnce {
					<-p.first
				}
				time.Sleep(after)
				p.Process.Kill()
			})
		}
		for _, p := range running {
			if p.end() {
				kills[p.name]++
				total++
				steps += min(len(p.lines), 1)
			} else if p.err.Len() > 0 && !strings.Contains(p.err.String(), "problems with errors") {
				t.Errorf("%s: %s", p.name, &p.err)
			}
			reported.take(t, p)
		}
		killers.Wait()
		reported.hold(t, path)
		if t.Failed() {
			t.Fatalf("after %d kills", total)
		}
	}
	t.Logf("%d kills (%v), before %d of them something had been reported", total, kills, steps)
	if steps < wanted/4 {
		t.Errorf("before only %d of %d kills something had been reported", steps, total)
	}
}

// TestSeveralProcessesUseOneFile imports, edits, analyses and searches at the same time.
func TestSeveralProcessesUseOneFile(t *testing.T) {
	some, many, rounds := effort.Of(300, 100, 100), effort.Of(4000, 1500, 1500), effort.Of(12, 5, 5)
	path := filepath.Join(t.TempDir(), "problems.db")
	called("import", "--doubles", "add", path, someProblems(t, some, 1))
	before := countOf(t, path)
	file := someProblems(t, many, 2)
	text := must.Get(os.ReadFile(file))(t)
	writers := []*process{begin(t, "import", "--json", "--doubles", "add", path, file), begin(t, "analyse", "--json", path)}
	edited := map[string]int{}
	for n := 1; n <= rounds; n++ {
		id := strconv.Itoa(n)
		edit, find := begin(t, "edit", "--title", "round "+id, path, id), begin(t, "find", "--limit", "20", path, `anywhere:k or "author"`)
		for _, p := range []*process{edit, find} {
			if p.end(); p.ProcessState.ExitCode() != 0 || len(p.lines) == 0 {
				t.Errorf("%s: %v, %d lines, %s", p.name, p.ProcessState, len(p.lines), &p.err)
			}
		}
		edited["round "+id] = n
	}
	reported := &promises{map[int64]bool{}, map[int64]int{}, map[int64]string{}}
	for _, p := range writers {
		p.end()
		if p.err.Len() > 0 && !strings.Contains(p.err.String(), "problems with errors") {
			t.Errorf("%s: %s", p.name, &p.err)
		}
		p.lines = p.lines[:max(len(p.lines)-1, 0)] // the numbers
		reported.take(t, p)
	}
	reported.hold(t, path)
	if added := len(reported.stored); added < strings.Count(string(text), "\n")/3 || countOf(t, path) != before+added || len(reported.verdicts) < before {
		t.Errorf("%d were there, %d are added, there are %d, %d are analysed", before, added, countOf(t, path), len(reported.verdicts))
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
	db := must.Get(database.Open(path, database.ReadOnly))(t)
	defer db.Close()
	return count(t, db)
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
	must.Do(t, err)
	for path, want := range map[string]string{
		newer: "the collection was written by a newer version of this program", frozen: "the collection is read-only",
		written(t, "text.db", "no collection\n"): "the file is not a problem collection", written(t, "noise.db", strings.Repeat("noise", 999)): "the file is not a problem collection",
	} {
		before := must.Get(os.ReadFile(path))(t)
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
