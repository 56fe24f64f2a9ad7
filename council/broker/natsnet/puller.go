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
	lookahead   = 200 * time.Millisecond // a worker has tasks at hand for so long,
	mostAhead   = 64                     // at most so many a thread
	pullExpires = 5 * time.Second        // a request for tasks ends by then
	queueWait   = time.Second            // until the queue is tried again
)

// puller asks the queue for tasks: as many as threads are free, and if tasks are short some
// more, so that no thread waits for the net. Long tasks are asked for one by one, for another
// worker may be free sooner.
type puller struct {
	queue *queue
	inbox string        // where tasks come, and words about the requests
	wake  chan struct{} // something has changed

	mutex      sync.Mutex
	asked      int       // tasks that were asked for and have not come
	until      time.Time // when the last request ends
	ready      bool      // there is a consumer
	retry      time.Time // when it may be made
	reconnects uint64
	mean       time.Duration // of a task, lately
}

func newPuller(q *queue) *puller {
	return &puller{queue: q, inbox: nats.NewInbox(), wake: make(chan struct{}, 1), mean: lookahead}
}

// stir lets look whether more is to be asked for.
func (p *puller) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// learn is told how long a task took.
func (p *puller) learn(took time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if took >= waitPatience {
		p.mean = max(p.mean, took)
	}
	p.mean += (took - p.mean) / 8
}

// pull asks for tasks when so many threads are left to them, and so many tasks wait and run.
func (p *puller) pull(ctx context.Context, threads, waiting, running int) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now, connection := time.Now(), p.queue.connection.nats
	if now := connection.Stats().Reconnects; now != p.reconnects {
		p.reconnects, p.asked, p.ready = now, 0, false
	}
	if now.After(p.until.Add(time.Second)) {
		p.asked = 0 // the word that it has ended is lost
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
		return nil //nolint:nilerr // the connection tells of it itself
	}
	p.asked += room
	p.until = now.Add(pullExpires)
	return nil
}

// came is told of a task that has come.
func (p *puller) came() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.asked = max(p.asked-1, 0)
}

// ended is told of a request that has ended, by a message that has no data but a status.
func (p *puller) ended(m *nats.Msg) {
	p.mutex.Lock()
	switch m.Header.Get("Status") {
	case "408", "404": // its time is over
		if pending, err := strconv.Atoi(m.Header.Get("Nats-Pending-Messages")); err == nil {
			p.asked = max(p.asked-pending, 0)
		} else {
			p.asked = 0
		}
	case "100": // it is still there
	default: // there is no such consumer any more, or no stream, or no JetStream
		p.asked, p.ready = 0, false
	}
	p.mutex.Unlock()
	p.stir()
}
