package natsnet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Times and bounds of pulling.
const (
	lookahead   = 200 * time.Millisecond // how long the reserve of tasks lasts,
	mostAhead   = 64                     // and its largest size per thread
	dryTime     = 200 * time.Millisecond // until a busy worker checks an empty queue again
	pullExpires = time.Second            // lifetime of a request that waits for tasks
	queueWait   = time.Second            // until the queue is tried again after an error
	maxQueues   = 1024
)

// batchQueue is a batch as a worker sees it. The workers share their threads fairly among the batches: a thread takes
// its next task from the queue that has used least of the worker's time. The mutex of the taskService protects it.
type batchQueue struct {
	batch   string
	heard   time.Time     // when its master was last heard
	waiting []*held       // oldest first
	running int           // tasks that are being done
	mean    time.Duration // of recent tasks
	used    time.Duration // of threads

	consumer jetstream.Consumer // nil before the first request
	asked    int                // tasks requested at once that have not arrived
	open     int                // tasks of requests that wait for them
	silent   bool               // nothing has come of them yet
	dry      time.Time          // until then the queue is assumed to be empty
	rests    time.Time          // until then nothing is requested
}

// learn records how long a task took.
func (q *batchQueue) learn(took time.Duration) {
	if took >= waitPatience {
		q.mean = max(q.mean, took)
	}
	q.mean += (took - q.mean) / 8
}

// isDry reports whether the broker has no tasks of the queue now.
func (q *batchQueue) isDry(now time.Time) bool { return q.open > 0 && q.silent || now.Before(q.dry) }

// ahead is the reserve of one of some queues that share the threads: none if tasks are long, since another worker
// may be free sooner.
func (q *batchQueue) ahead(threads, queues int) int {
	return int(float64(threads) / float64(queues) * min(float64(lookahead)/float64(max(q.mean, 1)), mostAhead))
}

// stir triggers a check for more tasks.
func (s *taskService) stir() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// pull requests tasks: for free threads from the queue that has used least, and from each queue a reserve of short
// tasks, so that no thread waits for the network. An empty queue is passed over, and sends its next task when there is
// one.
func (s *taskService) pull(ctx context.Context) {
	if !s.connection.nats.IsConnected() {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	threads := min(s.Threads, s.Spare.Left())
	free, full, short := threads, 0, false
	var live []*batchQueue
	for _, q := range s.queues {
		free -= q.running + len(q.waiting) + q.asked
		if now.After(q.rests) {
			live = append(live, q)
			if !q.isDry(now) {
				full++
			}
		}
	}
	slices.SortFunc(live, func(a, b *batchQueue) int { return cmp.Compare(a.used, b.used) })
	ahead := make([]int, len(live))
	for i, q := range live {
		ahead[i] = q.ahead(threads, max(full, 1))
		short = short || ahead[i] > 0 && len(q.waiting) > 0
	}
	turn := true // of the first queue that is not dry
	for i, q := range live {
		room, held := max(free, 0), len(q.waiting)+q.asked
		if q.isDry(now) {
			if room > q.open {
				s.request(ctx, q, room-q.open, true)
			}
			continue
		}
		if held <= ahead[i]/2 {
			room += ahead[i] - held
		}
		if turn && room+held == 0 && short {
			room = 1 // a thread is free soon
		}
		turn = false
		if room > 0 {
			s.request(ctx, q, room, false)
			free = 0
		}
	}
}

// request asks the broker for tasks of a queue: those that are there, or with wait those that come until ctx ends. The
// mutex is held.
func (s *taskService) request(ctx context.Context, q *batchQueue, room int, wait bool) {
	count := &q.asked
	if wait {
		count, q.silent = &q.open, true
	}
	*count += room
	s.requests.Go(func() {
		left := room
		err := s.fetch(ctx, q, room, wait, func(m jetstream.Msg) {
			left--
			s.receiveTask(q, count, m)
		})
		s.mutex.Lock()
		defer s.mutex.Unlock()
		*count -= left
		switch now := time.Now(); {
		case err != nil: // the consumer, the stream or JetStream does not exist
			q.rests = now.Add(queueWait)
		case !wait && left > 0:
			q.dry, q.silent = now.Add(dryTime), true
		}
		s.stir()
	})
}

// fetch calls receive with each task of a request, until the request ends.
func (s *taskService) fetch(ctx context.Context, q *batchQueue, room int, wait bool,
	receive func(jetstream.Msg)) error {
	s.mutex.Lock()
	consumer := q.consumer
	s.mutex.Unlock()
	if consumer == nil {
		var err error
		asking, cancel := context.WithTimeout(context.Background(), apiTimeout)
		defer cancel()
		if consumer, err = s.connection.js.Consumer(asking, streamName, q.batch); err != nil {
			return err
		}
		s.mutex.Lock()
		q.consumer = consumer
		s.mutex.Unlock()
	}
	var batch jetstream.MessageBatch
	var err error
	if wait {
		waiting, cancel := context.WithTimeout(ctx, pullExpires)
		defer cancel()
		batch, err = consumer.Fetch(room, jetstream.FetchContext(waiting))
	} else {
		batch, err = consumer.FetchNoWait(room)
	}
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		receive(m)
	}
	if err = batch.Error(); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil // of an answer that a broken connection has lost, or at the end
	}
	return err
}

// receiveTask handles an arriving task, of those that count counts. A queue that was idle has no claim on the time it
// did not use.
func (s *taskService) receiveTask(q *batchQueue, count *int, m jetstream.Msg) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	*count--
	if q.isDry(time.Now()) {
		q.dry, q.silent = time.Time{}, false
		s.stir()
	}
	if q.running+len(q.waiting) == 0 {
		q.used = max(q.used, s.clock)
	}
	number, err := strconv.ParseUint(m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:], 10, 64)
	if err != nil {
		_ = m.Ack() // of no master
		return
	}
	h := &held{key: key{q.batch, number}, queue: q, delivery: m, times: 1, since: time.Now()}
	if meta, err := m.Metadata(); err == nil {
		h.times = meta.NumDelivered
	}
	if known := s.held[h.key]; known != nil {
		known.delivery, known.since = h.delivery, h.since // the broker has delivered it again
		return
	}
	if s.leaves || s.queues[q.batch] != q {
		_ = m.Nak()
		return
	}
	s.held[h.key] = h
	q.waiting = append(q.waiting, h)
	s.pending++
	s.some.Signal()
}

// take returns the oldest task of the queue that has used least; nil if none is waiting.
func (s *taskService) take() *held {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var next *batchQueue
	for _, q := range s.queues {
		if len(q.waiting) > 0 && (next == nil || q.used < next.used) {
			next = q
		}
	}
	if next == nil {
		return nil
	}
	h := next.waiting[0]
	next.waiting = next.waiting[1:]
	s.pending--
	s.clock = max(s.clock, next.used)
	h.charge = next.mean // until it is known
	next.used += h.charge
	next.running++
	h.cancel = func() {}
	return h
}
