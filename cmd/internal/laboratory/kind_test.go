package laboratory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/movegen"
)

// do has tasks of a kind done in this process.
func do(t *testing.T, kind string, payloads ...string) (results []work.Result) {
	t.Helper()
	kinds := must.Get(Kinds(t.Context(), "test", 4))(t)
	results = make([]work.Result, len(payloads))
	tasks := func(yield func(work.Task) bool) {
		for i, payload := range payloads {
			if !yield(work.Task{ID: string(rune('a' + i)), Kind: kind, Payload: []byte(payload)}) {
				return
			}
		}
	}
	queue := &work.Local{Kinds: kinds, Threads: 2}
	must.Do(t, queue.Do(t.Context(), tasks, func(r work.Result) error {
		results[r.Task.ID[0]-'a'] = r
		return nil
	}))
	return results
}

func TestAProposalIsTheFact(t *testing.T) {
	q := proposals.Question{Position: movegen.StartPosition(),
		Seat: council.Seat{Name: "mp", Knowledge: eval.Mobility | eval.Pawns}, Nodes: 2000, Megabytes: 2}
	payload := must.Get(json.Marshal(&q))(t)
	s := must.Get(proposals.NewSearcher(1))(t)
	defer s.Close()
	want := must.Get(s.Answer(t.Context(), &q))(t)
	large := strings.Replace(string(payload), `"hash":2`, `"hash":5`, 1)
	results := do(t, proposalTask, string(payload), "no question", large, string(payload))
	for _, i := range []int{0, 3} {
		var fact proposals.Fact
		if err := json.Unmarshal(results[i].Payload, &fact); err != nil {
			t.Fatal(err, results[i].Fault)
		}
		fact.Proposal.Elapsed, want.Elapsed = 0, 0
		fact.Proposal.Member, want.Member = "", ""
		if !reflect.DeepEqual(fact.Proposal, want) || fact.Nodes != q.Nodes {
			t.Errorf("the task proposes\n%+v, not\n%+v", fact.Proposal, want)
		}
	}
	if results[1].Fault == "" || !strings.Contains(results[2].Fault, "the task needs a table of 5 MB, but the limit is 4 MB") {
		t.Errorf("%q, %q", results[1].Fault, results[2].Fault)
	}
}

func TestAProblemIsSolvedAsByMate(t *testing.T) {
	results := do(t, ProblemTask, "8/8/8/8/8/2K5/1Q6/k7 b - - #1", "2k5/8/2K5/8/8/8/8/7R w - - #1", "",
		"8/8/8/8/8/8/8/8 w - - #2", "k7/8/1K6/8/8/8/8/7R w - -")
	var answer struct {
		Program, Verdict string
		N                int
	}
	if err := json.Unmarshal(results[1].Payload, &answer); err != nil {
		t.Fatalf("%v: %+v", err, results[1])
	}
	if answer.N != 1 || answer.Verdict != "sound" || answer.Program == "" {
		t.Errorf("%s", results[1].Payload)
	}
	for i, want := range map[int]string{2: "the task contains no problem", 4: "the number of moves is missing"} {
		if !strings.Contains(results[i].Fault, want) {
			t.Errorf("task %d: %q, %s", i, results[i].Fault, results[i].Payload)
		}
	}
}

func TestNamesOfKindsAreSingle(t *testing.T) {
	kinds := must.Get(Kinds(t.Context(), "test", 4))(t)
	var names []string
	for _, kind := range kinds {
		if kind.Version == "" || kind.Open == nil || slices.Contains(names, kind.Name) {
			t.Errorf("%+v", kind)
		}
		names = append(names, kind.Name)
	}
}

