package natsnet

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Bounds and times of a batch.
const (
	window         = 1024     // tasks that are handed out and have no result yet, at least,
	windowThread   = 16       // or so many for each thread of the workers,
	windowBytes    = 16 << 20 // and their payloads
	maxThreads     = 1024     // of a worker, as far as it is believed
	resultsAhead   = 4096     // results that wait to be kept; workers send further ones again
	mostGathered   = 8        // results in parts that arrive at a time
	mostBegun      = 4        // workers that may have begun a task again without returning it
	masterTick     = 500 * time.Millisecond
	rollTicks      = 2                      // between two calls of the roll
	checkTicks     = 6                      // and between two checks of the stream
	publishGrace   = 500 * time.Millisecond // until sent tasks are visible in the stream
	lonelyPatience = 3 * time.Second        // until the lack of workers is reported
	leaderPatience = 12 * time.Second       // until a queue without a leader is recreated; an election takes up to nine
	troubleTold    = 10 * time.Second       // until the same error is reported again
)

// Priorities of crews.
const (
	DefaultPriority = 3
	MaxPriority     = 9
)

// Crew distributes tasks to workers at a broker. It is a work.Crew.
type Crew struct {
	Connection *Connection
	Name       string // name of this program that workers show

	// Kinds are the kinds of tasks. Workers with another version of a batch's kind are skipped. No handler is opened.
	Kinds []work.Kind

	// Priority is the part of the workers' threads that the tasks get, relative to that of other crews, from 1 to
	// MaxPriority; 0 means DefaultPriority.
	Priority int

	// Durable makes the broker keep a new queue in files, not in memory.
	Durable bool

	// Tell gets a line for each event, from several goroutines.
	Tell func(line string)

	// Trace, if not nil, gets an event for each result, from the goroutine that calls Do.
	Trace func(TaskEvent)
}

// given is a task that was handed out.
type given struct {
	task  work.Task
	data  []byte
	given time.Time
	sent  time.Time         // last
	begun map[string]string // names, by id, of workers that have begun it again without returning it
	first *arrival          // the kept result, if this is for a second one
}

// batch is a call of Do.
type batch struct {
	*Crew
	queue   *queue
	id      string
	kind    string // of its tasks
	results chan arrival
	bytes   int    // of payloads that are handed out
	last    uint64 // last number given
	quiet   bool   // the lack of workers has been reported, or there is one
	trouble trouble
	seconds seconds

	mutex   sync.Mutex
	out     map[uint64]*given
	workers map[string]bool // workers that have been reported; true if they do the tasks
	threads int             // of the workers that do them
	told    reported        // of workers: refusals, and who has given another result than a second one
	parts   map[partKey][][]byte

	paused    bool   // by another program
	cancelled error  // by another program, as end does
	end       func() // ends the batch
}

// trouble is an error of the stream.
type trouble struct {
	since time.Time // zero if there is none
	text  string    // as last reported
	told  time.Time
}

// arrival is an arriving result, the subject for the answer that it is kept, and the ID of the worker.
type arrival struct {
	number      uint64
	result      work.Result
	reply, from string
}

