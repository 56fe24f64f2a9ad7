package natsnet

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Times and bounds of pulling.
const (
	lookahead   = 200 * time.Millisecond // how long the reserve of tasks lasts,
	mostAhead   = 64                     // and its largest size per thread
	pullExpires = 5 * time.Second        // lifetime of a request for tasks
	queueWait   = time.Second            // until the queue is tried again
)

// puller requests tasks from the queue: one per free thread, and some more if tasks are short, so that
// no thread waits for the network. Long tasks are requested one by one, since another worker may be
// free sooner.
type puller struct {
	queue *queue
	inbox string        // where tasks and the status of requests arrive
	wake  chan struct{} // something has changed

	mutex      sync.Mutex
	asked      int       // tasks requested that have not arrived
	until      time.Time // when the last request ends
	ready      bool      // the consumer exists
	retry      time.Time // when it may be made
	reconnects uint64
	mean       time.Duration // of recent tasks
}

func newPuller(q *queue) *puller {
	return &puller{queue: q, inbox: q.connection.nats.NewInbox(), wake: make(chan struct{}, 1), mean: lookahead}
}

// stir triggers a check for more tasks.
func (p *puller) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// learn records how long a task took.
func (p *puller) learn(took time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if took >= waitPatience {
		p.mean = max(p.mean, took)
	}
	p.mean += (took - p.mean) / 8
}

// pull asks for tasks, given the threads left to them and the numbers of waiting and running tasks.
func (p *puller) pull(ctx context.Context, threads, waiting, running int) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now, connection := time.Now(), p.queue.connection.nats
	if now := connection.Stats().Reconnects; now != p.reconnects {
		p.reconnects, p.asked, p.ready = now, 0, false
	}
	if now.After(p.until.Add(time.Second)) {
		p.asked = 0 // the status that ended it was lost
	}
	ahead := threads * int(min(lookahead/max(p.mean, 1), mostAhead))
	room := threads + ahead - waiting - running - p.asked
	if room <= 0 || waiting > ahead/2 {
		return nil
	}
	if !p.ready {
		if now.Before(p.retry) {
			return nil
		}
		p.retry = now.Add(queueWait)
		if err := p.queue.consumer(ctx); err != nil {
			return err
		}
		p.ready = true
	}
	request := fmt.Sprintf(`{"batch":%d,"expires":%d}`, room, pullExpires)
	if err := connection.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+streamName+"."+p.queue.trade.id, p.inbox,
		[]byte(request)); err != nil {
		return nil //nolint:nilerr // the connection reports it itself
	}
	p.asked += room
	p.until = now.Add(pullExpires)
	return nil
}

// came counts a task that has arrived.
func (p *puller) came() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.asked = max(p.asked-1, 0)
}

// ended handles the end of a request, a message that has a status and no data.
func (p *puller) ended(m *nats.Msg) {
	p.mutex.Lock()
	switch m.Header.Get("Status") {
	case "408", "404": // the request has expired
		if pending, err := strconv.Atoi(m.Header.Get("Nats-Pending-Messages")); err == nil {
			p.asked = max(p.asked-pending, 0)
		} else {
			p.asked = 0
		}
	case "100": // the request is still open
	default: // the consumer, the stream or JetStream no longer exists
		p.asked, p.ready = 0, false
	}
	p.mutex.Unlock()
	p.stir()
}
