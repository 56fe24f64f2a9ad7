package experiment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/internal/work"
)

// ThesisFloor is the share of solved positions above which the thesis gives more than the least fitness: 70 of its 500
// positions, where its own weights solved 88.
const ThesisFloor = 0.14

// thesisSuite is the number of positions of the thesis.
const thesisSuite = 500

// Fitness is the fitness function of the thesis, of solved positions among any number of them: 1 below the floor, else
// x³/500 + 1 with x = solved − floor, brought to 500 positions. So individuals that solve a few more have many more
// children, in a small suite too.
func Fitness(solved, floor, positions int) float64 {
	x := float64(thesisSuite*max(solved-floor, 0)) / float64(max(positions, 1))
	return x*x*x/thesisSuite + 1
}

// Breeding searches for weights of a council by a genetic algorithm, in runs with different seeds. It can
// be stored as JSON and resumed.
type Breeding struct {
	Floor     int            `json:"floor"`     // see Fitness
	Positions int            `json:"positions"` // to solve
	Runs      []*breedingRun `json:"runs"`
}

// NewBreeding returns a breeding before its first generation, on a number of positions and with a floor as for Fitness.
// The seeds of its runs are consecutive, from seed on. The number of bits is always that of LetterWeights; that of the
// parameters is ignored. The error is for invalid parameters or a breeding without runs.
func NewBreeding(parameters BreedingParameters, floor, positions, runs int, seed uint64) (*Breeding, error) {
	parameters.Bits = 8 * len(LetterWeights{})
	b := &Breeding{Floor: floor, Positions: positions}
	for i := range runs {
		run, err := newRun(parameters, seed+uint64(i))
		if err != nil {
			return nil, err
		}
		b.Runs = append(b.Runs, run)
	}
	return b, b.Check()
}

// Check returns an error if the breeding, which may come from a file, is invalid.
func (b *Breeding) Check() error {
	if len(b.Runs) == 0 {
		return errors.New("the breeding has no runs")
	}
	for i, run := range b.Runs {
		if run == nil {
			return fmt.Errorf("run %d: it is missing", i+1)
		}
		if err := run.Check(); err != nil {
			return fmt.Errorf("run %d: %w", i+1, err)
		}
		if run.Parameters.Bits != 8*len(LetterWeights{}) {
			return fmt.Errorf("run %d: chromosomes of %d bits; weights of %s need %d",
				i+1, run.Parameters.Bits, eval.ThesisLetters, 8*len(LetterWeights{}))
		}
	}
	return nil
}

// Weights returns the weights that the bits of an individual encode.
func (i *individual) Weights() (w LetterWeights) {
	copy(w[:], i.Genes)
	return w
}

// Advance breeds all runs, several at the same time, until each has measured the given generation by the positions that
// a council solves. It calls tell, unless nil, with each generation and the number of its run, from one goroutine at a
// time. The error is that of the first run that fails; reported generations are not lost.
func (b *Breeding) Advance(ctx context.Context, votes *LetterVotes, generation int,
	tell func(run int, g Generation)) error {
	if err := b.Check(); err != nil {
		return err
	}
	measure := func(genes chromosome) (score, fitness float64) {
		solved := votes.Solved((&individual{Genes: genes}).Weights())
		return float64(solved), Fitness(solved, b.Floor, b.Positions)
	}
	var telling sync.Mutex
	faults := make([]error, len(b.Runs))
	each(ctx, len(b.Runs), func(ctx context.Context, i int) {
		faults[i] = b.Runs[i].Advance(ctx, measure, generation, func(g Generation) {
			if tell != nil {
				telling.Lock()
				defer telling.Unlock()
				tell(i, g)
			}
		})
	})
	for i, err := range faults {
		if err != nil {
			return fmt.Errorf("run %d: %w", i+1, err)
		}
	}
	return nil
}

// each calls do for all numbers below n, several at the same time. A panic ends its context.
func each(ctx context.Context, n int, do func(ctx context.Context, i int)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	workers := work.Group{OnPanic: cancel}
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(ctx, i)
			}
		})
	}
	workers.Wait()
}

// Best returns the run whose best weights solve most of the positions that they were bred on. Ties go to
// the first run. Without a measured generation it returns -1.
func (b *Breeding) Best() int {
	best, most := -1, 0.0
	for i, run := range b.Runs {
		if n := len(run.History); n > 0 && (best < 0 || run.History[n-1].BestEver.Score > most) {
			best, most = i, run.History[n-1].BestEver.Score
		}
	}
	return best
}

// Unselected returns in how many of all measured generations no individual was above the floor, so that all were
// parents with the same probability.
func (b *Breeding) Unselected() (unselected, all int) {
	for _, run := range b.Runs {
		all += len(run.History)
		for i := range run.History {
			if run.History[i].Best.Fitness == 1 {
				unselected++
			}
		}
	}
	return unselected, all
}

