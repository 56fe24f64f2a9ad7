package problemfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/database/analyse"
	"alfiere/protocol"
)

// collection makes a small collection and returns its file.
func collection(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "problems.db")
	db := must.Get(database.Create(path))(t)
	defer db.Close()
	for i, p := range []problem.Record{
		{FEN: "8/8/8/8/8/k2K4/7Q/8 w - -", Stipulation: "#2", Title: "First\x1b[31m", Authors: []string{"Loyd, Sam"},
			Source: problem.Source{Name: "Magazine", Year: 1870}},
		{FEN: "8/8/8/8/8/k2K4/6PQ/8 w - -", Stipulation: "#3", Authors: []string{"Ann"}, Source: problem.Source{Year: 1952},
			Awards: []problem.Award{{Text: "1st Prize"}}},
		{FEN: "8/8/8/8/8/k2K4/5NPQ/8 w - -", Stipulation: "#2"},
	} {
		must.Do(t, db.Batch(func(tx *database.Tx) error {
			id, err := tx.Add(&p, database.RefuseImages)
			if i > 0 || err != nil {
				return err
			}
			report := `{"version":1,"fen":"` + p.FEN + `","stipulation":"#2","verdict":"sound","complete":true,` +
				`"keys":[{"move":"d3c4","san":"Kc4","type":"block","variations":[{}]}],"themes":[{"name":"Grimshaw"}]}`
			_, err = tx.StoreReport(id, problem.StoredReport{Text: []byte(report)})
			return err
		}))
	}
	return path
}

func streams() (cli.Streams, *bytes.Buffer) {
	var out bytes.Buffer
	return cli.Streams{In: strings.NewReader(""), Out: &out, Err: &bytes.Buffer{}}, &out
}

func TestProblemsAreListed(t *testing.T) {
	path := collection(t)
	for _, test := range []struct {
		find  find
		query string
		want  string // parts of the output, in their order
		not   string
	}{
		{find{}, "#2", "id  stip|1  #2    2+1    sound     Kc4|Loyd, Sam|Magazine 1870|3  #2    4+1    -", "\x1b"},
		{find{sort: "year desc"}, "", "1952, 1st Prize|1870|8/8/8/8/8/k2K4/5NPQ/8", "\x1b"},
		{find{limit: 1, offset: 1}, "", "     2  #3", "     1 "},
		{find{}, "author:nobody", "no problem is found", "id"},
		{find{}, "count", "3\n", "id"},
		{find{}, "count by stipulation", "#2|2|#3|1", "id"},
		{find{json: true}, "sound", `{"problem":1,"id":1,"fen":"8/8/8/8/8/k2K4/7Q/8 w - -","stipulation":"#2"|"authors":["Loyd, Sam"]|"men":"2+1","found":{"verdict":"sound"|"key":"d3c4","key_san":"Kc4"`, "id  stip"},
		{find{json: true}, "count by theme", `"theme":"Grimshaw"`, "id"},
		{find{json: true}, "count", `{"count":3}`, "id"},
		{find{}, "count offset 1", "3\n", "id"}, // there is no second number
		{find{json: true, offset: 9, limit: 1}, "count", `{"count":3}`, "id"},
		{find{}, "count by stipulation offset 9", "", "#"},
	} {
		std, out := streams()
		if err := test.find.run(path, test.query, std); err != nil {
			t.Errorf("%s: %v", test.query, err)
		}
		rest := out.String()
		for part := range strings.SplitSeq(test.want, "|") {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Errorf("%s: no %q in\n%s", test.query, part, out)
			}
			rest = after
		}
		if strings.Contains(out.String(), test.not) {
			t.Errorf("%s: %q is in\n%s", test.query, test.not, out)
		}
	}
}

func TestWrongUseIsReported(t *testing.T) {
	path := collection(t)
	for _, test := range []struct {
		find              find
		path, query, says string
		isUsage           bool
	}{
		{find{}, path, "theme:grimshow", "column 7: there is no theme \"grimshow\"; did you mean Grimshaw?", true},
		{find{}, path, "peices > 3", "did you mean pieces?", true},
		{find{sort: "yeer"}, path, "", "did you mean year?", true},
		{find{sort: "year limit 3"}, path, "", "only names of fields", true},
		{find{sort: "year"}, path, "count", "query that counts", true},
		{find{limit: -1}, path, "", "must not be negative", true},
		{find{}, path + ".no", "", "there is no such collection", false},
		{find{}, "edit.go", "", "not a problem collection", false},
	} {
		std, _ := streams()
		err := test.find.run(test.path, test.query, std)
		if err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, cli.ErrUsage) != test.isUsage {
			t.Errorf("%q: %v", test.query, err)
		}
	}
}

