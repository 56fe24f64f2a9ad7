package natsnet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/council/broker"
	"alfiere/council/broker/natsnet"
	"alfiere/internal/work"
)

// numbered returns n tasks of a kind with their numbers as payloads.
func numbered(kind string, n int) iter.Seq[work.Task] {
	return func(yield func(work.Task) bool) {
		for i := range n {
			if !yield(work.Task{ID: fmt.Sprint(i), Kind: kind, Payload: []byte(fmt.Sprint(i))}) {
				return
			}
		}
	}
}

func kind(name string, handle work.HandlerFunc) work.Kind {
	return work.Kind{Name: name, Version: "1", Open: handle.Open}
}

// double returns the payload twice.
func double(_ context.Context, payload []byte) ([]byte, error) {
	return append(bytes.Clone(payload), payload...), nil
}

// taskWorker runs a worker for tasks until the returned function is called or the test ends.
func taskWorker(t testing.TB, url, name string, threads *work.Threads, kinds ...work.Kind) (end func(), told *notes) {
	t.Helper()
	told = &notes{}
	c := connect(t, url, &natsnet.Access{}, told.tell)
	w := tasksOnly(name, kinds, threads, told.tell)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, c) }()
	done := false
	end = func() {
		if done {
			return
		}
		done = true
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		c.Close()
	}
	t.Cleanup(end)
	return end, told
}

// tasksOnly returns a worker that searches for no engines.
func tasksOnly(name string, kinds []work.Kind, threads *work.Threads, tell func(string)) *natsnet.Worker {
	return &natsnet.Worker{Tasks: kinds, Spare: threads, Worker: broker.Worker{Tell: tell,
		Card: broker.Card{ID: broker.NewID(), Name: name, Threads: 2}}}
}

func two() *work.Threads { return work.NewThreads(2, 0) }

// crew returns a crew at a broker, and its reports.
func crew(t testing.TB, url string, kinds ...work.Kind) (*natsnet.Crew, *notes) {
	t.Helper()
	told := &notes{}
	c := connect(t, url, &natsnet.Access{}, told.tell)
	t.Cleanup(c.Close)
	return &natsnet.Crew{Connection: c, Name: "master", Kinds: kinds, Tell: told.tell}, told
}

// results collects the kept results; each task may come once.
type results map[string]work.Result

func (r results) keep(result work.Result) error {
	if _, twice := r[result.Task.ID]; twice {
		return fmt.Errorf("task %s came twice", result.Task.ID)
	}
	r[result.Task.ID] = result
	return nil
}

func TestTasksAreDoneByWorkers(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	kinds := []work.Kind{kind("double", double), kind("odd", func(_ context.Context, payload []byte) ([]byte, error) {
		switch string(payload) {
		case "7":
			return nil, errors.New("seven is odd")
		case "8":
			panic("eight")
		case "9":
			return bytes.Repeat([]byte("analysis "), 1<<18), nil
		}
		return nil, nil
	})}
	taskWorker(t, s.URL(), "one", two(), kinds...)
	taskWorker(t, s.URL(), "two", two(), kinds...)
	c, told := crew(t, s.URL(), kinds...)
	const n = 3000 // more tasks than are handed out at a time
	got := results{}
	if err := c.Do(t.Context(), numbered("double", n), got.keep); err != nil {
		t.Fatal(err)
	}
	workers := map[string]int{}
	for i := range n {
		text := fmt.Sprint(i)
		if r := got[text]; string(r.Payload) != text+text || r.Fault != "" || string(r.Task.Payload) != text {
			t.Errorf("task %d: %+v", i, r)
		} else {
			workers[r.Worker]++
		}
	}
	if len(got) != n || workers["one"] == 0 || workers["two"] == 0 {
		t.Errorf("%d results: %v", len(got), workers)
	}
	got = results{}
	if err := c.Do(t.Context(), numbered("odd", 10), got.keep); err != nil {
		t.Fatal(err)
	}
	if got["7"].Fault != "seven is odd" || !strings.HasPrefix(got["8"].Fault,
		"task 8 (odd): panic: eight at crew_test.go:") ||
		len(got["9"].Payload) != 9<<18 || got["1"].Fault != "" {
		t.Errorf("%q, %q, %d bytes", got["7"].Fault, got["8"].Fault, len(got["9"].Payload))
	}
	// A machine may be too busy for the signs of life of a connection, and what is sent without one is lost.
	if text := told.String(); !strings.Contains(text, "worker one takes tasks: 2 threads") ||
		strings.Contains(text, "lost") && !strings.Contains(text, "connection to the broker is lost") {
		t.Errorf("told:\n%s", text)
	}
	if err := c.Do(t.Context(), numbered("other", 1), got.keep); !errors.Is(err, work.ErrKind) {
		t.Errorf("a kind that is not in the table: %v", err)
	}
}

