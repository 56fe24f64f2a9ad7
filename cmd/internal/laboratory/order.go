package laboratory

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/eval"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

func defineOrder(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	var o order
	o.bench.define(flags, open)
	o.from = eval.Material
	flags.Var(&o.from, "from", "`letters` to begin with")
	return func(args []string, std cli.Streams) error {
		return o.bench.run(args, std, o.run)
	}
}

// order is the work of the part: the thesis's chapter 4.1.
type order struct {
	bench
	from  eval.Knowledge
	found *experiment.Ordering
}

func (o *order) run(ctx context.Context) (err error) {
	o.found, err = experiment.Order(o.from, func(sets []eval.Knowledge) ([][]experiment.Verdict, error) {
		return o.ask(ctx, o.suites[0], sets)
	}, func(found *experiment.Ordering) error {
		o.found = found
		return o.keep(o.report())
	})
	if err != nil {
		return err
	}
	kept := o.found.Kept()
	sets := make([]eval.Knowledge, len(kept))
	for i, k := range kept {
		sets[i] = k.Set
	}
	for _, s := range o.suites[1:] {
		verdicts, err := o.ask(ctx, s, sets)
		if err != nil {
			return err
		}
		for i, k := range kept {
			k.Others = append(k.Others, experiment.CountOf(verdicts[i]))
		}
	}
	return o.finish(o.std.Out, o.report())
}

// ask returns the verdicts on the proposals of sets for a suite.
func (o *order) ask(ctx context.Context, s *proposals.Suite,
	sets []eval.Knowledge) (verdicts [][]experiment.Verdict, err error) {
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

// letters returns the letters after some steps, in their order, with signs between them.
func (o *order) letters(steps int, sign string) string {
	return strings.Join(strings.Split(o.found.Order[:len(o.from.String())+steps], ""), sign)
}

// report has the thesis's table, and then the sets kept with their errors.
func (o *order) report() *report {
	r := &report{picture: o.picture()}
	r.result = struct {
		Conditions conditions `json:"conditions"`
		*experiment.Ordering
	}{o.conditions(), o.found}
	rows := [][]string{{"set", "best", "worst", "other", "gain", "P"}}
	for _, s := range o.suites[1:] {
		rows[0] = append(rows[0], s.Name)
	}
	for i, k := range o.found.Kept() {
		row := cells(o.letters(i, "+"), best(k.Count), k.Count.Worst, k.Count.Other, "", "")
		if i > 0 {
			row[4], row[5] = fmt.Sprintf("%+d", k.Gain.Net()), probability(k.Gain.P())
		}
		for _, c := range k.Others {
			row = append(row, best(c))
		}
		rows = append(rows, row)
	}
	r.addRight("Order of knowledge. "+o.heading(o.suites[0])+
		"Positions solved with the letters of the row and the letter of the column; * marks the letter kept.\n\n",
		o.tries()...)
	r.add("\nCounts have 95 % Wilson intervals. The gain is over the row above, with McNemar's P.\n\n", rows...)
	return r
}

// tries has a row for each set that was kept and a column for each letter that was added.
func (o *order) tries() [][]string {
	added := o.found.Order[len(o.from.String()):]
	rows := [][]string{{"", "alone"}}
	for i, k := range o.found.Kept() {
		row := cells(o.letters(i, "+"), k.Count.Best)
		if i < len(added) {
			rows[0] = append(rows[0], "+"+added[i:i+1]+" ")
			row = append(row, make([]string, i)...)
			for column := i; column < len(added); column++ {
				for _, try := range o.found.Steps[i].Tries {
					if try.Letter.String() == added[column:column+1] {
						mark := map[bool]string{true: "*", false: " "}[column == i]
						row = append(row, fmt.Sprint(try.Count.Best)+mark)
					}
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// picture draws the results of the sets kept.
func (o *order) picture() chart.Picture {
	lines := []chart.Line{{Name: "kept, " + o.suites[0].Name}}
	for _, s := range o.suites[1 : 1+len(o.found.Beginning.Others)] { // so far
		lines = append(lines, chart.Line{Name: "the same sets, " + s.Name})
	}
	for i, k := range o.found.Kept() {
		for line, c := range append([]experiment.Count{k.Count}, k.Others...) {
			low, high := experiment.Bounds(c.Best, c.Total())
			share := 100 / float64(c.Total())
			lines[line].Points = append(lines[line].Points, chart.Point{X: float64(len(o.from.String()) + i),
				Y: float64(c.Best) * share, Low: low * share, High: high * share})
		}
	}
	return &chart.Lines{Title: "Order of knowledge: " + o.letters(len(o.found.Steps), " + "),
		X: "letters", Y: "positions solved, per cent", Lines: lines}
}
