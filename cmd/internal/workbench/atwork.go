package workbench

import (
	"errors"
	"sync"
	"time"

	"alfiere/internal/cli"
	"alfiere/workbench/api"
)

// lockName is the file that is locked while a program works in the folder.
const lockName = ".alfiere-lab.lock"

// How long, and how often, a lock is tried: who only looks whether it is free has it for a moment.
const (
	lockTries = 30
	lookTries = 2
	lockPause = 10 * time.Millisecond
)

// occupancy says whether this program works in the folder: what it does itself it knows, but
// of what other programs do there, only this.
type occupancy struct {
	mu     sync.Mutex
	held   int // by so many, of this program
	unlock func() error
}

// enter is called by whoever is going to write what belongs to an experiment. It is refused
// while another program does so; else the others are, until all who have entered have left.
func (l *labFolder) enter() (leave func(), err error) {
	o := &l.occupancy
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held == 0 {
		if o.unlock, err = l.lock(lockTries); err != nil {
			return nil, err
		}
	}
	o.held++
	return sync.OnceFunc(func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.held--; o.held == 0 {
			_ = o.unlock()
		}
	}), nil
}

// lock locks the folder. Where that cannot be done, whoever works there must know himself
// that he is alone.
func (l *labFolder) lock(tries int) (unlock func() error, err error) {
	for try := 1; ; try++ {
		switch unlock, err = cli.Lock(l.path(lockName)); {
		case err == nil:
			return unlock, nil
		case errors.Is(err, errors.ErrUnsupported):
			return func() error { return nil }, nil
		case !errors.Is(err, cli.ErrLocked):
			return nil, errors.New(l.plain(err.Error()))
		case try >= tries:
			return nil, errElsewhere()
		}
		time.Sleep(lockPause)
	}
}

// elsewhere reports whether another program works in the folder.
func (l *labFolder) elsewhere() bool {
	o := &l.occupancy
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held > 0 {
		return false
	}
	unlock, err := l.lock(lookTries)
	if err == nil {
		_ = unlock()
	}
	_, locked := errors.AsType[*api.Fault](err)
	return locked
}

// errElsewhere is the refusal of what would be written beside another program.
func errElsewhere() *api.Fault {
	return &api.Fault{Code: api.Conflict, Message: "another program is at work in this folder: stop it there, or wait for its end"}
}
