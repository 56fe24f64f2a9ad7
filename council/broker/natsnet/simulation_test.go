package natsnet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats-server/v2/server/ats"
	"github.com/nats-io/nats.go"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/internal/work"
)

// Settings of the simulation.
const (
	simulatedWorkers = 200
	lostEachMinute   = 0.05 // of the workers; each is replaced
	smallBatch       = 100
)

// simulatedTask is how long a task takes on average; workers are up to half as fast again, or slow.
func simulatedTask() time.Duration { return time.Duration(effort.Of(50, 150, 150)) * time.Millisecond }

// simulation is a broker with workers in a bubble of testing/synctest: time passes only when all wait. So it measures
// how long threads wait for tasks, however slow this machine is.
type simulation struct {
	testing.TB
	folder string // of brokers
	server *server.Server
	kept   atomic.Int64 // results
	silent atomic.Bool  // what clients send is held back
}

// simulate runs a test in a process of its own, since libraries keep timers that must not cross a bubble.
func simulate(t *testing.T, run func(*simulation)) {
	const inside = "ALFIERE_SIMULATED"
	if os.Getenv(inside) == "" {
		t.Parallel()
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
		return
	}
	ats.Register() // the server's clock for its caches, whose channel is global
	folder := must.Get(os.MkdirTemp("", "simulation"))(t)
	synctest.Test(t, func(t *testing.T) {
		s := &simulation{TB: t, folder: folder}
		s.start()
		run(s)
		_ = os.RemoveAll(folder)
		status := 0
		if t.Failed() {
			status = 1
		}
		syscall.Exit(status) // without the end of the server's goroutines
	})
}

// start starts a broker that knows nothing.
func (s *simulation) start() {
	folder, err := os.MkdirTemp(s.folder, "")
	if err != nil {
		s.Fatal(err)
	}
	s.server = must.Get(server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true, JetStream: true,
		StoreDir: folder, JetStreamMaxMemory: maxQueue, MaxPayload: maxPayload}))(s)
	s.server.Start()
	if !s.server.ReadyForConnections(startPatience) {
		s.Fatal("the broker does not start")
	}
}

// InProcessConn implements nats.InProcessConnProvider by the present broker.
func (s *simulation) InProcessConn() (net.Conn, error) {
	c, err := s.server.InProcessConn()
	l := &line{c, make(chan []byte, 1<<12)}
	go func() {
		for data := range l.sent {
			for s.silent.Load() {
				time.Sleep(time.Millisecond)
			}
			_, _ = c.Write(data) // reading reports the error
		}
	}()
	return l, err
}

// line is a connection to the broker that can be silent.
type line struct {
	net.Conn
	sent chan []byte
}

func (l *line) Write(data []byte) (int, error) {
	l.sent <- bytes.Clone(data)
	return len(data), nil
}

// connect connects to the broker.
func (s *simulation) connect(tell func(string)) *Connection {
	c, err := open("", nats.InProcessServer(s), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { tell(err.Error()) }))
	if err != nil {
		panic(err)
	}
	return c
}

func TestTwoHundredWorkersAreBusy(t *testing.T) { simulate(t, (*simulation).keepBusy) }

