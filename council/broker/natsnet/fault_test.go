package natsnet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"alfiere/internal/testing/must"
	"alfiere/internal/work"
)

// The tests of this file run in a simulation, where waiting takes no time.

// visits counts how often each payload was started.
type visits struct {
	mutex   sync.Mutex
	started map[string]int
}

func (v *visits) add(payload []byte) int {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.started == nil {
		v.started = map[string]int{}
	}
	v.started[string(payload)]++
	return v.started[string(payload)]
}

// begin starts a batch of n tasks whose end is sent to the channel. The results may be read after that.
func begin(s *simulation, q *Queue, kind string, n int) (got results, kept *atomic.Int64, ended chan error) {
	got, kept, ended = results{}, new(atomic.Int64), make(chan error, 1)
	go func() {
		ended <- q.Do(s.Context(), numbered(kind, n), func(r work.Result) error {
			kept.Add(1)
			return got.keep(r)
		})
	}()
	return got, kept, ended
}

func TestOtherVersionsAreLeftAloneWithWordsOnBothSides(t *testing.T) {
	simulate(t, func(s *simulation) {
		var wrong atomic.Int32
		other := kind("double", func(context.Context, []byte) ([]byte, error) {
			wrong.Add(1)
			return nil, nil
		})
		other.Version = "2"
		_, workerReported := taskWorker(s, s.connect, "new", two(), other)
		q, reported := queue(s, s.connect, kind("double", double))
		ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
		defer cancel()
		got := results{}
		if err := q.Do(ctx, numbered("double", 3), got.keep); !errors.Is(err, context.DeadlineExceeded) {
			s.Error(err)
		}
		for _, check := range []struct{ reported, want string }{
			{reported.String(),
				`worker new has another version of the tasks and is skipped: double is "1" here and "2" there`},
			{reported.String(), "there is no worker for these tasks yet"},
			{workerReported.String(),
				`master has another version and is left to other workers: double is "2" here and "1" there`},
		} {
			if strings.Count(check.reported, check.want) != 1 {
				s.Errorf("once: %s\nin: %s", check.want, check.reported)
			}
		}
		if wrong.Load() > 0 || len(got) > 0 {
			s.Errorf("%d tasks were done by another version", wrong.Load())
		}
	})
}

// TestTwoVersionsShareABroker has batches of two versions done at a time, and kills a worker of each. One of the workers
// has another version of a kind that neither batch needs.
func TestTwoVersionsShareABroker(t *testing.T) {
	simulate(t, func(s *simulation) {
		versions := []string{"old", "new"}
		kinds := func(version string, extra ...work.Kind) []work.Kind {
			say := kind("say", func(context.Context, []byte) ([]byte, error) {
				time.Sleep(5 * time.Millisecond)
				return []byte(version), nil
			})
			say.Version = version
			return append(extra, say)
		}
		const n = 120
		var got [2]results
		var kept [2]*atomic.Int64
		var ended [2]chan error
		var kills [2]chan bool
		for i, version := range versions {
			kills[i] = make(chan bool)
			go s.worker(2, kills[i], kinds(version)...)
			taskWorker(s, s.connect, version, two(), kinds(version, kind("other "+version, double))...)
			q, _ := queue(s, s.connect, kinds(version)...)
			got[i], kept[i], ended[i] = begin(s, q, "say", n)
		}
		for i := range versions {
			for kept[i].Load() <= n/10 {
				time.Sleep(time.Millisecond)
			}
			kills[i] <- true
		}
		for i, version := range versions {
			if err := <-ended[i]; err != nil || len(got[i]) != n {
				s.Errorf("%s: %d results, %v", version, len(got[i]), err)
			}
			for id, r := range got[i] {
				if string(r.Payload) != version {
					s.Errorf("task %s of version %s was done by %s", id, version, r.Payload)
				}
			}
		}
	})
}

func TestALongTaskIsGivenOnce(t *testing.T) {
	simulate(t, func(s *simulation) {
		var v visits
		kinds := []work.Kind{kind("long", func(_ context.Context, payload []byte) ([]byte, error) {
			v.add(payload)
			time.Sleep(10 * ackWait)
			return payload, nil
		})}
		taskWorker(s, s.connect, "one", two(), kinds...)
		taskWorker(s, s.connect, "two", two(), kinds...)
		q, _ := queue(s, s.connect, kinds...)
		got := results{}
		must.Do(s, q.Do(s.Context(), numbered("long", 6), got.keep))
		for i := range 6 {
			if n := v.started[fmt.Sprint(i)]; n != 1 {
				s.Errorf("task %d was started %d times", i, n)
			}
		}
	})
}

