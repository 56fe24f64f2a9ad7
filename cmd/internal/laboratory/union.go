package laboratory

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

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
	if err := u.expect(ctx, seats, u.nodes); err != nil {
		return err
	}
	for _, s := range u.suites {
		t, err := u.table(ctx, s, seats, u.nodes)
		if err != nil {
			return err
		}
		u.judge(s.Name, t, copies)
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
