package arena

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// The figures of fastchess 1.x on matches that it played: the same pairs, to the last digit that it prints.
func TestFiguresAreThoseOfFastchess(t *testing.T) {
	tests := []struct {
		name                string
		sample              Sample
		elo, nElo, nEloWide float64
		superiority         float64 // per cent
	}{
		{"a clear loss", Sample{15, 13, 12, 4, 2}, -139.17, -165.94, 71.00, 0.00},
		{"a clear win", Sample{0, 4, 3, 8, 5}, 126.97, 163.23, 107.67, 99.85},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			elo, normalised := test.sample.Elo(), test.sample.NormalisedElo()
			for _, figure := range []struct {
				name      string
				got, want float64
			}{
				{"Elo", elo.Difference, test.elo}, {"normalised Elo", normalised.Difference, test.nElo},
				{"its error", normalised.High - normalised.Difference, test.nEloWide},
				{"its error below", normalised.Difference - normalised.Low, test.nEloWide},
				{"LOS", 100 * test.sample.Superiority(), test.superiority},
			} {
				if math.Abs(figure.got-figure.want) > 0.005001 {
					t.Errorf("%s is %.4f, fastchess says %.2f", figure.name, figure.got, figure.want)
				}
			}
		})
	}
}

// Worked out by hand: 60 wins and 40 losses give a score of 0.6, a variance of 0.24 and a reach of 1.98422·√(0.24/99) =
// 0.09770; the Elo of 0.6 is 400·lg 1.5, that of 0.69770 is 145.29 and that of 0.50230 is 1.60.
func TestFiguresWorkedOutByHand(t *testing.T) {
	elo := Sample{40, 0, 60}.Elo()
	if math.Abs(elo.Difference-70.437) > 0.001 || math.Abs(elo.Low-1.60) > 0.01 || math.Abs(elo.High-145.29) > 0.01 {
		t.Errorf("Elo %v", elo)
	}
	if even := (Sample{3, 14, 3}); even.Elo().Difference != 0 || even.Superiority() != 0.5 {
		t.Errorf("an even match: %v, %v", even.Elo(), even.Superiority())
	}
}

func TestFiguresOfExtremeMatches(t *testing.T) {
	won, lost, drawn := Sample{0, 0, 5}, Sample{5, 0, 0}, Sample{0, 5, 0}
	if won.Superiority() != 1 || lost.Superiority() != 0 || drawn.Superiority() != 0.5 {
		t.Errorf("LOS %v, %v, %v", won.Superiority(), lost.Superiority(), drawn.Superiority())
	}
	for want, s := range map[string]Sample{"∞ ± ?": won, "-∞ ± ?": lost, "+0 ± ?": drawn, "? ± ?": {0, 0, 0}, "+191 ± ?": {0, 0, 0, 1, 0}} {
		if got := s.Elo().Text(0); got != want {
			t.Errorf("%v: %s, not %s", s, got, want)
		}
	}
}

// exactMoments is the oracle of moments: it sums up one result after the other in fractions.
func exactMoments(s Sample) (mean, variance float64) {
	var results []*big.Rat
	for i, n := range s {
		for range n {
			results = append(results, big.NewRat(int64(i), int64(len(s)-1)))
		}
	}
	count := big.NewRat(int64(len(results)), 1)
	sum, squares := new(big.Rat), new(big.Rat)
	for _, r := range results {
		sum.Add(sum, r)
		squares.Add(squares, new(big.Rat).Mul(r, r))
	}
	average := sum.Quo(sum, count)
	spread := squares.Quo(squares, count)
	spread.Sub(spread, new(big.Rat).Mul(average, average))
	mean, _ = average.Float64()
	variance, _ = spread.Float64()
	return mean, variance
}

// Equal scores that no binary fraction can hold do not scatter by their rounding.
func TestEqualScoresHaveNoInterval(t *testing.T) {
	for _, score := range []float64{0.1, 1.0 / 3, 0.7, 0.5} {
		for count := 1; count < 50; count++ {
			if i := EloOfScores(slices.Repeat([]float64{score}, count)); !math.IsNaN(i.Low) || !math.IsNaN(i.High) {
				t.Fatalf("%d times %v: %+v", count, score, i)
			}
			pairs := RatingResult{Second: 1, Pairs: [5]int{0, count, 0, 0, 0}}
			if f := FitRatings(2, []RatingResult{pairs}); count > 1 && !math.IsNaN(f.ErrorBetween(0, 1)) {
				t.Fatalf("%d pairs: ± %v", count, f.ErrorBetween(0, 1))
			}
		}
	}
}

func TestMomentsEqualExactSums(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		s := randomSample(random)
		mean, variance := s.moments()
		wantMean, wantVariance := exactMoments(s)
		if math.Abs(mean-wantMean) > 1e-12 || math.Abs(variance-wantVariance) > 1e-12 {
			t.Fatalf("%v: mean %v and variance %v, exactly %v and %v", s, mean, variance, wantMean, wantVariance)
		}
	}
}

func TestASampleSeenFromTheOtherSideIsTheOpposite(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		s := randomSample(random)
		other := make(Sample, len(s))
		for i, n := range s {
			other[len(s)-1-i] = n
		}
		if sum := s.Elo().Difference + other.Elo().Difference; math.Abs(sum) > 1e-9 {
			t.Fatalf("%v: Elo differs by %v", s, sum)
		}
		if sum := s.Superiority() + other.Superiority(); math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%v: LOS adds up to %v", s, sum)
		}
	}
}

// randomSample returns a sample of games or pairs in which not all results are equal.
func randomSample(random *rand.Rand) Sample {
	s := make(Sample, 3+2*random.IntN(2))
	for i := range s {
		s[i] = random.IntN(100)
	}
	s[0]++
	s[len(s)-1]++
	return s
}

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
