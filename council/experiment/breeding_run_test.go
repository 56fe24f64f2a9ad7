package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"reflect"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// ones counts the set bits: a simple task that every breeding must solve.
func ones(c chromosome) (score, fitness float64) {
	count := 0
	for _, b := range c {
		count += bits.OnesCount8(b)
	}
	// The thesis's fitness with 40 in place of 70: a cube, so that better individuals have many children.
	return float64(count), math.Pow(max(float64(count)-40, 0), 3) + 1
}

// bred returns a run after some generations.
func bred(t *testing.T, p BreedingParameters, seed uint64, generation int) *breedingRun {
	t.Helper()
	s, err := newRun(p, seed)
	if err == nil {
		err = s.Advance(t.Context(), ones, generation, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCountingOnesIsSolved(t *testing.T) {
	for seed := range uint64(5) {
		p := DefaultBreeding()
		p.Population, p.Mutation = 100, 0.005
		s := bred(t, p, seed, 300)
		if best := s.History[300].BestEver; best.Score < 63 {
			t.Errorf("seed %d: the best of 300 generations has %v ones, %x", seed, best.Score, best.Genes)
		}
		if first, last := s.History[0].MeanScore, s.History[300].MeanScore; first < 29 || first > 35 || last < 50 {
			t.Errorf("seed %d: the mean went from %.1f to %.1f", seed, first, last)
		}
	}
}

// TestWithoutSelectionNothingIsFound shows that only the choice of the fittest as parents solves the task.
func TestWithoutSelectionNothingIsFound(t *testing.T) {
	s := must.Get(newRun(DefaultBreeding(), 1))(t)
	blind := func(c chromosome) (score, fitness float64) {
		score, _ = ones(c)
		return score, 1
	}
	must.Do(t, s.Advance(t.Context(), blind, 300, nil))
	if best := s.History[300].MeanScore; best > 45 {
		t.Errorf("the mean reached %v without a reason", best)
	}
}

func TestTheSeedDecidesARun(t *testing.T) {
	one, same, other := bred(t, DefaultBreeding(), 7, 20), bred(t, DefaultBreeding(), 7, 20),
		bred(t, DefaultBreeding(), 8, 20)
	if !reflect.DeepEqual(one, same) {
		t.Error("two runs of a seed differ")
	}
	if reflect.DeepEqual(one.Population, other.Population) {
		t.Error("runs of two seeds are the same")
	}
}

// TestARunResumedIsOneThatNeverStopped stops after every generation and during a measurement. It stores and
// reads the state each time.
func TestARunResumedIsOneThatNeverStopped(t *testing.T) {
	whole := bred(t, DefaultBreeding(), 42, 30)
	s := must.Get(newRun(DefaultBreeding(), 42))(t)
	cause := errors.New("Ctrl-C")
	for generation := range 31 {
		ctx, stop := context.WithCancelCause(t.Context())
		count := 0
		stopping := func(c chromosome) (score, fitness float64) {
			if count++; count == generation%30+1 {
				stop(cause)
			}
			return ones(c)
		}
		if err := s.Advance(ctx, stopping, 30, nil); !errors.Is(err, cause) && generation%30 != 29 {
			t.Fatalf("a run that was stopped ends with %v", err)
		}
		must.Do(t, s.Advance(t.Context(), ones, generation, nil))
		text := must.Get(json.Marshal(s))(t)
		s = new(breedingRun)
		must.Do(t, json.Unmarshal(text, s))
	}
	if !reflect.DeepEqual(s, whole) {
		t.Error("a stopped and resumed run differs from an uninterrupted one")
	}
}

// TestWhatIsReportedOfAGenerationIsTrue measures the population again, outside the run.
func TestWhatIsReportedOfAGenerationIsTrue(t *testing.T) {
	s := must.Get(newRun(DefaultBreeding(), 3))(t)
	var reported []Generation
	best := individual{Fitness: -1}
	for number := range 20 {
		population := s.Population
		must.Do(t, s.Advance(t.Context(), ones, number, func(g Generation) { reported = append(reported, g) }))
		want := Generation{Number: number, Best: individual{Fitness: -1}}
		for _, c := range population {
			score, fitness := ones(c)
			want.MeanScore += score / 30
			want.MeanFitness += fitness / 30
			if best := want.Best; fitness > best.Fitness || fitness == best.Fitness && score > best.Score {
				want.Best = individual{c, score, fitness}
			}
		}
		if now := want.Best; now.Fitness > best.Fitness || now.Fitness == best.Fitness && now.Score > best.Score {
			best = want.Best
		}
		got := reported[number]
		if got.Number != number || !reflect.DeepEqual(got.Best, want.Best) || !reflect.DeepEqual(got.BestEver, best) ||
			math.Abs(got.MeanScore-want.MeanScore) > 1e-9 || math.Abs(got.MeanFitness/want.MeanFitness-1) > 1e-9 {
			t.Fatalf("reported %+v, want %+v", got, want)
		}
	}
	if !reflect.DeepEqual(reported, s.History) {
		t.Error("the history differs from the reports")
	}
}

func TestParametersWithWhichNothingCanBeBredAreRefused(t *testing.T) {
	tests := []struct {
		change func(*BreedingParameters)
		want   string
	}{
		{func(p *BreedingParameters) { p.Population = 0 }, "a population of 0"},
		{func(p *BreedingParameters) { p.Population = 31 }, "an even number"},
		{func(p *BreedingParameters) { p.Population = 1 << 40 }, "an even number"},
		{func(p *BreedingParameters) { p.Bits = 0 }, "a multiple of 8"},
		{func(p *BreedingParameters) { p.Bits = 63 }, "chromosomes of 63 bits"},
		{func(p *BreedingParameters) { p.Crossover = 1.5 }, "a crossover: 1.5"},
		{func(p *BreedingParameters) { p.Crossover = math.NaN() }, "a crossover: NaN"},
		{func(p *BreedingParameters) { p.Mutation = -0.1 }, "a mutation: -0.1"},
	}
	for _, test := range tests {
		p := DefaultBreeding()
		test.change(&p)
		if _, err := newRun(p, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: the error is %v, not one of %q", p, err, test.want)
		}
	}
}

func TestADamagedStateIsRefused(t *testing.T) {
	tests := []struct {
		damage func(*breedingRun)
		want   string
	}{
		{func(s *breedingRun) { s.Parameters.Bits = 7 }, "7 bits"},
		{func(s *breedingRun) { s.Random = s.Random[:3] }, "random numbers"},
		{func(s *breedingRun) { s.Population = s.Population[:29] }, "29 individuals in a population of 30"},
		{func(s *breedingRun) { s.Population[3] = s.Population[3][:7] }, "individual 3 has 56 bits"},
		{func(s *breedingRun) { s.History = s.History[1:] }, "generation 1 is in the place of generation 0"},
		{func(s *breedingRun) { s.History[2].Best.Genes = nil }, "the best individuals of generation 2"},
	}
	for _, test := range tests {
		s := bred(t, DefaultBreeding(), 1, 5)
		test.damage(s)
		if err := s.Advance(t.Context(), ones, 9, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("the error is %v, not one of %q", err, test.want)
		}
	}
	if err := json.Unmarshal([]byte(`{"population":["0x"]}`), new(breedingRun)); err == nil ||
		!strings.Contains(err.Error(), "hexadecimal") {
		t.Errorf("genes that are no digits: %v", err)
	}
}