func TestBulkIsCarriedOnWith(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	must.Do(t, os.WriteFile(in, []byte("1\n2\n\nbad\n 5 \n6"), 0o600))
	begun := 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	kinds := []work.Kind{{Name: "echo", Open: work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		if begun++; begun == 3 {
			cancel()
		}
		if string(payload) == "bad" {
			return nil, errors.New("it is bad")
		}
		return fmt.Appendf(nil, "[%s]\n", payload), nil
	}).Open}}
	b := &Bulk{Kind: "echo", In: in, Out: out, Queue: &work.Local{Kinds: kinds, Threads: 1}}
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	if err := b.Run(ctx, std); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	half, err := os.ReadFile(out)
	if err != nil || len(half) == 0 {
		t.Fatalf("%q, %v", half, err)
	}
	// as if it had been killed
	must.Do(t, os.WriteFile(out, append(half, `{"line":5,"batch":"echo-`...), 0o600))
	kept := bytes.Count(half, []byte("\n"))
	begun = 3
	if err := b.Run(t.Context(), std); err != nil || begun != 3+5-kept {
		t.Fatalf("%v, %d begun", err, begun)
	}
	text := must.Get(os.ReadFile(out))(t)
	batch := batchOf("echo", [][]byte{[]byte("1"), []byte("2"), nil, []byte("bad"), []byte("5"), []byte("6")})
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), `"batch":"`+batch+`",`, "")), "\n")
	slices.Sort(lines)
	if got := strings.Join(lines, "\n"); got != `{"line":1,"result":[1]}
{"line":2,"result":[2]}
{"line":4,"fault":"it is bad"}
{"line":5,"result":[5]}
{"line":6,"result":[6]}` {
		t.Errorf("%s", got)
	}
	line := func(number int) string { return fmt.Sprintf(`{"line":%d,"batch":%q}`, number, batch) + "\n" }
	for _, other := range []string{"a letter to a friend\n", "a letter", line(7), line(1) + line(1), line(0)} {
		must.Do(t, os.WriteFile(out, []byte(other), 0o600))
		err := b.Run(t.Context(), std)
		if left, _ := os.ReadFile(out); err == nil || string(left) != other {
			t.Errorf("%q: %v, and then the file has %q", other, err, left)
		}
	}
}

// TestBulkRefusesResultsOfOtherTasks has tasks done whose file of results is that of others: of
// another list, another kind, or an earlier version.
func TestBulkRefusesResultsOfOtherTasks(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	echo := work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) { return []byte(`"done"`), nil }).Open
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	run := func(kind, name, tasks string) error {
		in := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(in, []byte(tasks), 0o600))
		queue := &work.Local{Kinds: []work.Kind{{Name: "echo", Open: echo}, {Name: "shout", Open: echo}}, Threads: 1}
		return (&Bulk{Kind: kind, In: in, Out: out, Queue: queue}).Run(t.Context(), std)
	}
	must.Do(t, run("echo", "p1.txt", "one\ntwo\n"))
	want, err := os.ReadFile(out)
	if err != nil || bytes.Count(want, []byte("\n")) != 2 {
		t.Fatalf("%q, %v", want, err)
	}
	if err := run("echo", "p1.txt", "one \ntwo\n\n\n"); err != nil {
		t.Errorf("blanks make another batch: %v", err)
	}
	batch := func(kind, first, second string) string { return batchOf(kind, [][]byte{[]byte(first), []byte(second)}) }
	for _, test := range []struct{ kind, first, second string }{{"echo", "one", "three"}, {"echo", "two", "one"},
		{"shout", "one", "two"}} {
		err := run(test.kind, "p2.txt", test.first+"\n"+test.second+"\n")
		if err == nil || !strings.Contains(err.Error(),
			"a result of batch "+batch("echo", "one", "two")+", but the lines of "+filepath.Join(folder, "p2.txt")+
				" are batch "+batch(test.kind, test.first, test.second)+"; give another file") {
			t.Errorf("%v: %v", test, err)
		}
		if left, _ := os.ReadFile(out); !bytes.Equal(left, want) {
			t.Errorf("%v: the file has %q", test, left)
		}
	}
	old := `{"line":1,"result":1}` + "\n"
	must.Do(t, os.WriteFile(out, []byte(old), 0o600))
	err = run("echo", "p1.txt", "one\ntwo\n")
	if left, _ := os.ReadFile(out); err == nil ||
		!strings.Contains(err.Error(), "line 1: it was written by an earlier version") || string(left) != old {
		t.Errorf("%v, and then the file has %q", err, left)
	}
}

