package experiment

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"sort"
)

// chromosome is a string of bits, eight a byte, the most significant first: bit 0 is the
// highest of the first byte. As text it is written in hexadecimal digits.
type chromosome []byte

// flip inverts a bit.
func (c chromosome) flip(bit int) { c[bit/8] ^= 0x80 >> (bit % 8) }

// exchange exchanges a portion of two chromosomes of the same length: the bits from first up to, but not
// including, last.
func exchange(one, two chromosome, first, last int) {
	for i := range one {
		mask := byte(0)
		for bit := max(first, 8*i); bit < min(last, 8*i+8); bit++ {
			mask |= 0x80 >> (bit % 8)
		}
		difference := (one[i] ^ two[i]) & mask
		one[i] ^= difference
		two[i] ^= difference
	}
}

// MarshalText writes the bits in hexadecimal digits; it never fails.
func (c chromosome) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, c), nil }

// UnmarshalText reads the output of MarshalText. The error reports an invalid text.
func (c *chromosome) UnmarshalText(text []byte) error {
	bits, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("a chromosome must have hexadecimal digits: %w", err)
	}
	*c = bits
	return nil
}

// breed returns the next generation.
func breed(random *rand.Rand, p *BreedingParameters, parents []chromosome, fitness []float64) []chromosome {
	wheel := newRoulette(fitness)
	children := make([]chromosome, 0, len(parents))
	for len(children) < len(parents) {
		one := bytes.Clone(parents[wheel.draw(random)])
		two := bytes.Clone(parents[wheel.draw(random)])
		if random.Float64() < p.Crossover {
			first, last := portion(random, p.Bits)
			exchange(one, two, first, last)
		}
		mutate(random, one, p.Mutation)
		mutate(random, two, p.Mutation)
		children = append(children, one, two)
	}
	return children
}

// portion draws two different cut points among those before, between and after bits. All non-empty
// portions are equally likely.
func portion(random *rand.Rand, bits int) (first, last int) {
	first, last = random.IntN(bits+1), random.IntN(bits)
	if last >= first {
		last++
	}
	return min(first, last), max(first, last)
}

// mutate inverts each bit with the given probability.
func mutate(random *rand.Rand, c chromosome, probability float64) {
	for bit := range 8 * len(c) {
		if random.Float64() < probability {
			c.flip(bit)
		}
	}
}

// roulette draws individuals in proportion to their fitness: each has a section of the wheel.
type roulette struct {
	ends []float64 // ends of the sections; the wheel begins at 0
}

// newRoulette returns a wheel for the fitness of all. If every fitness is 0, all are equally likely.
func newRoulette(fitness []float64) roulette {
	ends, sum := make([]float64, len(fitness)), 0.0
	for i, f := range fitness {
		sum += f
		ends[i] = sum
	}
	if sum == 0 {
		for i := range ends {
			ends[i] = float64(i + 1)
		}
	}
	return roulette{ends}
}

// draw returns the individual drawn, never one of fitness 0, unless all are 0.
func (r roulette) draw(random *rand.Rand) int {
	sum := r.ends[len(r.ends)-1]
	for {
		at := random.Float64() * sum
		// The product of a number below 1 and a tiny sum may be rounded to the sum itself.
		if i := sort.Search(len(r.ends), func(i int) bool { return r.ends[i] > at }); i < len(r.ends) {
			return i
		}
	}
}
