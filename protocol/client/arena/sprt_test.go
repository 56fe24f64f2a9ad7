package arena

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func ExampleSPRT() {
	test := SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
	pairs := Sample{20, 130, 330, 190, 30} // by half points
	lower, upper := test.Bounds()
	fmt.Printf("%.2f of (%.2f, %.2f), accepted: %v\n", test.LogLikelihoodRatio(pairs), lower, upper, test.Judge(pairs) == AcceptElo1)
	// Output: 5.22 of (-2.94, 2.94), accepted: true
}

// What fastchess printed for matches that it played.
func TestRatiosAreThoseOfFastchess(t *testing.T) {
	tests := []struct {
		name   string
		test   SPRT
		sample Sample
		want   float64
	}{
		{"logistic", SPRT{Elo0: -100, Elo1: 20, Alpha: 1e-4, Beta: 1e-4, Logistic: true}, Sample{15, 13, 12, 4, 2}, -9.46},
		{"normalised", SPRT{Elo0: -100, Elo1: 100, Alpha: 1e-4, Beta: 1e-4}, Sample{0, 4, 3, 8, 5}, 9.46},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.test.LogLikelihoodRatio(test.sample); math.Abs(got-test.want) > 0.005001 {
				t.Errorf("%.4f, fastchess says %.2f", got, test.want)
			}
		})
	}
}

func TestVerdicts(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	tests := []struct {
		name   string
		sample Sample
		want   verdict
	}{
		{"nothing was played", Sample{0, 0, 0, 0, 0}, Undecided},
		{"little was played", Sample{1, 2, 3, 2, 1}, Undecided},
		{"as strong as the other", Sample{500, 2000, 4000, 2000, 500}, AcceptElo0},
		{"much stronger", Sample{0, 100, 400, 500, 200}, AcceptElo1},
		{"all games won", Sample{0, 0, 0, 0, 500}, AcceptElo1},
	}
	for _, row := range tests {
		if got := test.Judge(row.sample); got != row.want {
			t.Errorf("%s: verdict %d, not %d", row.name, got, row.want)
		}
	}
}

// A distribution is the likeliest under conditions if it meets them and the slope of the
// likelihood, seen/p, is a combination of the conditions' slopes (Lagrange).
func TestLikeliestDistributionsMeetLagrangesConditions(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 400 {
		scores, seen := make([]float64, 5), make([]float64, 5)
		sum := 0.0
		for i := range scores {
			scores[i], seen[i] = float64(i)/4, random.Float64()+0.01
			sum += seen[i]
		}
		for i := range seen {
			seen[i] /= sum
		}
		elo := 100*random.Float64() - 50
		deviations := elo / perDeviation * math.Sqrt2
		checkLagrange(t, seen, withMean(eloToScore(elo), scores, seen), func(p []float64) float64 {
			mean, _ := momentsOf(p)
			return mean - eloToScore(elo)
		})
		checkLagrange(t, seen, withDeviations(deviations, scores, seen), func(p []float64) float64 {
			mean, variance := momentsOf(p)
			return mean - 0.5 - deviations*math.Sqrt(variance)
		})
	}
}

// checkLagrange checks p against the condition that must be 0.
func checkLagrange(t *testing.T, seen, p []float64, condition func([]float64) float64) {
	t.Helper()
	sum := 0.0
	slopes, gains := make([]float64, len(p)), make([]float64, len(p))
	for i := range p {
		sum += p[i]
		moved := append([]float64(nil), p...)
		const step = 1e-6
		moved[i] += step
		up := condition(moved)
		moved[i] -= 2 * step
		slopes[i], gains[i] = (up-condition(moved))/(2*step), seen[i]/p[i]
	}
	if math.Abs(sum-1) > 1e-6 || math.Abs(condition(p)) > 1e-6 {
		t.Fatalf("%v: sum %v, condition %v", p, sum, condition(p))
	}
	// gains = a + b·slopes: the line through the first and the last point meets all.
	last := len(p) - 1
	b := (gains[last] - gains[0]) / (slopes[last] - slopes[0])
	for i := range p {
		if off := gains[i] - gains[0] - b*(slopes[i]-slopes[0]); math.Abs(off) > 1e-4*(1+gains[i]) {
			t.Fatalf("%v: the slope for score %d is off by %v", p, i, off)
		}
	}
}

func momentsOf(p []float64) (mean, variance float64) {
	for i, share := range p {
		mean += share * float64(i) / float64(len(p)-1)
	}
	for i, share := range p {
		d := float64(i)/float64(len(p)-1) - mean
		variance += share * d * d
	}
	return mean, variance
}

func TestSenselessTestsAreRefused(t *testing.T) {
	for name, test := range map[string]SPRT{
		"equal bounds":        {Elo0: 5, Elo1: 5, Alpha: 0.05, Beta: 0.05},
		"bounds out of order": {Elo0: 5, Elo1: 0, Alpha: 0.05, Beta: 0.05},
		"not a number":        {Elo0: math.NaN(), Elo1: 0, Alpha: 0.05, Beta: 0.05},
		"no chance of error":  {Elo0: 0, Elo1: 5, Alpha: 0, Beta: 0.05},
		"too much of it":      {Elo0: 0, Elo1: 5, Alpha: 0.5, Beta: 0.5},
	} {
		if err := test.Validate(); !errors.Is(err, errSPRT) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
