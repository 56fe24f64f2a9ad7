package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// measure returns the score of an individual, which is only reported, and its fitness. The fitness is not
// negative, and the probability of becoming a parent is proportional to it. measure must depend on the
// bits alone and must not change them.
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
	Best        individual `json:"best"`       // the first of the fittest
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
// those of Check, a negative fitness, and scores or fitness without a finite sum.
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
		if !(fitness[i] >= 0) || math.IsInf(sum, 0) || math.IsInf(scores, 0) || math.IsNaN(scores) {
			return nil, g, fmt.Errorf("individual %d: %w: score %v, fitness %v", i, errMeasure, score, fitness[i])
		}
		if i == 0 || fitness[i] > g.Best.Fitness {
			g.Best = individual{Genes: c, Score: score, Fitness: fitness[i]}
		}
	}
	g.MeanScore, g.MeanFitness = scores/float64(len(s.Population)), sum/float64(len(s.Population))
	g.BestEver = g.Best
	if last := len(s.History) - 1; last >= 0 && s.History[last].BestEver.Fitness >= g.Best.Fitness {
		g.BestEver = s.History[last].BestEver
	}
	return fitness, g, nil
}

var errMeasure = errors.New("scores, fitness and their sums must be finite, " +
	"and fitness must not be negative")
