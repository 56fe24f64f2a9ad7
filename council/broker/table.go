package broker

import (
	"fmt"
	"sync"
	"time"

	"alfiere/council"
)

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