// keepBusy lets small batches come beside a large one. The workers have a thread each, and die now and then.
func (s *simulation) keepBusy() {
	rounds, tasks := effort.Of(15, 1, 1), 100_000
	random, ideal := rand.New(rand.NewPCG(1, 2)), 0.0
	kills := make([]chan bool, simulatedWorkers)
	for i := range kills {
		kills[i] = make(chan bool)
		takes := time.Duration((0.5 + random.Float64()) * float64(simulatedTask()))
		ideal += 1 / takes.Seconds()
		sleep, _ := sleeping("sleep", takes)
		go func() {
			for {
				s.worker(1, kills[i], sleep)
			}
		}()
	}
	time.Sleep(time.Second)
	go func() {
		for ; ; time.Sleep(time.Duration(float64(time.Minute) / (simulatedWorkers * lostEachMinute))) {
			kills[random.IntN(len(kills))] <- true
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	var large sync.WaitGroup
	large.Go(func() { s.batch(ctx, "sleep", tasks) })
	time.Sleep(time.Second)
	started, before, longest := time.Now(), s.kept.Load(), time.Duration(0)
	for range rounds {
		time.Sleep(time.Second / 2)
		since := time.Now()
		s.batch(context.Background(), "sleep", smallBatch)
		longest = max(longest, time.Since(since))
	}
	busy := float64(s.kept.Load()-before) / time.Since(started).Seconds() / ideal
	s.Logf("%d workers, %d tasks: %.1f %% of the ideal; %d tasks next to %d take at most %v", simulatedWorkers,
		s.kept.Load(), 100*busy, smallBatch, tasks, longest.Round(time.Millisecond))
	cancel()
	large.Wait()
	if busy < 0.95 {
		s.Errorf("the workers are busy for %.1f %% of the time", 100*busy)
	}
	if longest > time.Second {
		s.Errorf("a small batch takes %v", longest)
	}
}

// BenchmarkWorkers measures the queue with tasks that sleep, outside of a simulation: broker, workers with a thread
// each, and the program that submits the tasks share this machine, as docs/laboratory.md has it.
func BenchmarkWorkers(b *testing.B) {
	for _, takes := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond} {
		for _, count := range []int{10, 50, 200, 1000} {
			b.Run(fmt.Sprintf("%d/%v", count, takes), func(b *testing.B) {
				s := &simulation{TB: b, folder: b.TempDir()}
				s.start()
				var all sync.WaitGroup
				kill := make(chan bool)
				sleep, _ := sleeping("sleep", takes)
				for range count {
					all.Go(func() { s.worker(1, kill, sleep) })
				}
				ctx, cancel := context.WithCancel(b.Context())
				done := make(chan struct{}, 1<<10)
				q, _ := queue(s, s.connect, work.Kind{Name: "sleep"})
				all.Go(func() {
					tasks := numbered("sleep", 1_000_000)
					_ = q.Do(ctx, tasks, func(work.Result) error { done <- struct{}{}; return nil })
					close(done)
				})
				for range 2 * count { // until all work
					<-done
				}
				b.ResetTimer()
				for range b.N {
					<-done
				}
				b.StopTimer()
				rate := float64(b.N) / b.Elapsed().Seconds()
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				b.ReportMetric(rate, "tasks/s")
				b.ReportMetric(100*rate*takes.Seconds()/float64(count), "%busy")
				b.ReportMetric(float64(memory.HeapInuse)/(1<<20), "MB")
				cancel()
				for range done { // the last results, so that the queue can end
				}
				close(kill)
				all.Wait()
				s.server.Shutdown()
			})
		}
	}
}

// TestBatchesShareTheWorkers lets small batches come behind a large one with short or long tasks. A worker dies in
// the middle of each.
func TestBatchesShareTheWorkers(t *testing.T) { simulate(t, (*simulation).share) }

func (s *simulation) share() {
	for _, test := range []struct {
		name         string
		large        time.Duration // of a task of the large batch; those of the small one take 20 ms
		fewest, most int64         // tasks of the large one while some 80 of the small one are started
	}{
		{name: "equal", large: 20 * time.Millisecond, fewest: 65, most: 100},
		{name: "long", large: 400 * time.Millisecond, fewest: 1, most: 8},
	} {
		large, begunLarge := sleeping("large", test.large)
		small, begunSmall := sleeping("small", 20*time.Millisecond)
		kill, end := make(chan bool), make(chan bool)
		var all, batches sync.WaitGroup
		all.Go(func() { s.worker(2, end, large, small) })
		all.Go(func() { s.worker(2, kill, large, small) })
		ctx, cancel := context.WithCancel(context.Background())
		all.Go(func() { s.batch(ctx, "large", 100_000) })
		time.Sleep(time.Second)
		before := begunLarge.Load()
		batches.Go(func() { s.batch(context.Background(), "small", 100) })
		for killed := false; begunSmall.Load() < 90; time.Sleep(time.Millisecond) {
			if !killed && begunSmall.Load() > 8 {
				kill <- true
				killed, before = true, begunLarge.Load()
			}
		}
		meanwhile := begunLarge.Load() - before
		batches.Wait()
		cancel()
		end <- true
		all.Wait()
		s.Logf("%s: %d tasks of the large batch", test.name, meanwhile)
		if meanwhile < test.fewest || meanwhile > test.most {
			s.Errorf("%s: %d tasks of the large batch, not %d to %d", test.name, meanwhile, test.fewest, test.most)
		}
	}
}

// sleeping is a kind whose tasks sleep, and counts those that were started.
func sleeping(name string, d time.Duration) (work.Kind, *atomic.Int64) {
	started := new(atomic.Int64)
	return work.Kind{Name: name, Open: work.HandlerFunc(func(context.Context, []byte) ([]byte, error) {
		started.Add(1)
		time.Sleep(d)
		return nil, nil
	}).Open}, started
}

// worker runs a worker, which ends as a dead machine does.
func (s *simulation) worker(threads int, kill <-chan bool, kinds ...work.Kind) {
	c := s.connect(ignore)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	w := tasksOnly("simulated", kinds, work.NewThreads(threads, 0), nil)
	w.Card.Threads = threads
	go func() { ended <- w.Serve(ctx, c) }()
	<-kill
	c.Close()
	cancel()
	<-ended
}

// batch does tasks until ctx ends.
func (s *simulation) batch(ctx context.Context, kind string, n int) {
	q, _ := queue(s, s.connect, work.Kind{Name: kind})
	defer q.Connection.Close()
	if err := q.Do(ctx, numbered(kind, n), func(work.Result) error { s.kept.Add(1); return nil }); err != nil &&
		!errors.Is(err, context.Canceled) {
		s.Error(err)
	}
}
