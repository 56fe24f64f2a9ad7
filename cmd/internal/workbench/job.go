package workbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// How a job stands.
const (
	jobWaiting = "waiting" // for a place
	jobRunning = "running"
	jobDone    = "done"
	jobStopped = "stopped" // by somebody, or with the program: it can go on
	jobFailed  = "failed"
)

// keptJob is what the folder keeps of a job, so that it can go on.
type keptJob struct {
	Experiment string              `json:"experiment"`
	Settings   map[string][]string `json:"settings"`
	Suites     []string            `json:"suites,omitempty"`
	State      string              `json:"state"`
	Message    string              `json:"message,omitempty"` // why it failed
	Begun      time.Time           `json:"begun"`
}

// jobShown is how a job stands, for those who look.
type jobShown struct {
	Experiment string    `json:"experiment"`
	Settings   string    `json:"settings"` // as a command line
	State      string    `json:"state"`
	Message    string    `json:"message,omitempty"`
	Begun      time.Time `json:"begun"`
	Ahead      int       `json:"ahead,omitempty"` // that wait before it
	Done       int64     `json:"done,omitempty"`
	Whole      int64     `json:"whole,omitempty"`
	Text       string    `json:"text,omitempty"`
	Rate       float64   `json:"rate,omitempty"` // of what is done, a second
	Left       float64   `json:"left,omitempty"` // seconds

	Elsewhere bool `json:"elsewhere,omitempty"` // it is under way, in another program
}

// job is an experiment that is under way. It has a place among the experiments, and one at
// the gate of the cores while it computes itself; each of its tasks enters that gate anew, so
// that it keeps others waiting for one task at most.
type job struct {
	folder *labFolder
	name   string
	ctx    context.Context
	cancel context.CancelCauseFunc
	good   chan struct{} // closed when the arguments are good, and the file is written
	done   chan struct{} // closed at the end
	fault  error         // why it ended, when it has

	turn sync.Mutex // protects the next one
	core func()     // leaves the gate of the cores; nil if the job does not compute itself

	place func() // leaves its place
	leave func() // leaves the folder to other programs

	mu    sync.Mutex
	kept  keptJob
	ahead int
	part  progress
}

// progress is how far a part of a job has come.
type progress struct {
	done, whole, first int64
	begun              time.Time
	text               string
}

// run does all the work of a job in a goroutine of its own.
func (j *job) run(row *cli.Command, args []string) {
	defer j.folder.all.Done()
	defer close(j.done)
	out, said := &bounded{most: forms[".txt"]}, &bounded{most: 4 << 10}
	j.fault = j.call(row, args, cli.Streams{In: strings.NewReader(""), Out: out, Err: said, Job: &cli.Job{Begin: j.begin, Show: j.show}})
	j.release()
	if j.place != nil {
		j.place()
	}
	j.end(out.Bytes(), said.String())
	j.leave()
	j.folder.mu.Lock()
	delete(j.folder.jobs, j.name)
	j.folder.mu.Unlock()
	j.cancel(nil)
}

// call runs the command. A panic is an error.
func (j *job) call(row *cli.Command, args []string, std cli.Streams) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
		}
	}()
	return row.Call(args, std)
}

// begin implements cli.Job.
func (j *job) begin() (context.Context, context.CancelFunc) {
	stop := func() {}
	if err := j.folder.keep(j.name, &j.kept); err != nil {
		j.cancel(err)
		return j.ctx, stop
	}
	close(j.good)
	leave, err := j.folder.places.Enter(j.ctx, func(_ string, data any) {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.ahead = data.(map[string]int)["ahead"]
	})
	if err == nil {
		j.place = leave
		j.mu.Lock()
		j.kept.State = jobRunning
		err = j.folder.keep(j.name, &j.kept) // for other programs that look
		j.mu.Unlock()
	}
	if err == nil {
		if err = j.folder.makeStores(j.ctx, &j.kept); err == nil {
			err = j.hold(j.ctx)
		}
	}
	if err != nil {
		j.cancel(err)
	}
	return j.ctx, stop
}

