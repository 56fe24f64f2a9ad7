package natsnet

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Times and bounds of a worker that does tasks.
const (
	workerTick     = time.Second     // longer tasks are reported at every tick; several ticks fit into ackWait
	waitPatience   = 3 * time.Second // a task not started in this time is returned
	masterPatience = 4 * time.Second // a master silent for this long is asked whether it is present
	askTimeout     = 2 * time.Second // for its answer
	resultWait     = time.Second / 2 // until a result is sent again to a master that is away,
	resultAge      = time.Minute     // at most this long,
	leaveAge       = 2 * time.Second // or this long if the worker is shutting down
	openWait       = 2 * time.Second // until tasks are requested again after one that cannot be done here
)

// Worker does tasks for masters at a broker, and searches for engines if it has an Open. It does as many tasks at a
// time as it has threads.
type Worker struct {
	broker.Worker
	Tasks []work.Kind   // the same rows as the masters'
	Spare *work.Threads // those that urgent work leaves to tasks

	// Trace, if not nil, gets each step of each task, from several goroutines.
	Trace func(TaskEvent)
}

// key names a task at a worker.
type key struct {
	batch  string
	number uint64
}

// subject is where the master hears about the task.
func (k key) subject() string { return broker.ReplySubject(k.batch, k.number) }

// held is a task that a worker has.
type held struct {
	key      key
	queue    *batchQueue
	charge   time.Duration // of the queue for the task
	delivery jetstream.Msg
	times    uint64 // number of deliveries
	since    time.Time
	cancel   context.CancelFunc // nil unless it is being done
}

// taskService is a running Worker.
type taskService struct {
	*Worker
	connection *Connection
	once       *broker.Once
	wake       chan struct{}  // something has changed
	requests   sync.WaitGroup // for tasks
	results    sync.WaitGroup // being delivered

	mutex   sync.Mutex
	some    *sync.Cond // signalled when a task is waiting, or at the end
	held    map[key]*held
	queues  map[string]*batchQueue // by batch
	pending int                    // tasks that wait in the queues
	clock   time.Duration          // what the queue of the newest task had used when it was started
	counts  broker.Card            // of tasks
	leaves  bool
}

// Serve works until ctx ends; then it returns running tasks to the queue. One goroutine each opens, uses and closes a
// handler. The error comes from the transport.
func (w *Worker) Serve(ctx context.Context, c *Connection) error {
	kinds := versionsOf(w.Tasks)
	maps.Copy(kinds, w.Kinds)
	w.Versions = broker.NewVersions(kinds)
	if len(w.Tasks) == 0 {
		return w.Worker.Serve(ctx, c)
	}
	s := &taskService{Worker: w, connection: c, once: broker.NewOnce(w.Tell), wake: make(chan struct{}, 1),
		held: map[key]*held{}, queues: map[string]*batchQueue{}}
	s.some = sync.NewCond(&s.mutex)
	w.Called, w.Count = s.called, func(card *broker.Card) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		card.Running, card.Done, card.Failed = s.counts.Running, s.counts.Done, s.counts.Failed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() {
		served <- w.Worker.Serve(ctx, c)
		cancel()
	}()
	working, end := context.WithCancel(context.WithoutCancel(ctx))
	var threads, loops sync.WaitGroup
	for range w.Threads {
		threads.Go(func() { s.work(working) })
	}
	for _, loop := range []func(context.Context){s.pulling, s.heartbeat, s.cleanUp} {
		loops.Go(func() { loop(ctx) })
	}
	loops.Wait()
	s.mutex.Lock()
	s.leaves = true
	s.some.Broadcast()
	s.mutex.Unlock()
	s.requests.Wait() // otherwise one of them could be answered with a task that is returned now
	s.giveBack(0)
	end()
	threads.Wait()
	s.results.Wait()
	return <-served
}

// pulling requests tasks, whenever something has changed, until ctx ends.
func (s *taskService) pulling(ctx context.Context) {
	for {
		s.pull(ctx)
		select {
		case <-s.wake:
		case <-time.After(workerTick):
		case <-ctx.Done():
			return
		}
	}
}

