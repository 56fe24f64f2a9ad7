package work

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// Why a job does not start, and the cause of the end of one that was stopped.
var (
	ErrUnderWay = errors.New("it is under way")
	ErrStopped  = errors.New("stopped")
)

// Queue runs named jobs in this process: a few at a time; the others wait in the order in which
// they came. Jobs share the cores with whatever else enters their gate. A Queue may be used by
// several goroutines.
type Queue struct {
	cores, places *Gate
	limit         int // jobs under way at most

	mu     sync.Mutex
	jobs   map[string]*Job // under way
	closed bool
}

// NewQueue returns a queue for up to limit jobs, of which a number run at once.
func NewQueue(cores *Gate, places, limit int) *Queue {
	return &Queue{cores: cores, places: NewGate(places, limit), limit: limit, jobs: map[string]*Job{}}
}

// Start starts a job. First run does its work; then end is given the error of run, or the cause
// of the end of the job's context. Only when end has returned the job is no longer under way.
// The error is ErrUnderWay if there is a job of this name, or ErrFull.
func (q *Queue) Start(name string, run func(*Job) error, end func(error)) (*Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.jobs[name] != nil {
		return nil, ErrUnderWay
	}
	if len(q.jobs) >= q.limit || q.closed {
		return nil, ErrFull
	}
	j := &Job{cores: q.cores, places: q.places, done: make(chan struct{}), leavePlace: func() {}}
	j.ctx, j.cancel = context.WithCancelCause(context.Background())
	q.jobs[name] = j
	go func() {
		defer close(j.done)
		j.work(run)
		_ = recovered(func() error { end(j.err); return nil })
		q.mu.Lock()
		delete(q.jobs, name)
		q.mu.Unlock()
		j.cancel(nil)
	}()
	return j, nil
}

// Job returns a job that is under way; nil if there is none of this name.
func (q *Queue) Job(name string) *Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs[name]
}

// Jobs returns the jobs that are under way, by their names.
func (q *Queue) Jobs() map[string]*Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return maps.Clone(q.jobs)
}

// Close stops all jobs and waits for their end, but not longer than patience.
func (q *Queue) Close(patience time.Duration) {
	q.mu.Lock()
	q.closed = true
	jobs := slices.Collect(maps.Values(q.jobs))
	q.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, j := range jobs {
		j.cancel(ErrStopped)
	}
	for _, j := range jobs {
		_ = j.Stop(ctx)
	}
}
