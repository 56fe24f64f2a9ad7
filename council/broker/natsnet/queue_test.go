package natsnet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"alfiere/council/broker"
	"alfiere/internal/testing/must"
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

// dial connects to a broker.
type dial func(tell func(string)) *Connection

func at(t testing.TB, url string) dial {
	return func(tell func(string)) *Connection { return connect(t, url, &Access{}, tell) }
}

func ignore(string) {}

// taskWorker runs a worker for tasks until the returned function is called or the test ends.
func taskWorker(
	t testing.TB, to dial, name string, threads *work.Threads, kinds ...work.Kind,
) (end func(), reported *notes) {
	t.Helper()
	reported = &notes{}
	c := to(reported.tell)
	w := tasksOnly(name, kinds, threads, reported.tell)
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
	return end, reported
}

// tasksOnly returns a worker that searches for no engines.
func tasksOnly(name string, kinds []work.Kind, threads *work.Threads, tell func(string)) *Worker {
	return &Worker{Tasks: kinds, Spare: threads, Worker: broker.Worker{Tell: tell,
		Card: broker.Card{ID: broker.NewID(), Name: name, Threads: 2}}}
}

func two() *work.Threads { return work.NewThreads(2, 0) }

// queue returns a queue at a broker, and its reports.
func queue(t testing.TB, to dial, kinds ...work.Kind) (*Queue, *notes) {
	t.Helper()
	reported := &notes{}
	c := to(reported.tell)
	t.Cleanup(c.Close)
	return &Queue{Connection: c, Name: "master", Kinds: kinds, Tell: reported.tell}, reported
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
	s := listen(t, &Settings{})
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
	taskWorker(t, at(t, s.URL()), "one", two(), kinds...)
	taskWorker(t, at(t, s.URL()), "two", two(), kinds...)
	c, reported := queue(t, at(t, s.URL()), kinds...)
	const n = 3000 // more tasks than are handed out at a time
	got := results{}
	must.Do(t, c.Do(t.Context(), numbered("double", n), got.keep))
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
	must.Do(t, c.Do(t.Context(), numbered("odd", 10), got.keep))
	if got["7"].Fault != "seven is odd" || !strings.HasPrefix(got["8"].Fault,
		"task 8 (odd): panic: eight at queue_test.go:") || len(got["9"].Payload) != 9<<18 || got["1"].Fault != "" {
		t.Errorf("%q, %q, %d bytes", got["7"].Fault, got["8"].Fault, len(got["9"].Payload))
	}
	// A machine may be too busy for the signs of life of a connection, and what is sent without one is lost.
	if text := reported.String(); !strings.Contains(text, "worker one takes tasks: 2 threads") ||
		strings.Contains(text, "lost") && !strings.Contains(text, "connection to the broker is lost") {
		t.Errorf("reported:\n%s", text)
	}
	if err := c.Do(t.Context(), numbered("other", 1), got.keep); !errors.Is(err, work.ErrKind) {
		t.Errorf("a kind that is not in the table: %v", err)
	}
}

func TestTasksNeedJetStream(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "nats.conf")
	must.Do(t, os.WriteFile(config, []byte("port: -1\n"), 0o600))
	s := must.Get(Listen(&Settings{Config: config}, ignore))(t)
	defer s.Close()
	c, _ := queue(t, at(t, s.URL()), kind("double", double))
	err := c.Do(t.Context(), numbered("double", 5), results{}.keep)
	if err == nil || !strings.Contains(err.Error(), "the broker has no JetStream") {
		t.Error(err)
	}
}

// noise returns bytes that cannot be compressed.
func noise(n int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}

