package laboratory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/council/experiment"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
)

func defineGenetic(flags *pflag.FlagSet, open OpenQueue) cli.Run {
	g := breeding{parameters: experiment.DefaultBreeding()}
	g.bench.define(flags, open)
	members := flags.String("council", "balanced7", "`members` of the council, in the syntax of the option Consult")
	flags.IntVar(&g.generations, "generations", 300, "`number` of the last generation")
	p := &g.parameters
	flags.IntVar(&p.Population, "population", p.Population, "even `number` of individuals")
	flags.Float64Var(&p.Crossover, "crossover", p.Crossover, "`probability` that two parents exchange a portion")
	flags.Float64Var(&p.Mutation, "mutation", p.Mutation, "`probability` that a bit of a child is inverted")
	flags.Float64Var(&g.share, "floor", experiment.ThesisFloor,
		"`share` of the positions to solve for more than the least fitness; "+
			"a negative one counts down from what the thesis's weights solve")
	flags.IntVar(&g.runs, "runs", 8, "`number` of runs, which differ by their seeds")
	flags.Uint64Var(&g.seed, "seed", 1, "seed `number` of the first run")
	flags.BoolVar(&g.whole, "whole", false, "breed on the whole suite, as the thesis did, not on one half of it")
	flags.StringVar(&g.file, "state", "", "`file` to resume from, if it exists, and to save the runs to")
	return func(args []string, std cli.Streams) (err error) {
		if err := g.parameters.Check(); err != nil {
			return cli.Usagef("%w", err)
		}
		if !(g.share >= -1 && g.share <= 1) {
			return cli.Usagef("--floor must be a share from -1 to 1")
		}
		if g.generations < 0 || g.generations > mostGenerations || g.runs < 1 || g.runs > mostRuns {
			return cli.Usagef("--generations must be from 0 to %d, and --runs from 1 to %d", mostGenerations, mostRuns)
		}
		if g.council, err = parseCouncil(*members); err != nil {
			return cli.Usagef("--council: %w", err)
		}
		return g.bench.run(args, std, g.run)
	}
}

// Bounds of the data kept in memory and in a file.
const (
	mostGenerations = 100_000
	mostRuns        = 1000
)

// breeding is the work of the part: the thesis's chapter 6.5.
type breeding struct {
	bench
	parameters  experiment.BreedingParameters
	council     councilSeats
	share       float64 // of the positions that is the floor
	floor       int
	generations int
	runs        int
	seed        uint64
	whole       bool
	file        string

	saved  savedBreeding
	groups []group // of positions; the first one is for breeding
	trials []trial // the thesis's weights first
}

// group is a set of positions with the votes of the council about them.
type group struct {
	name   string
	votes  *experiment.LetterVotes
	table  *experiment.Table
	places []int // of the positions in the table
}

func (g *breeding) run(ctx context.Context) error {
	seats := uniqueSeats([]councilSeats{g.council}, allLetters(g.council))
	tables, err := g.tables(ctx, seats)
	if err != nil {
		return err
	}
	for i, s := range g.suites {
		g.divide(i, s, tables[i])
	}
	g.floor = int(math.Round(g.share * float64(len(g.groups[0].places))))
	if first, _ := experiment.NamedLetterWeights(); g.share < 0 {
		g.floor += g.groups[0].votes.Solved(first)
	}
	if err := g.begin(); err != nil {
		return err
	}
	return g.conclude(g.breed(ctx))
}

// conclude reports the results, even if breeding has ended early, and the reason.
func (g *breeding) conclude(fault error) error {
	if len(g.saved.Breeding.Curve().Best) == 0 {
		return fault
	}
	if err := g.judge(); err != nil {
		return err
	}
	return errors.Join(g.finish(g.std.Out, g.report()), fault)
}

// divide makes groups from the positions of a suite: two halves from the first suite.
func (g *breeding) divide(i int, s *proposals.Suite, t *experiment.Table) {
	halves := experiment.Halves(len(s.Tests))
	if i == 0 && !g.whole && len(halves[1]) > 0 {
		g.add("first half", t, halves[0])
		g.add("other half", t, halves[1])
		return
	}
	places := slices.Concat(halves[0], halves[1])
	slices.Sort(places)
	g.add(s.Name, t, places)
}

func (g *breeding) add(name string, t *experiment.Table, places []int) {
	g.groups = append(g.groups, group{name, t.LetterVotes(t.Find(g.council.seats), places), t, places})
}

// savedEvery is the maximum number of generations lost if the machine fails.
const savedEvery = 50

// breed breeds up to the last generation, and saves the runs in their file from time to time.
func (g *breeding) breed(ctx context.Context) error {
	progress := cli.NewProgress(g.std)
	defer progress.Clear()
	all, done, best := int64(0), int64(0), 0.0
	for _, run := range g.saved.Breeding.Runs {
		all += int64(max(g.generations+1-len(run.History), 0))
	}
	tell := func(_ int, generation experiment.Generation) {
		done++
		best = max(best, generation.BestEver.Score)
		progress.ShowBar(done, all, "generation %d, at best %.0f solved", generation.Number, best)
	}
	for next := 0; ; next = min(next+savedEvery, g.generations) {
		err := g.saved.Breeding.Advance(ctx, g.groups[0].votes, next, tell)
		if fault := saveState(g.file, &g.saved); fault != nil {
			return fault
		}
		if err != nil || next == g.generations {
			return err
		}
	}
}

