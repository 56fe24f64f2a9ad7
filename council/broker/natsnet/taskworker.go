package natsnet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Times and bounds of a worker that does tasks.
const (
	workerTick   = time.Second     // longer tasks are reported at every tick; several ticks fit into ackWait
	waitPatience = 3 * time.Second // a task not begun in this time is returned
	rollPatience = 4 * time.Second // a master silent for this long is asked whether it is present
	askTimeout   = 2 * time.Second // for its answer
	resultWait   = time.Second / 2 // until a result is sent again to a master that is away,
	resultAge    = time.Minute     // at most this long,
	leaveAge     = 2 * time.Second // or this long if the worker is shutting down
	mostOthers   = 256             // texts, or batches of other versions, that are remembered as reported
	openWait     = 2 * time.Second // until tasks are requested again after one that cannot be done here
)

// TaskWorker does tasks for masters at a broker.
type TaskWorker struct {
	Name    string        // name of this worker that masters show
	Kinds   []work.Kind   // the same rows as the masters'
	Threads *work.Threads // shared with urgent work
	Most    int           // tasks at a time, as many as there are threads

	// Tell gets a line for each event, from several goroutines.
	Tell func(line string)

	// Trace, if not nil, gets each step of each task, from several goroutines.
	Trace func(TaskEvent)
}

// key names a task at a worker.
type key struct {
	batch  string
	number uint64
}

// held is a task that a worker has.
type held struct {
	key      key
	lane     *lane
	charge   time.Duration // of the lane for the task
	delivery jetstream.Msg
	times    uint64 // number of deliveries
	since    time.Time
	cancel   context.CancelFunc // nil unless it is being done
}

// taskService is a running TaskWorker.
type taskService struct {
	*TaskWorker
	connection *Connection
	versions   map[string]string
	id         string
	inbox      string         // where masters that were asked announce their batches
	wake       chan struct{}  // something has changed
	requests   sync.WaitGroup // for tasks
	results    sync.WaitGroup // being delivered

	mutex   sync.Mutex
	some    *sync.Cond // signalled when a task is waiting, or at the end
	held    map[key]*held
	lanes   map[string]*lane // by batch
	pending int              // tasks that wait in the lanes
	clock   time.Duration    // what the lane of the newest task had used when it was begun
	others  reported         // batches of other versions, and reasons to return tasks
	leaves  bool
}

// Serve does tasks until ctx ends; then it returns running tasks to the queue. One goroutine each opens,
// uses and closes a handler. The error comes from the transport.
func (w *TaskWorker) Serve(ctx context.Context, c *Connection) error {
	s := &taskService{TaskWorker: w, connection: c, versions: versionsOf(w.Kinds), id: broker.NewID(),
		inbox: c.nats.NewInbox(), wake: make(chan struct{}, 1), held: map[key]*held{}, lanes: map[string]*lane{},
		others: reported{}}
	s.some = sync.NewCond(&s.mutex)
	for _, subject := range []string{rollSubject, s.inbox} {
		subscription, err := c.nats.Subscribe(subject, s.receiveRoll)
		if err != nil {
			return err
		}
		defer func() { _ = subscription.Unsubscribe() }()
	}
	working, end := context.WithCancel(context.WithoutCancel(ctx))
	var threads, loops sync.WaitGroup
	for range w.Most {
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
	return nil
}

// pulling requests tasks, whenever something has changed, until ctx ends.
func (s *taskService) pulling(ctx context.Context) {
	reconnected, end := s.connection.reconnected()
	defer end()
	for s.callRoll(); ; {
		s.pull(ctx)
		select {
		case <-reconnected:
			s.callRoll()
		case <-s.wake:
		case <-time.After(workerTick):
		case <-ctx.Done():
			return
		}
	}
}

// heartbeat reports the tasks that are held, so that other workers do not get them, and returns those that no thread
// will begin soon.
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
		for batch, l := range s.lanes {
			if time.Since(l.heard) > resultAge {
				delete(s.lanes, batch)
				silent = append(silent, batch)
				s.release(l, 0)
			}
		}
		for _, h := range s.held {
			if h.cancel != nil && s.lanes[h.key.batch] == nil && time.Since(h.since) > resultAge {
				h.cancel()
			}
		}
		s.mutex.Unlock()
		for _, batch := range silent {
			asking, cancel := context.WithTimeout(ctx, askTimeout)
			_, err := s.connection.nats.RequestWithContext(asking, batchPrefix+batch, nil)
			if cancel(); errors.Is(err, nats.ErrNoResponders) {
				_ = s.connection.retire(batch)
			}
		}
	}
}

