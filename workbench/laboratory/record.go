package laboratory

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// States of an experiment.
const (
	waiting = "waiting" // queued
	running = "running"
	done    = "done"
	stopped = "stopped" // by a request or the end of the program; it can be resumed
	failed  = "failed"
)

// record is stored in the folder for every experiment that the page started, so that it can be
// resumed.
type record struct {
	Experiment string              `json:"experiment"`
	Settings   map[string][]string `json:"settings"`
	Suites     []string            `json:"suites,omitempty"`
	State      string              `json:"state"`
	Message    string              `json:"message,omitempty"` // why it failed
	Begun      time.Time           `json:"begun"`
}

// write writes the record of an experiment.
func (l *Folder) write(name string, r *record) error {
	return cli.Replace(l.path(name+jobForm), func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	})
}

// record reads it.
func (l *Folder) record(name string) (r record, err error) {
	file, err := l.root.Open(name + jobForm)
	if err != nil {
		return r, err
	}
	defer file.Close()
	err = json.NewDecoder(io.LimitReader(file, forms[jobForm])).Decode(&r)
	return r, err
}

// line returns the settings as a command line.
func (r *record) line() string {
	var b strings.Builder
	b.WriteString(r.Experiment)
	for _, key := range slices.Sorted(maps.Keys(r.Settings)) {
		for _, value := range r.Settings[key] {
			if strings.ContainsAny(value, " '\"") || value == "" {
				value = `"` + value + `"`
			}
			fmt.Fprintf(&b, " --%s %s", key, value)
		}
	}
	for _, suite := range r.Suites {
		b.WriteString(" " + suite)
	}
	return b.String()
}

// underWay reports whether the experiment waits or runs, or did so when its program was killed.
func (r *record) underWay() bool { return r.State == running || r.State == waiting }

// status is the state of an experiment.
type status struct {
	Experiment string    `json:"experiment"`
	Settings   string    `json:"settings"` // as a command line
	State      string    `json:"state"`
	Message    string    `json:"message,omitempty"`
	Begun      time.Time `json:"begun"`
	work.Progress

	Elsewhere bool `json:"elsewhere,omitempty"` // it runs in another program
}

// status returns the state of an experiment that the page started, or nil if there is none of
// this name. job is its job in this program, if any.
func (l *Folder) status(name string, job *work.Job) *status {
	if job == nil {
		job = l.queue.Job(name)
	}
	r, err := l.record(name)
	var s status
	switch {
	case job != nil:
		s.Progress = job.Progress()
		if r.State, r.Message = waiting, ""; s.Running {
			r.State = running
		}
	case err != nil:
		return nil
	case r.underWay():
		if s.Elsewhere = l.elsewhere(); s.Elsewhere {
			break
		}
		if r, err = l.record(name); err != nil {
			return nil
		}
		if r.underWay() { // otherwise it has just ended
			r.State = stopped // the program was killed
		}
	}
	s.Experiment, s.Settings, s.State, s.Message, s.Begun = r.Experiment, r.line(), r.State, r.Message, r.Begun
	return &s
}
