package laboratory

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
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
	Command    string    `json:"command"`         // line for a shell, which starts or resumes the experiment
	Shell      string    `json:"shell,omitempty"` // that reads the line; none for a POSIX shell
	State      string    `json:"state"`
	Message    string    `json:"message,omitempty"` // why it failed
	Begun      time.Time `json:"begun"`
	Progress

	// Files are the names of the files that the experiment writes, with the flags that name them.
	Files map[string]string `json:"files,omitempty"`
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
// extension. It also resumed tournaments.
var formerFlags = [...][3]string{{"tournament", "--pgn", ".pgn"}, {"", "--figures", ".json"},
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
	r.Command, r.Shell = l.formerCommand(name, r.Experiment, &f)
	return r, true, err
}

// formerCommand returns the line that repeats an experiment that the page of version 2.0 started, and its shell.
func (l *Folder) formerCommand(name, experiment string, f *former) (line, shell string) {
	folder, err := filepath.Abs(l.root.Name())
	if err != nil {
		folder = l.root.Name()
	}
	words := []string{"alfiere-lab", "experiment", experiment}
	for _, key := range slices.Sorted(maps.Keys(f.Settings)) {
		for _, value := range f.Settings[key] {
			if key == "store" {
				value = strings.TrimSuffix(value, storeForm) + storeForm
			}
			words = append(words, "--"+key+"="+value)
		}
	}
	if experiment == "tournament" {
		words = append(words, "--resume")
	}
	for _, flag := range formerFlags {
		if flag[0] == "" || flag[0] == experiment {
			words = append(words, flag[1], name+flag[2])
		}
	}
	if len(f.Suites) > 0 {
		words = append(append(words, "--"), f.Suites...)
	}
	return ShellLine(folder, words)
}

// ShellLine returns the line that runs the words of a command in a folder, and the shell that reads it: PowerShell on
// Windows, elsewhere any POSIX shell, which has no name here.
func ShellLine(folder string, words []string) (line, shell string) {
	quote, begin := Quote, "cd %s && "
	if runtime.GOOS == "windows" {
		quote, begin, shell = quoteForPowerShell, "Set-Location -LiteralPath %s -ErrorAction Stop; & ", "PowerShell 7"
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quote(word)
	}
	return fmt.Sprintf(begin, quote(folder)) + strings.Join(quoted, " "), shell
}

// plainWord are the characters that need no quotes in a shell, unless the word begins with =, a path in zsh.
const plainWord = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-"

// Quote quotes a word for a POSIX shell.
func Quote(word string) string {
	if word != "" && word[0] != '=' && strings.Trim(word, plainWord) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// quoteForPowerShell quotes a word for PowerShell, which also takes typographic marks for single quotes.
func quoteForPowerShell(word string) string {
	letters := plainWord[:62]
	if word != "" && strings.Trim(strings.TrimPrefix(word, "--"), letters) == "" {
		return word
	}
	quotes := strings.NewReplacer("'", "''", "‘", "‘‘", "’", "’’", "‚", "‚‚", "‛", "‛‛")
	return "'" + quotes.Replace(word) + "'"
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
	list, err := l.experiments("")
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
