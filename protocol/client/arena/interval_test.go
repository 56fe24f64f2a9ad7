package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The share of Student's density within the reach is summed up in small steps.
func TestStudentsIntervalHolds95PerCent(t *testing.T) {
	for _, freedom := range []int{1, 2, 3, 4, 5, 6, 9, 19, 49, 199, 9999} {
		n := float64(freedom)
		above, _ := math.Lgamma((n + 1) / 2)
		below, _ := math.Lgamma(n / 2)
		factor := math.Exp(above-below) / math.Sqrt(n*math.Pi)
		const steps = 20000
		share, reach := 0.0, student95(freedom)
		for i := range steps {
			x := (float64(i) + 0.5) / steps * reach
			share += 2 * factor * math.Pow(1+x*x/n, -(n+1)/2) * reach / steps
		}
		if math.Abs(share-0.95) > 5e-5 {
			t.Errorf("%d degrees of freedom: %.6f within %.4f", freedom, share, reach)
		}
	}
	if !math.IsNaN(student95(0)) || !math.IsNaN(student95(-1)) {
		t.Error("a single result has an interval")
	}
}

// bootstrap is the plain and slow way to an interval: the Elo of resampled pairs, without the extreme 2.5 % of each
// side.
func bootstrap(random *rand.Rand, s Sample) (low, high float64) {
	var results []float64
	for score, n := range s {
		results = append(results, slices.Repeat([]float64{float64(score) / float64(len(s)-1)}, n)...)
	}
	const rounds = 4000
	elos := make([]float64, rounds)
	for i := range elos {
		sum := 0.0
		for range results {
			sum += results[random.IntN(len(results))]
		}
		elos[i] = scoreToElo(sum / float64(len(results)))
	}
	slices.Sort(elos)
	return elos[rounds/40], elos[rounds-rounds/40]
}

func TestTheIntervalIsThatOfTheBootstrap(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 30 {
		s := randomSample(random)
		for i := range s {
			s[i] *= 1 + i // lopsided
		}
		elo := s.Elo()
		low, high := bootstrap(random, s)
		if width := high - low; s.Count() > 60 && max(math.Abs(elo.Low-low), math.Abs(elo.High-high)) > 0.08*width+1 {
			t.Errorf("%v: %+v, by bootstrap [%.1f, %.1f]", s, elo, low, high)
		}
	}
}

// With ten pairs the interval holds the true Elo as often as it should; the normal distribution's, with
// the variance of the population, did so in 91 % of cases.
func TestFewPairsHaveHonestIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	outcomes := []int{0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4} // half points of a pair
	sum := 0
	for _, half := range outcomes {
		sum += half
	}
	truth := scoreToElo(float64(sum) / float64(4*len(outcomes)))
	within := 0
	const rounds = 20000
	for range rounds {
		s := make(Sample, 5)
		for range 10 {
			s[outcomes[random.IntN(len(outcomes))]]++
		}
		if elo := s.Elo(); elo.Low <= truth && truth <= elo.High {
			within++
		}
	}
	if share := float64(within) / rounds; share < 0.94 || share > 0.96 {
		t.Errorf("%.3f of the intervals hold the true Elo", share)
	}
}

func TestTheTextOfAnInterval(t *testing.T) {
	for want, i := range map[string]Interval{
		"+12 ± 30":            {12, -18.4, 42.3},
		"+215 [+91, +428]":    {215, 91, 428},
		"-0.50 ± 1.25":        {-0.5, -1.75, 0.75},
		"-605 [-∞, -424]":     {-605, math.Inf(-1), -424},
		"+44 [-∞, ∞]":         {44, math.Inf(-1), math.Inf(1)},
		"+44 ± ?":             {44, math.NaN(), math.NaN()},
		"+58.5 [-40.0, +3.2]": {58.5, -40, 3.25},
	} {
		digits := 0
		switch want {
		case "-0.50 ± 1.25":
			digits = 2
		case "+58.5 [-40.0, +3.2]":
			digits = 1
		}
		if got := i.Text(digits); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
