package laboratory

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"alfiere/council/experiment"
	"alfiere/council/genetic"
	"alfiere/internal/chart"
)

// tell writes the curve, the weights that were found and what they are worth.
func (g *breeding) tell() error {
	out := g.std.Out
	fmt.Fprintf(out, "Genetic search of the weights of letters, for the criterion weights and the council %s: %s.\n\n", g.council.text, g.council.names())
	for _, s := range g.suites {
		fmt.Fprintln(out, g.conditions(s))
	}
	p := &g.kept.Conditions.Parameters
	fmt.Fprintf(out, "%d runs with the seeds from %d on, %d individuals, PC %g, PM %g, fitness %s.\n",
		g.runs, g.seed, p.Population, p.Crossover, p.Mutation, formatFitness(g.floor))
	fmt.Fprintf(out, "\nBred on %s, %d positions. Positions solved, by generation:\n\n", g.groups[0].name, len(g.groups[0].places))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "generation\tmost of all runs\tbest so far\tbest\tmean individual\t")
	curve := g.kept.Breeding.Curve()
	for _, n := range toldGenerations(len(curve.Best) - 1) {
		fmt.Fprintf(w, "%d\t%.0f\t%.1f\t%.1f\t%.1f\t\n", n, curve.Most[n], curve.BestEver[n], curve.Best[n], curve.Mean[n])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprint(out, "\nThe three to the right are means over the runs.\n\nPositions solved [95 %]; nothing was bred on those behind the first column.\n\n")
	if err := g.tellTrials(); err != nil {
		return err
	}
	return g.tellJudgement()
}

// formatFitness writes the fitness of an individual that solves n positions.
func formatFitness(floor int) string {
	switch {
	case floor > 0:
		return fmt.Sprintf("(n - %d)^3/500 + 1, or 1 below %[1]d", floor)
	case floor < 0:
		return fmt.Sprintf("(n + %d)^3/500 + 1", -floor)
	}
	return "n^3/500 + 1"
}

// toldGenerations returns which generations have a row, up to the last one.
func toldGenerations(last int) (list []int) {
	for n := 0; n < last; {
		list = append(list, n)
		switch {
		case n < 60:
			n += 10
		case n < 100:
			n += 20
		case n < 1000:
			n += 100
		default:
			n += 1000
		}
	}
	if last >= 0 {
		list = append(list, last)
	}
	return list
}

// tellTrials writes a row for each player.
func (g *breeding) tellTrials() error {
	w := tabwriter.NewWriter(g.std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "player")
	for i, p := range g.groups {
		fmt.Fprintf(w, "\t%s (%d)", p.name, len(p.places))
		if i > 0 {
			fmt.Fprint(w, "\tagainst thesis")
		}
	}
	fmt.Fprintln(w, "\tweights")
	for i := range g.trials {
		t := &g.trials[i]
		fmt.Fprint(w, t.title())
		for k := range g.groups {
			fmt.Fprintf(w, "\t%s", formatCount(t.counts[k].Best, t.counts[k].Total()))
			if k > 0 {
				fmt.Fprintf(w, "\t%s", formatDifference(t.gains[k]))
			}
		}
		fmt.Fprintf(w, "\t%s\n", t.weights)
	}
	return w.Flush()
}

// title names a trial.
func (t *trial) title() string {
	if t.run > 0 {
		return fmt.Sprint("run ", t.run)
	}
	return t.name
}

// tellJudgement says in two lines what the best run has found.
func (g *breeding) tellJudgement() error {
	best := g.best()
	_, err := fmt.Fprintf(g.std.Out, "\nBest on what was bred on: %s, %s: %d, the thesis's weights %d.\n",
		best.title(), best.weights, best.counts[0].Best, g.trials[0].counts[0].Best)
	if len(g.groups) < 2 || err != nil {
		return err
	}
	count, gain := best.heldOut()
	first, _ := g.trials[0].heldOut()
	_, err = fmt.Fprintf(g.std.Out, "On all other positions: %s of %d, the thesis's weights %d: %s, P %s. The mean of all runs gains %+.1f.\n",
		formatCount(count.Best, count.Total()), count.Total(), first.Best, formatDifference(gain), formatP(gain.P()), g.meanGain())
	return err
}

