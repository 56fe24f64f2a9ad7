package laboratory

import (
	"fmt"
	"slices"

	"alfiere/internal/chart"
)

// report has two tables for each suite: counts, and gains over all letters.
func (c *criteria) report() *report {
	r := &report{picture: c.picture()}
	r.result = struct {
		Conditions conditions      `json:"conditions"`
		Suites     []criteriaSuite `json:"suites"`
	}{c.conditions(), c.results}
	r.add("Criteria: positions where a council plays a best move / a move to avoid.\n")
	for i := range c.results { // so far
		result := &c.results[i]
		heading := "\n" + c.heading(c.suites[i])
		trains := slices.ContainsFunc(c.columns, func(column column) bool { return column.Criterion == "trust" })
		switch {
		case trains && i == 0:
			heading += "Trust: each half of the positions uses the trust earned on the other half.\n"
		case trains:
			heading += "Trust was earned on " + c.suites[0].Name + ".\n"
		}
		counts, gains := c.tables(result)
		heading += fmt.Sprintf("All letters alone (%s): %s best, %d worst.\n\n", allLetters(c.councils...).Name,
			best(result.All), result.All.Worst)
		r.add(heading, counts...)
		r.add("\nGain over all letters alone, ± 95 %.\n"+marksText(len(result.Results))+"\n\n", gains...)
	}
	return r
}

// tables returns both tables of a suite: a row for each council, and their mean.
func (c *criteria) tables(s *criteriaSuite) (counts, gains [][]string) {
	counts, gains = [][]string{{"council", "mean member"}}, [][]string{{"council"}}
	for i := range c.columns {
		counts[0], gains[0] = append(counts[0], c.columns[i].name()), append(gains[0], c.columns[i].name())
	}
	for row := range slices.Chunk(s.Results, len(c.columns)) {
		count, difference := cells(row[0].Council, decimal(row[0].Member)), cells(row[0].Council)
		for i := range row {
			cell := &row[i]
			count = append(count, fmt.Sprintf("%d/%d", cell.Count.Best, cell.Count.Worst))
			difference = append(difference, marked(cell.Gain, cell.Holm))
		}
		counts, gains = append(counts, count), append(gains, difference)
	}
	count, difference := cells("mean", ""), cells("mean")
	for _, m := range s.Means {
		count = append(count, decimal(m.Best)+"/"+decimal(m.Worst))
		difference = append(difference, fmt.Sprintf("%+.1f", m.Gain))
	}
	return append(counts, count), append(gains, difference)
}

// picture is a heat map of the positions of the first suite that each council solves by each criterion.
func (c *criteria) picture() chart.Picture {
	s := &c.results[0]
	h := &chart.Heat{Title: fmt.Sprintf("Positions solved of %s; all letters alone %d", s.Suite, s.All.Best)}
	for i := range c.columns {
		h.Columns = append(h.Columns, c.columns[i].name())
	}
	for row := range slices.Chunk(s.Results, len(c.columns)) {
		h.Rows, h.Values = append(h.Rows, row[0].Council), append(h.Values, nil)
		last := &h.Values[len(h.Values)-1]
		for i := range row {
			*last = append(*last, float64(row[i].Count.Best))
		}
	}
	return h
}
