package natsnet

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Bounds and times of a batch.
const (
	window         = 1024     // tasks that are handed out and have no result yet, at least,
	windowThread   = 16       // or this number for each thread of the workers,
	windowBytes    = 16 << 20 // and their payloads
	resultsAhead   = 4096     // results that wait to be kept; workers send further ones again
	mostStarts     = 4        // workers that may have started a task again without returning it
	masterTick     = 500 * time.Millisecond
	callTicks      = 2                // between two calls of the workers
	checkTicks     = 6                // and between two checks of the stream
	lonelyPatience = 3 * time.Second  // until the lack of workers is reported
	leaderPatience = 12 * time.Second // until a queue without a leader is recreated; an election takes up to nine
	troublePause   = 10 * time.Second // until the same error is reported again
)

// Queue distributes tasks to workers at a broker. It is a work.Queue.
type Queue struct {
	Connection *Connection
	Name       string // name of this program that workers show

	// Kinds are the kinds of tasks. Workers with another version of a batch's kind are skipped. No handler is opened.
	Kinds []work.Kind

	// Durable makes the broker keep a new queue in files, not in memory.
	Durable bool

	// Tell gets a line for each event, from several goroutines.
	Tell func(line string)

	// Trace, if not nil, gets an event for each result, from the goroutine that calls Do.
	Trace func(TaskEvent)

	patience time.Duration // with a queue without a leader; 0 means leaderPatience
}

// given is a task that was handed out.
type given struct {
	task    work.Task
	data    []byte
	ack     jetstream.PubAckFuture // of the stream; nil once it has come or failed
	started map[string]string      // names, by id, of workers that have started it again without returning it
}

// batch is a call of Do.
type batch struct {
	*Queue
	call    broker.Call
	once    *broker.Once
	kind    string // of its tasks
	results chan arrival
	bytes   int    // of payloads that are handed out
	last    uint64 // last number given
	quiet   bool   // the lack of workers has been reported, or there is one
	trouble trouble

	mutex   sync.Mutex
	out     map[uint64]*given
	workers map[string]bool // workers that have been reported; true if they do the tasks
	threads int             // of the workers that do them
}

// trouble is an error of the stream.
type trouble struct {
	since    time.Time // zero if there is none
	text     string    // as last reported
	reported time.Time
}

// arrival is an arriving result, and the subject for the answer that it is kept.
type arrival struct {
	number uint64
	result work.Result
	reply  string
}

// Do implements work.Queue; all tasks have the kind of the first. It continues while the broker or all workers are
// away. A task that five workers started and none returned is abandoned with an error.
func (q *Queue) Do(ctx context.Context, tasks iter.Seq[work.Task], keep func(work.Result) error) error {
	next, stop := iter.Pull(tasks)
	defer stop()
	first, more := next()
	if !more {
		return ctx.Err()
	}
	row := slices.IndexFunc(q.Kinds, func(k work.Kind) bool { return k.Name == first.Kind })
	if row < 0 {
		return fmt.Errorf("%q: %w", first.Kind, work.ErrKind)
	}
	b := &batch{Queue: q, once: broker.NewOnce(q.Tell), kind: first.Kind,
		call: broker.Call{Versions: broker.NewVersions(versionsOf(q.Kinds[row : row+1])),
			Master: broker.NewID(), Name: q.Name},
		results: make(chan arrival, resultsAhead), out: map[uint64]*given{}, workers: map[string]bool{}}
	stream, err := q.Connection.stream(ctx, q.Durable)
	if err == nil {
		q.Connection.widen(ctx, stream)
		err = q.Connection.consumer(ctx, stream, b.call.Master)
	}
	switch {
	case err == nil: // otherwise check creates it
	case ctx.Err() != nil || errors.Is(err, errNoJetStream) || !q.Connection.clustered() && !errors.Is(err, errSilent):
		return errors.Join(ctx.Err(), err)
	}
	for _, subject := range []string{broker.MasterSubject(b.call.Master), broker.HereSubject} {
		subscription, err := q.Connection.nats.Subscribe(subject, b.receive)
		if err != nil {
			return err
		}
		defer func() { _ = subscription.Unsubscribe() }()
		if err := subscription.SetPendingLimits(maxPending, -1); err != nil {
			return err
		}
	}
	defer func() {
		// Nobody else would remove the tasks of a batch that workers know to be over.
		due := time.Now().Add(leaderPatience)
		for errors.Is(b.Connection.retire(b.call.Master), errSilent) && time.Now().Before(due) {
			continue
		}
		b.announce(true)
	}()
	if err = b.give(first); err != nil {
		return err
	}
	return b.run(ctx, next, keep)
}

