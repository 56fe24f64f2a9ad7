package work

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Threads are the threads of a machine, shared by what cannot wait, such as searches whose
// clock runs, and tasks, which get what is left and give way.
type Threads struct {
	total int
	pause time.Duration

	mutex    sync.Mutex
	wanted   int           // by what cannot wait
	reserved int           // the same, or more for a pause
	changes  int           // of wanted, counted
	turns    []*turn       // of tasks, oldest first
	changed  chan struct{} // closed when a thread may be free
}

// turn is a thread that a task has.
type turn struct{ giveWay context.CancelCauseFunc }

// errGiveWay is the cause of the end of a task's context when its thread is needed.
var errGiveWay = errors.New("the thread is needed by what cannot wait")

// NewThreads returns so many threads. One that was reserved stays so for a pause, for who
// needed it once will soon do so again.
func NewThreads(total int, pause time.Duration) *Threads {
	return &Threads{total: total, pause: pause, changed: make(chan struct{})}
}

// Reserve says how many threads are needed by what cannot wait, from now on. The youngest
// tasks give way at once. It does not block.
func (t *Threads) Reserve(threads int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.wanted = threads
	t.changes++
	if threads >= t.reserved {
		t.reserved = threads
		for i := len(t.turns) - 1; i >= max(t.total-threads, 0); i-- {
			t.turns[i].giveWay(errGiveWay)
		}
		return
	}
	changes := t.changes
	time.AfterFunc(t.pause, func() {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		if t.changes == changes {
			t.reserved = t.wanted
			t.wake()
		}
	})
}

// wake lets all look who wait. The mutex is held.
func (t *Threads) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Left returns how many threads are left to tasks.
func (t *Threads) Left() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return max(t.total-t.reserved, 0)
}

// Begin waits for a thread for a task, and returns a context that ends with ctx, or when the
// thread is needed; end gives the thread back. The error is that of ctx.
func (t *Threads) Begin(ctx context.Context) (task context.Context, end func(), err error) {
	for {
		t.mutex.Lock()
		if len(t.turns) < t.total-t.reserved && ctx.Err() == nil {
			task, cancel := context.WithCancelCause(ctx)
			mine := &turn{cancel}
			t.turns = append(t.turns, mine)
			t.mutex.Unlock()
			return task, func() { t.end(mine) }, nil
		}
		changed := t.changed
		t.mutex.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

func (t *Threads) end(mine *turn) {
	mine.giveWay(nil)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.turns = slices.DeleteFunc(t.turns, func(other *turn) bool { return other == mine })
	t.wake()
}