// Curve is the course of a breeding. Each field has a number of solved positions for each generation that
// all runs have measured.
type Curve struct {
	Best     []float64 `json:"best"`      // the mean over runs of the best individual
	BestEver []float64 `json:"best_ever"` // the mean over runs of the best individual so far
	Mean     []float64 `json:"mean"`      // the mean over runs of the individuals' mean
	Most     []float64 `json:"most"`      // the best individual of all runs so far
}

// Curve returns the course of the breeding.
func (b *Breeding) Curve() (c Curve) {
	shortest := -1
	for _, run := range b.Runs {
		if n := len(run.History); shortest < 0 || n < shortest {
			shortest = n
		}
	}
	for generation := range max(shortest, 0) {
		var best, ever, mean, most float64
		for _, run := range b.Runs {
			g := &run.History[generation]
			best, ever, mean = best+g.Best.Score, ever+g.BestEver.Score, mean+g.MeanScore
			most = max(most, g.BestEver.Score)
		}
		runs := float64(len(b.Runs))
		c.Best, c.BestEver = append(c.Best, best/runs), append(c.BestEver, ever/runs)
		c.Mean, c.Most = append(c.Mean, mean/runs), append(c.Most, most)
	}
	return c
}

// NamedLetterWeights are the thesis's weights: the original ones, and those that it bred.
func NamedLetterWeights() (first, bred LetterWeights) {
	return LetterWeights{30, 8, 1, 3, 10, 21, 15, 6}, LetterWeights{45, 24, 254, 194, 38, 223, 15, 16}
}

// BreedingParameters are the parameters of the genetic algorithm.
type BreedingParameters struct {
	Population int     `json:"population"` // individuals, an even number
	Bits       int     `json:"bits"`       // of a chromosome, a multiple of 8
	Crossover  float64 `json:"crossover"`  // the probability PC that two parents exchange a portion
	Mutation   float64 `json:"mutation"`   // the probability PM that a bit of a child is inverted
}

// DefaultBreeding returns the thesis's parameters: 30 individuals of 64 bits, PC = 0.6, PM = 0.01.
func DefaultBreeding() BreedingParameters {
	return BreedingParameters{Population: 30, Bits: 64, Crossover: 0.6, Mutation: 0.01}
}

// Bounds of the parameters: the largest population takes 64 MiB.
const (
	maxPopulation = 1 << 16
	maxBits       = 1 << 13
)

// Check returns an error that names the first invalid parameter.
func (p *BreedingParameters) Check() error {
	switch {
	case p.Population < 2 || p.Population > maxPopulation || p.Population%2 != 0:
		return message.Errorf("a population of %d: it must be an even number from 2 to %d, "+
			"because individuals mate in pairs", p.Population, maxPopulation)
	case p.Bits < 8 || p.Bits > maxBits || p.Bits%8 != 0:
		return fmt.Errorf("chromosomes of %d bits: the number must be a multiple of 8 up to %d", p.Bits, maxBits)
	case !isProbability(p.Crossover):
		return message.Errorf("the probability of a crossover: %v is not between 0 and 1", p.Crossover)
	case !isProbability(p.Mutation):
		return message.Errorf("the probability of a mutation: %v is not between 0 and 1", p.Mutation)
	}
	return nil
}

// isProbability is false for NaN.
func isProbability(x float64) bool { return x >= 0 && x <= 1 }

// measure returns the score of an individual, which is only reported, and its fitness. The fitness is not
// negative, and the probability of becoming a parent is proportional to it. Sums of both are finite. measure must
// depend on the bits alone and must not change them.
type measure func(chromosome) (score, fitness float64)

// individual is a chromosome with its measured values.
type individual struct {
	Genes   chromosome `json:"genes"`
	Score   float64    `json:"score"`
	Fitness float64    `json:"fitness"`
}

// Generation describes a generation after all its individuals were measured.
type Generation struct {
	Number      int        `json:"generation"` // 0 is the first one, of random bits
	Best        individual `json:"best"`       // the fittest, of these the first with the best score
	MeanScore   float64    `json:"mean_score"`
	MeanFitness float64    `json:"mean_fitness"`
	BestEver    individual `json:"best_ever"` // the fittest of this and all earlier generations
}

