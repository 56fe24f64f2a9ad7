package laboratory

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
	"alfiere/movegen"
)

func defineCriteria(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	var c criteria
	c.bench.define(flags, open)
	councilsVar(flags, &c.named)
	names := flags.String("criteria", "", "comma-separated `names` of criteria (default: all)")
	shares := flags.String("second", "50,67", "comma-separated `percentages` of the nodes for second searches")
	return func(args []string, std cli.Streams) (err error) {
		if c.columns, err = parseColumns(*names, *shares); err != nil {
			return err
		}
		if c.councils, err = c.named.orThesis(); err != nil {
			return err
		}
		return c.bench.run(args, std, c.run)
	}
}

// criteria is the work of the part: the thesis's chapter 4.3.
type criteria struct {
	bench
	named    councilList
	councils []councilSeats
	columns  []column

	results []criteriaSuite
}

// column is a criterion with the share of nodes of its second search.
type column struct {
	Criterion string `json:"criterion"`
	Second    int    `json:"second,omitempty"` // per cent; 0 for one without
	by        council.Criterion
}

// name returns the heading of the column.
func (c *column) name() string {
	if c.Second > 0 {
		return fmt.Sprintf("%s %d %%", c.Criterion, c.Second)
	}
	return c.Criterion
}

// criteriaSuite is the results of councils on a suite.
type criteriaSuite struct {
	Suite   string           `json:"suite"`
	All     experiment.Count `json:"all_letters"`
	Results []criteriaCell   `json:"results"` // by council, then by column
	Means   []criterionMean  `json:"means"`   // by column
}

// criteriaCell is the result of a council with a criterion.
type criteriaCell struct {
	Council string `json:"council"`
	column
	Count  experiment.Count       `json:"count"`
	Gain   experiment.Difference  `json:"gain"`   // over all letters
	Holm   experiment.Probability `json:"holm_p"` // of the gain, corrected for all cells of the suite
	Member experiment.Rounded     `json:"mean_member"`
	Rounds *rounds                `json:"rounds,omitempty"` // of a second search
}

// rounds say what each of two searches that share the nodes finds.
type rounds struct {
	Proposed int                   `json:"proposed"` // positions where a member proposes a best move
	Majority experiment.Count      `json:"majority"` // of these proposals
	Over     experiment.Difference `json:"over"`     // of the second search's choice, from the majority's
}

// criterionMean is the mean of a column.
type criterionMean struct {
	column
	Best  experiment.Rounded `json:"best"`
	Worst experiment.Rounded `json:"worst"`
	Gain  experiment.Rounded `json:"gain"`
}

// parseColumns reads the requested criteria.
func parseColumns(names, shares string) (columns []column, err error) {
	var seconds []int
	for text := range strings.SplitSeq(shares, ",") {
		percent, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || percent < 1 || percent > 99 {
			return nil, cli.Usagef("--second: shares must be from 1 to 99 per cent, not %q", text)
		}
		seconds = append(seconds, percent)
	}
	all := council.Criteria()
	if names != "" {
		all = nil
		for name := range strings.SplitSeq(names, ",") {
			c, err := council.FindCriterion(strings.TrimSpace(name))
			if err != nil {
				return nil, cli.Usagef("--criteria: %w", err)
			}
			all = append(all, *c)
		}
	}
	for _, c := range all {
		if !c.NeedsSecondSearch() {
			columns = append(columns, column{c.Name, 0, c})
			continue
		}
		for _, percent := range seconds {
			columns = append(columns, column{c.Name, percent, c})
		}
	}
	return columns, nil
}

func (c *criteria) run(ctx context.Context) error {
	seats := uniqueSeats(c.councils, allLetters(c.councils...))
	if err := c.foresee(ctx); err != nil {
		return err
	}
	tables, err := c.bench.tables(ctx, seats)
	if err != nil {
		return err
	}
	for i, s := range c.suites {
		result, err := c.judge(ctx, s, tables, i)
		if err != nil {
			return err
		}
		c.results = append(c.results, result)
		if err := c.keep(c.report()); err != nil {
			return err
		}
	}
	return c.finish(c.std.Out, c.report())
}

// foresee counts the searches that share their nodes with second searches. The number of second searches is known
// when the first ones are done; it is at most one for each council and position.
func (c *criteria) foresee(ctx context.Context) error {
	for i := range c.columns {
		percent := c.columns[i].Second
		if percent == 0 {
			continue
		}
		if err := c.expect(ctx, uniqueSeats(c.councils), part(c.nodes, 1-float64(percent)/100)); err != nil {
			return err
		}
		for _, s := range c.suites {
			c.course.doubt(len(s.Tests) * len(c.councils))
		}
	}
	return nil
}