func TestAResultIsSentWholeOrBecomesAFault(t *testing.T) {
	random, sent, faults := rand.New(rand.NewPCG(1, 2)), 0, 0
	for range 200 {
		payload, most := noise(random.IntN(20_000)), int64(1000+random.IntN(20_000))
		data, err := packResult(&broker.Word{Kind: broker.ResultWord, Worker: "0123456789abcdef", Attempt: 7, Payload: payload}, most)
		var w broker.Word
		if err != nil || int64(len(data)) > most || broker.Decode(data, &w, maxUnpacked) != nil || w.Attempt != 7 {
			t.Fatalf("%d bytes, of %d at most: %v, %+v", len(data), most, err, w)
		}
		if w.Why == "" {
			sent++
		} else {
			faults++
		}
		if w.Why == "" && !bytes.Equal(w.Payload, payload) || w.Why != "" && (len(w.Payload) > 0 ||
			int64(len(payload)) < most/3 || !strings.Contains(w.Why, fmt.Sprintf("at most %d (max_payload)", most))) {
			t.Errorf("%d bytes, of %d at most, are then %d bytes and %q", len(payload), most, len(w.Payload), w.Why)
		}
	}
	if sent < 50 || faults < 50 {
		t.Errorf("%d results were sent, %d became faults", sent, faults)
	}
	data, err := packResult(&broker.Word{Kind: broker.ResultWord, Payload: make([]byte, maxResult+1)}, 0)
	var w broker.Word
	if err != nil || broker.Decode(data, &w, maxUnpacked) != nil || !strings.Contains(w.Why, "at most") {
		t.Errorf("%d bytes, %v, %q", len(data), err, w.Why)
	}
}

// TestAResultThatIsTooLongEndsItsTask uses a broker with short messages: the other tasks are done.
func TestAResultThatIsTooLongEndsItsTask(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: t.TempDir(), MaxPayload: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(startPatience) {
		t.Fatal("the broker does not start")
	}
	c := must.Get(Connect(s.ClientURL(), "test", &Access{}, 0, func(string) {}))(t)
	defer c.Close()
	kinds := []work.Kind{{Name: "long", Open: work.HandlerFunc(func(_ context.Context, payload []byte) ([]byte, error) {
		return noise(100_000 * len(payload)), nil
	}).Open}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		w := Worker{Tasks: kinds, Spare: work.NewThreads(2, 0),
			Worker: broker.Worker{Card: broker.Card{ID: broker.NewID(), Name: "w", Threads: 2}}}
		ended <- w.Serve(ctx, c)
	}()
	faults := map[string]string{}
	q := &Queue{Connection: c, Kinds: kinds, Tell: func(string) {}}
	err = q.Do(t.Context(), func(yield func(work.Task) bool) {
		_ = yield(work.Task{ID: "short", Kind: "long"}) && yield(work.Task{ID: "too long", Kind: "long", Payload: []byte("1")})
	}, func(r work.Result) error {
		faults[r.Task.ID] = r.Fault
		return nil
	})
	cancel()
	if err != nil || len(faults) != 2 || faults["short"] != "" || !strings.Contains(faults["too long"], "(max_payload)") ||
		<-ended != nil {
		t.Errorf("%q, %v", faults, err)
	}
}

func TestATaskThatNobodyComesBackFromIsGivenUp(t *testing.T) {
	t.Parallel()
	b := &batch{out: map[uint64]*given{7: {started: map[string]string{}}}, results: make(chan arrival, 1)}
	begin := func(worker string) string {
		return b.begin(&broker.Word{Worker: worker, Name: "name of " + worker, Attempt: 7})
	}
	for round := range 20 {
		worker := fmt.Sprint("leaves", round)
		if begin(worker) != yesAnswer {
			t.Fatalf("round %d: no", round)
		}
		b.back(&broker.Word{Worker: worker, Attempt: 7})
	}
	for i := range mostStarts {
		for range 3 { // asking again does not count as another worker
			if begin(fmt.Sprint("dies", i)) != yesAnswer {
				t.Fatalf("worker %d may not begin", i)
			}
		}
	}
	if begin("last") != noAnswer || begin("dies1") != yesAnswer {
		t.Error("the fifth may begin, or a worker that has started may not continue")
	}
	select {
	case a := <-b.results:
		if a.number != 7 || !strings.Contains(a.result.Fault, "abandoned: 5 workers began it") ||
			!strings.Contains(a.result.Fault, "name of dies3") {
			t.Errorf("%+v", a)
		}
	default:
		t.Error("there is no error")
	}
	if b.begin(&broker.Word{Worker: "x", Attempt: 8}) != noAnswer {
		t.Error("a task that is kept may begin")
	}
}