// breedingRun is a run between two generations. It breeds strings of bits, which only its measure
// interprets, by the thesis's genetic algorithm, which replaces the whole population at once. Parents are
// drawn with replacement in proportion to their fitness (the Monte Carlo method, a roulette) and mated in
// pairs, possibly with themselves. With probability PC the two chromosomes exchange the portion between
// two cut points, otherwise they are copied. Then every bit of both children is inverted with probability
// PM. The best individual of a generation may be lost, but the run remembers the best one so far. The
// thesis does not specify how a portion is drawn; here all non-empty portions are equally likely.
//
// The result depends only on the parameters, the seed and the measure. A run can be stored as JSON between any two
// generations, with the state of its random numbers, and resumes as if it had never stopped. Only Advance changes it.
type breedingRun struct {
	Parameters BreedingParameters `json:"parameters"`
	Seed       uint64             `json:"seed"`       // as newRun got it
	Random     []byte             `json:"random"`     // the state of math/rand/v2's PCG
	Population []chromosome       `json:"population"` // the individuals that are measured next
	History    []Generation       `json:"history"`    // the measured generations, from generation 0 on
}

// newRun returns a run before its first generation, with random bits from the seed. The error comes from
// BreedingParameters.Check.
func newRun(p BreedingParameters, seed uint64) (*breedingRun, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	source := rand.NewPCG(seed, streamOfRuns)
	s := &breedingRun{Parameters: p, Seed: seed, Population: make([]chromosome, p.Population)}
	for i := range s.Population {
		c := make(chromosome, p.Bits/8)
		for j := range c {
			c[j] = byte(source.Uint64())
		}
		s.Population[i] = c
	}
	return s, s.remember(source)
}

// streamOfRuns is the second half of the seed of a PCG, the same for all runs.
const streamOfRuns = 0x67656e65746963

// remember stores the state of the random numbers.
func (s *breedingRun) remember(source *rand.PCG) (err error) {
	s.Random, err = source.MarshalBinary()
	return err
}

// Check returns an error if a run, which may come from a file, is invalid.
func (s *breedingRun) Check() error {
	if err := s.Parameters.Check(); err != nil {
		return err
	}
	if err := new(rand.PCG).UnmarshalBinary(s.Random); err != nil {
		return fmt.Errorf("the random numbers of a run: %w", err)
	}
	if len(s.Population) != s.Parameters.Population {
		return fmt.Errorf("%d individuals in a population of %d", len(s.Population), s.Parameters.Population)
	}
	for i, c := range s.Population {
		if 8*len(c) != s.Parameters.Bits {
			return fmt.Errorf("individual %d has %d bits, not %d", i, 8*len(c), s.Parameters.Bits)
		}
	}
	for i := range s.History {
		g := &s.History[i]
		switch {
		case g.Number != i:
			return fmt.Errorf("generation %d is in the place of generation %d", g.Number, i)
		case 8*len(g.Best.Genes) != s.Parameters.Bits || 8*len(g.BestEver.Genes) != s.Parameters.Bits:
			return fmt.Errorf("the best individuals of generation %d do not have %d bits", i, s.Parameters.Bits)
		}
	}
	return nil
}

// Advance measures and breeds until the given generation is measured. It calls tell, unless nil, with each measured
// generation. The next generation is then bred but not measured, so that another call resumes a stopped or stored run.
// If ctx ends first, the error is its cause and the state is that of the last reported generation. Other errors are
// those of Check.
func (s *breedingRun) Advance(ctx context.Context, measure measure, generation int, tell func(Generation)) error {
	if err := s.Check(); err != nil {
		return err
	}
	source := new(rand.PCG)
	if err := source.UnmarshalBinary(s.Random); err != nil {
		return err
	}
	random := rand.New(source)
	for len(s.History) <= generation {
		fitness, g, err := s.measure(ctx, measure)
		if err != nil {
			return fmt.Errorf("generation %d: %w", len(s.History), err)
		}
		next := breed(random, &s.Parameters, s.Population, fitness)
		if err := s.remember(source); err != nil {
			return err
		}
		s.Population = next
		s.History = append(s.History, g)
		if tell != nil {
			tell(g)
		}
	}
	return nil
}

// measure measures the population.
func (s *breedingRun) measure(ctx context.Context, measure measure) (fitness []float64, g Generation, err error) {
	g.Number = len(s.History)
	fitness = make([]float64, len(s.Population))
	scores, sum := 0.0, 0.0
	for i, c := range s.Population {
		if ctx.Err() != nil {
			return nil, g, context.Cause(ctx)
		}
		var score float64
		score, fitness[i] = measure(c)
		scores += score
		sum += fitness[i]
		if one := (individual{Genes: c, Score: score, Fitness: fitness[i]}); i == 0 || one.better(&g.Best) {
			g.Best = one
		}
	}
	g.MeanScore, g.MeanFitness = scores/float64(len(s.Population)), sum/float64(len(s.Population))
	g.BestEver = g.Best
	if last := len(s.History) - 1; last >= 0 && !g.Best.better(&s.History[last].BestEver) {
		g.BestEver = s.History[last].BestEver
	}
	return fitness, g, nil
}

// better compares individuals by fitness, then score: below the floor all are equally fit.
func (i *individual) better(than *individual) bool {
	return i.Fitness > than.Fitness || i.Fitness == than.Fitness && i.Score > than.Score
}
