package natsnet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	mostOthers   = 256             // texts, or batches of other trades, that are remembered as reported
	openWait     = 2 * time.Second // until a thread takes tasks again after one that cannot be done here
)

// TaskWorker does tasks for masters at a broker.
type TaskWorker struct {
	Name    string        // name of this worker that masters show
	Kinds   []work.Kind   // the same rows as the masters'
	Threads *work.Threads // shared with urgent work
	Most    int           // tasks at a time, as many as there are threads
	Durable bool          // as for Crew

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
	puller  *puller
	results sync.WaitGroup // being delivered

	mutex   sync.Mutex
	some    *sync.Cond // signalled when a task is waiting, or at the end
	held    map[key]*held
	waiting []*held              // of these, oldest first
	heard   map[string]time.Time // when masters were last heard, by their batch
	others  reported             // batches of other trades, and reasons to return tasks
	resting int                  // threads that leave tasks to others
	leaves  bool
}

// Serve does tasks until ctx ends; then it returns running tasks to the queue. One goroutine each opens,
// uses and closes a handler. The error comes from the transport.
func (w *TaskWorker) Serve(ctx context.Context, c *Connection) error {
	q, err := newQueue(c, w.Kinds, w.Durable)
	if err != nil {
		return err
	}
	s := &taskService{TaskWorker: w, queue: q, id: broker.NewID(), held: map[key]*held{}, heard: map[string]time.Time{},
		others: reported{}}
	s.some = sync.NewCond(&s.mutex)
	s.puller = newPuller(q)
	for subject, handle := range map[string]nats.MsgHandler{rollSubject: s.receiveRoll, s.puller.inbox: s.receiveTask} {
		subscription, err := c.nats.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer func() { _ = subscription.Unsubscribe() }()
	}
	defer context.AfterFunc(ctx, s.leave)()
	var threads sync.WaitGroup
	for range w.Most {
		threads.Go(func() { s.work(ctx) })
	}
	s.keepUp(ctx)
	threads.Wait()
	s.results.Wait()
	return nil
}

// leave returns the tasks that have not been begun.
func (s *taskService) leave() {
	s.mutex.Lock()
	s.leaves = true
	s.some.Broadcast()
	s.mutex.Unlock()
	s.giveBack(0)
}

// keepUp does the periodic work until ctx ends.
func (s *taskService) keepUp(ctx context.Context) {
	ticker := time.NewTicker(workerTick)
	defer ticker.Stop()
	trouble := ""
	for {
		switch err := s.pullMore(ctx); {
		case err == nil:
			trouble = ""
		case ctx.Err() == nil && trouble != err.Error() && s.queue.connection.nats.IsConnected():
			trouble = err.Error()
			s.Tell(trouble)
		}
		select {
		case <-ticker.C:
			s.beat()
			if s.giveBack(waitPatience) {
				s.puller.learn(waitPatience)
			}
		case <-s.puller.wake:
		case <-ctx.Done():
			return
		}
	}
}

// pullMore asks for as many tasks as can be done soon.
func (s *taskService) pullMore(ctx context.Context) error {
	s.mutex.Lock()
	left := max(min(s.Most, s.Threads.Left())-s.resting, 0)
	waiting, running := len(s.waiting), 0
	for _, h := range s.held {
		if h.cancel != nil {
			running++
		}
	}
	s.mutex.Unlock()
	return s.puller.pull(ctx, left, waiting, running)
}

// beat reports the tasks that are held, so that other workers do not get them, and ends tasks of masters
// that are away for long.
func (s *taskService) beat() {
	now := time.Now()
	var deliveries []string
	s.mutex.Lock()
	maps.DeleteFunc(s.heard, func(_ string, heard time.Time) bool { return now.Sub(heard) > resultAge })
	for _, h := range s.held {
		if now.Sub(h.since) > workerTick/2 {
			deliveries = append(deliveries, h.delivery)
		}
		if _, heard := s.heard[h.key.batch]; !heard && h.cancel != nil && now.Sub(h.since) > resultAge {
			h.cancel()
		}
	}
	s.mutex.Unlock()
	for _, delivery := range deliveries {
		s.queue.settle(delivery, isBegun)
	}
}

// giveBack returns tasks to the queue that have waited for age, or half a tick if no thread is left. It
// reports whether there were any.
func (s *taskService) giveBack(age time.Duration) bool {
	now := time.Now()
	if s.Threads.Left() == 0 {
		age = min(age, workerTick/2)
	}
	var deliveries []string
	s.mutex.Lock()
	for len(s.waiting) > 0 && now.Sub(s.waiting[0].since) >= age {
		h := s.waiting[0]
		s.waiting = s.waiting[1:]
		delete(s.held, h.key)
		deliveries = append(deliveries, h.delivery)
	}
	s.mutex.Unlock()
	for _, delivery := range deliveries {
		s.queue.settle(delivery, isGiven)
	}
	return len(deliveries) > 0
}

// receiveRoll answers a master that announces itself.
func (s *taskService) receiveRoll(m *nats.Msg) {
	var r rollText
	if err := unpack(m.Data, &r); err != nil || m.Reply == "" {
		return
	}
	same := maps.Equal(r.Kinds, s.queue.trade.kinds)
	if r.Over {
		s.forget(r.Batch)
		return
	}
	s.mutex.Lock()
	if same {
		s.heard[r.Batch] = time.Now()
	}
	told := same || !s.others.add(r.Batch)
	s.mutex.Unlock()
	if !told {
		s.Tell(fmt.Sprintf("%s has tasks of other versions, which are left to other workers: %s", cutText(r.Name),
			s.queue.trade.difference(r.Kinds)))
	}
	s.say(m.Reply, &word{Word: hereWord, Kinds: s.queue.trade.kinds, Threads: s.Most})
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
	delete(s.heard, batch)
	s.waiting = slices.DeleteFunc(s.waiting, func(h *held) bool { return h.key.batch == batch })
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
	s.puller.stir()
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
