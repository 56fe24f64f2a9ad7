package natsnet

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

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
		data, err := packResult(&word{Word: resultWord, Number: 7, Payload: payload}, most)
		var w word
		if err != nil || int64(len(data)) > most || unpack(data, &w) != nil || w.Number != 7 {
			t.Fatalf("%d bytes, of %d at most: %v, %+v", len(data), most, err, w)
		}
		if w.Fault == "" {
			sent++
		} else {
			faults++
		}
		if w.Fault == "" && !bytes.Equal(w.Payload, payload) || w.Fault != "" && (len(w.Payload) > 0 ||
			int64(len(payload)) < most/3 || !strings.Contains(w.Fault, fmt.Sprintf("at most %d (max_payload)", most))) {
			t.Errorf("%d bytes, of %d at most, are then %d bytes and %q", len(payload), most, len(w.Payload), w.Fault)
		}
	}
	if sent < 50 || faults < 50 {
		t.Errorf("%d results were sent, %d became faults", sent, faults)
	}
	data, err := packResult(&word{Word: resultWord, Payload: make([]byte, maxResult+1)}, 0)
	var w word
	if err != nil || unpack(data, &w) != nil || !strings.Contains(w.Fault, "at most") {
		t.Errorf("%d bytes, %v, %q", len(data), err, w.Fault)
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
		w := TaskWorker{Name: "w", Kinds: kinds, Threads: work.NewThreads(2, 0), Most: 2, Tell: func(string) {}}
		ended <- w.Serve(ctx, c)
	}()
	faults := map[string]string{}
	crew := &Crew{Connection: c, Kinds: kinds, Tell: func(string) {}}
	err = crew.Do(t.Context(), func(yield func(work.Task) bool) {
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
	b := &batch{out: map[uint64]*given{7: {begun: map[string]string{}}}, results: make(chan arrival, 1)}
	begin := func(worker string) string {
		return b.begin(&word{Worker: worker, Name: "name of " + worker, Number: 7})
	}
	for round := range 20 {
		worker := fmt.Sprint("leaves", round)
		if begin(worker) != yesAnswer {
			t.Fatalf("round %d: no", round)
		}
		b.back(&word{Worker: worker, Number: 7})
	}
	for i := range mostBegun {
		for range 3 { // asking again does not count as another worker
			if begin(fmt.Sprint("dies", i)) != yesAnswer {
				t.Fatalf("worker %d may not begin", i)
			}
		}
	}
	if begin("last") != noAnswer || begin("dies1") != yesAnswer {
		t.Error("the fifth may begin, or a worker that has begun may not continue")
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
	if b.begin(&word{Worker: "x", Number: 8}) != noAnswer {
		t.Error("a task that is kept may begin")
	}
}

func TestWorkersNeedTheVersionsOfABatch(t *testing.T) {
	worker := versionsOf([]work.Kind{{Name: "a", Version: "1"}, {Name: "b", Version: "2"}})
	for _, batch := range [][]work.Kind{nil, {{Name: "a", Version: "1"}}, {{Name: "b", Version: "2"}}} {
		if text := difference(worker, versionsOf(batch), versionsOf(batch)); text != "" {
			t.Errorf("%v: %s", batch, text)
		}
	}
	need := map[string]string{"b": "", "c\x1b[31m": "2\n", "messages": "1"}
	if text := difference(worker, need, need); text !=
		`b is "2" here and "" there, c [31m is nothing here and "2\n" there, messages is "`+workProtocol+`" here and "1" there` {
		t.Error(text)
	}
}

func FuzzUnpack(f *testing.F) {
	for _, w := range []word{{Word: resultWord, Worker: "w", Number: 3, Payload: bytes.Repeat([]byte("long"), packFrom)},
		{Word: beginWord, Name: "x"}} {
		data, err := pack(&w)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var w, again word
		if unpack(data, &w) != nil {
			return
		}
		packed, err := pack(&w)
		if err != nil {
			t.Fatal(err)
		}
		if err := unpack(packed, &again); err != nil || !reflect.DeepEqual(w, again) && len(w.Payload)+len(w.Kinds) > 0 &&
			again.Payload != nil {
			t.Errorf("%+v is then %+v, %v", w, again, err)
		}
	})
}
