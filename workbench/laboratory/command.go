package laboratory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// command is an experiment that runs as a job of this program.
type command struct {
	folder    *Folder
	name      string
	begun     chan error    // nil when the arguments are valid and the record is written, otherwise why it has not begun
	out, said limitedBuffer // what the command writes, and reports

	// The rest is of the job's goroutine.
	record  record
	job     *work.Job
	written bool // the record
}

// begin begins an experiment, or refuses it. It returns when the arguments have been found valid
// and the record is written.
func (l *Folder) begin(name string, r record) error {
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
		return &api.Fault{Code: api.Conflict, Field: "name", Message: "it is under way"}
	case err != nil:
		leave()
		return &api.Fault{Code: api.Busy, Message: fmt.Sprintf("%d experiments run or wait; try again later", maxJobs)}
	}
	if err = <-c.begun; err != nil {
		<-job.Done()
		return l.refusal(err)
	}
	return nil
}

// crew makes the crew of the experiment.
func (c *command) crew(kinds []work.Kind, threads int) work.Crew {
	return c.job.Crew(kinds, threads)
}

// enter is called when the arguments have been found valid. It waits for a place and a core.
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
		err = c.folder.write(c.name, &c.record) // for other programs that look
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

// end writes what the experiment has written, and how it has ended.
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
	_ = c.folder.write(c.name, &c.record) // otherwise it will seem to have been broken off
}

// refusal makes a fault of why an experiment has not begun.
func (l *Folder) refusal(err error) error {
	text := strings.TrimPrefix(l.plain(err.Error()), cli.ErrUsage.Error()+": ")
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
