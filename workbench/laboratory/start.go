package laboratory

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// starting is the body of laboratory/start.
type starting struct {
	Experiment string              `json:"experiment"` // a name of laboratory/experiments
	Name       string              `json:"name"`       // of the files that it writes
	Settings   map[string][]string `json:"settings"`   // values by the names of fields
	Suites     []string            `json:"suites"`     // files; the first one is used for choosing
	api.Asked
}

func (l *Folder) start(_ context.Context, asked *starting, _ api.Emit) (any, error) {
	if err := checkName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before checking for existing files
	if err != nil {
		return nil, err
	}
	defer leave()
	entries, err := l.entries()
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if strings.EqualFold(strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())), asked.Name) {
			return nil, &api.Fault{Code: api.Conflict, Field: "name",
				Err: message.Errorf("%s already exists", entry.Name())}
		}
	}
	r := record{Experiment: asked.Experiment, Settings: asked.Settings, Suites: asked.Suites}
	r.State, r.Begun = waiting, time.Now()
	return named(asked.Name), l.begin(asked.Name, r, asked.Asked)
}

// adding is the body of laboratory/add.
type adding struct {
	Name string `json:"name"` // with its ending
	Data []byte `json:"data"` // in base64
	api.Asked
}

// add adds a file that must not exist yet. The file gets its name only when it is complete.
func (l *Folder) add(_ context.Context, asked *adding, _ api.Emit) (any, error) {
	ending := path.Ext(asked.Name)
	if err := checkName("name", strings.TrimSuffix(asked.Name, ending)); err != nil {
		return nil, err
	}
	if !slices.Contains(openingForms, ending) {
		return nil, badField("name", "names of suites and openings must end with %s", strings.Join(openingForms, " "))
	}
	l.adding.Lock()
	defer l.adding.Unlock()
	if _, err := l.root.Lstat(asked.Name); !errors.Is(err, fs.ErrNotExist) {
		return nil, &api.Fault{Code: api.Conflict, Field: "name", Err: message.Errorf("%s already exists", asked.Name)}
	}
	return named(asked.Name), cli.Replace(l.path(asked.Name), func(w io.Writer) error {
		_, err := w.Write(asked.Data)
		return err
	})
}

// named is the answer of the methods that change an experiment.
func named(name string) any { return map[string]string{"name": name} }

// naming is the body of laboratory/resume and laboratory/stop.
type naming struct {
	Name string `json:"name"`
	api.Asked
}

func (l *Folder) resume(_ context.Context, asked *naming, _ api.Emit) (any, error) {
	if err := checkName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before its progress is read
	if err != nil {
		return nil, err
	}
	defer leave()
	r, err := l.record(asked.Name)
	if err != nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "this experiment was not started from the page"}
	}
	r.State, r.Message = waiting, ""
	return named(asked.Name), l.begin(asked.Name, r, asked.Asked)
}

func (l *Folder) stop(ctx context.Context, asked *naming, _ api.Emit) (any, error) {
	job := l.queue.Job(asked.Name)
	if job == nil && l.elsewhere() {
		return nil, errElsewhere()
	}
	if job == nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "the experiment is not running"}
	}
	return named(asked.Name), job.Stop(ctx)
}

// command is an experiment that runs as a job of this program.
type command struct {
	folder    *Folder
	name      string
	begun     chan error    // nil if the arguments are valid and the record is written, otherwise why it did not start
	out, said limitedBuffer // standard output and standard error of the command

	// The fields below belong to the job's goroutine.
	record  record
	job     *work.Job
	written bool // whether the record is written
}

// begin starts an experiment or refuses it. It returns once the arguments are validated and the
// record is written.
func (l *Folder) begin(name string, r record, asked api.Asked) error {
	c := &command{folder: l, name: name, record: r, begun: make(chan error, 1),
		out: limitedBuffer{limit: forms[".txt"]}, said: limitedBuffer{limit: 4 << 10}}
	row := l.row(r.Experiment, c.crew)
	if row == nil {
		return badField("experiment", "there is no experiment %q", r.Experiment)
	}
	args, err := l.arguments(name, row, &r)
	if err != nil {
		return err
	}
	leave, err := l.enter()
	if err != nil {
		return err
	}
	job, err := l.queue.Start(name, func(j *work.Job) error {
		c.job = j
		std := cli.Streams{In: strings.NewReader(""), Out: &c.out, Err: &c.said}
		std.Job = &cli.Job{Begin: c.enter, Show: j.Report}
		return row.Call(args, std)
	}, func(err error) {
		defer leave()
		c.end(err)
	})
	switch {
	case errors.Is(err, work.ErrUnderWay):
		leave()
		return &api.Fault{Code: api.Conflict, Field: "name", Message: "the experiment is already running"}
	case err != nil:
		leave()
		return &api.Fault{Code: api.Busy,
			Err: message.Errorf("%d experiments are running or waiting; try again later", maxJobs)}
	}
	if err = <-c.begun; err != nil {
		<-job.Done()
		return l.refusal(err, asked)
	}
	return nil
}

// crew makes the crew of the experiment.
func (c *command) crew(kinds []work.Kind, threads int) work.Crew {
	return c.job.Crew(kinds, threads)
}

// enter is called after the arguments have been validated. It waits for a place and a core.
func (c *command) enter() (context.Context, context.CancelFunc) {
	ctx := c.job.Context()
	err := c.folder.write(c.name, &c.record)
	if err == nil {
		c.written = true
		c.begun <- nil
		err = c.job.Enter()
	}
	if err == nil {
		c.record.State = running
		err = c.folder.write(c.name, &c.record) // for other programs that show it
	}
	if err == nil {
		err = c.folder.makeStores(ctx, &c.record)
	}
	if err == nil {
		err = c.job.Compute()
	}
	if err != nil {
		c.job.Fail(err)
	}
	return ctx, func() {}
}

// end stores the experiment's output and how it ended.
func (c *command) end(err error) {
	if !c.written {
		c.begun <- err
		return
	}
	if c.out.Len() > 0 {
		_ = cli.Replace(c.folder.path(c.name+".txt"), func(w io.Writer) error {
			_, err := c.out.WriteTo(w)
			return err
		})
	}
	said := strings.TrimSpace(c.said.String())
	switch {
	case errors.Is(err, work.ErrStopped):
		c.record.State = stopped
	case err != nil:
		c.record.State, c.record.Message = failed, c.folder.plain(strings.TrimSpace(said+"\n"+err.Error()))
	default:
		c.record.State, c.record.Message = done, said
	}
	_ = c.folder.write(c.name, &c.record) // if this fails, the experiment will look interrupted
}

// refusal returns the fault for an experiment that did not start.
func (l *Folder) refusal(err error, asked api.Asked) error {
	language, _ := asked.ReadLanguage()
	text := strings.TrimPrefix(l.plain(language.Error(err)), cli.ErrUsage.Error()+": ")
	fault := &api.Fault{Code: api.BadRequest, Message: text}
	if name, is := strings.CutPrefix(text, "--"); is {
		rest := strings.TrimLeftFunc(name, func(r rune) bool { return unicode.IsLetter(r) || r == '-' })
		fault.Field = name[:len(name)-len(rest)]
	}
	return fault
}

// limitedBuffer keeps the first bytes that are written.
type limitedBuffer struct {
	bytes.Buffer
	limit int64
}

// Write implements io.Writer.
func (b *limitedBuffer) Write(text []byte) (int, error) {
	room := max(b.limit-int64(b.Len()), 0)
	b.Buffer.Write(text[:min(int64(len(text)), room)])
	return len(text), nil
}
