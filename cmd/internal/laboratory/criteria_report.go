package laboratory

import (
	"fmt"
	"io"
	"text/tabwriter"

	"alfiere/internal/chart"
)

// tell writes two tables for each suite: counts, and what is gained over all letters.
func (c *criteria) tell() error {
	out := c.std.Out
	fmt.Fprintln(out, "Criteria: positions in which a council plays a best move / one that is to be avoided.")
	for i, s := range c.suites {
		r := &c.results[i]
		fmt.Fprintf(out, "\n%s\n", c.conditions(s))
		if c.trains() {
			fmt.Fprintln(out, map[bool]string{
				true:  "Trust: each half of the positions is judged by what was earned on the other.",
				false: "Trust was earned on " + c.suites[0].name + "."}[i == 0])
		}
		fmt.Fprintf(out, "All letters alone: %s best, %d worst.\n\n", formatCount(r.full.Best, r.full.Total()), r.full.Worst)
		err := c.tellTable(out, "mean member", func(k int) string { return fmt.Sprintf("%.1f", r.mean[k]) },
			func(k, column int) string {
				return fmt.Sprintf("%d/%d", r.cells[k][column].count.Best, r.cells[k][column].count.Worst)
			},
			func(column int) string { return fmt.Sprintf("%.1f/%.1f", r.sums[column].best, r.sums[column].worst) })
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "\nSolved more than by all letters alone, ± 95 %%; * where McNemar's P is below 0.05.\n\n")
		err = c.tellTable(out, "", nil,
			func(k, column int) string {
				d := r.cells[k][column].gain
				return formatDifference(d) + map[bool]string{true: "*", false: ""}[d.P() < 0.05]
			},
			func(column int) string { return fmt.Sprintf("%+.1f", r.sums[column].net) })
		if err != nil {
			return err
		}
	}
	return nil
}

// trains reports whether trust is among the criteria.
func (c *criteria) trains() bool {
	for i := range c.columns {
		if c.columns[i].criterion.Name == "trust" {
			return true
		}
	}
	return false
}

// tellTable writes a row for each council and their mean, with a column of its own first if
// one is wanted.
func (c *criteria) tellTable(out io.Writer, first string, value func(int) string, at func(int, int) string, mean func(int) string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "council")
	if value != nil {
		fmt.Fprintf(w, "\t%s", first)
	}
	for i := range c.columns {
		fmt.Fprintf(w, "\t%s", c.columns[i].name())
	}
	fmt.Fprintln(w)
	for k := range c.councils {
		fmt.Fprint(w, c.councils[k].text)
		if value != nil {
			fmt.Fprintf(w, "\t%s", value(k))
		}
		for i := range c.columns {
			fmt.Fprintf(w, "\t%s", at(k, i))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "mean")
	if value != nil {
		fmt.Fprint(w, "\t")
	}
	for i := range c.columns {
		fmt.Fprintf(w, "\t%s", mean(i))
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// criteriaReport is the experiment in JSON.
type criteriaReport struct {
	Conditions conditionsRecord `json:"conditions"`
	Suites     []criteriaSuite  `json:"suites"`
}

type criteriaSuite struct {
	Suite   string           `json:"suite"`
	All     countRecord      `json:"all_letters"`
	Results []criteriaRecord `json:"results"`
	Means   []meanRecord     `json:"means"`
}

// criteriaRecord is a council by a criterion.
type criteriaRecord struct {
	Council   string           `json:"council"`
	Criterion string           `json:"criterion"`
	Second    int              `json:"second,omitempty"` // per cent
	Count     countRecord      `json:"count"`
	Gain      differenceRecord `json:"gain"` // over all letters
	Member    float64          `json:"mean_member"`
}

// meanRecord is a criterion over all councils.
type meanRecord struct {
	Criterion string  `json:"criterion"`
	Second    int     `json:"second,omitempty"`
	Best      float64 `json:"best"`
	Worst     float64 `json:"worst"`
	Gain      float64 `json:"gain"`
}

func (c *criteria) report() criteriaReport {
	report := criteriaReport{Conditions: c.record()}
	for i := range c.results { // so far
		r := &c.results[i]
		one := criteriaSuite{Suite: c.suites[i].name, All: recordCount(r.full)}
		for k := range c.councils {
			for column := range c.columns {
				x := &r.cells[k][column]
				one.Results = append(one.Results, criteriaRecord{c.councils[k].text, c.columns[column].criterion.Name, c.columns[column].second,
					recordCount(x.count), recordDifference(x.gain), round(r.mean[k])})
			}
		}
		for column := range c.columns {
			m := r.sums[column]
			one.Means = append(one.Means, meanRecord{c.columns[column].criterion.Name, c.columns[column].second, round(m.best), round(m.worst), round(m.net)})
		}
		report.Suites = append(report.Suites, one)
	}
	return report
}

// picture colours what each council solves of the first suite by each criterion.
func (c *criteria) picture() chart.Picture {
	h := &chart.Heat{Title: fmt.Sprintf("Positions solved of %s; all letters alone %d", c.suites[0].name, c.results[0].full.Best)}
	for i := range c.columns {
		h.Columns = append(h.Columns, c.columns[i].name())
	}
	for k, council := range c.councils {
		h.Rows = append(h.Rows, council.text)
		var values []float64
		for i := range c.columns {
			values = append(values, float64(c.results[0].cells[k][i].count.Best))
		}
		h.Values = append(h.Values, values)
	}
	return h
}
