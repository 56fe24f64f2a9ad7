package laboratory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"alfiere/council/experiment"
	"alfiere/eval"
	"alfiere/internal/chart"
)

// bredResult is the result of a breeding.
type bredResult struct {
	Conditions  conditions                    `json:"conditions"`
	Council     string                        `json:"council"`
	Members     []string                      `json:"members"`
	Parameters  experiment.BreedingParameters `json:"parameters"`
	Floor       int                           `json:"floor"`
	Seed        uint64                        `json:"seed"`
	Generations int                           `json:"generations"` // the last one of all runs
	Curve       experiment.Curve              `json:"curve"`
	Groups      []suiteSize                   `json:"groups"` // of positions; the first one was for breeding
	Trials      []trial                       `json:"trials"`
	Best        int                           `json:"best_run"`
	Letters     []letterSpread                `json:"letters"`
}

// letterSpread is how much of all weights a letter has, in per cent.
type letterSpread struct {
	Letter    string             `json:"letter"`
	Thesis    experiment.Rounded `json:"thesis"`
	Bred      experiment.Rounded `json:"thesis_bred"`
	Mean      experiment.Rounded `json:"mean"` // of the runs
	Deviation experiment.Rounded `json:"deviation"`
}

func (g *breeding) result() *bredResult {
	curve := g.saved.Breeding.Curve()
	r := &bredResult{Conditions: g.conditions(), Council: g.council.text, Parameters: g.saved.Conditions.Parameters,
		Floor: g.floor, Seed: g.seed, Generations: len(curve.Best) - 1, Curve: curve, Trials: g.trials,
		Best: g.best().Run, Letters: g.spread()}
	for _, s := range g.council.seats {
		r.Members = append(r.Members, s.Name)
	}
	for _, p := range g.groups {
		r.Groups = append(r.Groups, suiteSize{p.name, len(p.places)})
	}
	return r
}

// spread returns how the runs differ in the share of each letter.
func (g *breeding) spread() (letters []letterSpread) {
	first, bred := experiment.NamedLetterWeights()
	thesis, thesisBred := first.Shares(), bred.Shares()
	for i := range thesis {
		runs, sum, squares := 0.0, 0.0, 0.0
		for _, run := range g.saved.Breeding.Runs {
			if n := len(run.History); n > 0 {
				share := run.History[n-1].BestEver.Weights().Shares()[i]
				runs, sum, squares = runs+1, sum+share, squares+share*share
			}
		}
		mean := sum / max(runs, 1)
		deviation := math.Sqrt(max(squares/max(runs, 1)-mean*mean, 0))
		letters = append(letters, letterSpread{eval.ThesisLetters[i : i+1], experiment.Rounded(thesis[i]),
			experiment.Rounded(thesisBred[i]), experiment.Rounded(mean), experiment.Rounded(deviation)})
	}
	return letters
}

// report has the curve, the weights found and their results.
func (g *breeding) report() *report {
	result := g.result()
	r := &report{result: result, picture: g.picture(&result.Curve)}
	r.add(fmt.Sprintf("Genetic search for weights of letters, for the criterion weights and the council %s: %s.\n\n",
		g.council.text, g.council.names()))
	for _, s := range g.suites {
		r.add(g.heading(s))
	}
	p, curve := &result.Parameters, &result.Curve
	r.add(fmt.Sprintf("%d runs with seeds from %d on, %d individuals, PC %g, PM %g, fitness %s.\n",
		g.runs, g.seed, p.Population, p.Crossover, p.Mutation, formatFitness(g.floor, len(g.groups[0].places))))
	if unselected, all := g.saved.Breeding.Unselected(); unselected > 0 {
		r.add(fmt.Sprintf("In %d of %d generations nobody solved more than %d positions, so nothing was selected "+
			"(see --floor).\n", unselected, all, g.floor))
	}
	rows := [][]string{cells("generation", "most of all runs", "best so far", "best", "mean individual")}
	for _, n := range reportedGenerations(result.Generations) {
		rows = append(rows, cells(n, fmt.Sprintf("%.0f", curve.Most[n]), decimal(curve.BestEver[n]), decimal(curve.Best[n]),
			decimal(curve.Mean[n])))
	}
	r.addRight(fmt.Sprintf("\nBred on %s, %d positions. Positions solved, by generation:\n\n",
		g.groups[0].name, len(g.groups[0].places)), rows...)
	r.add("\nThe last three columns are means over the runs.\n\n"+
		"Positions solved [95 %]; only those of the first column were used for breeding.\n\n", g.trialTable()...)
	rows = [][]string{cells("letter", "thesis", "thesis, bred", "mean of runs", "standard deviation")}
	for _, l := range result.Letters {
		rows = append(rows, cells(l.Letter, decimal(l.Thesis), decimal(l.Bred), decimal(l.Mean), decimal(l.Deviation)))
	}
	r.addRight("\nShare of each letter in the weights, in per cent:\n\n", rows...)
	r.add(g.judgement())
	return r
}

