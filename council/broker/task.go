package broker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/council"
	"alfiere/search"
)

// take begins the search of a job, or answers with the reason for a refusal. A known job gets the same answer again.
func (s *service) take(key taskKey, o *order) {
	s.mutex.Lock()
	if t := s.tasks[key]; t != nil {
		reply := t.reply
		t.heard = time.Now()
		s.mutex.Unlock()
		if reply != nil {
			_ = s.transport.Publish(ReplySubject(key.master, key.attempt), "", reply)
		} else {
			s.answer(key, &Word{Kind: acceptWord})
		}
		return
	}
	s.mutex.Unlock()

	t := &task{key: key, seat: seatKey{key.master, o.Seat}, hit: make(chan struct{}), heard: time.Now()}
	assignment, err := s.examine(o, t)
	s.mutex.Lock()
	var table *table
	if err == nil {
		table, err = s.engage(t, assignment)
	}
	if err != nil {
		t.reply, _ = encode(&Word{Kind: refuseWord, Worker: s.ID, Attempt: key.attempt, Why: cut(err.Error(), maxWhy)})
		s.remember(t)
		s.mutex.Unlock()
		s.Tell(fmt.Sprintf("job refused: %v", err))
		_ = s.transport.Publish(ReplySubject(key.master, key.attempt), "", t.reply)
		return
	}
	t.ctx, t.cancel = context.WithCancel(s.ctx)
	s.remember(t)
	s.Busy(s.busy(""))
	s.running.Add(1)
	s.mutex.Unlock()
	go s.work(t, table, assignment)
	s.answer(key, &Word{Kind: acceptWord})
}

// examine reads the job and checks the bounds that do not depend on other tasks.
func (s *service) examine(o *order, t *task) (*Assignment, error) {
	if differs := s.Differ(o.Versions, o.Kinds); differs != "" {
		return nil, errors.New(differs)
	}
	a, err := o.Job.assignment(t.hit)
	if err != nil {
		return nil, err
	}
	t.threads = max(a.Job.Seat.Threads, 1)
	now := time.Now()
	a.Job.Request.Limits.Begun = now.Add(-a.Spent)
	switch {
	case a.Job.Megabytes > s.Hash:
		return nil, fmt.Errorf("the job needs a table of %d MB, but the worker has %d MB", a.Job.Megabytes, s.Hash)
	case t.threads > s.Threads:
		return nil, fmt.Errorf("the job needs %d threads, but the worker has %d", t.threads, s.Threads)
	case a.Budget > s.Longest:
		return nil, fmt.Errorf("the job needs a search of %v, but the limit is %v", a.Budget, s.Longest)
	case !a.Until.IsZero() && now.After(a.Until.Add(tooLate)):
		return nil, fmt.Errorf("the job arrived %v too late", now.Sub(a.Until).Round(time.Millisecond))
	case !a.Until.IsZero():
		a.Budget = min(a.Budget, max(a.Until.Sub(now), time.Millisecond))
	}
	if a.Budget == 0 {
		a.Budget = s.Longest
	}
	return a, nil
}

// engage finds threads and a table for a task. An older task of the same seat gives way. The mutex is held.
func (s *service) engage(t *task, a *Assignment) (*table, error) {
	if s.closed {
		return nil, fmt.Errorf("the worker is shutting down")
	}
	if newest := s.newest[t.seat]; t.key.attempt < newest {
		return nil, fmt.Errorf("attempt %d of the seat is older than %d", t.key.attempt, newest)
	}
	busy := 0
	for _, other := range s.tasks {
		switch {
		case !other.searches():
		case other.seat == t.seat:
			other.cancel()
		default:
			busy += other.threads
		}
	}
	if busy+t.threads > s.Threads {
		return nil, fmt.Errorf("%d of %d threads are busy", busy, s.Threads)
	}
	table, err := s.reserve(t.seat, a.Job.Megabytes)
	if err != nil {
		return nil, err
	}
	if len(s.newest) > 16*maxTasks {
		clear(s.newest)
	}
	s.newest[t.seat] = t.key.attempt
	table.users++
	return table, nil
}

// work searches and answers.
func (s *service) work(t *task, table *table, a *Assignment) {
	defer s.running.Done()
	late := time.AfterFunc(a.Budget, t.cancel)
	defer late.Stop()
	proposal, err := s.search(t, table, a)
	w := &Word{Kind: answerWord, Attempt: t.key.attempt}
	if err != nil {
		w.Kind, w.Why = failWord, cut(err.Error(), maxWhy)
		s.Tell(fmt.Sprintf("search failed: %v", err))
	} else {
		w.Proposal = &proposal
	}
	reply := s.answer(t.key, w)
	s.mutex.Lock()
	t.cancel()
	t.cancel, t.reply = nil, reply
	s.Busy(s.busy(""))
	table.users--
	table.used = time.Now()
	s.mutex.Unlock()
}

// search searches with the seat's table, which an older search may still hold.
func (s *service) search(t *task, table *table, a *Assignment) (council.Proposal, error) {
	table.busy.Lock()
	defer table.busy.Unlock()
	if err := table.open(s.Open, a.Job.Seat, a.Job.Megabytes, a.Game); err != nil {
		return council.Proposal{}, err
	}
	var reported time.Time
	return table.member.Propose(t.ctx, &a.Job, func(info search.Info) {
		if now := time.Now(); len(info.Line) > 0 && now.Sub(reported) >= infoInterval {
			reported = now
			s.answer(t.key, &Word{Kind: infoWord, Info: &info})
		}
	})
}
