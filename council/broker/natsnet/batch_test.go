package natsnet

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

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
	c, err := Connect(s.ClientURL(), "test", &Access{}, 0, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
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