// TestTheResultsOfAWorkerAreDoneAgain removes the lines of one worker of several, and those of a name that is in none.
func TestTheResultsOfAWorkerAreDoneAgain(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	must.Do(t, os.WriteFile(in, []byte("1\n2\n3\n4"), 0o600))
	batch := batchOf("echo", [][]byte{[]byte("1"), []byte("2"), []byte("3"), []byte("4")})
	line := func(number int, worker string, result any) string {
		return fmt.Sprintf(`{"line":%d,"batch":%q,"worker":%q,"result":"%v"}`, number, batch, worker, result) + "\n"
	}
	before := line(1, "mars", "wrong") + line(2, "venus", 2) + line(3, "mars", "wrong")
	must.Do(t, os.WriteFile(out, []byte(before), 0o600))
	echo := work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		return fmt.Appendf(nil, "%q", payload), nil
	})
	here := &work.Local{Kinds: []work.Kind{{Name: "echo", Open: echo.Open}}, Threads: 1}
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	b := &Bulk{Kind: "echo", In: in, Out: out, Redo: "pluto", Queue: foreignQueue{here}}
	err := b.Run(t.Context(), std)
	if left, _ := os.ReadFile(out); err == nil || !strings.Contains(err.Error(), `no result of a worker "pluto"`) ||
		string(left) != before {
		t.Errorf("%v, and then the file has %q", err, left)
	}
	b.Redo = "mars"
	must.Do(t, b.Run(t.Context(), std))
	want := line(2, "venus", 2) + line(1, "thread 1", 1) + line(3, "thread 1", 3) + line(4, "thread 1", 4)
	if left := must.Get(os.ReadFile(out))(t); string(left) != want {
		t.Errorf("the file has\n%s, not\n%s", left, want)
	}
}

// hereQueue declares no flags and does tasks in this process.
func hereQueue(*pflag.FlagSet) OpenQueue {
	return func(ctx context.Context, _ cli.Streams, megabytes int) (work.Queue, func(), error) {
		kinds, err := Kinds(ctx, "test", megabytes)
		return &work.Local{Kinds: append(kinds, Kind()), Threads: 2}, func() {}, err
	}
}