// end writes what has come out, and how the job has ended.
func (j *job) end(out []byte, said string) {
	select {
	case <-j.good:
	default:
		return // it has not begun
	}
	if len(out) > 0 {
		_ = cli.Replace(j.folder.path(j.name+".txt"), func(w io.Writer) error {
			_, err := w.Write(out)
			return err
		})
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	cause := context.Cause(j.ctx)
	switch {
	case errors.Is(cause, errStopped) || errors.Is(cause, errClosed):
		j.kept.State = jobStopped
	case cause != nil:
		j.kept.State, j.kept.Message = jobFailed, j.folder.plain(cause.Error())
	case j.fault != nil:
		j.kept.State, j.kept.Message = jobFailed, j.folder.plain(strings.TrimSpace(said+"\n"+j.fault.Error()))
	default:
		j.kept.State, j.kept.Message = jobDone, strings.TrimSpace(said)
	}
	_ = j.folder.keep(j.name, &j.kept) // else it will seem to have been broken off, and goes on
}

// show implements cli.Job. Who computes and not only waits for tasks lets others go before it.
func (j *job) show(done, whole int64, text string) {
	j.mu.Lock()
	p := &j.part
	if done < p.done || whole != p.whole || p.begun.IsZero() {
		*p = progress{first: done, begun: time.Now()}
	}
	if _, behind, has := strings.Cut(text, "% "); has && strings.HasPrefix(text, "[") {
		text = behind // of a bar, which the page draws itself
	}
	p.done, p.whole, p.text = done, whole, text
	j.mu.Unlock()
	if j.release() {
		_ = j.hold(j.ctx) // if it is over, the command sees that itself
	}
}

// hold enters the gate of the cores.
func (j *job) hold(ctx context.Context) error {
	leave, err := j.folder.core(ctx)
	if err != nil {
		return err
	}
	j.turn.Lock()
	defer j.turn.Unlock()
	j.core = leave
	return nil
}

// release leaves it, and says whether it was there.
func (j *job) release() bool {
	j.turn.Lock()
	defer j.turn.Unlock()
	leave := j.core
	if j.core = nil; leave != nil {
		leave()
	}
	return leave != nil
}

// crowded is how long who finds the gate full waits before the next try.
const crowded = time.Second

// core enters the gate of the cores, however many wait there.
func (l *labFolder) core(ctx context.Context) (leave func(), err error) {
	for {
		leave, err = l.cores.Enter(ctx, func(string, any) {})
		var fault *api.Fault
		if !errors.As(err, &fault) || fault.Code != api.Busy {
			return leave, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(crowded):
		}
	}
}

// gatedCrew does tasks in this process, each behind the gate of the cores.
type gatedCrew struct {
	job *job
	work.Local
}

// Do implements work.Crew.
func (c *gatedCrew) Do(ctx context.Context, tasks iter.Seq[work.Task], keep func(work.Result) error) error {
	held := c.job.release()
	err := c.Local.Do(ctx, tasks, keep)
	if held && err == nil {
		err = c.job.hold(ctx)
	}
	return err
}

// gated returns kinds whose tasks enter the gate of the cores.
func (j *job) gated(kinds []work.Kind) []work.Kind {
	for i := range kinds {
		open := kinds[i].Open
		kinds[i].Open = func() (work.Handler, error) {
			inner, err := open()
			return &gatedHandler{j.folder, inner}, err
		}
	}
	return kinds
}

type gatedHandler struct {
	folder *labFolder
	work.Handler
}

// Handle implements work.Handler.
func (h *gatedHandler) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	leave, err := h.folder.core(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return h.Handler.Handle(ctx, payload)
}

// shown says how a job stands; nil if there is none. kept says that there is a file of it.
func (l *labFolder) shown(name string, kept bool) *jobShown {
	l.mu.Lock()
	j := l.jobs[name]
	l.mu.Unlock()
	if j != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		return j.kept.show(j.ahead, &j.part)
	}
	if !kept {
		return nil
	}
	old, err := l.recall(name)
	elsewhere := err == nil && old.underWay() && l.elsewhere()
	if err == nil && old.underWay() && !elsewhere {
		if old, err = l.recall(name); err == nil && old.underWay() { // else it has just ended
			old.State = jobStopped // the program was killed
		}
	}
	if err != nil {
		return nil
	}
	shown := old.show(0, &progress{})
	shown.Elsewhere = elsewhere
	return shown
}

// ours says how the jobs of this program stand, by their names.
func (l *labFolder) ours() map[string]*jobShown {
	l.mu.Lock()
	names := slices.Collect(maps.Keys(l.jobs))
	l.mu.Unlock()
	jobs := make(map[string]*jobShown, len(names))
	for _, name := range names {
		jobs[name] = l.shown(name, false)
	}
	return jobs
}

// underWay reports whether the job waits or runs, or did so when its program was killed.
func (k *keptJob) underWay() bool { return k.State == jobRunning || k.State == jobWaiting }

// show says how the job stands.
func (k *keptJob) show(ahead int, p *progress) *jobShown {
	s := &jobShown{Experiment: k.Experiment, Settings: k.line(), State: k.State, Message: k.Message, Begun: k.Begun,
		Ahead: ahead, Done: p.done, Whole: p.whole, Text: p.text}
	if seconds := time.Since(p.begun).Seconds(); p.done > p.first && seconds > 0 {
		s.Rate = float64(p.done-p.first) / seconds
		if p.whole > 0 {
			s.Left = math.Round(float64(p.whole-p.done) / s.Rate)
		}
		s.Rate = math.Round(s.Rate*100) / 100
	}
	return s
}

// bounded keeps the first bytes that are written.
type bounded struct {
	bytes.Buffer
	most int64
}

// Write implements io.Writer.
func (b *bounded) Write(text []byte) (int, error) {
	room := max(b.most-int64(b.Len()), 0)
	b.Buffer.Write(text[:min(int64(len(text)), room)])
	return len(text), nil
}
