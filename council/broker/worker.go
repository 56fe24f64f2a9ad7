package broker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"alfiere/council"
)

// Times and bounds of a worker.
const (
	lease        = 3 * time.Second // a search ends if its engine has been silent this long
	leaseTick    = 250 * time.Millisecond
	infoInterval = 40 * time.Millisecond // between two reports of lines
	maxTasks     = 256                   // attempts that are remembered
	tooLate      = 100 * time.Millisecond
)

// Worker answers the calls of masters, and searches for engines within its bounds.
type Worker struct {
	Card

	// Open opens the member that searches for a seat, with a table of that many megabytes.
	Open func(seat council.Seat, megabytes int) (council.Member, error)

	// Busy, if not nil, is called with the number of searching threads whenever it changes, so that
	// other work on the machine can give way. It must not block.
	Busy func(threads int)

	// Called, if not nil, gets the calls of masters whose versions are those of this worker. It must not block.
	Called func(*Call)

	// Count, if not nil, counts tasks on the card.
	Count func(*Card)

	// Tell, if not nil, gets lines about the worker's actions, from several goroutines.
	Tell func(line string)
}

// seatKey names a seat of an engine.
type seatKey struct {
	master string
	seat   int
}

// taskKey names an attempt of an engine.
type taskKey struct {
	master  string
	attempt uint64
}

// task is an attempt as its worker knows it.
type task struct {
	key     taskKey
	seat    seatKey
	threads int
	ctx     context.Context
	cancel  context.CancelFunc // nil unless it is searched
	hit     chan struct{}
	isHit   bool
	heard   time.Time
	reply   []byte // the answer once it is over
}

// searches reports whether the task holds threads that it does not release at once.
func (t *task) searches() bool { return t.cancel != nil && t.ctx.Err() == nil }

// service is a running worker. The mutex guards its fields.
type service struct {
	*Worker
	transport Transport
	once      *Once
	started   time.Time
	ctx       context.Context
	running   sync.WaitGroup

	mutex  sync.Mutex
	tables map[seatKey]*table
	tasks  map[taskKey]*task
	order  []taskKey // of tasks, oldest first
	newest map[seatKey]uint64
	closed bool
}

// Serve searches until ctx ends; then running searches answer with their best moves so far. The error
// comes from the transport.
func (w *Worker) Serve(ctx context.Context, t Transport) error {
	s := &service{Worker: w, transport: t, once: NewOnce(w.Tell), started: time.Now(), tables: map[seatKey]*table{},
		tasks: map[taskKey]*task{}, newest: map[seatKey]uint64{}}
	var release context.CancelFunc
	s.ctx, release = context.WithCancel(ctx)
	defer release()
	s.Tell = s.once.tell
	if s.Busy == nil {
		s.Busy = func(int) {}
	}
	for _, subject := range []string{WorkerSubject(w.ID), CallSubject} {
		cancel, err := t.Subscribe(subject, s.receive)
		if err != nil {
			return err
		}
		defer cancel()
	}
	s.here("", 0, false)
	tick := time.NewTicker(leaseTick)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.endOrphans()
		case <-ctx.Done():
			s.close()
			return nil
		}
	}
}

// close ends the searches, waits for them and releases the memory.
func (s *service) close() {
	s.mutex.Lock()
	s.closed = true
	s.mutex.Unlock()
	s.running.Wait()
	s.here("", 0, true)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key := range s.tables {
		s.drop(key)
	}
}

// here sends this worker's card to all masters, or to the master whose call had the time called.
func (s *service) here(master string, called int64, leaves bool) {
	subject := HereSubject
	if master != "" {
		subject = ReplySubject(master, 0)
	}
	here := Presence{Card: s.Card, Leaves: leaves, Called: called, Time: time.Now().UnixMicro()}
	for _, text := range []*string{&here.Name, &here.Version, &here.Signature} {
		*text = clean(*text)
	}
	here.Uptime = time.Since(s.started).Seconds()
	if s.Count != nil {
		s.Count(&here.Card)
	}
	s.mutex.Lock()
	here.Busy = min(s.busy(master), s.Threads)
	s.mutex.Unlock()
	s.say(subject, &Word{Kind: HereWord, Here: &here})
}

