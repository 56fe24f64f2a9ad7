package laboratory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/workbench/laboratory"
)

// Recorded makes those experiments that write a file for the workbench keep a record next to it: the command, the state
// and the time left. commandLine returns the words of the command line, of which the first one is the program.
func Recorded(experiments []*cobra.Command, commandLine func() []string) []*cobra.Command {
	for _, c := range experiments {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			path, std := recordPath(c.Flags()), cli.StreamsOf(c)
			if path == "" || std.Job != nil {
				return run(c, args)
			}
			r := &recorder{path: path, err: std.Err}
			r.record = laboratory.Record{Experiment: c.Name(), State: laboratory.Running, Begun: time.Now(),
				Files: written(c.Flags(), path)}
			r.record.Command, r.record.Shell = shellLine(c.Flags(), c.Name(), commandLine())
			std.Job = &cli.Job{Show: r.show}
			c.SetContext(std.Context())
			stop := r.beat()
			err := run(c, args)
			stop()
			r.end(err)
			return err
		}
	}
	return experiments
}

// fileFlags are the flags of files that the workbench shows.
var fileFlags = []string{"pgn", "figures", "state", "plot"}

// recordPath returns the path of the record, next to the first file that the flags name; "" without one.
func recordPath(flags *pflag.FlagSet) string {
	for _, name := range fileFlags {
		if f := flags.Lookup(name); f != nil && f.Value.String() != "" {
			return laboratory.RecordPath(f.Value.String())
		}
	}
	return ""
}

// written returns the Files of the record with a path.
func written(flags *pflag.FlagSet, record string) map[string]string {
	files := map[string]string{}
	for _, name := range fileFlags {
		f := flags.Lookup(name)
		if f != nil && f.Value.String() != "" && filepath.Dir(f.Value.String()) == filepath.Dir(record) {
			files[filepath.Base(f.Value.String())] = name
		}
	}
	return files
}

// shellLine returns the line that repeats a command line, or resumes it, in its folder, and the shell for it.
func shellLine(flags *pflag.FlagSet, experiment string, words []string) (line, shell string) {
	words = slices.Clone(words)
	pgn, resume := flags.Lookup("pgn"), flags.Lookup("resume")
	if i := slices.Index(words, experiment); i >= 0 && pgn != nil && pgn.Value.String() != "" && resume != nil &&
		resume.Value.String() != "true" {
		words = slices.Insert(words, i+1, "--resume")
	}
	folder, err := os.Getwd()
	if err != nil {
		folder = "."
	}
	return laboratory.ShellLine(folder, words)
}

// How often a record is written while there is progress, and while there is none.
const (
	recordInterval = 2 * time.Second
	beatInterval   = 30 * time.Second
)

// recorder keeps the record of an experiment that runs. Nothing is written before its first progress, because its
// arguments may be invalid.
type recorder struct {
	path string
	err  io.Writer // where a failure to write is reported, once

	mu      sync.Mutex
	record  laboratory.Record
	first   int64     // done when the current part began
	since   time.Time // when it began
	written time.Time
	failed  bool
}

// show is the Show of a cli.Job.
func (r *recorder) show(done, whole int64, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, now := &r.record.Progress, time.Now()
	if done < p.Done || whole != p.Whole || r.since.IsZero() {
		r.first, r.since = done, now
	}
	*p = laboratory.Progress{Done: done, Whole: whole, Text: text}
	if seconds := now.Sub(r.since).Seconds(); done > r.first && seconds > 0 {
		rate := float64(done-r.first) / seconds
		p.Rate = math.Round(rate*100) / 100
		if whole > done {
			p.Left = math.Round(float64(whole-done) / rate)
		}
	}
	if now.Sub(r.written) >= recordInterval {
		r.write()
	}
}

// write writes the record.
func (r *recorder) write() {
	r.written = time.Now()
	if err := r.record.Write(r.path); err != nil && !r.failed {
		r.failed = true
		fmt.Fprintln(r.err, filepath.Base(r.path)+":", err)
	}
}

// beat rewrites the record from time to time, so that an experiment without progress is not taken for a dead one,
// until stop is called.
func (r *recorder) beat() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var beating sync.WaitGroup
	beating.Go(func() {
		for {
			select {
			case <-time.After(beatInterval):
				r.mu.Lock()
				if !r.written.IsZero() {
					r.write()
				}
				r.mu.Unlock()
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
	}
}

// end writes how the experiment ended. One that failed before its first progress leaves an older record as it is.
func (r *recorder) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && r.written.IsZero() {
		return
	}
	switch r.record.Left = 0; {
	case err == nil:
		r.record.State = laboratory.Done
	case errors.Is(err, cli.ErrInterrupted):
		r.record.State = laboratory.Stopped
	default:
		r.record.State, r.record.Message = laboratory.Failed, err.Error()
	}
	r.write()
}