// runProposals runs "proposals" with the given words; file names among them are files in the folder.
func runProposals(t *testing.T, folder, in, words string) (status int, out, err string) {
	t.Helper()
	program := cli.Root("lab", "", "", ProposalsCommand(hereQueue))
	args := []string{"proposals"}
	for _, word := range strings.Fields(words) {
		if strings.Contains(word, ".") {
			word = filepath.Join(folder, word)
		}
		args = append(args, strings.ReplaceAll(word, "_", " "))
	}
	var stdout, stderr bytes.Buffer
	status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(in), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

const twoTests = `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a";
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;
`

func TestProposals(t *testing.T) {
	folder := t.TempDir()
	suitePath := filepath.Join(folder, "suite.epd")
	must.Do(t, os.WriteFile(suitePath, []byte(twoTests), 0o666))
	line := func(nodes int, member, move string) string {
		return fmt.Sprintf(`{"position":"4k3/8/8/8/8/8/4P3/4K3 w - -","member":%q,"nodes":%d,"hash":1,`+
			`"move":%q,"value":1,"depth":1,`+
			`"root_moves":1,"searched":9,"micros":1,"line":[%q],"iterations":[],"signature":"0123456789abcdef"}`+"\n", member,
			nodes, move, move)
	}
	var exported string
	for _, step := range []struct {
		words, in string
		status    int
		says      []string
	}{
		{"info lab.db", "", cli.ExitInput, []string{"lab.db: there is no such store"}},
		{"search --store lab.db suite.epd", "", cli.ExitInput, []string{"lab.db: there is no such store"}},
		{"search --create suite.epd", "", cli.ExitUsage, []string{"--store is required"}},
		{"search --store lab.db --create", "", cli.ExitUsage, []string{"a SUITE is required"}},
		{"search --store lab.db --sets zz suite.epd", "", cli.ExitUsage, []string{"--sets", "zz"}},
		{"search --store lab.db --create --sets mpar_mbxp~15#3 --nodes 500 --hash 1 suite.epd", "", cli.ExitGood,
			[]string{"4 proposals by 2 members at 2 positions are stored, 4 of them new"}},
		{"search --store lab.db --sets mpar_a --nodes 500 --hash 1 suite.epd", "", cli.ExitGood,
			[]string{"4 proposals by 2 members at 2 positions are stored, 2 of them new"}},
		{"search --store lab.db --sets uci:x --nodes 500 --hash 1 suite.epd", "", cli.ExitUsage,
			[]string{"--sets", "own searches"}},
		{"info --seats --suite suite.epd lab.db", "", cli.ExitGood,
			[]string{"(this one)", "mbxp~15#3", "suite: complete", "500", "proposals\n"}},
		{"info --json lab.db", "", cli.ExitGood, []string{`"this_engine":true`, `"facts":6`}},
		{"check --sample 3 lab.db", "", cli.ExitGood, []string{"6 proposals, no damage", "3 of this engine"}},
		{"export lab.db", "", cli.ExitGood, []string{`"member":"mbxp~15#3"`}},
		{"import --store other.db --create -", "EXPORTED", cli.ExitGood, []string{"6 proposals read and stored"}},
		{"import --store other.db", "EXPORTED", cli.ExitGood, []string{"6 proposals read and stored"}},
		{"check other.db", "", cli.ExitGood, []string{"6 proposals, no damage"}},
		{"import --store other.db -", line(7, "m", "e2e4") + "{\n" + line(8, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:2: ", "2 proposals read", "1 of 3 lines were invalid"}},
		{"import --store other.db -", line(9, "m", "e2e4") + line(7, "m", "e2e3") + line(10, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:2: ", "a different answer is already stored", "2 proposals read", "1 of 3 lines"}},
		{"import --store other.db -", strings.Repeat("x", 1<<24) + "\n" + line(11, "m", "e2e4"), cli.ExitInput,
			[]string{"stdin:1: the line has more than 65536 bytes", "1 proposals read"}},
		{"import --store other.db absent.jsonl", "", cli.ExitInput, []string{"absent.jsonl"}},
		{"import --store suite.epd -", line(1, "m", "e2e4"), cli.ExitInput, []string{"suite.epd: not a store of proposals"}},
		{"info suite.epd", "", cli.ExitInput, []string{"suite.epd: not a store of proposals"}},
		{"check --sample 3 other.db", "", cli.ExitGood, []string{"11 proposals, no damage"}},
		{"export --engine 0123456789abcdef other.db", "", cli.ExitGood, []string{`"nodes":11`}},
		{"export --engine x other.db", "", cli.ExitUsage, []string{"--engine"}},
	} {
		in := step.in
		if in == "EXPORTED" {
			in = exported
		}
		status, out, err := runProposals(t, folder, in, step.words)
		if status != step.status {
			t.Errorf("%s: status %d, %s%s", step.words, status, out, err)
		}
		for _, says := range step.says {
			if !strings.Contains(out+err, says) {
				t.Errorf("%s: %q is not in %s%s", step.words, says, out, err)
			}
		}
		if strings.HasPrefix(step.words, "export lab.db") {
			exported = out
		}
	}
	if text, err := os.ReadFile(suitePath); err != nil || string(text) != twoTests {
		t.Errorf("the suite is now %q, %v", text, err)
	}
	if _, again, _ := runProposals(t, folder, "", "export lab.db"); strings.Count(again, "\n") != 6 {
		t.Errorf("in the end lab.db holds\n%s", again)
	}
}