// Do implements work.Crew; all tasks have the kind of the first. It continues while the broker or all workers are away.
// A task that five workers began and none returned is abandoned with an error. Of tasks whose results are facts, one in
// a hundred is done by a second worker too, if there is one: the first result is kept, and a different second one is
// reported.
func (c *Crew) Do(ctx context.Context, tasks iter.Seq[work.Task], keep func(work.Result) error) error {
	next, stop := iter.Pull(tasks)
	defer stop()
	first, more := next()
	if !more {
		return ctx.Err()
	}
	row := slices.IndexFunc(c.Kinds, func(k work.Kind) bool { return k.Name == first.Kind })
	if row < 0 {
		return fmt.Errorf("%q: %w", first.Kind, work.ErrKind)
	}
	q, err := newQueue(c.Connection, c.Kinds[row:row+1], c.Durable)
	if err != nil {
		return err
	}
	b := &batch{Crew: c, queue: q, id: broker.NewID(), kind: first.Kind, results: make(chan arrival, resultsAhead),
		out: map[uint64]*given{}, workers: map[string]bool{}, told: reported{}, parts: map[partKey][][]byte{},
		seconds: seconds{fact: c.Kinds[row].Fact, seed: maphash.MakeSeed()}}
	ctx, b.end = context.WithCancel(ctx)
	defer b.end()
	stream, err := q.stream(ctx)
	if err == nil {
		q.widen(ctx, stream)
		err = q.consumer(ctx, stream, b.id)
	}
	switch {
	case err == nil: // otherwise check creates it
	case ctx.Err() != nil || errors.Is(err, errNoJetStream) || !q.clustered() && !errors.Is(err, errSilent):
		return errors.Join(ctx.Err(), err)
	}
	// A later order must fail at once, so the broker has to know that the subscriptions have ended.
	defer func() { _ = c.Connection.nats.FlushTimeout(flushTimeout) }()
	for subject, handle := range map[string]nats.MsgHandler{batchPrefix + b.id: b.receive, helloSubject: b.hello} {
		subscription, err := c.Connection.nats.Subscribe(subject, handle)
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
		for due := time.Now().Add(leaderPatience); errors.Is(q.retire(b.id), errSilent) && time.Now().Before(due); {
			continue
		}
		b.roll(true)
	}()
	if err = b.give(first, nil); err == nil {
		err = b.run(ctx, next, keep)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.cancelled != nil && errors.Is(err, context.Canceled) {
		return b.cancelled
	}
	return err
}

// run hands out tasks and keeps results until all tasks are done.
func (b *batch) run(ctx context.Context, next func() (work.Task, bool), keep func(work.Result) error) error {
	b.roll(false)
	begun, reconnects := time.Now(), b.Connection.nats.Stats().Reconnects
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
				if err := b.give(task, nil); err != nil {
					return err
				}
			}
		}
		if !more && b.seconds.isOver(len(b.out)) {
			return ctx.Err()
		}
		select {
		case a := <-b.results:
			wait = false
			if err := b.settle(a, keep); err != nil {
				return err
			}
		case <-ticker.C:
			if tick++; tick%rollTicks == 0 {
				b.roll(false)
			}
			if now := b.Connection.nats.Stats().Reconnects; now != reconnects || tick%checkTicks == 0 {
				reconnects = now
				b.check(ctx)
			}
			if time.Since(begun) > lonelyPatience {
				b.tellIfLonely()
			}
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

// give hands a task out. first is the kept result if this is for a second one.
func (b *batch) give(task work.Task, first *arrival) error {
	if task.Kind != b.kind {
		return fmt.Errorf("task %s is %q, not %q as those before it: %w", task.ID, task.Kind, b.kind, work.ErrKind)
	}
	text := taskText{ID: task.ID, Kind: task.Kind, Payload: task.Payload}
	if first != nil {
		text.Not = first.from
	}
	data, err := pack(&text)
	if err != nil {
		return err
	}
	if most := b.Connection.nats.MaxPayload(); most > 0 && int64(len(data)) > most {
		return tooLong("task "+task.ID, len(data), most)
	}
	b.last++
	g := &given{task: task, data: data, given: time.Now(), begun: map[string]string{}, first: first}
	b.mutex.Lock()
	b.out[b.last] = g
	b.mutex.Unlock()
	b.bytes += len(data)
	b.send(b.last, g)
	return nil
}

// send puts a task into the queue without an acknowledgement: check finds out whether it has arrived.
func (b *batch) send(number uint64, g *given) {
	g.sent = time.Now()
	_ = b.Connection.nats.Publish(b.subject(number), g.data)
}

func (b *batch) subject(number uint64) string {
	return b.queue.subject(b.id, strconv.FormatUint(number, 10))
}

// settle keeps a result, once.
func (b *batch) settle(a arrival, keep func(work.Result) error) error {
	b.mutex.Lock()
	g := b.out[a.number]
	b.mutex.Unlock()
	if g != nil {
		if a.result.Task = g.task; g.first != nil {
			b.compare(g, &a)
		} else if err := keep(a.result); err != nil {
			return err
		} else {
			trace(b.Trace, &TaskEvent{Step: ResultKept, Batch: b.id, Task: g.task.ID, Kind: g.task.Kind,
				Worker: a.result.Worker, Fault: a.result.Fault})
			b.askAgain(g, &a)
		}
		b.mutex.Lock()
		delete(b.out, a.number)
		maps.DeleteFunc(b.parts, func(key partKey, _ [][]byte) bool { return key.number == a.number })
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

// receive handles the words of workers.
func (b *batch) receive(m *nats.Msg) {
	var w word
	if err := unpack(m.Data, &w); err != nil {
		return // not from a worker of such a version
	}
	switch w.Word {
	case hereWord:
		b.meet(&w)
	case beginWord:
		b.answer(m.Reply, b.begin(&w))
	case backWord:
		b.back(&w)
	case string(Pause), string(Resume), string(Cancel):
		b.answer(m.Reply, yesAnswer)
		b.obey(Order(w.Word), w.Name)
	case partWord:
		b.gather(&w, m.Reply)
	case resultWord:
		b.arrive(arrival{w.Number, resultOf(&w), m.Reply, w.Worker})
	}
}

func resultOf(w *word) work.Result {
	return work.Result{Payload: w.Payload, Fault: w.Fault, Worker: w.Name}
}

// arrive queues a result to be kept; if there is no room, the worker sends it again.
func (b *batch) arrive(a arrival) {
	select {
	case b.results <- a:
	default:
	}
}

// begin reports whether a worker may begin a task. A task that no worker returns is abandoned.
func (b *batch) begin(w *word) string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	g := b.out[w.Number]
	if g == nil {
		return noAnswer
	}
	if _, again := g.begun[w.Worker]; !again && len(g.begun) >= mostBegun {
		names := strings.Join(slices.Sorted(maps.Values(g.begun)), ", ")
		b.arrive(arrival{number: w.Number,
			result: work.Result{Fault: fmt.Sprintf("abandoned: %d workers began it and none returned it, among them %s",
				mostBegun+1, cutText(names))}})
		return noAnswer
	}
	g.begun[w.Worker] = w.Name
	return yesAnswer
}

// back records that a task was begun and returned unharmed. A reason is reported once.
func (b *batch) back(w *word) {
	b.mutex.Lock()
	if g := b.out[w.Number]; g != nil {
		delete(g.begun, w.Worker)
	}
	text := fmt.Sprintf("worker %s returns tasks: %s", cutText(w.Name), cutText(w.Fault))
	told := w.Fault == "" || !b.told.add(text)
	b.mutex.Unlock()
	if !told {
		b.Tell(text)
	}
}

// meet reports a new worker.
func (b *batch) meet(w *word) {
	b.mutex.Lock()
	_, known := b.workers[w.Worker]
	differs := difference(b.queue.versions, w.Kinds, b.queue.versions)
	same := differs == ""
	b.workers[w.Worker] = same
	if same && !known {
		b.threads += min(max(w.Threads, 0), maxThreads)
	}
	b.mutex.Unlock()
	switch {
	case known:
	case same:
		b.Tell(fmt.Sprintf("worker %s takes tasks: %d threads", cutText(w.Name), w.Threads))
	default:
		b.Tell(fmt.Sprintf("worker %s has another version of the tasks and is skipped: %s", cutText(w.Name), differs))
	}
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
