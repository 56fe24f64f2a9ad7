package work

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Threads shares the threads of a machine between urgent work, such as searches with a running clock, and tasks, which
// use the remaining threads and are interrupted when urgent work needs more.
type Threads struct {
	total int
	pause time.Duration

	mutex    sync.Mutex
	wanted   int           // by urgent work
	reserved int           // the same, or more during a pause
	changes  int           // number of changes of wanted
	turns    []*turn       // of tasks, oldest first
	changed  chan struct{} // closed when a thread may be free
}

// turn is a thread that a task uses.
type turn struct{ interrupt context.CancelCauseFunc }

// errInterrupted is the cause of the end of a task's context when its thread is needed.
var errInterrupted = errors.New("urgent work needs the thread")

// NewThreads returns that number of threads. Threads that are no longer reserved become available to tasks after a
// pause, because urgent work often needs them again soon.
func NewThreads(total int, pause time.Duration) *Threads {
	return &Threads{total: total, pause: pause, changed: make(chan struct{})}
}

// Reserve sets how many threads urgent work needs from now on. The tasks that started last are interrupted at once. It
// does not block.
func (t *Threads) Reserve(threads int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.wanted = threads
	t.changes++
	if threads >= t.reserved {
		t.reserved = threads
		for i := len(t.turns) - 1; i >= max(t.total-threads, 0); i-- {
			t.turns[i].interrupt(errInterrupted)
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

// wake wakes all goroutines that wait for a thread. The mutex is held.
func (t *Threads) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Left returns how many threads are available to tasks.
func (t *Threads) Left() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return max(t.total-t.reserved, 0)
}

// Begin waits for a thread for a task. It returns a context that ends with ctx or when urgent work needs the thread;
// end releases the thread. The error is that of ctx.
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
	mine.interrupt(nil)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.turns = slices.DeleteFunc(t.turns, func(other *turn) bool { return other == mine })
	t.wake()
}