// run hands out tasks and keeps results until all tasks are done.
func (b *batch) run(ctx context.Context, next func() (work.Task, bool), keep func(work.Result) error) error {
	b.announce(false)
	started := time.Now()
	reconnected, end := b.Connection.reconnected()
	defer end()
	ticker := time.NewTicker(masterTick)
	defer ticker.Stop()
	more, wait := true, false
	for tick := 1; ; {
		// only this goroutine changes out
		for more && !wait && ctx.Err() == nil && len(b.out) < b.window() && b.bytes < windowBytes {
			var task work.Task
			if task, more = next(); more && task.Kind == "" {
				wait = true
			} else if more {
				if err := b.give(task); err != nil {
					return err
				}
			}
		}
		if !more && len(b.out) == 0 {
			return ctx.Err()
		}
		select {
		case a := <-b.results:
			wait = false
			if err := b.settle(a, keep); err != nil {
				return err
			}
		case <-ticker.C:
			if tick++; tick%callTicks == 0 {
				b.announce(false)
			}
			if tick%checkTicks == 0 {
				b.check(ctx)
			}
			if time.Since(started) > lonelyPatience {
				b.tellIfLonely()
			}
		case <-reconnected:
			b.announce(false)
			b.check(ctx)
		case <-b.Connection.Closed():
			return fmt.Errorf("the broker has closed the connection: %w", b.Connection.Err())
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// window is how many tasks may be handed out.
func (b *batch) window() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return max(window, windowThread*b.threads)
}

// give hands a task out.
func (b *batch) give(task work.Task) error {
	if task.Kind != b.kind {
		return fmt.Errorf("task %s is %q, not %q as those before it: %w", task.ID, task.Kind, b.kind, work.ErrKind)
	}
	data, err := broker.Encode(&task)
	if err != nil {
		return err
	}
	if most := b.Connection.nats.MaxPayload(); most > 0 && int64(len(data)) > most {
		return tooLong("task "+task.ID, len(data), most)
	}
	b.last++
	g := &given{task: task, data: data, started: map[string]string{}}
	b.mutex.Lock()
	b.out[b.last] = g
	b.mutex.Unlock()
	b.bytes += len(data)
	b.send(b.last, g)
	return nil
}

// send puts a task into the queue. check finds out whether it has arrived.
func (b *batch) send(number uint64, g *given) {
	g.ack, _ = b.Connection.js.PublishAsync(b.subject(number), g.data)
}

// sending reports whether the stream may still receive the task.
func (g *given) sending() bool {
	if g.ack == nil {
		return false
	}
	select {
	case <-g.ack.Ok():
	case <-g.ack.Err():
	default:
		return true
	}
	g.ack = nil
	return false
}

func (b *batch) subject(number uint64) string {
	return subject(b.call.Master, strconv.FormatUint(number, 10))
}

// settle keeps a result, once.
func (b *batch) settle(a arrival, keep func(work.Result) error) error {
	b.mutex.Lock()
	g := b.out[a.number]
	b.mutex.Unlock()
	if g != nil {
		a.result.Task = g.task
		if err := keep(a.result); err != nil {
			return err
		}
		trace(b.Trace, &TaskEvent{Step: ResultKept, Batch: b.call.Master, Task: g.task.ID, Kind: g.task.Kind,
			Worker: a.result.Worker, Fault: a.result.Fault})
		b.mutex.Lock()
		delete(b.out, a.number)
		b.mutex.Unlock()
		b.bytes -= len(g.data)
	}
	b.answer(a.reply, yesAnswer)
	return nil
}

func (b *batch) answer(reply, answer string) {
	if reply != "" {
		_ = b.Connection.nats.Publish(reply, []byte(answer))
	}
}

// announce announces this master to all workers, or that its batch is over.
func (b *batch) announce(over bool) {
	call := b.call
	call.Over = over
	_ = call.Publish(b.Connection, broker.CallSubject)
}

// receive handles the words of workers.
func (b *batch) receive(m *nats.Msg) {
	w, err := broker.ParseWord(m.Data, maxUnpacked)
	if err != nil {
		return // not from a worker of such a version
	}
	switch w.Kind {
	case broker.HereWord:
		if !w.Here.Leaves {
			b.meet(&w.Here.Card)
		}
	case broker.BeginWord:
		b.answer(m.Reply, b.begin(w))
	case broker.ReturnWord:
		b.back(w)
	case broker.ResultWord:
		b.arrive(arrival{w.Attempt, work.Result{Payload: w.Payload, Fault: w.Why, Worker: w.Name}, m.Reply})
	}
}

// arrive queues a result to be kept; if there is no room, the worker sends it again.
func (b *batch) arrive(a arrival) {
	select {
	case b.results <- a:
	default:
	}
}

// begin reports whether a worker may begin a task. A task that no worker returns is abandoned.
func (b *batch) begin(w *broker.Word) string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	g := b.out[w.Attempt]
	if g == nil {
		return noAnswer
	}
	if _, again := g.started[w.Worker]; !again && len(g.started) >= mostStarts {
		names := strings.Join(slices.Sorted(maps.Values(g.started)), ", ")
		b.arrive(arrival{number: w.Attempt,
			result: work.Result{Fault: fmt.Sprintf("abandoned: %d workers began it and none returned it, among them %s",
				mostStarts+1, names)}})
		return noAnswer
	}
	g.started[w.Worker] = w.Name
	return yesAnswer
}

// back records that a task was started and returned unharmed. A reason is reported once.
func (b *batch) back(w *broker.Word) {
	b.mutex.Lock()
	if g := b.out[w.Attempt]; g != nil {
		delete(g.started, w.Worker)
	}
	b.mutex.Unlock()
	if w.Why != "" {
		b.once.Tell(fmt.Sprintf("worker %s returns tasks: %s", w.Name, w.Why))
	}
}

// meet calls and reports a new worker.
func (b *batch) meet(card *broker.Card) {
	differs := b.call.Differ(card.Versions, b.call.Kinds)
	same := differs == ""
	b.mutex.Lock()
	_, known := b.workers[card.ID]
	b.workers[card.ID] = same
	if same && !known {
		b.threads += card.Threads
	}
	b.mutex.Unlock()
	switch {
	case known:
		return
	case same:
		b.Tell(fmt.Sprintf("worker %s takes tasks: %d threads", card.Name, card.Threads))
	default:
		b.Tell(fmt.Sprintf("worker %s has another version of the tasks and is skipped: %s", card.Name, differs))
	}
	_ = b.call.Publish(b.Connection, broker.WorkerSubject(card.ID))
}

// tellIfLonely reports once that there is no worker for the tasks.
func (b *batch) tellIfLonely() {
	b.mutex.Lock()
	someone := slices.Contains(slices.Collect(maps.Values(b.workers)), true)
	b.mutex.Unlock()
	if !b.quiet && !someone {
		b.Tell("there is no worker for these tasks yet")
	}
	b.quiet = true
}