func TestStatisticsAreTablesAndAPicture(t *testing.T) {
	path := collection(t)
	std, out := streams()
	s := statistics{top: 1, plot: filepath.Join(t.TempDir(), "themes.svg")}
	must.Do(t, s.run(path, "", std))
	for _, part := range []string{"3 problems\n", "by stipulation\n", "1 others", "by decade\n  1870       1", "themes by decade\n", "Grimshaw                     1     ·"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
	if picture, err := os.ReadFile(s.plot); err != nil || !bytes.Contains(picture, []byte("<svg")) {
		t.Errorf("the picture: %v", err)
	}
	std, out = streams()
	s = statistics{top: 1, json: true}
	var read tally
	if err := s.run(path, "sound", std); err != nil || json.Unmarshal(out.Bytes(), &read) != nil || read.Problems != 1 || len(read.Tables) != len(counted) {
		t.Errorf("%v, %s", err, out)
	}
	for _, wrong := range []statistics{{top: 0}, {top: 1, plot: "x.bmp"}} {
		if err := wrong.run(path, "", std); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

func TestFieldsAreListed(t *testing.T) {
	for name, want := range map[string]string{"": "theme:", "theme": "  pawn Grimshaw\n", "men": "pieces >= 3: men"} {
		var out bytes.Buffer
		if err := writeFields(&out, name); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", name, err, &out)
		}
	}
	if err := writeFields(&bytes.Buffer{}, "peices"); err == nil || !strings.Contains(err.Error(), "did you mean pieces?") {
		t.Error(err)
	}
}

// hereQueue analyses in this process.
func hereQueue(*pflag.FlagSet) OpenQueue {
	return func(context.Context, cli.Streams) (work.Queue, func(), error) {
		return &work.Local{Kinds: []work.Kind{analyse.Kind(protocol.Title, "test")}, Threads: 2}, func() {}, nil
	}
}

const judgedLines = "8/8/8/8/8/k2K4/7Q/8 w - - #2\n7k/8/6K1/8/8/8/8/RQ6 w - - #1\nk7/8/8/8/8/8/8/K6N w - - #2\n"

func TestProblemsAreAnalysed(t *testing.T) {
	db := filepath.Join(t.TempDir(), "problems.db")
	if status, out, err := called("import", db, written(t, "a.epd", judgedLines)); status != cli.ExitGood {
		t.Fatal(status, out, err)
	}
	status, out, err := called("analyse", "--query", "moves = 2", db)
	if status != cli.ExitGood || err != "" || !strings.HasPrefix(out, "2 of 2 problems analysed in ") || !strings.HasSuffix(out, ": 1 sound, 1 no solution\n") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	status, out, err = called("analyse", "--json", "--limit", "10", db)
	var event judged
	first, last, _ := strings.Cut(out, "\n")
	if status != cli.ExitGood || err != "" || json.Unmarshal([]byte(first), &event) != nil || event.Problem != 2 || event.Verdict != "cooked" || event.Outcome != "analysed" {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	if !strings.HasPrefix(last, `{"analysed":1,"changed":0,"faults":0,"kept":0,"others":0,`) {
		t.Errorf("the numbers: %s", last)
	}
	if status, out, err = called("analyse", db); status != cli.ExitGood || !strings.HasPrefix(out, "0 of 0 problems analysed") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	old := strings.Replace(`{"problem":1,"fen":"8/8/8/8/8/2K5/1Q6/k7 w - -","stipulation":"#1","report":{"text":{"version":1,"program":"Alfiere 1.0","verdict":"none",
		"fen":"8/8/8/8/8/2K5/1Q6/k7 w - -","stipulation":"#1","complete":true}}}`, "\n", " ", -1)
	old = strings.ReplaceAll(old, "2K5/1Q6/k7", "2K5/7Q/k7")
	if status, out, err := called("import", db, written(t, "b.jsonl", old+"\n")); status != cli.ExitGood {
		t.Fatal(status, out, err)
	}
	status, out, err = called("analyse", db)
	if status != cli.ExitGood || !strings.HasPrefix(out, "problem 4: no solution before, sound now\n1 of 1 problems analysed") || !strings.Contains(out, "\nverdicts other than before: 1\n") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	for line, want := range map[string]string{"--query count": "counts", "--query theme:grimshow": "did you mean", "--limit -1": "limit", "x y": "give the FILE"} {
		if status, _, err := called(append(append([]string{"analyse"}, strings.Fields(line)...), db)...); status != cli.ExitUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", line, status, err)
		}
	}
}

// connected returns a connection to a broker that the test closes.
func connected(t *testing.T, url string) *natsnet.Connection {
	t.Helper()
	c := must.Get(natsnet.Connect(url, "test", &natsnet.Access{}, 0, func(string) {}))(t)
	t.Cleanup(c.Close)
	return c
}

// serveTasks lets a worker do tasks of a kind at a broker until end is called.
func serveTasks(t *testing.T, url, name string, kind work.Kind) (c *natsnet.Connection, end func()) {
	t.Helper()
	c = connected(t, url)
	w := natsnet.Worker{Tasks: []work.Kind{kind}, Spare: work.NewThreads(1, 0),
		Worker: broker.Worker{Card: broker.Card{ID: broker.NewID(), Name: name, Threads: 1}}}
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { _ = w.Serve(ctx, c) })
	end = sync.OnceFunc(func() {
		cancel()
		serving.Wait()
	})
	t.Cleanup(end)
	return c, end
}

// mortal is the kind of analyses done by a worker that stops in the middle of its third: begun
// is closed then, and it never comes back by itself.
func mortal(started chan struct{}) work.Kind {
	kind := analyse.Kind(protocol.Title, "test")
	open := kind.Open
	kind.Open = func() (work.Handler, error) {
		usual, err := open()
		tasks := 0
		return work.HandlerFunc(func(ctx context.Context, payload []byte) ([]byte, error) {
			if tasks++; tasks < 3 {
				return usual.Handle(ctx, payload)
			}
			if tasks == 3 {
				close(started)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}), err
	}
	return kind
}

// `problems analyse` asks the workers at a broker. The first leaves in the middle of an analysis, or is cut off without
// a word; the next gets what it had. Whatever happens, each problem is judged once, as it is here.
func TestProblemsAreAnalysedByWorkersAtABroker(t *testing.T) {
	t.Parallel()
	for name, kill := range map[string]func(c *natsnet.Connection, end func()){
		"left":    func(_ *natsnet.Connection, end func()) { end() },
		"cut off": func(c *natsnet.Connection, _ func()) { c.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := natsnet.Listen(&natsnet.Settings{Listen: "127.0.0.1:0", Folder: t.TempDir()}, func(string) {})
			must.Do(t, err)
			t.Cleanup(server.Close)
			db := filepath.Join(t.TempDir(), "problems.db")
			const n = 12
			var lines strings.Builder
			for i := range n {
				fmt.Fprintf(&lines, "8/8/8/8/8/k2K4/%s/8 w - - #2\n", []string{"7Q", "6Q1", "6NQ", "5N1Q", "5PQ1", "6PQ"}[i%6])
			}
			if status, out, err := called("import", "--doubles", "add", db, written(t, "a.epd", lines.String())); status != cli.ExitGood {
				t.Fatal(status, out, err)
			}
			started := make(chan struct{})
			c, end := serveTasks(t, server.URL(), "one", mortal(started))
			var killed sync.WaitGroup
			killed.Go(func() {
				<-started
				kill(c, end)
				serveTasks(t, server.URL(), "two", analyse.Kind(protocol.Title, "test"))
			})
			queue := func(*pflag.FlagSet) OpenQueue {
				return func(context.Context, cli.Streams) (work.Queue, func(), error) {
					kinds := []work.Kind{analyse.Kind(protocol.Title, "test")}
					return &natsnet.Queue{Connection: connected(t, server.URL()), Name: "test", Kinds: kinds, Tell: func(string) {}}, func() {}, nil
				}
			}
			status, out, said := calledWith(queue, "analyse", "--json", db)
			killed.Wait()
			workers, judgedOnce := map[string]int{}, map[int64]bool{}
			for line := range strings.Lines(out) {
				if !strings.HasPrefix(line, `{"problem":`) {
					continue // the numbers at the end
				}
				var event judged
				if err := json.Unmarshal([]byte(line), &event); err != nil {
					t.Error(err)
				}
				workers[event.Worker]++
				judgedOnce[event.Problem] = true
			}
			// An answer that was on its way when the connection was cut is that of the other worker.
			one := workers["one"]
			if status != cli.ExitGood || one > 2 || one < 2 && name == "left" || one+workers["two"] != n || len(judgedOnce) != n {
				t.Errorf("status %d, %s%s%v", status, out, said, workers)
			}
			compareWithHere(t, db)
		})
	}
}

// compareWithHere analyses all problems again in this process: no verdict may be another.
func compareWithHere(t *testing.T, path string) {
	t.Helper()
	verdicts := func() (list []string) {
		db := must.Get(database.Open(path, database.ReadOnly))(t)
		defer db.Close()
		n := count(t, db)
		for id := range n {
			f, err := db.Findings(int64(id + 1))
			if err != nil {
				t.Error(err)
			}
			list = append(list, fmt.Sprint(f.Verdict, f.Keys, f.KeySAN, f.Variations, f.Nodes))
		}
		return list
	}
	there := verdicts()
	if status, out, err := called("analyse", "--force", path); status != cli.ExitGood || !strings.Contains(out, " problems analysed") || strings.Contains(out, "than before") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	if here := verdicts(); fmt.Sprint(here) != fmt.Sprint(there) {
		t.Errorf("here:\n%v\nthere:\n%v", here, there)
	}
}

// count counts the problems of a collection.
func count(t *testing.T, db *database.DB) int {
	t.Helper()
	return len(column[int64](t, db, "SELECT id FROM problem"))
}

// column returns what a query for a column finds.
func column[T any](t *testing.T, db *database.DB, text string) []T {
	t.Helper()
	rows, err := db.Query(t.Context(), text)
	return must.Get(database.ScanAll(rows, err, func(value *T) []any { return []any{value} }))(t)
}
