package problemfile

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/problem/database"
	"alfiere/problem/database/analyse"
	"alfiere/protocol"
)

// connected returns a connection to a broker that the test closes.
func connected(t *testing.T, url string) *natsnet.Connection {
	t.Helper()
	c, err := natsnet.Connect(url, "test", &natsnet.Access{}, 0, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
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
func mortal(begun chan struct{}) work.Kind {
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
				close(begun)
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
			if err != nil {
				t.Fatal(err)
			}
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
			begun := make(chan struct{})
			c, end := serveTasks(t, server.URL(), "one", mortal(begun))
			var killed sync.WaitGroup
			killed.Go(func() {
				<-begun
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
			if status != cli.ExitGood || workers["one"] != 2 || workers["two"] != n-2 || len(judgedOnce) != n {
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
		db, err := database.Open(path, database.ReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		n, err := db.Count()
		if err != nil {
			t.Fatal(err)
		}
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