// trial is a player on all groups of positions.
type trial struct {
	Player  string                  `json:"player"`
	Run     int                     `json:"run,omitempty"`     // from 1 on; 0 means none
	Weights string                  `json:"weights,omitempty"` // if its criterion uses them
	Counts  []experiment.Count      `json:"counts"`
	Gains   []experiment.Difference `json:"gains"`              // over the thesis's weights
	HeldOut *experiment.Difference  `json:"held_out,omitempty"` // the gain on all groups not used for breeding
}

// judge tests the weights found, and several for comparison, on all groups. The thesis's weights are the first.
func (g *breeding) judge() error {
	first, bred := experiment.NamedLetterWeights()
	g.tryWeights("thesis", first, 0)
	g.tryWeights("thesis, bred", bred, 0)
	majority, err := council.FindCriterion("majority")
	if err != nil {
		return err
	}
	g.try(trial{Player: "majority"}, func(p *group) []experiment.Verdict {
		council := &experiment.Player{Council: p.table.Find(g.council.seats), Criterion: majority}
		return experiment.Pick(p.table.Play(council), p.places)
	})
	g.try(trial{Player: "all letters alone"}, func(p *group) []experiment.Verdict {
		return experiment.Pick(p.table.Verdicts(p.table.Find([]council.Seat{allLetters(g.council)})[0]), p.places)
	})
	for i, run := range g.saved.Breeding.Runs {
		if n := len(run.History); n > 0 {
			g.tryWeights(fmt.Sprint("run ", i+1), run.History[n-1].BestEver.Weights(), i+1)
		}
	}
	return nil
}

func (g *breeding) tryWeights(name string, w experiment.LetterWeights, run int) {
	g.try(trial{Player: name, Weights: w.String(), Run: run},
		func(p *group) []experiment.Verdict { return p.votes.Verdicts(w) })
}

// try tests a player on all groups; verdicts returns those on a group.
func (g *breeding) try(t trial, verdicts func(p *group) []experiment.Verdict) {
	thesis, _ := experiment.NamedLetterWeights()
	for i := range g.groups {
		p := &g.groups[i]
		player := verdicts(p)
		gain := experiment.Compare(player, p.votes.Verdicts(thesis))
		t.Counts, t.Gains = append(t.Counts, experiment.CountOf(player)), append(t.Gains, gain)
		switch i {
		case 0:
		case 1:
			t.HeldOut = &gain
		default:
			*t.HeldOut = t.HeldOut.Plus(gain)
		}
	}
	g.trials = append(g.trials, t)
}

// best returns the trial of the run that solves most of the positions it was bred on.
func (g *breeding) best() *trial {
	wanted := g.saved.Breeding.Best() + 1
	return &g.trials[slices.IndexFunc(g.trials, func(t trial) bool { return t.Run == wanted })]
}

// savedBreeding is the contents of a breeding's file: the runs and their conditions.
type savedBreeding struct {
	stateHead[breedingConditions]
	Breeding *experiment.Breeding `json:"breeding"`
}

// breedingConditions are all that a breeding depends on, except its length.
type breedingConditions struct {
	Engine     string                        `json:"engine"`
	Nodes      uint64                        `json:"nodes"`
	Megabytes  int                           `json:"megabytes"`
	Suite      string                        `json:"suite"`
	Positions  int                           `json:"positions"` // used for breeding
	Council    string                        `json:"council"`
	Whole      bool                          `json:"whole"`
	Floor      int                           `json:"floor"`
	Parameters experiment.BreedingParameters `json:"parameters"`
	Runs       int                           `json:"runs"`
	Seed       uint64                        `json:"seed"`
}

// breedingConditions returns the conditions of this breeding.
func (g *breeding) breedingConditions() breedingConditions {
	return breedingConditions{Engine: g.signature, Nodes: g.nodes, Megabytes: g.megabytes, Suite: g.suites[0].Name,
		Positions: len(g.groups[0].places), Council: g.council.names(), Whole: g.whole, Floor: g.floor,
		Parameters: g.parameters, Runs: g.runs, Seed: g.seed}
}

// begin starts the runs, or reads them from their file.
func (g *breeding) begin() error {
	fresh, err := experiment.NewBreeding(g.parameters, g.floor, len(g.groups[0].places), g.runs, g.seed)
	if err != nil {
		return err
	}
	g.saved = savedBreeding{stateHead[breedingConditions]{stateVersion, g.breedingConditions()}, fresh}
	var saved savedBreeding
	found, err := resumeState(g.file, "breeding", &saved, g.saved.Conditions, func() error {
		b := saved.Breeding
		if b == nil || len(b.Runs) != g.runs || b.Floor != g.floor || b.Positions != fresh.Positions {
			return errors.New("its runs do not match its conditions")
		}
		return saved.Breeding.Check()
	})
	if found {
		g.saved = saved
	}
	return err
}
