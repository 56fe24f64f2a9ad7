package natsnet

import (
	"bytes"
	"context"
	"math/rand/v2"
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

// TestPartsMakeTheResult sends the first parts of results, and then all again as a worker does without an answer.
func TestPartsMakeTheResult(t *testing.T) {
	for round := range 50 {
		payload, most := noise(rand.IntN(20_000)), int64(300+rand.IntN(20_000))
		messages, err := split(&word{Word: resultWord, Worker: "w", Name: "name", Number: 7, Payload: payload}, most)
		if err != nil {
			t.Fatal(err)
		}
		b := &batch{out: map[uint64]*given{7: {}}, results: make(chan arrival, 2), parts: map[partKey][][]byte{}}
		for _, message := range append(messages[:rand.IntN(len(messages)):len(messages)], messages...) {
			var w word
			if err := unpack(message, &w); err != nil || int64(len(message)) > most {
				t.Fatalf("%d bytes, not %d: %v", len(message), most, err)
			}
			if w.Word == partWord {
				b.gather(&w, "")
			} else {
				b.arrive(arrival{number: w.Number, result: work.Result{Payload: w.Payload, Worker: w.Name}})
			}
		}
		if a := <-b.results; a.number != 7 || !bytes.Equal(a.result.Payload, payload) || a.result.Worker != "name" ||
			len(b.parts) > 0 {
			t.Fatalf("round %d: %d bytes in %d messages are then %+v", round, len(payload), len(messages), a)
		}
	}
}

func TestAResultMayBeLongerThanAMessage(t *testing.T) {
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
	c, err := Connect(s.ClientURL(), "test", &Access{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want := noise(1 << 20)
	kinds := []work.Kind{{Name: "long", Open: work.HandlerFunc(func(context.Context, []byte) ([]byte, error) {
		return want, nil
	}).Open}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		w := TaskWorker{Name: "w", Kinds: kinds, Threads: work.NewThreads(2, 0), Most: 2, Tell: func(string) {}}
		ended <- w.Serve(ctx, c)
	}()
	kept := 0
	crew := &Crew{Connection: c, Kinds: kinds, Tell: func(string) {}}
	err = crew.Do(t.Context(), func(yield func(work.Task) bool) {
		for _, id := range []string{"a", "b", "c"} {
			if !yield(work.Task{ID: id, Kind: "long"}) {
				return
			}
		}
	}, func(r work.Result) error {
		if kept++; !bytes.Equal(r.Payload, want) || r.Fault != "" {
			t.Errorf("%d bytes, %q", len(r.Payload), r.Fault)
		}
		return nil
	})
	cancel()
	if err != nil || kept != 3 || <-ended != nil {
		t.Errorf("%d results, %v", kept, err)
	}
}
