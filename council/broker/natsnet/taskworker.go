package natsnet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

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
	data     []byte
	delivery string // subject for its outcome, for JetStream
	times    uint64 // number of deliveries
	since    time.Time
	cancel   context.CancelFunc // nil unless it is being done
}

// taskService is a running TaskWorker.
type taskService struct {
	*TaskWorker
	queue   *queue
	id      string
	inbox   string         // where tasks and the status of requests arrive
	wake    chan struct{}  // something has changed
	results sync.WaitGroup // being delivered

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
	q, err := newQueue(c, w.Kinds, false)
	if err != nil {
		return err
	}
	s := &taskService{TaskWorker: w, queue: q, id: broker.NewID(), inbox: c.nats.NewInbox(), wake: make(chan struct{}, 1),
		held: map[key]*held{}, lanes: map[string]*lane{}, others: reported{}}
	s.some = sync.NewCond(&s.mutex)
	var arriving *nats.Subscription
	for subject, handle := range map[string]nats.MsgHandler{rollSubject: s.receiveRoll, s.inbox: s.receiveRoll,
		s.inbox + ".*.*": s.receiveTask} {
		subscription, err := c.nats.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer func() { _ = subscription.Unsubscribe() }()
		if subject != rollSubject && subject != s.inbox {
			arriving = subscription
		}
	}
	working, end := context.WithCancel(context.WithoutCancel(ctx))
	var threads sync.WaitGroup
	for range w.Most {
		threads.Go(func() { s.work(working) })
	}
	s.keepUp(ctx)
	s.leave(arriving)
	end()
	threads.Wait()
	s.results.Wait()
	return nil
}

// leave ends the arrival of tasks and returns those that have not been begun. The order matters: otherwise the queue
// could answer a request that is under way with a task that has just been returned, and nobody would have it until
// ackWait has passed.
func (s *taskService) leave(arriving *nats.Subscription) {
	s.mutex.Lock()
	s.leaves = true
	s.some.Broadcast()
	s.mutex.Unlock()
	drained := make(chan struct{})
	arriving.SetClosedHandler(func(string) { close(drained) })
	if arriving.Drain() == nil {
		select {
		case <-drained:
		case <-time.After(flushTimeout):
		}
	}
	s.giveBack(0)
}

// keepUp does the periodic work until ctx ends.
func (s *taskService) keepUp(ctx context.Context) {
	ticker := time.NewTicker(workerTick)
	defer ticker.Stop()
	s.callRoll()
	for reconnects := s.queue.connection.nats.Stats().Reconnects; ; {
		if now := s.queue.connection.nats.Stats().Reconnects; now != reconnects {
			reconnects = now
			s.renew()
		}
		s.pull()
		select {
		case <-ticker.C:
			s.beat()
			s.giveBack(waitPatience)
		case <-s.wake:
		case <-ctx.Done():
			return
		}
	}
}

// callRoll asks all masters to announce their batches to this worker.
func (s *taskService) callRoll() {
	_ = s.queue.connection.nats.PublishRequest(helloSubject, s.inbox, nil)
}

// renew forgets the requests that were made before the connection broke.
func (s *taskService) renew() {
	s.callRoll()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, l := range s.lanes {
		l.asked, l.open, l.dry, l.rests = 0, 0, time.Time{}, time.Time{}
	}
}

// beat reports the tasks that are held, so that other workers do not get them, and ends tasks of masters
// that are away for long.
func (s *taskService) beat() {
	now := time.Now()
	var deliveries, silent []string
	s.mutex.Lock()
	for batch, l := range s.lanes {
		if now.Sub(l.heard) > resultAge {
			delete(s.lanes, batch)
			silent = append(silent, batch)
			s.release(l, 0)
		}
	}
	for _, h := range s.held {
		if now.Sub(h.since) > workerTick/2 {
			deliveries = append(deliveries, h.delivery)
		}
		if h.cancel != nil && s.lanes[h.key.batch] == nil && now.Sub(h.since) > resultAge {
			h.cancel()
		}
	}
	s.mutex.Unlock()
	for _, delivery := range deliveries {
		s.queue.settle(delivery, isBegun)
	}
	for _, batch := range silent {
		s.clear(batch)
	}
}

// clear removes the tasks of a dead master from the queue. A master that lives sends them again.
func (s *taskService) clear(batch string) {
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	_, err := s.queue.connection.nats.RequestWithContext(ctx, batchPrefix+batch, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		_ = s.queue.retire(batch)
	}
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
		s.queue.settle(h.delivery, isGiven)
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
	differs := difference(s.queue.versions, r.Kinds, r.Kinds)
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
	s.say(m.Reply, &word{Word: hereWord, Kinds: s.queue.versions, Threads: s.Most})
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
			s.queue.settle(h.delivery, isDone)
		}
	}
	s.stir()
}

// say sends a word to a master.
func (s *taskService) say(subject string, w *word) {
	w.Worker, w.Name = s.id, s.Name
	if data, err := pack(w); err == nil {
		_ = s.queue.connection.nats.Publish(subject, data)
	}
}

// errUnwanted is the reason to drop a task.
var errUnwanted = errors.New("the task is no longer wanted")
