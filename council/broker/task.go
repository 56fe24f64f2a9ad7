package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
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
		s.answerAgain(key, reply, acceptWord)
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
		s.refuse(t, cut(err.Error(), maxWhy))
		s.mutex.Unlock()
		s.Tell(fmt.Sprintf("job refused: %v", err))
		s.answerAgain(key, t.reply, refuseWord)
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
	a.Job.Request.Limits.Started = now.Add(-a.Spent)
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
	a.Budget = cmp.Or(a.Budget, s.Longest)
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

// table is the state that a worker keeps for a seat between moves.
type table struct {
	reserved int       // megabytes, counted before the memory is taken; guarded by the service
	users    int       // tasks that hold it or wait for it; guarded by the service
	used     time.Time // last; guarded by the service

	busy      sync.Mutex     // held by the search that uses the table
	member    council.Member // nil before the first search
	seat      council.Seat
	megabytes int
	game      uint64
}

// open gets the table ready for a search of the seat. busy is held.
func (t *table) open(open func(council.Seat, int) (council.Member, error), seat council.Seat, megabytes int,
	game uint64) error {
	if t.member != nil && t.seat != seat {
		_ = t.member.Close() // its knowledge is no longer needed
		t.member = nil
	}
	if t.member == nil {
		member, err := open(seat, megabytes)
		if err != nil {
			return err
		}
		t.member, t.seat, t.megabytes, t.game = member, seat, megabytes, game
		return nil
	}
	if t.megabytes != megabytes {
		if err := t.member.Resize(megabytes); err != nil {
			return err
		}
		t.megabytes = megabytes
	}
	if t.game != game {
		t.member.NewGame()
		t.game = game
	}
	return nil
}

// reserve returns the table of a seat with the given megabytes. To make room it drops unused tables, the
// least recently used first. The service's mutex is held.
func (s *service) reserve(key seatKey, megabytes int) (*table, error) {
	taken := 0
	for other, t := range s.tables {
		if other != key {
			taken += t.reserved
		}
	}
	for taken+megabytes > s.Hash {
		oldest, found := seatKey{}, false
		for other, t := range s.tables {
			if other != key && t.users == 0 && (!found || t.used.Before(s.tables[oldest].used)) {
				oldest, found = other, true
			}
		}
		if !found {
			return nil, fmt.Errorf("the job needs a table of %d MB, but %d of %d MB are in use", megabytes, taken, s.Hash)
		}
		taken -= s.tables[oldest].reserved
		s.drop(oldest)
	}
	t := s.tables[key]
	if t == nil {
		t = &table{used: time.Now()}
		s.tables[key] = t
	}
	t.reserved = megabytes
	return t, nil
}

// drop releases the memory of an unused table. The service's mutex is held.
func (s *service) drop(key seatKey) {
	if t := s.tables[key]; t.member != nil {
		_ = t.member.Close()
	}
	delete(s.tables, key)
}

// forget releases the memory of a seat, or of all seats of an engine.
func (s *service) forget(o *order) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key, t := range s.tables {
		if key.master == o.Master && (o.Seat == 0 || o.Seat == key.seat) && t.users == 0 {
			s.drop(key)
		}
	}
}

// ready makes an existing table forget the last game before the clock runs.
func (s *service) ready(key seatKey, o *order) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	t := s.tables[key]
	if t == nil || t.users > 0 || s.closed || t.reserved != o.Hash {
		return
	}
	t.users++
	s.running.Go(func() {
		t.busy.Lock()
		if t.member != nil && t.game < o.Game { // orders may arrive out of order
			t.member.NewGame()
			t.game = o.Game
		}
		t.busy.Unlock()
		s.mutex.Lock()
		t.users--
		s.mutex.Unlock()
	})
}
