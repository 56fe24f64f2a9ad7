package laboratory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

// report is the results of an experiment so far, for the three writers.
type report struct {
	result  any    // the result as JSON
	indent  string // of that
	text    []section
	picture chart.Picture
}

// section is lines and the table after them.
type section struct {
	lines string
	rows  [][]string
	right bool // the cells are aligned to the right
}

// add adds lines, and a table of these rows.
func (r *report) add(lines string, rows ...[]string) {
	r.text = append(r.text, section{lines: lines, rows: rows})
}

// addRight adds lines, and a table that is aligned to the right.
func (r *report) addRight(lines string, rows ...[]string) {
	r.text = append(r.text, section{lines, rows, true})
}

// cells returns a row of a table.
func cells(values ...any) []string {
	row := make([]string, len(values))
	for i, value := range values {
		row[i] = fmt.Sprint(value)
	}
	return row
}

func (r *report) writeText(w io.Writer) error {
	for _, s := range r.text {
		if _, err := io.WriteString(w, s.lines); err != nil {
			return err
		}
		flags, end := uint(0), "\n"
		if s.right {
			flags, end = tabwriter.AlignRight, "\t\n"
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', flags)
		for _, row := range s.rows {
			_, _ = io.WriteString(table, strings.Join(row, "\t")+end) // Flush has the error
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (r *report) writeJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", r.indent)
	return encoder.Encode(r.result)
}

// output is the destination of a report.
type output struct {
	json    bool   // to standard output, not the text
	figures string // a file for the JSON as well, or nothing
	plot    string // a file for the picture, or nothing
}

func (o *output) define(flags *pflag.FlagSet, picture string) {
	flags.BoolVar(&o.json, "json", false, jsonUsage)
	flags.StringVar(&o.figures, "figures", "", figuresUsage)
	flags.StringVar(&o.plot, "plot", "", picture)
}

// Help texts of the flags for figures, which all experiments have.
const (
	jsonUsage    = "write the figures as a JSON object to standard output, instead of the text"
	figuresUsage = "write the JSON object to a `file` as well as the text"
)

func (o *output) check() error {
	if o.plot != "" {
		if err := chart.CheckName(o.plot); err != nil {
			return cli.Usagef("--plot: %w", err)
		}
	}
	return nil
}

// finish writes a report and the requested files.
func (o *output) finish(w io.Writer, r *report) error {
	write := r.writeText
	if o.json {
		write = r.writeJSON
	}
	if err := write(w); err != nil {
		return err
	}
	return o.keep(r)
}

// keep writes the requested files.
func (o *output) keep(r *report) error {
	if o.figures != "" {
		if err := cli.Replace(o.figures, r.writeJSON); err != nil {
			return err
		}
	}
	if o.plot == "" {
		return nil
	}
	return chart.Save(o.plot, r.picture)
}

// conditions are the conditions of the searches.
type conditions struct {
	Engine    string      `json:"engine"`
	Nodes     uint64      `json:"nodes"`
	Megabytes int         `json:"megabytes"`
	Suites    []suiteSize `json:"suites"` // the one that was used to choose comes first
}

type suiteSize struct {
	Name      string `json:"name"`
	Positions int    `json:"positions"`
}

func (b *bench) conditions() conditions {
	c := conditions{Engine: b.signature, Nodes: b.nodes, Megabytes: b.megabytes}
	for _, s := range b.suites {
		c.Suites = append(c.Suites, suiteSize{s.Name, len(s.Tests)})
	}
	return c
}

// heading returns lines about the searches of a suite.
func (b *bench) heading(s *proposals.Suite) string {
	text := fmt.Sprintf("%s: %d positions, %d nodes, tables of %d MB, engine %s.\n",
		s.Name, len(s.Tests), b.nodes, b.megabytes, b.signature)
	avoiding := 0
	for i := range s.Tests {
		if len(s.Tests[i].Best) == 0 {
			avoiding++
		}
	}
	if avoiding > 0 {
		text += fmt.Sprintf("%d of these have only moves to avoid: there every other move counts as best.\n", avoiding)
	}
	return text
}

// bounded is a number of positions of n, with its 95 % interval.
func bounded(k, n int) string {
	low, high := experiment.Bounds(k, n)
	return fmt.Sprintf("%d [%.0f, %.0f]", k, low, high)
}

// best is the number of best moves with its 95 % interval.
func best(c experiment.Count) string { return bounded(c.Best, c.Total()) }

// gain is a difference with its 95 % margin.
func gain(d experiment.Difference) string { return fmt.Sprintf("%+d ± %.0f", d.Net(), d.Margin()) }

// probability formats the probability of a difference by chance.
func probability[T ~float64](p T) string {
	if p < 0.001 {
		return "<.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// marked is a difference with its margin, and marks that it is significant: * alone, ** after the correction.
func marked(d experiment.Difference, corrected experiment.Probability) string {
	switch {
	case corrected < 0.05:
		return gain(d) + "**"
	case d.P() < 0.05:
		return gain(d) + "*"
	}
	return gain(d)
}

// marksText explains the marks in a table of comparisons.
func marksText(comparisons int) string {
	return fmt.Sprintf("* means that McNemar's P is below 0.05, ** that it still is after Holm's correction (cells: %d).",
		comparisons)
}

// decimal is a number with one decimal.
func decimal[T ~float64](x T) string { return fmt.Sprintf("%.1f", x) }

// stateVersion is the version of the form of state files.
const stateVersion = 1

// stateHead begins a state file, which an experiment resumes from.
type stateHead[C comparable] struct {
	Version    int `json:"version"`
	Conditions C   `json:"conditions"` // all that the result depends on
}

func (h *stateHead[C]) self() *stateHead[C] { return h }

// resumeState reads a state file into saved and refuses one with other conditions than asked. Errors call the work
// what, as in "tuning"; check returns what is wrong with the rest. Without a file, or with an empty name, found is false.
func resumeState[C comparable](file, what string, saved interface{ self() *stateHead[C] }, asked C,
	check func() error) (found bool, err error) {
	text, err := cli.Disk{MaxSize: math.MaxInt64}.Read(file) // Windows has no good word for a folder
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal([]byte(text), saved); err != nil {
		return false, fmt.Errorf("%s: not a %s state; the file is unchanged: %w", file, what, err)
	}
	switch head := saved.self(); {
	case head.Version != stateVersion:
		return false, fmt.Errorf("%s: not a %s state of version %d; the file is unchanged", file, what, stateVersion)
	case head.Conditions != asked:
		return false, fmt.Errorf("%s: the state of another %s; the file is unchanged: %s", file, what,
			differences(head.Conditions, asked))
	}
	if err := check(); err != nil {
		return false, fmt.Errorf("%s: the state is damaged; the file is unchanged: %w", file, err)
	}
	return true, nil
}

// differences names the fields of conditions that differ, as in the file.
func differences[C comparable](saved, asked C) string {
	var list []string
	mine, its := reflect.ValueOf(saved), reflect.ValueOf(asked)
	for i := range mine.NumField() {
		if a, b := mine.Field(i).Interface(), its.Field(i).Interface(); a != b {
			list = append(list, fmt.Sprintf("%s is %+v, not %+v", mine.Type().Field(i).Tag.Get("json"), a, b))
		}
	}
	return strings.Join(list, "; ")
}

// saveState replaces a state file, if it has a name.
func saveState(file string, saved any) error {
	if file == "" {
		return nil
	}
	return cli.Replace(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(saved) })
}
