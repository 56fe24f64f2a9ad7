package experiment

import (
	"bytes"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// seeded returns reproducible random numbers.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// chiSquare compares counts with the expected ones.
func chiSquare(counts []int, expected []float64) (sum float64) {
	for i, e := range expected {
		sum += (float64(counts[i]) - e) * (float64(counts[i]) - e) / e
	}
	return sum
}

func TestParentsAreDrawnInProportionToTheirFitness(t *testing.T) {
	random := seeded(1)
	for _, fitness := range [][]float64{{1, 2, 3, 4}, {1, 1, 1, 55.872, 1, 79.6}, {1e-9, 3e-9}, {5}, {1e300, 2e300}} {
		const draws = 100_000
		wheel, counts, sum := newRoulette(fitness), make([]int, len(fitness)), 0.0
		for range draws {
			counts[wheel.draw(random)]++
		}
		for _, f := range fitness {
			sum += f
		}
		expected := make([]float64, len(fitness))
		for i, f := range fitness {
			expected[i] = f / sum * draws
		}
		// With five degrees of freedom, 20.5 is exceeded once in a thousand times.
		if x := chiSquare(counts, expected); x > 20.5 {
			t.Errorf("fitness %v was drawn %v times: chi-square %.1f", fitness, counts, x)
		}
	}
}

func TestWhoHasNoFitnessIsNotDrawnUnlessNobodyHas(t *testing.T) {
	random := seeded(2)
	wheel := newRoulette([]float64{0, 0, 1, 0, math.SmallestNonzeroFloat64, 0})
	for range 10_000 {
		if i := wheel.draw(random); i != 2 && i != 4 {
			t.Fatalf("%d was drawn", i)
		}
	}
	tiny := newRoulette([]float64{0, math.SmallestNonzeroFloat64, 0})
	for range 1000 {
		if i := tiny.draw(random); i != 1 {
			t.Fatalf("%d was drawn", i)
		}
	}
	counts := make([]int, 5)
	equal := newRoulette(make([]float64, 5))
	for range 10_000 {
		counts[equal.draw(random)]++
	}
	if x := chiSquare(counts, []float64{2000, 2000, 2000, 2000, 2000}); x > 18.5 {
		t.Errorf("of equals without fitness %v were drawn: chi-square %.1f", counts, x)
	}
}

// changed returns the first bit in which chromosomes differ, and one more than the last.
func changed(a, b chromosome) (first, last int) {
	first = -1
	for bit := range 8 * len(a) {
		if (a[bit/8]^b[bit/8])>>(7-bit%8)&1 != 0 {
			if first < 0 {
				first = bit
			}
			last = bit + 1
		}
	}
	return first, last
}

func TestACrossoverExchangesOnePortion(t *testing.T) {
	const length = 40
	for first := 0; first <= length; first++ {
		for last := first; last <= length; last++ {
			// Parents that differ everywhere show which bits were exchanged.
			one, two := bytes.Repeat(chromosome{0x5a}, length/8), bytes.Repeat(chromosome{0xa5}, length/8)
			was := bytes.Clone(one)
			exchange(one, two, first, last)
			from, to := changed(was, one)
			if first == last {
				from, to = first, last
			}
			if from != first || to != last {
				t.Fatalf("exchanging %d to %d changed %d to %d", first, last, from, to)
			}
			ones := 0
			for i := range one {
				if one[i]^two[i] != 0xff {
					t.Fatalf("exchanging %d to %d lost bits", first, last)
				}
				ones += bits.OnesCount8(one[i] ^ was[i])
			}
			if ones != last-first {
				t.Fatalf("exchanging %d to %d changed %d bits", first, last, ones)
			}
		}
	}
}

func TestAllPortionsAreEquallyLikely(t *testing.T) {
	const length, draws = 16, 200_000
	random, counts := seeded(3), map[[2]int]int{}
	for range draws {
		first, last := portion(random, length)
		if first < 0 || first >= last || last > length {
			t.Fatalf("the portion from %d to %d of %d", first, last, length)
		}
		counts[[2]int{first, last}]++
	}
	portions := length * (length + 1) / 2
	sum, expected := 0.0, float64(draws)/float64(portions)
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	// With 135 degrees of freedom, 192 is exceeded once in a thousand times.
	if len(counts) != portions || sum > 192 {
		t.Errorf("%d of %d portions were drawn, chi-square %.1f", len(counts), portions, sum)
	}
}

func TestBitsMutateAsOftenAsIsSaid(t *testing.T) {
	random := seeded(4)
	for _, p := range []float64{0, 0.01, 0.3, 1} {
		const children = 20_000
		counts := make([]int, 64)
		for range children {
			c := make(chromosome, 8)
			mutate(random, c, p)
			for bit := range 64 {
				counts[bit] += int(c[bit/8] >> (7 - bit%8) & 1)
			}
		}
		mean, deviation := children*p, math.Sqrt(children*p*(1-p))
		for bit, n := range counts {
			if math.Abs(float64(n)-mean) > 4.5*deviation {
				t.Errorf("probability %v: bit %d was inverted %d times of %d", p, bit, n, children)
			}
		}
	}
}

// TestCrossoversHappenAsOftenAsIsSaid breeds two parents that differ in every bit. A child that equals
// neither of them comes from a crossover of a part.
func TestCrossoversHappenAsOftenAsIsSaid(t *testing.T) {
	random := seeded(5)
	parents := []chromosome{bytes.Repeat(chromosome{0}, 8), bytes.Repeat(chromosome{0xff}, 8)}
	for _, pc := range []float64{0, 0.6, 1} {
		p := BreedingParameters{Population: 2, Bits: 64, Crossover: pc}
		const pairs = 20_000
		crossed, mixed := 0, 0
		for range pairs {
			children := breed(random, &p, parents, []float64{1, 1})
			if bytes.Equal(children[0], children[1]) {
				continue // a parent with itself
			}
			mixed++
			if first, last := changed(children[0], parents[0]); first > 0 || last < 64 && last > 0 {
				crossed++
			} else if first, last := changed(children[0], parents[1]); first > 0 || last < 64 && last > 0 {
				crossed++
			}
			for i := range children[0] {
				if children[0][i]^children[1][i] != 0xff {
					t.Fatalf("%x and %x are no children of such parents", children[0], children[1])
				}
			}
		}
		want := pc * (1 - 1.0/(64*65/2)) // one portion is the whole chromosome
		deviation := math.Sqrt(want * (1 - want) / float64(mixed))
		if share := float64(crossed) / float64(mixed); math.Abs(share-want) > 4*deviation+1e-12 {
			t.Errorf("PC %v: a share of %.4f had a crossover, not %.4f", pc, share, want)
		}
		if math.Abs(float64(mixed)-pairs/2) > 4*math.Sqrt(pairs)/2 {
			t.Errorf("%d of %d pairs were of two parents", mixed, pairs)
		}
	}
}