// TestInterruptedTasksAreDoneByOthersAtOnce interrupts tasks because their threads are needed, or because their worker
// leaves.
func TestInterruptedTasksAreDoneByOthersAtOnce(t *testing.T) {
	simulate(t, func(s *simulation) {
		for _, leaves := range []bool{false, true} {
			var v visits
			started := make(chan struct{}, 9)
			kinds := []work.Kind{kind("wait", func(ctx context.Context, payload []byte) ([]byte, error) {
				if v.add(payload) > 1 {
					return payload, nil
				}
				started <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			})}
			threads := two()
			end, _ := taskWorker(s, s.connect, "one", threads, kinds...)
			q, _ := queue(s, s.connect, kinds...)
			got, _, ended := begin(s, q, "wait", 2)
			<-started
			<-started
			endOther, _ := taskWorker(s, s.connect, "two", two(), kinds...)
			since := time.Now()
			if leaves {
				end()
			} else {
				threads.Reserve(2) // an engine needs them
			}
			if err := <-ended; err != nil {
				s.Fatal(err)
			}
			if took := time.Since(since); took > 2*time.Second || got["0"].Worker != "two" || got["1"].Worker != "two" {
				s.Errorf("leaves: %v, after %v: %+v", leaves, took, got)
			}
			end()
			endOther()
		}
	})
}

func TestTasksOfADeadMasterAreNotDone(t *testing.T) {
	simulate(t, func(s *simulation) {
		var wrong atomic.Int32
		kinds := []work.Kind{kind("double", func(ctx context.Context, payload []byte) ([]byte, error) {
			if bytes.HasPrefix(payload, []byte("old")) {
				wrong.Add(1)
			}
			return double(ctx, payload)
		})}
		dead, _ := queue(s, s.connect, kinds...)
		handed := make(chan struct{})
		ended := make(chan error, 1)
		go func() {
			ended <- dead.Do(s.Context(), func(yield func(work.Task) bool) {
				for i := range 500 {
					if !yield(work.Task{ID: fmt.Sprint(i), Kind: "double", Payload: fmt.Appendf(nil, "old %d", i)}) {
						return
					}
				}
				close(handed)
			}, func(work.Result) error { return nil })
		}()
		<-handed
		dead.Connection.Close() // it cannot take its tasks out of the queue
		if err := <-ended; err == nil {
			s.Error("a queue without a connection says nothing")
		}
		taskWorker(s, s.connect, "one", two(), kinds...)
		q, _ := queue(s, s.connect, kinds...)
		got := results{}
		must.Do(s, q.Do(s.Context(), numbered("double", 50), got.keep))
		if wrong.Load() > 0 || len(got) != 50 {
			s.Errorf("%d stale tasks were done, %d results", wrong.Load(), len(got))
		}
	})
}

