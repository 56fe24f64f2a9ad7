package natsnet_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/council/broker/natsnet"
	"alfiere/internal/work"
)

// sleeper is a kind whose tasks sleep, and counts those that were begun.
func sleeper(name string, d time.Duration) (work.Kind, *atomic.Int64) {
	begun := new(atomic.Int64)
	return kind(name, func(_ context.Context, payload []byte) ([]byte, error) {
		begun.Add(1)
		time.Sleep(d)
		return payload, nil
	}), begun
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
	w := &natsnet.TaskWorker{Name: "mortal", Kinds: kinds, Threads: two(), Most: 2, Tell: func(string) {}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, c) }()
	t.Cleanup(func() { cancel(); <-ended })
	return c.Close
}

// TestABatchIsPausedResumedAndCancelled gives orders from another connection while workers come and die.
func TestABatchIsPausedResumedAndCancelled(t *testing.T) {
	t.Parallel()
	s := listen(t, &natsnet.Settings{})
	defer s.Close()
	one, begunOne := sleeper("one", 10*time.Millisecond)
	two, begunTwo := sleeper("two", 10*time.Millisecond)
	kinds := []work.Kind{one, two}
	kill := killedWorker(t, s.URL(), kinds...)
	crewOne, told := crew(t, s.URL(), kinds...)
	crewTwo, _ := crew(t, s.URL(), kinds...)
	crewTwo.Priority = 9
	gotOne, keptOne, endedOne := begin(t, crewOne, "one", 120)
	gotTwo, keptTwo, endedTwo := begin(t, crewTwo, "two", 1_000_000)
	until(t, "the batches do not begin", func() bool { return keptOne.Load() > 10 && keptTwo.Load() > 10 })
	c := connect(t, s.URL(), &natsnet.Access{}, func(string) {})
	defer c.Close()
	batches := map[string]natsnet.Batch{}
	until(t, "the batches are not listed", func() bool {
		_, list, err := c.Ask(t.Context(), 200*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range list {
			batches[b.Kind] = b
		}
		return len(batches) == 2
	})
	if b := batches["two"]; b.Priority != 9 || batches["one"].Priority != natsnet.DefaultPriority || b.Paused ||
		b.Tasks == 0 || b.Oldest <= 0 || b.Owner == "" || b.Name != "master" || b.Version != "1" {
		t.Errorf("%+v", batches)
	}
	order := func(kind string, o natsnet.Order) {
		t.Helper()
		if err := natsnet.Command(c, batches[kind].ID, o); err != nil {
			t.Fatal(err)
		}
	}
	order("one", natsnet.Pause)
	kill()
	taskWorker(t, s.URL(), "new", work.NewThreads(2, 0), kinds...)
	before := begunTwo.Load()
	until(t, "the other batch does not go on", func() bool { return begunTwo.Load() > before+20 })
	// The new worker may learn of the pause after its first tasks.
	paused, now := int64(-1), begunOne.Load()
	for try := 0; try < 5 && paused != now; try++ {
		paused, before = now, begunTwo.Load()
		until(t, "the other batch stops", func() bool { return begunTwo.Load() > before+100 })
		now = begunOne.Load()
	}
	if now != paused || keptOne.Load() == 120 {
		t.Errorf("%d tasks of a paused batch were begun, %d have ended", now-paused, keptOne.Load())
	}
	if _, list, err := c.Ask(t.Context(), time.Second); err != nil || len(list) != 2 || list[0].Paused == list[1].Paused {
		t.Errorf("%+v, %v", list, err)
	}
	order("one", natsnet.Resume)
	if err := <-endedOne; err != nil || len(gotOne) != 120 {
		t.Errorf("%d results after a pause: %v", len(gotOne), err)
	}
	if text := told.String(); strings.Count(text, "paused by ") != 1 || strings.Count(text, "resumed by ") != 1 {
		t.Error(text)
	}
	order("two", natsnet.Cancel)
	if err := <-endedTwo; err == nil || !strings.Contains(err.Error(), "the tasks were cancelled by "+batches["two"].Owner) ||
		int64(len(gotTwo)) != keptTwo.Load() {
		t.Errorf("%d results of a cancelled batch: %v", len(gotTwo), err)
	}
	if err := natsnet.Command(c, batches["two"].ID, natsnet.Pause); err == nil || !strings.Contains(err.Error(), "no such batch") {
		t.Errorf("an order to a batch that is over: %v", err)
	}
}
