package laboratory

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/eval"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

func defineOrder(flags *flag.FlagSet, open OpenCrew) cli.Run {
	var o order
	o.bench.define(flags, open)
	flags.TextVar(&o.from, "from", eval.Material, "`letters` to begin with")
	return func(args []string, std cli.Streams) error {
		return o.bench.run(args, std, o.run)
	}
}

// order is the work of the part: the thesis's chapter 4.1.
type order struct {
	bench
	from eval.Knowledge

	beginning []experiment.Verdict
	steps     []experiment.Step
	others    [][]experiment.Count // by other suite, what was kept solves there, the beginning first
}

func (o *order) run(ctx context.Context) error {
	var err error
	o.steps, o.beginning, err = experiment.Order(o.from, func(sets []eval.Knowledge) ([][]experiment.Verdict, error) {
		return o.ask(ctx, o.suites[0], sets)
	}, func(steps []experiment.Step, beginning []experiment.Verdict) error {
		o.steps, o.beginning = steps, beginning
		return o.keep(o.report(), o.picture)
	})
	if err != nil {
		return err
	}
	kept := []eval.Knowledge{o.from}
	for i := range o.steps {
		kept = append(kept, o.kept(i).Set)
	}
	for _, s := range o.suites[1:] {
		verdicts, err := o.ask(ctx, s, kept)
		if err != nil {
			return err
		}
		var counts []experiment.Count
		for _, v := range verdicts {
			counts = append(counts, experiment.CountOf(v))
		}
		o.others = append(o.others, counts)
	}
	return o.finish(o.report(), o.tell, o.picture)
}

// ask returns the verdicts on what sets propose for a suite.
func (o *order) ask(ctx context.Context, s *suite, sets []eval.Knowledge) (verdicts [][]experiment.Verdict, err error) {
	seats := make([]council.Seat, len(sets))
	for i, set := range sets {
		seats[i] = seatOf(set)
	}
	t, err := o.table(ctx, s, seats, o.nodes)
	if err != nil {
		return nil, err
	}
	for i := range sets {
		verdicts = append(verdicts, t.Verdicts(i))
	}
	return verdicts, nil
}

// kept returns the try of a step that was kept.
func (o *order) kept(step int) *experiment.Try { return &o.steps[step].Tries[o.steps[step].Kept] }

// found returns the letters in the order in which they were added, those of the beginning
// first, with signs between them.
func (o *order) found(steps int) string {
	letters := strings.Split(o.from.String(), "")
	for i := range steps {
		letters = append(letters, o.kept(i).Letter.String())
	}
	return strings.Join(letters, "+")
}

