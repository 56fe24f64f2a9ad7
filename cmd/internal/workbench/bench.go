package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/selfplay"
	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/protocol"
	"alfiere/workbench/api"
)

// mostJobs is how many experiments run or wait at most.
const mostJobs = 32

// bench begins experiments and knows those that are under way.
type bench struct {
	cores  *api.Gate // what uses one core for long enters it
	places *api.Gate // an experiment each

	adding sync.Mutex // of files

	mu     sync.Mutex
	jobs   map[string]*job // under way, by name
	closed bool
	all    sync.WaitGroup
}

// begin begins a job, or refuses it. kept is what its file is to say. It returns when the
// arguments have been read and found good, and the file is written.
func (l *labFolder) begin(name string, kept keptJob, a asking) error {
	j := &job{folder: l, name: name, kept: kept, good: make(chan struct{}), done: make(chan struct{})}
	row := row(kept.Experiment, j.defineCrew)
	if row == nil {
		return badField("experiment", "there is no experiment %q", kept.Experiment)
	}
	args, err := l.arguments(name, row, &kept)
	if err != nil {
		return err
	}
	if j.leave, err = l.enter(); err != nil {
		return err
	}
	j.ctx, j.cancel = context.WithCancelCause(context.Background())
	l.mu.Lock()
	switch {
	case l.jobs[name] != nil:
		err = &api.Fault{Code: api.Conflict, Field: "name", Message: "it is under way"}
	case len(l.jobs) >= mostJobs || l.closed:
		err = &api.Fault{Code: api.Busy, Err: message.Errorf("%d experiments run or wait; try again later", len(l.jobs))}
	default:
		l.jobs[name] = j
		l.all.Add(1)
	}
	l.mu.Unlock()
	if err != nil {
		j.cancel(nil)
		j.leave()
		return err
	}
	go j.run(row, args)
	select {
	case <-j.good:
		return nil
	case <-j.done:
		return l.refusal(j.fault, a)
	}
}

// refusal makes a fault of why an experiment has not begun.
func (l *labFolder) refusal(err error, a asking) error {
	language, _ := a.language()
	text := strings.TrimPrefix(l.plain(language.Error(err)), cli.ErrUsage.Error()+": ")
	fault := &api.Fault{Code: api.BadRequest, Message: text}
	if name, is := strings.CutPrefix(text, "--"); is {
		fault.Field = name[:len(name)-len(strings.TrimLeftFunc(name, func(r rune) bool { return unicode.IsLetter(r) || r == '-' }))]
	}
	return fault
}

// plain is a text for those who need not know where the folder is.
func (l *labFolder) plain(text string) string {
	return strings.ReplaceAll(text, l.root.Name()+string(filepath.Separator), "")
}

// row returns a row of the experiments, whose tasks are done by a crew; nil if there is none.
func row(name string, crew laboratory.DefineCrew) *cli.Command {
	rows := laboratory.Experiments(crew, laboratory.TableMegabytes)
	i := slices.IndexFunc(rows, func(c cli.Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// close ends what is under way, and waits for it.
func (l *labFolder) close() error {
	l.mu.Lock()
	l.closed = true
	for _, j := range l.jobs {
		j.cancel(errClosed)
	}
	l.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		l.all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(closingTime):
	}
	return l.root.Close()
}

// closingTime is how long the end waits for experiments: what they have found is stored.
const closingTime = 10 * time.Second

// Why a job ends before its time.
var (
	errStopped = errors.New("stopped")
	errClosed  = errors.New("the workbench was ended")
)

// keep writes what the folder knows of a job.
func (l *labFolder) keep(name string, kept *keptJob) error {
	return cli.Replace(l.path(name+jobForm), func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(kept)
	})
}

// recall reads it.
func (l *labFolder) recall(name string) (kept keptJob, err error) {
	file, err := l.root.Open(name + jobForm)
	if err != nil {
		return kept, err
	}
	defer file.Close()
	err = json.NewDecoder(io.LimitReader(file, forms[jobForm])).Decode(&kept)
	return kept, err
}

// path returns the path of a file in the folder.
func (l *labFolder) path(file string) string { return filepath.Join(l.root.Name(), file) }

// defineCrew declares the flags of who does a job's tasks: this process.
func (j *job) defineCrew(flags *flag.FlagSet) laboratory.OpenCrew {
	threads := flags.Int("threads", 1, "`number` of tasks that this process does at a time")
	return func(ctx context.Context, _ cli.Streams, megabytes int) (work.Crew, func(), error) {
		if *threads < 1 || *threads > mostThreads {
			return nil, nil, cli.Usagef("--threads: from 1 to %d", mostThreads)
		}
		if megabytes > laboratory.TableMegabytes {
			return nil, nil, cli.Usagef("--hash: tables have %d megabytes at most", laboratory.TableMegabytes)
		}
		kinds, err := laboratory.Kinds(ctx, protocol.Title, megabytes)
		if err != nil {
			return nil, nil, err
		}
		return &gatedCrew{j, work.Local{Kinds: j.gated(append(kinds, selfplay.GuestKind(megabytes))), Threads: *threads}}, func() {}, nil
	}
}

// mostThreads is how many tasks of an experiment there are at a time at most.
const mostThreads = 256

// badField says why a field of a request means nothing.
func badField(name, format string, values ...any) *api.Fault {
	return &api.Fault{Code: api.BadRequest, Field: name, Err: message.Errorf(format, values...)}
}
