package analyse

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/text"
)

// How results are put together for a step, for each costs a write to the disk.
const (
	most      = 200                    // results,
	mostBytes = 8 << 20                // their bytes,
	longest   = 100 * time.Millisecond // and how long the first one waits
	busyTries = 6                      // of problemdb's patience each, while another process writes
)

// store stores results in a goroutine of its own, many in one step, and reports them.
type store struct {
	*Job
	queue chan finding
	ended chan struct{} // closed when nothing is stored any more
	err   error         // why; valid when ended is closed
	last  sync.Once     // closes the queue
	asked map[int64]problem.Record
	sum   Summary // valid when ended is closed
}

// finding is a result with the problem as it was when it was asked.
type finding struct {
	asked  problem.Record
	result *work.Result // nil if the problem had been deleted before
}

func newStore(j *Job) *store {
	return &store{Job: j, queue: make(chan finding, most), ended: make(chan struct{}), asked: map[int64]problem.Record{}}
}

// begin notes a problem that is asked; it and keep are called by the goroutine of Do.
func (s *store) begin(p *problem.Record) {
	s.asked[p.ID] = problem.Record{ID: p.ID, FEN: p.FEN, Stipulation: p.Stipulation}
}

// keep takes a result over, as work.Queue.Do asks for. It is not stored yet: if it is lost, the problem stays pending.
func (s *store) keep(r work.Result) error {
	id, err := strconv.ParseInt(r.Task.ID, 10, 64)
	asked, ok := s.asked[id]
	if err != nil || !ok {
		return fmt.Errorf("result for unknown task %q", r.Task.ID)
	}
	delete(s.asked, id)
	return s.put(finding{asked, &r})
}

// put hands a finding to serve. The error is that of storing.
func (s *store) put(f finding) error {
	select {
	case s.queue <- f:
		return nil
	case <-s.ended:
		return s.err
	}
}

// close waits until all is stored, and returns what went wrong.
func (s *store) close() error {
	s.last.Do(func() { close(s.queue) })
	<-s.ended
	return s.err
}

// serve stores until the queue is closed or something fails.
func (s *store) serve() {
	defer close(s.ended)
	for {
		list := s.gather()
		if len(list) == 0 {
			return
		}
		var events []Event
		for try := 1; ; try++ {
			events = events[:0]
			err := s.DB.Batch(func(t *database.Tx) error {
				for i := range list {
					event, err := s.enter(t, &list[i])
					if err != nil {
						return err
					}
					events = append(events, event)
				}
				return nil
			})
			if err == nil {
				break
			}
			if !errors.Is(err, database.ErrBusy) || try == busyTries {
				s.err = err
				return
			}
		}
		for i := range events {
			s.tell(&events[i])
		}
	}
}

// gather waits for a finding and returns it with those that come soon; none if there are no more.
func (s *store) gather() (list []finding) {
	first, ok := <-s.queue
	if !ok {
		return nil
	}
	list = append(list, first)
	late := time.NewTimer(longest)
	defer late.Stop()
	for bytes := first.size(); len(list) < most && bytes < mostBytes; {
		select {
		case next, ok := <-s.queue:
			if !ok {
				return list
			}
			list = append(list, next)
			bytes += next.size()
		case <-late.C:
			return list
		}
	}
	return list
}

func (f *finding) size() int {
	if f.result == nil {
		return 0
	}
	return len(f.result.Payload)
}

// enter stores a finding. The error is the collection's.
func (s *store) enter(t *database.Tx, f *finding) (event Event, err error) {
	event = Event{ID: f.asked.ID, Outcome: Changed}
	if f.result == nil {
		return event, nil
	}
	event.Worker = f.result.Worker
	if f.result.Fault != "" {
		event.Outcome, event.Fault = Faulty, f.result.Fault
		return event, nil
	}
	said, _ := text.Decode(f.result.Payload) // StoreReport returns the error
	event.Verdict, event.Took = said.Verdict, time.Duration(said.Seconds*float64(time.Second))
	before, complete, err := t.Verdict(f.asked.ID)
	if err != nil {
		return event, err
	}
	now, err := t.Get(f.asked.ID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return event, nil
	case err != nil:
		return event, err
	case now.FEN != f.asked.FEN || now.Stipulation != f.asked.Stipulation:
		return event, nil
	case complete && !said.Complete:
		event.Outcome, event.Before = Kept, before
		return event, nil
	}
	event.Outcome, event.Before = Stored, before
	_, err = t.StoreReport(f.asked.ID, problem.StoredReport{Text: f.result.Payload, Program: s.Program,
		Milliseconds: s.Limit.Milliseconds()})
	if errors.Is(err, database.ErrReport) {
		event.Outcome, event.Fault, err = Faulty, err.Error(), nil
	}
	return event, err
}

// tell counts and reports what is stored.
func (s *store) tell(e *Event) {
	s.sum.Outcomes[e.Outcome]++
	if e.Outcome == Stored {
		s.sum.Verdicts[e.Verdict]++
	}
	if e.Turned() {
		s.sum.Turned++
	}
	e.Done, e.Total = s.sum.Done(), s.sum.Total
	if s.Tell != nil {
		s.Tell(e)
	}
}
