package natsnet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
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

	asked  int       // tasks requested at once that have not arrived
	sent   time.Time // when they were requested
	open   int       // tasks of requests that wait for them
	until  time.Time // when the last of these ends
	silent bool      // nothing has come of them yet
	dry    time.Time // until then the queue is assumed to be empty
	rests  time.Time // until then nothing is requested
}

// The reply subject of a request ends with the batch and one of these: the request is answered at once with
// what there is, or waits for tasks.
const (
	atOnce  = "now"
	patient = "wait"
)

// learn records how long a task took.
func (l *lane) learn(took time.Duration) {
	if took >= waitPatience {
		l.mean = max(l.mean, took)
	}
	l.mean += (took - l.mean) / 8
}

// refresh forgets requests whose answer was lost.
func (l *lane) refresh(now time.Time) {
	if l.asked > 0 && now.Sub(l.sent) > queueWait {
		l.asked, l.dry = 0, now.Add(dryTime)
	}
	if now.After(l.until) {
		l.open = 0
	}
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
func (s *taskService) pull() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	threads := min(s.Most, s.Threads.Left())
	free, full, short := threads, 0, false
	var live []*lane
	for _, l := range s.lanes {
		l.refresh(now)
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
				s.request(l, room-l.open, patient)
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
			s.request(l, room, atOnce)
			free = 0
		}
	}
}

// request asks the queue for tasks of a lane. The mutex is held.
func (s *taskService) request(l *lane, room int, how string) {
	now := time.Now()
	text := fmt.Sprintf(`{"batch":%d,"no_wait":true}`, room)
	if how == patient {
		text = fmt.Sprintf(`{"batch":%d,"expires":%d}`, room, pullExpires)
		l.open, l.until, l.silent = l.open+room, now.Add(pullExpires+queueWait), true
	} else {
		l.asked, l.sent = l.asked+room, now
	}
	// the connection reports errors itself
	_ = s.queue.connection.nats.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+streamName+"."+l.batch,
		s.inbox+"."+l.batch+"."+how, []byte(text))
}

// came counts a task that has arrived. A lane that was idle has no claim on the time it did not use.
func (s *taskService) came(l *lane) {
	if l.asked > 0 {
		l.asked--
	} else {
		l.open = max(l.open-1, 0)
	}
	if l.isDry(time.Now()) {
		l.dry, l.silent = time.Time{}, false
		s.stir()
	}
	if l.running+len(l.waiting) == 0 {
		l.used = max(l.used, s.clock)
	}
}

// ended handles the end of a request, a message that has a status and no data.
func (s *taskService) ended(l *lane, m *nats.Msg, how string) {
	now, status := time.Now(), m.Header.Get("Status")
	switch {
	case status == "100": // the request is still open
		return
	case status != "404" && status != "408": // the consumer, the stream or JetStream does not exist
		l.asked, l.open, l.rests = 0, 0, now.Add(queueWait)
	case how == patient:
		if pending, err := strconv.Atoi(m.Header.Get("Nats-Pending-Messages")); err == nil {
			l.open = max(l.open-pending, 0)
		} else {
			l.open = 0
		}
	default:
		l.asked, l.dry, l.silent = 0, now.Add(dryTime), true
	}
	s.stir()
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