// judge runs the councils on one of the suites.
func (c *criteria) judge(ctx context.Context, s *proposals.Suite, tables []*experiment.Table,
	at int) (r criteriaSuite, err error) {
	t := tables[at]
	full := t.Verdicts(0)
	var chances []float64
	r = criteriaSuite{Suite: s.Name, All: experiment.CountOf(full)}
	for _, column := range c.columns {
		r.Means = append(r.Means, criterionMean{column: column})
	}
	for _, council := range c.councils {
		places := t.Find(council.seats)
		sumOfMembers := 0
		for _, place := range places {
			sumOfMembers += experiment.CountOf(t.Verdicts(place)).Best
		}
		for i := range c.columns {
			column, mean := &c.columns[i], &r.Means[i]
			p := &experiment.Player{Council: places, Criterion: &column.by}
			players := t
			switch {
			case column.Second > 0:
				if players, err = c.divide(ctx, s, council, column.Second, p); err != nil {
					return r, err
				}
			case column.Criterion == "trust":
				p.Weights = trustFor(tables, at, places)
			}
			verdicts := players.Play(p)
			one := criteriaCell{Council: council.text, column: *column, Count: experiment.CountOf(verdicts),
				Gain:   experiment.Compare(verdicts, full),
				Rounds: roundsOf(players, p, verdicts),
				Member: experiment.Rounded(sumOfMembers) / experiment.Rounded(len(places))}
			r.Results, chances = append(r.Results, one), append(chances, one.Gain.P())
			n := experiment.Rounded(len(c.councils))
			mean.Best += experiment.Rounded(one.Count.Best) / n
			mean.Worst += experiment.Rounded(one.Count.Worst) / n
			mean.Gain += experiment.Rounded(one.Gain.Net()) / n
		}
	}
	for i, p := range experiment.Holm(chances) {
		r.Results[i].Holm = experiment.Probability(p)
	}
	return r, nil
}

// roundsOf compares the choices of a player's second searches with what its members propose; nil without any.
func roundsOf(t *experiment.Table, p *experiment.Player, chosen []experiment.Verdict) *rounds {
	if p.Second == nil {
		return nil
	}
	majority := t.Play(&experiment.Player{Council: p.Council, Criterion: p.Criterion}) // without a second search
	return &rounds{Proposed: experiment.CountOf(t.Cover(p.Council)).Best, Majority: experiment.CountOf(majority),
		Over: experiment.Compare(chosen, majority)}
}

// trustFor returns trust that was earned on different positions: on the first suite each half has
// that of the other half, other suites have that of the whole first one.
func trustFor(tables []*experiment.Table, at int, places []int) func(int) *council.Weights {
	if at == 0 {
		return tables[0].CrossTrust(places)
	}
	all := make([]int, len(tables[0].Positions))
	for i := range all {
		all[i] = i
	}
	trained := tables[0].Train(places, all)
	return func(int) *council.Weights { return &trained }
}

// divide gives a player proposals and second searches that share the nodes. A second search begins with an empty table.
func (c *criteria) divide(ctx context.Context, s *proposals.Suite, consulted councilSeats, percent int,
	p *experiment.Player) (*experiment.Table, error) {
	share := float64(percent) / 100
	first, second := part(c.nodes, 1-share), part(c.nodes, share)
	t, err := c.table(ctx, s, uniqueSeats(c.councils), first)
	if err != nil {
		return nil, err
	}
	p.Council = t.Find(consulted.seats)
	needed := t.SecondSearches(p.Council, p.Criterion)
	c.course.doubt(-len(s.Tests))
	questions, all := make([]proposals.Question, len(needed)), allLetters(c.councils...)
	for i := range needed {
		questions[i] = proposals.Question{Position: s.Tests[needed[i].Position].Position, Seat: all,
			Nodes: all.Nodes(second), Megabytes: c.megabytes, Moves: needed[i].Moves}
	}
	found, err := c.answers(ctx, questions)
	if err != nil {
		return nil, fmt.Errorf("%s: second searches: %w", s.Name, err)
	}
	answers := map[int]*council.Proposal{}
	for i := range needed {
		answers[needed[i].Position] = found[i]
	}
	p.Second = func(position int, _ []movegen.Move) *council.Proposal { return answers[position] }
	return t, nil
}

// part returns a share of nodes, divided as by a council.Master.
func part(nodes uint64, share float64) uint64 { return max(uint64(float64(nodes)*share+0.5), 1) }

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
		if rows := c.roundsTable(result); len(rows[0]) > 1 {
			r.add("\nPositions where some member proposes a best move, the majority of the members plays one, and the "+
				"second search\nsolves more than this majority, ± 95 %.\n\n", rows...)
		}
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

// roundsTable has a row for each council and a column for each share of a second search.
func (c *criteria) roundsTable(s *criteriaSuite) [][]string {
	rows := [][]string{{"council"}}
	for i := range c.columns {
		if c.columns[i].Second > 0 {
			rows[0] = append(rows[0], c.columns[i].name())
		}
	}
	for results := range slices.Chunk(s.Results, len(c.columns)) {
		row := cells(results[0].Council)
		for i := range results {
			if found := results[i].Rounds; found != nil {
				row = append(row, fmt.Sprintf("%d, %d, %s", found.Proposed, found.Majority.Best, gain(found.Over)))
			}
		}
		rows = append(rows, row)
	}
	return rows
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
