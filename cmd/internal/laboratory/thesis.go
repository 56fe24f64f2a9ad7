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

func defineUnion(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	var u union
	u.bench.define(flags, open)
	councilsVar(flags, &u.named)
	return func(args []string, std cli.Streams) (err error) {
		if u.councils, err = u.named.orThesis(); err != nil {
			return err
		}
		return u.bench.run(args, std, u.run)
	}
}

// union is the work of the part: the thesis's chapter 4.2.
type union struct {
	bench
	named    councilList
	councils []councilSeats

	reaches []experiment.Reach // by suite, then by council
}

func (u *union) run(ctx context.Context) error {
	copies, err := u.copies(ctx)
	if err != nil {
		return err
	}
	seats := uniqueSeats(append(u.councils[:len(u.councils):len(u.councils)], councilSeats{seats: copies}),
		allLetters(u.councils...))
	tables, err := u.tables(ctx, seats)
	if err != nil {
		return err
	}
	for i, s := range u.suites {
		u.judge(s.Name, tables[i], copies)
	}
	return u.finish(u.std.Out, u.report())
}

// judge adds the reach of all councils in a suite, compared with copies unless there are none.
func (u *union) judge(suite string, t *experiment.Table, copies []council.Seat) {
	first := len(u.reaches)
	var chances []float64
	for _, c := range u.councils {
		reach := t.Unite(c.seats)
		reach.Suite, reach.Council, reach.All = suite, c.text, experiment.CountOf(t.Verdicts(0))
		if copies != nil {
			same := t.Cover(t.Find(copies[:len(c.seats)]))
			reach.Copies = &experiment.Copies{Union: experiment.CountOf(same).Best,
				Gain: experiment.Compare(t.Cover(t.Find(c.seats)), same)}
			chances = append(chances, reach.Copies.Gain.P())
		}
		u.reaches = append(u.reaches, reach)
	}
	for i, p := range experiment.Holm(chances) {
		u.reaches[first+i].Copies.Holm = experiment.Probability(p)
	}
}

// copies returns the player with all letters and noisy copies of it, as many as the largest council has
// members; none if they are not in the store and must or can not be searched.
func (u *union) copies(ctx context.Context) ([]council.Seat, error) {
	most := 0
	for i := range u.councils {
		most = max(most, len(u.councils[i].seats))
	}
	copies, err := council.ParseCouncil(fmt.Sprint("noise", most))
	if err != nil {
		return nil, err
	}
	for i := range copies {
		copies[i].Knowledge = allLetters(u.councils...).Knowledge
	}
	engine, err := u.thisEngine(ctx)
	if err != nil || !u.offline && engine == u.signature {
		return copies, err
	}
	for _, s := range u.suites {
		if missing, err := u.store.Missing(ctx, u.grid(s, copies, u.nodes)); err != nil || len(missing) > 0 {
			return nil, err
		}
	}
	return copies, nil
}

// report has a table for each suite.
func (u *union) report() *report {
	r := &report{picture: u.picture()}
	r.result = struct {
		Conditions conditions         `json:"conditions"`
		Results    []experiment.Reach `json:"results"`
	}{u.conditions(), u.reaches}
	r.add("Union and intersection: positions solved by at least one member of a council, and by all members.\n" +
		"Choosing a member at random is expected to solve as many as the mean member.\n")
	if u.reaches[0].Copies != nil {
		r.add("N copies: the union of as many noisy copies of the player with all letters. Gain: of the council's union\n" +
			"over theirs. " + marksText(len(u.councils)) + "\n")
	}
	for i, s := range u.suites {
		reaches := u.reaches[i*len(u.councils):][:len(u.councils)]
		rows := [][]string{cells("council", "union", "N copies", "gain", "intersection", "mean member", "best member",
			"members")}
		for k := range reaches {
			reach, n := &reaches[k], len(s.Tests)
			strongest, copies, over := reach.Strongest(), "-", "-"
			if c := reach.Copies; c != nil {
				copies, over = fmt.Sprint(c.Union), marked(c.Gain, c.Holm)
			}
			rows = append(rows, cells(reach.Council, bounded(reach.Union, n), copies, over, bounded(reach.Intersection, n),
				decimal(reach.Mean), fmt.Sprint(strongest.Count.Best, " ", strongest.Name), u.councils[k].names()))
		}
		r.add(fmt.Sprintf("\n%sAll letters alone (%s): %s.\n\n", u.heading(s), allLetters(u.councils...).Name,
			best(reaches[0].All)), rows...)
	}
	return r
}

// picture draws the reach of each council on the first suite.
func (u *union) picture() chart.Picture {
	s := u.suites[0]
	b := &chart.Bars{Title: "Union and intersection on " + s.Name, Axis: "positions",
		Series: []chart.Series{{Name: "union"}, {Name: "mean member"}, {Name: "intersection"}, {Name: "union of N copies"}},
		Levels: []chart.Level{{Name: "all letters alone", Value: float64(u.reaches[0].All.Best)}}}
	add := func(series *chart.Series, k int) {
		low, high := experiment.Bounds(k, len(s.Tests))
		series.Values = append(series.Values, chart.Value{Value: float64(k), Low: low, High: high})
	}
	for i := range u.councils {
		reach := &u.reaches[i]
		b.Names = append(b.Names, reach.Council)
		add(&b.Series[0], reach.Union)
		b.Series[1].Values = append(b.Series[1].Values, chart.Value{Value: float64(reach.Mean)})
		add(&b.Series[2], reach.Intersection)
		if reach.Copies != nil {
			add(&b.Series[3], reach.Copies.Union)
		}
	}
	if u.reaches[0].Copies == nil {
		b.Series = b.Series[:3]
	}
	return b
}

// names returns the names of the members.
func (c *councilSeats) names() string {
	names := make([]string, len(c.seats))
	for i := range c.seats {
		names[i] = c.seats[i].Name
	}
	return strings.Join(names, " ")
}
