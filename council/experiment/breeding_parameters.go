package experiment

import (
	"fmt"

	"alfiere/internal/message"
)

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
