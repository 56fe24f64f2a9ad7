package laboratory

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"alfiere/council/experiment"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

func defineUnion(flags *flag.FlagSet, open OpenCrew) cli.Run {
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
	seats := uniqueSeats(u.councils, allLetters(u.councils...))
	if err := u.expect(ctx, seats, u.nodes); err != nil {
		return err
	}
	for _, s := range u.suites {
		t, err := u.table(ctx, s, seats, u.nodes)
		if err != nil {
			return err
		}
		for _, c := range u.councils {
			reach := t.Unite(c.seats)
			reach.Suite, reach.Council, reach.All = s.Name, c.text, experiment.CountOf(t.Verdicts(0))
			u.reaches = append(u.reaches, reach)
		}
	}
	return u.finish(u.std.Out, u.report())
}

// report has a table for each suite.
func (u *union) report() *report {
	r := &report{picture: u.picture()}
	r.result = struct {
		Conditions conditions         `json:"conditions"`
		Results    []experiment.Reach `json:"results"`
	}{u.conditions(), u.reaches}
	r.add("Union and intersection: positions solved by at least one member of a council, and by all members.\n")
	for i, s := range u.suites {
		reaches := u.reaches[i*len(u.councils):][:len(u.councils)]
		rows := [][]string{cells("council", "union", "intersection", "mean member", "best member", "members")}
		for k := range reaches {
			reach, n := &reaches[k], len(s.Tests)
			strongest := reach.Strongest()
			rows = append(rows, cells(reach.Council, bounded(reach.Union, n), bounded(reach.Intersection, n),
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
		Series: []chart.Series{{Name: "union"}, {Name: "mean member"}, {Name: "intersection"}},
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