// busy returns how many threads search for other engines. The mutex is held.
func (s *service) busy(master string) (threads int) {
	for _, t := range s.tasks {
		if t.searches() && t.key.master != master {
			threads += t.threads
		}
	}
	return threads
}

// say sends a word, and returns the bytes sent.
func (s *service) say(subject string, w *Word) []byte {
	w.Worker = s.ID
	data, err := encode(w)
	if err != nil {
		data, _ = encode(&Word{Kind: failWord, Worker: s.ID, Attempt: w.Attempt, Why: "the answer is too long"})
	}
	_ = s.transport.Publish(subject, "", data) // a lost word is asked for again
	return data
}

// answer sends a word about an attempt.
func (s *service) answer(key taskKey, w *Word) []byte {
	w.Attempt = key.attempt
	return s.say(ReplySubject(key.master, key.attempt), w)
}

// receive handles the orders of engines.
func (s *service) receive(m Message) {
	o, err := parseOrder(m.Data)
	if err != nil {
		return
	}
	key := taskKey{o.Master, o.Attempt}
	switch o.Kind {
	case callOrder:
		if differs := s.Differ(o.Versions, o.Kinds); differs != "" {
			s.once.Tell(fmt.Sprintf("%s has another version and is left to other workers: %s",
				cmp.Or(o.Name, "an engine"), differs))
		} else if s.Called != nil {
			s.Called(&o.Call)
		}
		s.here(o.Master, o.Time, false)
	case jobOrder:
		s.take(key, o)
	case steerOrder:
		s.steer(key, o)
	case readyOrder:
		s.ready(seatKey{o.Master, o.Seat}, o)
	case forgetOrder:
		s.forget(o)
	case passOrder:
		s.once.Tell("an engine skips this worker: " + o.Why)
	}
}

// remember keeps a task and forgets the oldest ones that are over. The mutex is held.
func (s *service) remember(t *task) {
	s.tasks[t.key] = t
	s.order = append(s.order, t.key)
	for len(s.order) > maxTasks {
		i := slices.IndexFunc(s.order, func(k taskKey) bool { return s.tasks[k].cancel == nil })
		if i < 0 {
			return
		}
		delete(s.tasks, s.order[i])
		s.order = slices.Delete(s.order, i, i+1)
	}
}

// endOrphans ends searches with a silent engine.
func (s *service) endOrphans() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, t := range s.tasks {
		if t.cancel != nil && time.Since(t.heard) > lease {
			s.Tell(fmt.Sprintf("engine %s is silent: its search ends", t.key.master))
			t.cancel()
		}
	}
}

// steer carries out an order about an attempt.
func (s *service) steer(key taskKey, o *order) {
	s.mutex.Lock()
	t := s.tasks[key]
	if t == nil && o.Stop { // a job that arrives after its stop does not begin
		s.refuse(&task{key: key, seat: seatKey{key.master, o.Seat}}, "it was stopped before it began")
		s.mutex.Unlock()
		return
	}
	if t == nil {
		s.mutex.Unlock()
		s.answer(key, &Word{Kind: unknownWord})
		return
	}
	reply := t.reply
	t.heard = time.Now()
	if t.cancel != nil {
		if o.Hit && t.hit != nil && !t.isHit {
			t.isHit = true
			close(t.hit)
			if o.Budget > 0 {
				time.AfterFunc(o.Budget, t.cancel)
			}
		}
		if o.Stop {
			t.cancel()
		}
	}
	s.mutex.Unlock()
	s.answerAgain(key, reply, aliveWord)
}

// refuse remembers a task that is not searched. The mutex is held.
func (s *service) refuse(t *task, why string) {
	t.reply, _ = encode(&Word{Kind: refuseWord, Worker: s.ID, Attempt: t.key.attempt, Why: why})
	s.remember(t)
}

// answerAgain repeats the answer to an attempt, or sends the word of this kind if it is still searched.
func (s *service) answerAgain(key taskKey, reply []byte, kind string) {
	if reply == nil {
		s.answer(key, &Word{Kind: kind})
		return
	}
	_ = s.transport.Publish(ReplySubject(key.master, key.attempt), "", reply)
}
