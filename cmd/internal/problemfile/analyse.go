package problemfile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/movegen/notation"
	"alfiere/problem/database"
	"alfiere/problem/database/analyse"
	"alfiere/problem/text"
	"alfiere/protocol"
)

// defineQueue declares the flags that say who analyses problems, and returns what opens these.
type defineQueue func(flags *pflag.FlagSet) OpenQueue

// OpenQueue returns who does tasks of the kind of package analyse; end closes it.
type OpenQueue func(ctx context.Context, std cli.Streams) (queue work.Queue, end func(), err error)

// analysing analyses the problems of a collection.
type analysing struct {
	job       analyse.Job
	query     string
	json      bool
	openQueue OpenQueue

	std      cli.Streams
	progress *cli.Progress
	started  time.Time
	failed   error // of writing
}

func defineAnalyse(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	a := analysing{openQueue: open}
	a.job.Program = protocol.Title
	flags.StringVar(&a.query, "query", "",
		"analyse only the problems that match this `query`, in its order; see problems find")
	cli.SecondsVar(flags, &a.job.Limit, "limit", "limit each problem to this number of `seconds`; 0 is no limit")
	flags.Uint64Var(&a.job.Nodes, "nodes",
		0, "limit each problem to this `number` of moves made or tested; 0 is no limit")
	flags.BoolVar(&a.job.Force, "force", false, "also analyse problems that this version has analysed")
	flags.BoolVar(&a.json, "json", false, "write one JSON object per problem, on one line, and one with the totals")
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("give the FILE of a collection; --query selects problems")
		}
		if a.job.Limit < 0 {
			return cli.Usagef("--limit must not be negative")
		}
		if a.query != "" {
			q, err := parseQuery(a.query)
			if err != nil {
				return err
			}
			if q.Count {
				return cli.Usagef("--query: a query that counts selects no problems")
			}
			a.job.Query = q
		}
		a.std = std
		return withCollection(args[0], database.ReadWrite, a.run)
	}
}

func (a *analysing) run(ctx context.Context, db *database.DB) error {
	queue, end, err := a.openQueue(ctx, a.std)
	if err != nil {
		return err
	}
	defer end()
	a.job.DB, a.job.Queue, a.job.Tell = db, queue, a.tell
	if a.progress = cli.NewProgress(a.std); a.json {
		a.progress = cli.NewProgressBesideOutput(a.std)
	}
	a.started = time.Now()
	sum, err := a.job.Run(ctx)
	a.progress.Clear()
	if err = errors.Join(err, a.failed, a.sum(&sum)); err == nil && sum.Outcomes[analyse.Faulty] > 0 {
		err = fmt.Errorf("%d of %d problems cannot be analysed", sum.Outcomes[analyse.Faulty], sum.Total)
	}
	return err
}

// judged is an event as JSON.
type judged struct {
	Problem int64   `json:"problem"`
	Outcome string  `json:"outcome"`
	Verdict string  `json:"verdict,omitempty"`
	Before  string  `json:"before,omitempty"`
	Turned  bool    `json:"turned,omitempty"`
	Seconds float64 `json:"seconds"`
	Worker  string  `json:"worker,omitempty"`
	Fault   string  `json:"error,omitempty"`
}

// tell shows how far it is, and tells verdicts that have changed, and faults.
func (a *analysing) tell(e *analyse.Event) {
	var err error
	switch {
	case a.json:
		err = text.WriteLine(a.std.Out, judged{e.ID, e.Outcome.String(), e.Verdict, e.Before, e.Turned(), e.Took.Seconds(),
			e.Worker, e.Fault})
	case e.Outcome == analyse.Faulty:
		a.progress.Clear()
		_, err = fmt.Fprintf(a.std.Err, "problem %d: %s\n", e.ID, notation.Printable(e.Fault))
	case e.Outcome == analyse.Kept:
		err = a.line("problem %d: the limit ended the analysis, the report that says %s stays\n", e.ID, e.Before)
	case e.Turned():
		err = a.line("problem %d: %s before, %s now\n", e.ID, verdictWords(e.Before), verdictWords(e.Verdict))
	}
	if a.failed == nil {
		a.failed = err
	}
	rate := float64(e.Done) / max(time.Since(a.started).Seconds(), 1e-3)
	a.progress.ShowBar(int64(e.Done), int64(e.Total), "%d of %d problems, %.3g/s", e.Done, e.Total, rate)
}

// line writes a line for people.
func (a *analysing) line(format string, values ...any) error {
	a.progress.Clear()
	_, err := fmt.Fprintf(a.std.Out, format, values...)
	return err
}

// verdictWords is a verdict for people.
func verdictWords(verdict string) string {
	if verdict == "none" {
		return "no solution"
	}
	return verdict
}

// sum writes the numbers.
func (a *analysing) sum(s *analyse.Summary) error {
	took := time.Since(a.started)
	n := s.Outcomes
	if a.json {
		return text.WriteLine(a.std.Out, map[string]any{"total": s.Total, "analysed": n[analyse.Stored], "kept": n[analyse.Kept],
			"changed": n[analyse.Changed],
			"faults":  n[analyse.Faulty], "others": s.Others, "turned": s.Turned, "verdicts": s.Verdicts,
			"seconds": took.Seconds()})
	}
	text := fmt.Sprintf("%d of %d problems analysed in %s", n[analyse.Stored], s.Total, took.Round(100*time.Millisecond))
	var verdicts []string
	for _, verdict := range database.Verdicts() {
		if s.Verdicts[verdict] > 0 {
			verdicts = append(verdicts, fmt.Sprintf("%d %s", s.Verdicts[verdict], verdictWords(verdict)))
		}
	}
	if len(verdicts) > 0 {
		text += ": " + strings.Join(verdicts, ", ")
	}
	for _, part := range []struct {
		n     int
		words string
	}{
		{s.Turned, "verdicts other than before"}, {n[analyse.Kept], "ended by the limit, the earlier report stays"},
		{n[analyse.Changed], "edited or deleted meanwhile"}, {n[analyse.Faulty], "cannot be analysed"},
		{s.Total - s.Done(), "left"}, {s.Others, "left out, not mates in 1 to 32"},
	} {
		if part.n > 0 {
			text += fmt.Sprintf("\n%s: %d", part.words, part.n)
		}
	}
	return a.line("%s\n", text)
}
