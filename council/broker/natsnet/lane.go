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
	maxLanes    = 1024
)

// lane is a batch as a worker sees it. The workers share their threads fairly among the batches: a thread
// takes its next task from the lane that has used least of the worker's time. The mutex of the taskService
// protects it.
type lane struct {
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
func (l *lane) learn(took time.Duration) {
	if took >= waitPatience {
		l.mean = max(l.mean, took)
	}
	l.mean += (took - l.mean) / 8
}

// isDry reports whether the queue has none of its tasks now.
func (l *lane) isDry(now time.Time) bool { return l.open > 0 && l.silent || now.Before(l.dry) }

// ahead is the reserve of one of some lanes that share the threads: none if tasks are long, since another worker
// may be free sooner.
func (l *lane) ahead(threads, lanes int) int {
	return int(float64(threads) / float64(lanes) * min(float64(lookahead)/float64(max(l.mean, 1)), mostAhead))
}

// stir triggers a check for more tasks.
func (s *taskService) stir() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// pull requests tasks: for free threads from the lane that has used least, and from each lane a reserve of short
// tasks, so that no thread waits for the network. A lane whose queue is empty is passed over, and sends its next
// task when there is one.
func (s *taskService) pull(ctx context.Context) {
	if !s.connection.nats.IsConnected() {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	threads := min(s.Threads, s.Spare.Left())
	free, full, short := threads, 0, false
	var live []*lane
	for _, l := range s.lanes {
		free -= l.running + len(l.waiting) + l.asked
		if now.After(l.rests) {
			live = append(live, l)
			if !l.isDry(now) {
				full++
			}
		}
	}
	slices.SortFunc(live, func(a, b *lane) int { return cmp.Compare(a.used, b.used) })
	ahead := make([]int, len(live))
	for i, l := range live {
		ahead[i] = l.ahead(threads, max(full, 1))
		short = short || ahead[i] > 0 && len(l.waiting) > 0
	}
	turn := true // of the first lane that is not dry
	for i, l := range live {
		room, held := max(free, 0), len(l.waiting)+l.asked
		if l.isDry(now) {
			if room > l.open {
				s.request(ctx, l, room-l.open)
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
			s.request(nil, l, room)
			free = 0
		}
	}
}

// request asks the queue for tasks of a lane: those that are there, or those that come while ctx lasts if it is not nil.
// The mutex is held.
func (s *taskService) request(ctx context.Context, l *lane, room int) {
	count := &l.asked
	if ctx != nil {
		count, l.silent = &l.open, true
	}
	*count += room
	s.requests.Go(func() {
		left := room
		err := s.fetch(ctx, l, room, func(m jetstream.Msg) {
			left--
			s.receiveTask(l, count, m)
		})
		s.mutex.Lock()
		defer s.mutex.Unlock()
		*count -= left
		switch now := time.Now(); {
		case err != nil: // the consumer, the stream or JetStream does not exist
			l.rests = now.Add(queueWait)
		case ctx == nil && left > 0:
			l.dry, l.silent = now.Add(dryTime), true
		}
		s.stir()
	})
}

// fetch calls receive with each task of a request, until the request ends.
func (s *taskService) fetch(ctx context.Context, l *lane, room int, receive func(jetstream.Msg)) error {
	s.mutex.Lock()
	consumer := l.consumer
	s.mutex.Unlock()
	if consumer == nil {
		var err error
		asking, cancel := context.WithTimeout(context.Background(), apiTimeout)
		defer cancel()
		if consumer, err = s.connection.js.Consumer(asking, streamName, l.batch); err != nil {
			return err
		}
		s.mutex.Lock()
		l.consumer = consumer
		s.mutex.Unlock()
	}
	var batch jetstream.MessageBatch
	var err error
	if ctx == nil {
		batch, err = consumer.FetchNoWait(room)
	} else {
		waiting, cancel := context.WithTimeout(ctx, pullExpires)
		defer cancel()
		batch, err = consumer.Fetch(room, jetstream.FetchContext(waiting))
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

// receiveTask handles an arriving task, of those that count counts. A lane that was idle has no claim on the time it did
// not use.
func (s *taskService) receiveTask(l *lane, count *int, m jetstream.Msg) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	*count--
	if l.isDry(time.Now()) {
		l.dry, l.silent = time.Time{}, false
		s.stir()
	}
	if l.running+len(l.waiting) == 0 {
		l.used = max(l.used, s.clock)
	}
	number, err := strconv.ParseUint(m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:], 10, 64)
	if err != nil {
		_ = m.Ack() // of no master
		return
	}
	h := &held{key: key{l.batch, number}, lane: l, delivery: m, times: 1, since: time.Now()}
	if meta, err := m.Metadata(); err == nil {
		h.times = meta.NumDelivered
	}
	if known := s.held[h.key]; known != nil {
		known.delivery, known.since = h.delivery, h.since // the broker has delivered it again
		return
	}
	if s.leaves || s.lanes[l.batch] != l {
		_ = m.Nak()
		return
	}
	s.held[h.key] = h
	l.waiting = append(l.waiting, h)
	s.pending++
	s.some.Signal()
}

// take returns the oldest task of the lane that has used least; nil if none is waiting.
func (s *taskService) take() *held {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var next *lane
	for _, l := range s.lanes {
		if len(l.waiting) > 0 && (next == nil || l.used < next.used) {
			next = l
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