// formatFitness writes the fitness of an individual that solves n positions.
func formatFitness(floor, positions int) string {
	scale := ""
	if positions != 500 {
		scale = fmt.Sprintf("500/%d*", positions)
	}
	switch {
	case floor > 0:
		return fmt.Sprintf("(%s(n - %d))^3/500 + 1, or 1 below %[2]d", scale, floor)
	case floor < 0:
		return fmt.Sprintf("(%s(n + %d))^3/500 + 1", scale, -floor)
	}
	return fmt.Sprintf("(%sn)^3/500 + 1", scale)
}

// reportedGenerations returns the generations that have a row, up to the last one.
func reportedGenerations(last int) (list []int) {
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

// trialTable has a row for each player.
func (g *breeding) trialTable() [][]string {
	rows := [][]string{{"player"}}
	for i, p := range g.groups {
		rows[0] = append(rows[0], fmt.Sprintf("%s (%d)", p.name, len(p.places)))
		if i > 0 {
			rows[0] = append(rows[0], "against thesis")
		}
	}
	rows[0] = append(rows[0], "weights")
	for i := range g.trials {
		t := &g.trials[i]
		row := []string{t.Player}
		for k := range t.Counts {
			row = append(row, best(t.Counts[k]))
			if k > 0 {
				row = append(row, gain(t.Gains[k]))
			}
		}
		rows = append(rows, append(row, t.Weights))
	}
	return rows
}

// judgement returns two lines about the result of the best run.
func (g *breeding) judgement() string {
	bred, thesis := g.best(), &g.trials[0]
	text := fmt.Sprintf("\nBest on the breeding positions: %s, %s: %d; thesis weights: %d.\n",
		bred.Player, bred.Weights, bred.Counts[0].Best, thesis.Counts[0].Best)
	if bred.HeldOut == nil {
		return text
	}
	var count, first experiment.Count
	for i := 1; i < len(g.groups); i++ {
		count, first = count.Plus(bred.Counts[i]), first.Plus(thesis.Counts[i])
	}
	sum, runs := 0, 0
	for i := range g.trials {
		if t := &g.trials[i]; t.Run > 0 {
			sum, runs = sum+t.HeldOut.Net(), runs+1
		}
	}
	return text + fmt.Sprintf("On all other positions: %s of %d; thesis weights: %d; gain %s, P %s. "+
		"The mean gain of all runs is %+.1f.\n", best(count), count.Total(), first.Best, gain(*bred.HeldOut),
		probability(bred.HeldOut.P()), float64(sum)/float64(max(runs, 1)))
}

// picture draws the curves, with the mean individual's over all runs in its band.
func (g *breeding) picture(curve *experiment.Curve) chart.Picture {
	p := &chart.Lines{Title: fmt.Sprintf("Genetic search for weights: %s, %s, %d runs", g.council.text, g.suites[0].Name,
		g.runs),
		X: "generation", Y: fmt.Sprintf("positions solved of %d", len(g.groups[0].places))}
	add := func(name string, values []float64) *chart.Line {
		line := chart.Line{Name: name}
		for n, value := range values {
			line.Points = append(line.Points, chart.Point{X: float64(n), Y: value})
		}
		p.Lines = append(p.Lines, line)
		return &p.Lines[len(p.Lines)-1]
	}
	add("most of all runs", curve.Most)
	add("best so far, mean of runs", curve.BestEver)
	add("best of the generation", curve.Best)
	mean := add("mean individual", curve.Mean)
	for n := range mean.Points {
		var all []float64
		for _, run := range g.saved.Breeding.Runs {
			all = append(all, run.History[n].MeanScore)
		}
		mean.Points[n].Low, mean.Points[n].High = slices.Min(all), slices.Max(all)
	}
	named := slices.Clone(g.trials[:2])
	slices.SortFunc(named, func(a, b trial) int { return cmp.Compare(b.Counts[0].Best, a.Counts[0].Best) })
	for i := range named {
		p.Levels = append(p.Levels, chart.Level{Name: "weights of the " + named[i].Player,
			Value: float64(named[i].Counts[0].Best)})
	}
	return p
}