// heartbeat reports the tasks that are held, so that other workers do not get them, and returns those that no thread
// will start soon.
func (s *taskService) heartbeat(ctx context.Context) {
	for every(ctx, workerTick) {
		now := time.Now()
		var deliveries []jetstream.Msg
		s.mutex.Lock()
		for _, h := range s.held {
			if now.Sub(h.since) > workerTick/2 {
				deliveries = append(deliveries, h.delivery)
			}
		}
		s.mutex.Unlock()
		for _, delivery := range deliveries {
			_ = delivery.InProgress()
		}
		s.giveBack(waitPatience)
	}
}

// every waits for a period, and reports false if ctx has ended.
func every(ctx context.Context, period time.Duration) bool {
	select {
	case <-time.After(period):
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// cleanUp ends the tasks of masters that are away for long, and removes those of dead masters from the queue. A master
// that lives sends them again.
func (s *taskService) cleanUp(ctx context.Context) {
	for every(ctx, workerTick) {
		var silent []string
		s.mutex.Lock()
		for batch, q := range s.queues {
			if time.Since(q.heard) > resultAge {
				delete(s.queues, batch)
				silent = append(silent, batch)
				s.release(q, 0)
			}
		}
		for _, h := range s.held {
			if h.cancel != nil && s.queues[h.key.batch] == nil && time.Since(h.since) > resultAge {
				h.cancel()
			}
		}
		s.mutex.Unlock()
		for _, batch := range silent {
			asking, cancel := context.WithTimeout(ctx, askTimeout)
			_, err := s.connection.nats.RequestWithContext(asking, broker.ReplySubject(batch, 0), nil)
			if cancel(); errors.Is(err, nats.ErrNoResponders) {
				_ = s.connection.retire(batch)
			}
		}
	}
}

// giveBack returns tasks to the broker that have waited for age, or half a tick if no thread is left.
func (s *taskService) giveBack(age time.Duration) {
	if s.Spare.Left() == 0 {
		age = min(age, workerTick/2)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, q := range s.queues {
		if s.release(q, age) && age == waitPatience {
			q.learn(waitPatience)
		}
	}
}

// release returns tasks of a queue to the broker that have waited for age, and reports whether there were any. The
// mutex is held.
func (s *taskService) release(q *batchQueue, age time.Duration) (some bool) {
	now := time.Now()
	for len(q.waiting) > 0 && now.Sub(q.waiting[0].since) >= age {
		h := q.waiting[0]
		q.waiting = q.waiting[1:]
		s.pending--
		delete(s.held, h.key)
		_ = h.delivery.Nak()
		some = true
	}
	return some
}

// called notes that the master of a batch is present, or that the batch is over.
func (s *taskService) called(call *broker.Call) {
	if _, engine := call.Kinds[broker.EngineKind]; engine || len(call.Kinds) == 0 {
		return
	}
	if call.Over {
		s.forget(call.Master)
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q := s.queues[call.Master]
	if q == nil {
		if s.leaves || len(s.queues) >= maxQueues {
			return
		}
		q = &batchQueue{batch: call.Master, mean: lookahead, used: s.clock}
		s.queues[call.Master] = q
		s.stir()
	}
	q.heard = time.Now()
}

// forget ends the tasks of a batch that is over.
func (s *taskService) forget(batch string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if q := s.queues[batch]; q != nil {
		s.pending -= len(q.waiting)
		q.waiting = nil
		delete(s.queues, batch)
	}
	for key, h := range s.held {
		switch {
		case key.batch != batch:
		case h.cancel != nil:
			h.cancel()
		default:
			delete(s.held, key)
			_ = h.delivery.Ack()
		}
	}
	s.stir()
}

// word returns a word about a task.
func (s *taskService) word(kind string, h *held) *broker.Word {
	return &broker.Word{Kind: kind, Worker: s.ID, Name: s.Name, Attempt: h.key.number}
}

// errUnwanted is the reason to drop a task.
var errUnwanted = errors.New("the task is no longer wanted")