// callRoll asks all masters to announce their batches to this worker.
func (s *taskService) callRoll() {
	_ = s.connection.nats.PublishRequest(helloSubject, s.inbox, nil)
}

// giveBack returns tasks to the queue that have waited for age, or half a tick if no thread is left.
func (s *taskService) giveBack(age time.Duration) {
	if s.Threads.Left() == 0 {
		age = min(age, workerTick/2)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, l := range s.lanes {
		if s.release(l, age) && age == waitPatience {
			l.learn(waitPatience)
		}
	}
}

// release returns tasks of a lane to the queue that have waited for age, and reports whether there were any. The
// mutex is held.
func (s *taskService) release(l *lane, age time.Duration) (some bool) {
	now := time.Now()
	for len(l.waiting) > 0 && now.Sub(l.waiting[0].since) >= age {
		h := l.waiting[0]
		l.waiting = l.waiting[1:]
		s.pending--
		delete(s.held, h.key)
		_ = h.delivery.Nak()
		some = true
	}
	return some
}

// receiveRoll answers a master that announces itself.
func (s *taskService) receiveRoll(m *nats.Msg) {
	var r rollText
	if err := unpack(m.Data, &r); err != nil || m.Reply == "" {
		return
	}
	differs := difference(s.versions, r.Kinds, r.Kinds)
	same := differs == ""
	if r.Over {
		s.forget(r.Batch)
		return
	}
	s.mutex.Lock()
	if same && !s.leaves {
		s.hear(r.Batch)
	}
	told := same || !s.others.add(r.Batch)
	s.mutex.Unlock()
	if !told {
		s.Tell(fmt.Sprintf("%s has tasks of another version, which are left to other workers: %s", cutText(r.Name),
			differs))
	}
	s.say(m.Reply, &word{Word: hereWord, Kinds: s.versions, Threads: s.Most})
}

// hear notes that the master of a batch is present. The mutex is held.
func (s *taskService) hear(batch string) {
	l := s.lanes[batch]
	if l == nil {
		if len(s.lanes) >= maxLanes || strings.ContainsAny(batch, ".*> ") {
			return
		}
		l = &lane{batch: batch, mean: lookahead, used: s.clock}
		s.lanes[batch] = l
		s.stir()
	}
	l.heard = time.Now()
}

// reported is what has been reported and is not reported again.
type reported map[string]bool

// add remembers a text, unless there are too many, and reports whether it is new.
func (r reported) add(text string) bool {
	if r[text] {
		return false
	}
	if len(r) < mostOthers {
		r[text] = true
	}
	return true
}

// forget ends the tasks of a batch that is over.
func (s *taskService) forget(batch string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if l := s.lanes[batch]; l != nil {
		s.pending -= len(l.waiting)
		l.waiting = nil
		delete(s.lanes, batch)
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

// say sends a word to a master.
func (s *taskService) say(subject string, w *word) {
	w.Worker, w.Name = s.id, s.Name
	if data, err := pack(w); err == nil {
		_ = s.connection.nats.Publish(subject, data)
	}
}

// errUnwanted is the reason to drop a task.
var errUnwanted = errors.New("the task is no longer wanted")