func TestOtherVersionsAreLeftAloneWithWordsOnBothSides(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	var wrong atomic.Int32
	other := work.Kind{Name: "double", Version: "2", Open: work.HandlerFunc(func(context.Context, []byte) ([]byte, error) {
		wrong.Add(1)
		return nil, nil
	}).Open}
	_, workerTold := taskWorker(t, s.URL(), "new", two(), other)
	c, told := crew(t, s.URL(), kind("double", double))
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
	defer cancel()
	got := results{}
	if err := c.Do(ctx, numbered("double", 3), got.keep); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	for _, check := range []struct{ told, want string }{
		{told.String(), `worker new has another version of the tasks and is skipped: double is "1" here and "2" there`},
		{told.String(), "there is no worker for these tasks yet"},
		{workerTold.String(), `master has another version and is left to other workers: double is "2" here and "1" there`},
	} {
		if strings.Count(check.told, check.want) != 1 {
			t.Errorf("once: %s\nin: %s", check.want, check.told)
		}
	}
	if wrong.Load() > 0 || len(got) > 0 {
		t.Errorf("%d tasks were done by another version", wrong.Load())
	}
}

func TestABrokerThatForgetsLosesNothing(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	kinds := []work.Kind{kind("double", func(ctx context.Context, payload []byte) ([]byte, error) {
		time.Sleep(3 * time.Millisecond)
		return double(ctx, payload)
	})}
	taskWorker(t, s.URL(), "one", two(), kinds...)
	c, _ := crew(t, s.URL(), kinds...)
	got := results{}
	const n = 1500
	restarted := false
	if err := c.Do(t.Context(), numbered("double", n), func(r work.Result) error {
		if len(got) == n/3 && !restarted {
			restarted = true
			url := s.URL()
			s.Close()
			s = listen(t, &natsnet.Settings{Listen: strings.TrimPrefix(url, "nats://")})
		}
		return got.keep(r)
	}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if len(got) != n {
		t.Errorf("%d results", len(got))
	}
}

// begin starts a batch of n tasks whose end is sent to the channel. The results may be read after that.
func begin(t *testing.T, c *natsnet.Crew, kind string, n int) (got results, kept *atomic.Int64, ended chan error) {
	t.Helper()
	got, kept, ended = results{}, new(atomic.Int64), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		ended <- c.Do(ctx, numbered(kind, n), func(r work.Result) error {
			kept.Add(1)
			return got.keep(r)
		})
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		for range ended {
			continue
		}
	})
	return got, kept, ended
}

// killedWorker runs a worker and returns a function that ends it as a dead machine does: without a word.
func killedWorker(t *testing.T, url string, kinds ...work.Kind) (kill func()) {
	t.Helper()
	c := connect(t, url, &natsnet.Access{}, func(string) {})
	w := tasksOnly("mortal", kinds, two(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, c) }()
	t.Cleanup(func() { cancel(); <-ended })
	return c.Close
}

// TestTwoVersionsShareABroker has batches of two versions done at a time, and kills a worker of each. One of the workers
// has another version of a kind that neither batch needs.
func TestTwoVersionsShareABroker(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	versions := []string{"old", "new"}
	kinds := func(version string, extra ...work.Kind) []work.Kind {
		return append(extra, work.Kind{Name: "say", Version: version, Open: work.HandlerFunc(func(context.Context, []byte) ([]byte, error) {
			time.Sleep(5 * time.Millisecond)
			return []byte(version), nil
		}).Open})
	}
	const n = 120
	var got [2]results
	var kept [2]*atomic.Int64
	var ended [2]chan error
	var kills []func()
	for i, version := range versions {
		kills = append(kills, killedWorker(t, s.URL(), kinds(version)...))
		taskWorker(t, s.URL(), version, two(), kinds(version, kind("other "+version, double))...)
		c, _ := crew(t, s.URL(), kinds(version)...)
		got[i], kept[i], ended[i] = begin(t, c, "say", n)
	}
	for i := range versions {
		until(t, "a version makes no progress", func() bool { return kept[i].Load() > n/10 })
		kills[i]()
	}
	for i, version := range versions {
		if err := <-ended[i]; err != nil || len(got[i]) != n {
			t.Errorf("%s: %d results, %v", version, len(got[i]), err)
		}
		for id, r := range got[i] {
			if string(r.Payload) != version {
				t.Errorf("task %s of version %s was done by %s", id, version, r.Payload)
			}
		}
	}
}
