package work

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
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

// Job is a job in a Queue. While it computes it has a core; its tasks have cores of their own.
type Job struct {
	cores, places *Gate

	ctx        context.Context
	cancel     context.CancelCauseFunc
	done       chan struct{} // closed at the end
	err        error         // how it ended
	leavePlace func()

	core      sync.Mutex // protects leaveCore
	leaveCore func()     // nil while the job does not compute itself

	mu       sync.Mutex
	progress Progress
	first    int64     // done when the part began that is being done
	since    time.Time // when it began
}

// Progress is how far a job has come. A whole of 0 is not known.
type Progress struct {
	Running bool    `json:"-"`               // it has a place
	Ahead   int     `json:"ahead,omitempty"` // jobs that wait before it
	Done    int64   `json:"done,omitempty"`
	Whole   int64   `json:"whole,omitempty"`
	Text    string  `json:"text,omitempty"`
	Rate    float64 `json:"rate,omitempty"` // of what is done, per second
	Left    float64 `json:"left,omitempty"` // seconds
}

// work does the work, and gives back what the job has.
func (j *Job) work(run func(*Job) error) {
	j.err = recovered(func() error { return run(j) })
	if cause := context.Cause(j.ctx); cause != nil {
		j.err = cause
	}
	j.giveCore()
	j.leavePlace()
}

// recovered calls a function whose panic is an error.
func recovered(call func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
		}
	}()
	return call()
}

// Context returns the context of the job.
func (j *Job) Context() context.Context { return j.ctx }

// Fail ends the context, with the error that the job ends with.
func (j *Job) Fail(err error) { j.cancel(err) }

// Stop ends the job with ErrStopped and waits for its end, or for that of ctx.
func (j *Job) Stop(ctx context.Context) error {
	j.cancel(ErrStopped)
	select {
	case <-j.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Done is closed when the job has ended.
func (j *Job) Done() <-chan struct{} { return j.done }

// Enter waits for a place among the jobs that run. The error is the cause of the context's end.
func (j *Job) Enter() error {
	leave, err := j.places.Enter(j.ctx, func(ahead int) {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.progress.Ahead = ahead
	})
	if err != nil {
		return err
	}
	j.leavePlace = leave
	j.mu.Lock()
	defer j.mu.Unlock()
	j.progress.Running, j.progress.Ahead = true, 0
	return nil
}

// Compute waits for a core, as a job must do before it computes itself.
func (j *Job) Compute() error {
	leave, err := j.cores.join(j.ctx)
	if err != nil {
		return err
	}
	j.core.Lock()
	defer j.core.Unlock()
	j.leaveCore = leave
	return nil
}

// giveCore gives the core back, and reports whether the job had one.
func (j *Job) giveCore() bool {
	j.core.Lock()
	defer j.core.Unlock()
	leave := j.leaveCore
	if j.leaveCore = nil; leave != nil {
		leave()
	}
	return leave != nil
}

// Report takes how much of a whole is done, and lets others have the core first.
func (j *Job) Report(done, whole int64, text string) {
	j.mu.Lock()
	p := &j.progress
	if done < p.Done || whole != p.Whole || j.since.IsZero() {
		j.first, j.since = done, time.Now()
	}
	p.Done, p.Whole, p.Text = done, whole, text
	j.mu.Unlock()
	if j.giveCore() {
		_ = j.Compute() // at the end of the context the work sees that itself
	}
}

// Progress returns how far the job has come.
func (j *Job) Progress() Progress {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.progress
	if seconds := time.Since(j.since).Seconds(); p.Done > j.first && seconds > 0 {
		rate := float64(p.Done-j.first) / seconds
		if p.Whole > 0 {
			p.Left = math.Round(float64(p.Whole-p.Done) / rate)
		}
		p.Rate = math.Round(rate*100) / 100
	}
	return p
}

// Crew returns a crew in this process that does a number of tasks at a time, each on a core that
// it waits for. Meanwhile the job gives its own core back.
func (j *Job) Crew(kinds []Kind, threads int) Crew {
	return &jobCrew{j, Local{Kinds: kinds, Threads: threads, gate: j.cores}}
}

type jobCrew struct {
	job   *Job
	local Local
}

// Do implements Crew.
func (c *jobCrew) Do(ctx context.Context, tasks iter.Seq[Task], keep func(Result) error) error {
	computed := c.job.giveCore()
	err := c.local.Do(ctx, tasks, keep)
	if computed && err == nil {
		err = c.job.Compute()
	}
	return err
}