// TestTasksOfADeadMasterAreRemoved kills a master whose batch a worker knows.
func TestTasksOfADeadMasterAreRemoved(t *testing.T) {
	simulate(t, func(s *simulation) {
		wait := kind("wait", func(ctx context.Context, _ []byte) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		taskWorker(s, s.connect, "one", two(), wait)
		dead, _ := queue(s, s.connect, wait)
		_, _, ended := begin(s, dead, "wait", 50)
		time.Sleep(time.Second)
		dead.Connection.Close()
		<-ended
		other := s.connect(ignore)
		for tasks := 50; tasks > 0; time.Sleep(time.Second) {
			status := must.Get(other.Queue(s.Context()))(s)
			tasks = status.Tasks
		}
	})
}

func TestAnErrorOfKeepOrTheEndOfTheContextEndsABatch(t *testing.T) {
	simulate(t, func(s *simulation) {
		kinds := []work.Kind{kind("double", double)}
		taskWorker(s, s.connect, "one", two(), kinds...)
		q, _ := queue(s, s.connect, kinds...)
		full := errors.New("the disk is full")
		kept := 0
		err := q.Do(s.Context(), numbered("double", 2000), func(work.Result) error {
			if kept++; kept == 100 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || kept != 100 {
			s.Errorf("%d kept: %v", kept, err)
		}
		ctx, cancel := context.WithCancel(s.Context())
		kept = 0
		err = q.Do(ctx, numbered("double", 2000), func(work.Result) error {
			if kept++; kept == 100 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || kept >= 2000 {
			s.Errorf("%d kept: %v", kept, err)
		}
		got := results{} // and the next batch is unaffected
		if err := q.Do(s.Context(), numbered("double", 200), got.keep); err != nil || len(got) != 200 {
			s.Errorf("%d results, %v", len(got), err)
		}
	})
}

// TestATaskThatOneWorkerCannotDoIsDoneByAnother gives two tasks at a time to a worker without the tool and one with it.
func TestATaskThatOneWorkerCannotDoIsDoneByAnother(t *testing.T) {
	simulate(t, func(s *simulation) {
		refusing := kind("tool", func(context.Context, []byte) ([]byte, error) { return nil, fmt.Errorf("%w: no tool", work.ErrKind) })
		_, toldWorker := taskWorker(s, s.connect, "without", two(), refusing)
		q, reported := queue(s, s.connect, kind("tool", double))
		got, started := results{}, 0
		tasks := func(yield func(work.Task) bool) {
			for started < 12 {
				task := work.Task{}
				if started-len(got) < 2 {
					task = work.Task{ID: fmt.Sprint(started), Kind: "tool", Payload: []byte("x")}
					started++
				}
				if !yield(task) {
					return
				}
			}
		}
		ended := make(chan error, 1)
		go func() { ended <- q.Do(s.Context(), tasks, got.keep) }()
		const reason = "the task cannot be done here: no tool"
		for !strings.Contains(reported.String(), reason) { // the master hears why its tasks are returned
			time.Sleep(time.Millisecond)
		}
		taskWorker(s, s.connect, "with", two(), kind("tool", double))
		if err := <-ended; err != nil || len(got) != 12 {
			s.Fatalf("%d results, %v", len(got), err)
		}
		for id, r := range got {
			if r.Worker != "with" || r.Fault != "" || string(r.Payload) != "xx" {
				s.Errorf("task %s: %+v", id, r)
			}
		}
		if strings.Count(reported.String(), reason) != 1 || strings.Count(toldWorker.String(), reason) != 1 {
			s.Errorf("the master hears\n%s\nthe worker says\n%s", reported, toldWorker)
		}
	})
}

// TestNoTaskStaysIfTheQueueIsSilentAtTheEnd holds back what programs say while a batch ends.
func TestNoTaskStaysIfTheQueueIsSilentAtTheEnd(t *testing.T) {
	simulate(t, func(s *simulation) {
		taskWorker(s, s.connect, "one", two(), kind("double", double))
		q, _ := queue(s, s.connect, kind("double", double))
		got := results{}
		if err := q.Do(s.Context(), numbered("double", 20), func(r work.Result) error {
			if err := got.keep(r); err != nil || len(got) < 20 {
				return err
			}
			s.silent.Store(true) // the worker does not hear that the last result is kept, so the queue keeps the task
			time.AfterFunc(3*time.Second, func() { s.silent.Store(false) })
			return nil
		}); err != nil {
			s.Fatal(err)
		}
		if left, err := q.Connection.Queue(s.Context()); err != nil || left.Tasks != 0 {
			s.Errorf("%d tasks stay in the queue, %v", left.Tasks, err)
		}
	})
}

// TestAStoredQueueOfVersionTwoDoesNoHarm finds tasks and a consumer of another form in the stream.
func TestAStoredQueueOfVersionTwoDoesNoHarm(t *testing.T) {
	simulate(t, func(s *simulation) {
		q, reported := queue(s, s.connect, kind("double", double))
		_, err := q.Connection.js.CreateStream(s.Context(), jetstream.StreamConfig{Name: streamName,
			Subjects: []string{taskPrefix + ">"}, Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1})
		if err == nil {
			_, err = q.Connection.js.CreateConsumer(s.Context(), streamName, jetstream.ConsumerConfig{Durable: "versions",
				FilterSubject: taskPrefix + "versions.>", AckPolicy: jetstream.AckExplicitPolicy})
		}
		for _, subject := range []string{"versions.batch.1", "versions.batch.x", "x"} {
			if err == nil {
				_, err = q.Connection.js.Publish(s.Context(), taskPrefix+subject, []byte("{"))
			}
		}
		if err != nil {
			s.Fatal(err)
		}
		taskWorker(s, s.connect, "one", two(), q.Kinds...)
		got := results{}
		if err := q.Do(s.Context(), numbered("double", 20), got.keep); err != nil || len(got) != 20 {
			s.Errorf("%d results, %v\n%s", len(got), err, reported)
		}
	})
}
