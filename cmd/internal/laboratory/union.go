package laboratory

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

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

	reaches [][]experiment.Reach // by suite, then by council
	alone   []experiment.Count   // all letters, by suite
}

func (u *union) run(ctx context.Context) error {
	seats := uniqueSeats(u.councils, allLetters())
	if err := u.expect(ctx, seats, u.nodes); err != nil {
		return err
	}
	for _, s := range u.suites {
		t, err := u.table(ctx, s, seats, u.nodes)
		if err != nil {
			return err
		}
		var reaches []experiment.Reach
		for _, c := range u.councils {
			var members [][]experiment.Verdict
			for _, place := range t.Find(c.seats) {
				members = append(members, t.Verdicts(place))
			}
			reaches = append(reaches, experiment.Unite(members))
		}
		u.reaches = append(u.reaches, reaches)
		u.alone = append(u.alone, experiment.CountOf(t.Verdicts(0)))
	}
	return u.finish(u.report(), u.tell, u.picture)
}

// tell writes a table for each suite.
func (u *union) tell() error {
	fmt.Fprintln(u.std.Out, "Union and intersection: positions that at least one member of a council solves, and that all solve.")
	for i, s := range u.suites {
		fmt.Fprintf(u.std.Out, "\n%s\nAll letters alone: %s.\n\n", u.conditions(s), formatCount(u.alone[i].Best, u.alone[i].Total()))
		w := tabwriter.NewWriter(u.std.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "council\tunion\tintersection\tmean member\tbest member\tmembers")
		for k, c := range u.councils {
			r := &u.reaches[i][k]
			fmt.Fprintf(w, "%s\t%s\t%s\t%.1f\t%d %s\t%s\n", c.text, formatCount(r.Union, r.Positions), formatCount(r.Intersection, r.Positions),
				r.Mean, r.Most, c.seats[r.Strongest].Name, c.names())
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// unionReport is the experiment in JSON.
type unionReport struct {
	Conditions conditionsRecord `json:"conditions"`
	Results    []unionRecord    `json:"results"`
}

// unionRecord is what is within reach of a council.
type unionRecord struct {
	Suite        string        `json:"suite"`
	Council      string        `json:"council"`
	Union        int           `json:"union"`
	Intersection int           `json:"intersection"`
	Mean         float64       `json:"mean"`
	All          countRecord   `json:"all_letters"`
	Members      []setRecord   `json:"members"`
	Bounds       []boundRecord `json:"bounds"`
}

// boundRecord is a pair of bounds of 95 per cent.
type boundRecord struct {
	Of   string  `json:"of"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func recordBounds(of string, k, n int) boundRecord {
	low, high := experiment.Bounds(k, n)
	return boundRecord{of, round(low), round(high)}
}

func (u *union) report() unionReport {
	report := unionReport{Conditions: u.record()}
	for i, s := range u.suites {
		for k, c := range u.councils {
			r := &u.reaches[i][k]
			one := unionRecord{Suite: s.name, Council: c.text, Union: r.Union, Intersection: r.Intersection, Mean: round(r.Mean), All: recordCount(u.alone[i]),
				Bounds: []boundRecord{recordBounds("union", r.Union, r.Positions), recordBounds("intersection", r.Intersection, r.Positions)}}
			for m := range r.Members {
				one.Members = append(one.Members, setRecord{Set: c.seats[m].Name, Count: recordCount(r.Members[m])})
			}
			report.Results = append(report.Results, one)
		}
	}
	return report
}

// picture draws the reach of each council on the first suite.
func (u *union) picture() chart.Picture {
	s := u.suites[0]
	b := &chart.Bars{Title: "Union and intersection on " + s.name, Axis: "positions",
		Series: []chart.Series{{Name: "union"}, {Name: "mean member"}, {Name: "intersection"}},
		Levels: []chart.Level{{Name: "all letters alone", Value: float64(u.alone[0].Best)}}}
	for k, c := range u.councils {
		r := &u.reaches[0][k]
		b.Names = append(b.Names, c.text)
		for i, n := range []float64{float64(r.Union), r.Mean, float64(r.Intersection)} {
			value := chart.Value{Value: n}
			if i != 1 {
				value.Low, value.High = experiment.Bounds(int(n), r.Positions)
			}
			b.Series[i].Values = append(b.Series[i].Values, value)
		}
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