// tell writes the thesis's table, and then what was kept with its errors.
func (o *order) tell() error {
	fmt.Fprintf(o.std.Out, "Order of knowledge. %s\n", o.conditions(o.suites[0]))
	fmt.Fprintf(o.std.Out, "Positions solved by the letters of the row and that of the column; * is kept.\n\n")
	w := tabwriter.NewWriter(o.std.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\talone\t")
	for i := range o.steps {
		fmt.Fprintf(w, "+%s \t", o.kept(i).Letter)
	}
	fmt.Fprintln(w)
	alone := experiment.CountOf(o.beginning).Best
	for i, step := range o.steps {
		fmt.Fprintf(w, "%s\t%d\t%s", o.found(i), alone, strings.Repeat("\t", i))
		for column := i; column < len(o.steps); column++ {
			for k := range step.Tries {
				if step.Tries[k].Letter == o.kept(column).Letter {
					fmt.Fprintf(w, "%d%s\t", experiment.CountOf(step.Tries[k].Verdicts).Best, map[bool]string{true: "*", false: " "}[k == step.Kept])
				}
			}
		}
		fmt.Fprintln(w)
		alone = experiment.CountOf(o.kept(i).Verdicts).Best
	}
	fmt.Fprintf(w, "%s\t%d\t\n", o.found(len(o.steps)), alone)
	if err := w.Flush(); err != nil {
		return err
	}
	return o.tellKept()
}

// tellKept writes a line for each set that was kept.
func (o *order) tellKept() error {
	fmt.Fprintf(o.std.Out, "\nBehind the count stand bounds of 95 %%; the gain is that over the row above, with McNemar's P.\n\n")
	w := tabwriter.NewWriter(o.std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "set\tbest\tworst\tother\tgain\tP")
	for _, s := range o.suites[1:] {
		fmt.Fprintf(w, "\t%s", s.name)
	}
	fmt.Fprintln(w)
	for i := range len(o.steps) + 1 {
		verdicts, gain := o.beginning, "\t"
		if i > 0 {
			try := o.kept(i - 1)
			verdicts, gain = try.Verdicts, fmt.Sprintf("%+d\t%s", try.Gain.Net(), formatP(try.Gain.P()))
		}
		c := experiment.CountOf(verdicts)
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s", o.found(i), formatCount(c.Best, c.Total()), c.Worst, c.Other, gain)
		for _, counts := range o.others {
			fmt.Fprintf(w, "\t%s", formatCount(counts[i].Best, counts[i].Total()))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// orderReport is the experiment in JSON.
type orderReport struct {
	Conditions conditionsRecord `json:"conditions"`
	Beginning  setRecord        `json:"beginning"`
	Order      string           `json:"order"`
	Steps      []stepRecord     `json:"steps"`
}

// setRecord is what a set solves.
type setRecord struct {
	Set    string        `json:"set"`
	Count  countRecord   `json:"count"`
	Others []countRecord `json:"others,omitempty"` // on the other suites
}

// stepRecord is a step: what was tried, and what of it was kept.
type stepRecord struct {
	Base  string      `json:"base"`
	Tries []tryRecord `json:"tries"`
	Kept  setRecord   `json:"kept"`
}

// tryRecord is a set that was tried.
type tryRecord struct {
	Letter string           `json:"letter"`
	Count  countRecord      `json:"count"`
	Gain   differenceRecord `json:"gain"`
}

func (o *order) report() orderReport {
	r := orderReport{Conditions: o.record(), Order: strings.ReplaceAll(o.found(len(o.steps)), "+", ""),
		Beginning: o.setRecord(o.from, o.beginning, 0)}
	for i, step := range o.steps {
		s := stepRecord{Base: step.Base.String(), Kept: o.setRecord(o.kept(i).Set, o.kept(i).Verdicts, i+1)}
		for _, try := range step.Tries {
			s.Tries = append(s.Tries, tryRecord{try.Letter.String(), recordCount(experiment.CountOf(try.Verdicts)), recordDifference(try.Gain)})
		}
		r.Steps = append(r.Steps, s)
	}
	return r
}

func (o *order) setRecord(set eval.Knowledge, verdicts []experiment.Verdict, row int) setRecord {
	r := setRecord{Set: set.String(), Count: recordCount(experiment.CountOf(verdicts))}
	for _, counts := range o.others {
		r.Others = append(r.Others, recordCount(counts[row]))
	}
	return r
}

// picture draws what was kept, and what each step tried.
func (o *order) picture() chart.Picture {
	kept := chart.Line{Name: "kept, " + o.suites[0].name}
	add := func(line *chart.Line, letters int, c experiment.Count) {
		low, high := experiment.Bounds(c.Best, c.Total())
		share := 100 / float64(c.Total())
		line.Points = append(line.Points, chart.Point{X: float64(letters), Y: float64(c.Best) * share, Low: low * share, High: high * share})
	}
	from := len(o.from.String())
	add(&kept, from, experiment.CountOf(o.beginning))
	for i := range o.steps {
		add(&kept, from+i+1, experiment.CountOf(o.kept(i).Verdicts))
	}
	lines := []chart.Line{kept}
	for k, counts := range o.others {
		line := chart.Line{Name: "the same sets, " + o.suites[k+1].name}
		for i, c := range counts {
			add(&line, from+i, c)
		}
		lines = append(lines, line)
	}
	return &chart.Lines{Title: "Order of knowledge: " + strings.ReplaceAll(o.found(len(o.steps)), "+", " + "),
		X: "letters", Y: "positions solved, per cent", Lines: lines}
}
