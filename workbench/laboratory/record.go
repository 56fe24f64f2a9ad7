package laboratory

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"alfiere/internal/cli"
)

// States of an experiment.
const (
	Running = "running"
	Done    = "done"
	Stopped = "stopped" // by the user or the end of the program
	Failed  = "failed"
)

// Record is the file NAME.job next to the other files of an experiment: its command, its state and how far it is.
type Record struct {
	Experiment string    `json:"experiment"`
	Command    string    `json:"command"` // line for a shell, which starts or resumes the experiment
	State      string    `json:"state"`
	Message    string    `json:"message,omitempty"` // why it failed
	Begun      time.Time `json:"begun"`
	Progress
}

// Progress is how much of an experiment's current part is done. A whole of 0 is unknown.
type Progress struct {
	Done  int64   `json:"done,omitempty"`
	Whole int64   `json:"whole,omitempty"`
	Text  string  `json:"text,omitempty"`
	Rate  float64 `json:"rate,omitempty"` // of what is done, per second
	Left  float64 `json:"left,omitempty"` // seconds
}

// former are the fields of records that the page of version 2.0 wrote in place of Command.
type former struct {
	Settings map[string][]string `json:"settings"` // values by flags
	Suites   []string            `json:"suites"`
}

// formerFlags are the flags of output files that version 2.0 added: the experiment ("" for all), the flag and the
// extension.
var formerFlags = [...][3]string{{"tournament", "--resume --pgn", ".pgn"}, {"", "--figures", ".json"},
	{"", "--plot", ".svg"}, {"genetic", "--state", ".state"}, {"divide", "--games-in", ".games"}}

// Write writes a record into the file with the given path. It is replaced whole.
func (r *Record) Write(path string) error {
	return cli.Replace(path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	})
}

// RecordPath returns the path of the record of the experiment that writes a file; "" if the workbench does not show
// files with this extension.
func RecordPath(file string) string {
	name, ending := split(file)
	if _, known := forms[ending]; !known {
		return ""
	}
	return name + jobForm
}

// record reads the record of an experiment; old reports whether the page of version 2.0 wrote it.
func (l *Folder) record(name string) (r Record, old bool, err error) {
	file, err := l.root.Open(name + jobForm)
	if err != nil {
		return r, false, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, forms[jobForm]))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil || r.Command != "" {
		return r, false, err
	}
	var f former
	err = json.Unmarshal(text, &f)
	r.Command = l.formerCommand(name, r.Experiment, &f)
	return r, true, err
}

// formerCommand returns the command line of an experiment that the page of version 2.0 started.
func (l *Folder) formerCommand(name, experiment string, f *former) string {
	folder, err := filepath.Abs(l.root.Name())
	if err != nil {
		folder = l.root.Name()
	}
	b := []byte("cd " + Quote(folder) + " && alfiere-lab experiment " + Quote(experiment))
	for _, key := range slices.Sorted(maps.Keys(f.Settings)) {
		for _, value := range f.Settings[key] {
			if key == "store" {
				value = strings.TrimSuffix(value, storeForm) + storeForm
			}
			b = fmt.Appendf(b, " %s", Quote("--"+key+"="+value))
		}
	}
	for _, flag := range formerFlags {
		if flag[0] == "" || flag[0] == experiment {
			b = fmt.Appendf(b, " %s %s", flag[1], Quote(name+flag[2]))
		}
	}
	for i, suite := range f.Suites {
		if i == 0 {
			b = append(b, " --"...)
		}
		b = append(b, " "+Quote(suite)...)
	}
	return string(b)
}

// plainWord are the characters that need no quotes in a shell.
const plainWord = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-"

// Quote quotes a word for a POSIX shell.
func Quote(word string) string {
	if word != "" && strings.Trim(word, plainWord) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// status returns the record of an experiment, or nil if it has none that can be read. changed is when one of its
// files last changed: one that claims to run, but has not changed for long, was stopped.
func (l *Folder) status(name string, changed time.Time) *Record {
	r, _, err := l.record(name)
	if err != nil {
		return nil
	}
	switch r.State {
	case Done, Stopped, Failed:
	default: // also "waiting", as version 2.0 wrote
		if r.State = Running; time.Since(changed) >= liveFor {
			r.State = Stopped
		}
	}
	return &r
}

// Former returns the number of experiments that only the page of version 2.0 could start or resume and that have not
// ended.
func (l *Folder) Former() (n int) {
	list, err := l.experiments()
	if err != nil {
		return 0
	}
	for i := range list {
		if list[i].Job == nil || list[i].Job.State == Done {
			continue
		}
		if _, old, err := l.record(list[i].Name); err == nil && old {
			n++
		}
	}
	return n
}