// meanGain is how many positions, of those that nothing was bred on, a run solves more than the
// thesis's weights on the average.
func (g *breeding) meanGain() float64 {
	sum, runs := 0, 0
	for i := range g.trials {
		if t := &g.trials[i]; t.run > 0 {
			_, gain := t.heldOut()
			sum, runs = sum+gain.Net(), runs+1
		}
	}
	return float64(sum) / float64(max(runs, 1))
}

// geneticReport is the experiment in JSON.
type geneticReport struct {
	Conditions  conditionsRecord   `json:"conditions"`
	Council     string             `json:"council"`
	Members     []string           `json:"members"`
	Parameters  genetic.Parameters `json:"parameters"`
	Floor       int                `json:"floor"`
	Seed        uint64             `json:"seed"`
	Generations int                `json:"generations"` // the last one of all runs
	Curve       experiment.Curve   `json:"curve"`
	Groups      []suiteRecord      `json:"groups"` // of positions; the first one was bred on
	Trials      []geneticTrial     `json:"trials"`
	Best        int                `json:"best_run"`
}

// geneticTrial is a player on all groups of positions.
type geneticTrial struct {
	Player  string             `json:"player"`
	Run     int                `json:"run,omitempty"`
	Weights string             `json:"weights,omitempty"`
	Counts  []countRecord      `json:"counts"`
	Gains   []differenceRecord `json:"gains"` // over the thesis's weights
	HeldOut *differenceRecord  `json:"held_out,omitempty"`
}

func (g *breeding) report() geneticReport {
	curve := g.kept.Breeding.Curve()
	r := geneticReport{Conditions: g.record(), Council: g.council.text, Parameters: g.kept.Conditions.Parameters, Floor: g.floor,
		Seed: g.seed, Generations: len(curve.Best) - 1, Curve: curve, Best: g.best().run}
	for _, s := range g.council.seats {
		r.Members = append(r.Members, s.Name)
	}
	for _, p := range g.groups {
		r.Groups = append(r.Groups, suiteRecord{p.name, len(p.places)})
	}
	for i := range g.trials {
		t := &g.trials[i]
		one := geneticTrial{Player: t.title(), Run: t.run, Weights: t.weights}
		for k := range g.groups {
			one.Counts = append(one.Counts, recordCount(t.counts[k]))
			one.Gains = append(one.Gains, recordDifference(t.gains[k]))
		}
		if len(g.groups) > 1 {
			_, gain := t.heldOut()
			difference := recordDifference(gain)
			one.HeldOut = &difference
		}
		r.Trials = append(r.Trials, one)
	}
	return r
}

// picture draws the curves, with the mean individual's over all runs in its band.
func (g *breeding) picture() chart.Picture {
	curve := g.kept.Breeding.Curve()
	p := &chart.Lines{Title: fmt.Sprintf("Genetic search of weights: %s, %s, %d runs", g.council.text, g.suites[0].name, g.runs),
		X: "generation", Y: fmt.Sprintf("positions solved of %d", len(g.groups[0].places))}
	for _, l := range []struct {
		name   string
		values []float64
	}{{"most of all runs", curve.Most}, {"best so far, mean of runs", curve.BestEver}, {"best of the generation", curve.Best}, {"mean individual", curve.Mean}} {
		line := chart.Line{Name: l.name}
		for n, value := range l.values {
			line.Points = append(line.Points, chart.Point{X: float64(n), Y: value})
		}
		p.Lines = append(p.Lines, line)
	}
	mean := &p.Lines[len(p.Lines)-1]
	for n := range mean.Points {
		all := make([]float64, 0, len(g.kept.Breeding.Runs))
		for _, run := range g.kept.Breeding.Runs {
			all = append(all, run.History[n].MeanScore)
		}
		mean.Points[n].Low, mean.Points[n].High = slices.Min(all), slices.Max(all)
	}
	named := slices.Clone(g.trials[:2])
	slices.SortFunc(named, func(a, b trial) int { return cmp.Compare(b.counts[0].Best, a.counts[0].Best) })
	for i := range named {
		p.Levels = append(p.Levels, chart.Level{Name: "weights of the " + named[i].name, Value: float64(named[i].counts[0].Best)})
	}
	return p
}
