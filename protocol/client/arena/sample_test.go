package arena

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The figures of fastchess 1.x on matches that it played: the same pairs, to the last
// digit that it prints.
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

// Worked out by hand: 60 wins and 40 losses give a score of 0.6, a variance of 0.24 and a reach of
// 1.98422·√(0.24/99) = 0.09770; the Elo of 0.6 is 400·lg 1.5, that of 0.69770 is 145.29 and that of
// 0.50230 is 1.60.
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

// exactMoments is the oracle of moments: it sums up one result after the other in
// fractions.
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
