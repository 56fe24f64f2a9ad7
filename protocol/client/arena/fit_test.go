package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ordo is the reference, plain and slow: each player in turn gets the rating at which the
// expected points are those made, until nobody moves any more.
func ordo(players int, results []RatingResult) []float64 {
	elo := make([]float64, players)
	excess := func(player int, rating float64) (sum float64) {
		for i := range results {
			r := &results[i]
			games, points := r.games()
			switch player {
			case r.First:
				sum += games/(1+math.Pow(10, (elo[r.Second]-rating)/400)) - points
			case r.Second:
				sum += games/(1+math.Pow(10, (elo[r.First]-rating)/400)) - (games - points)
			}
		}
		return sum
	}
	for moved := 1.0; moved > 1e-7; {
		moved = 0
		for player := range elo {
			low, high := -10000.0, 10000.0
			for range 80 {
				middle := (low + high) / 2
				if excess(player, middle) > 0 {
					high = middle
				} else {
					low = middle
				}
			}
			moved = max(moved, math.Abs(elo[player]-low))
			elo[player] = low
		}
	}
	mean := 0.0
	for _, e := range elo {
		mean += e / float64(players)
	}
	for i := range elo {
		elo[i] -= mean
	}
	return elo
}

// play returns a result of pairs of games with draws between players of the given difference.
func play(random *rand.Rand, first, second, pairs int, difference float64) RatingResult {
	r := RatingResult{First: first, Second: second}
	score := 1 / (1 + math.Pow(10, -difference/400))
	draws := min(score, 1-score) // of all games
	for range pairs {
		half := 0
		for range 2 {
			switch x := random.Float64(); {
			case x < score-draws/2:
				half += 2
			case x < score+draws/2:
				half++
			}
		}
		r.Pairs[half]++
	}
	return r
}

func TestRatingsAreThoseOfOrdosFormula(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		players := 2 + random.IntN(9)
		var results []RatingResult
		for a := range players {
			for b := a + 1; b < players; b++ {
				if random.IntN(4) > 0 || b == a+1 {
					r := play(random, a, b, 1+random.IntN(30), random.NormFloat64()*200)
					r.Singles = [3]int{random.IntN(3), random.IntN(3), random.IntN(3)}
					results = append(results, r)
				}
			}
		}
		if !isDecided(players, results) {
			continue
		}
		got, want := FitRatings(players, results), ordo(players, results)
		for i := range want {
			if math.Abs(got.Elo[i]-want[i]) > 0.01 || got.Prior {
				t.Fatalf("round %d, player %d of %d: %.3f, not %.3f", round, i, players, got.Elo[i], want[i])
			}
		}
	}
}

func TestRatingsOfTwoAreTheDifferenceOfTheirScore(t *testing.T) {
	r := RatingResult{First: 0, Second: 1, Pairs: [5]int{15, 13, 12, 4, 2}, Singles: [3]int{0, 1, 0}}
	f := FitRatings(2, []RatingResult{r})
	score := 29.0 / 93
	if want := 400 * math.Log10(score/(1-score)); math.Abs(f.Elo[0]-f.Elo[1]-want) > 1e-6 {
		t.Errorf("%.4f, not %.4f", f.Elo[0]-f.Elo[1], want)
	}
	// The error by hand: that of the mean score of pairs, by the slope of the curve.
	r.Singles = [3]int{}
	f = FitRatings(2, []RatingResult{r})
	mean, variance, count := 0.0, 0.0, 46.0
	for half, n := range r.Pairs {
		mean += float64(n*half) / 4 / count
	}
	for half, n := range r.Pairs {
		variance += float64(n) * math.Pow(float64(half)/4-mean, 2) / (count - 1)
	}
	const student = 2.014103 // of 45 degrees of freedom
	want := student * math.Sqrt(variance/count) * 400 / math.Ln10 / (mean * (1 - mean))
	if math.Abs(f.ErrorBetween(0, 1)-want) > 1e-3 || math.Abs(f.Error(0)-want/2) > 1e-3 {
		t.Errorf("errors %.4f and %.4f, not %.4f and half of it", f.ErrorBetween(0, 1), f.Error(0), want)
	}
	if want := math.Erfc(-(f.Elo[0]-f.Elo[1])/(want/student)/math.Sqrt2) / 2; math.Abs(f.Superiority(0, 1)-want) > 1e-6 {
		t.Errorf("LOS %v, not %v", f.Superiority(0, 1), want)
	}
}

// tournament plays a round robin between players of the given Elo.
func tournament(random *rand.Rand, elo []float64, pairs int) (results []RatingResult) {
	for a := range elo {
		for b := a + 1; b < len(elo); b++ {
			results = append(results, play(random, a, b, pairs, elo[a]-elo[b]))
		}
	}
	return results
}

func TestPlantedRatingsAreFoundWithinTheirErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	planted := []float64{210, 90, 40, -20, -110, -210}
	far := FitRatings(len(planted), tournament(random, planted, 4000))
	for i, want := range planted {
		if math.Abs(far.Elo[i]-want) > 8 {
			t.Errorf("player %d: %.1f, not %.1f", i, far.Elo[i], want)
		}
	}
	within, all, order := 0, 0, 0
	const rounds = 300
	for range rounds {
		f := FitRatings(len(planted), tournament(random, planted, 15))
		for i, want := range planted {
			all++
			if math.Abs(f.Elo[i]-want) <= f.Error(i) {
				within++
			}
		}
		if f.Elo[1] > f.Elo[2] == (f.Superiority(1, 2) > 0.5) {
			order++
		}
	}
	if share := float64(within) / float64(all); share < 0.93 || share > 0.97 {
		t.Errorf("%.3f of the ratings lie within their errors of 95 %%", share)
	}
	if order != rounds {
		t.Errorf("the likelihood of superiority is on the wrong side %d times", rounds-order)
	}
}

func TestResultsThatDecideNothingHaveAPrior(t *testing.T) {
	for name, test := range map[string]struct {
		players int
		results []RatingResult
		prior   bool
	}{
		"all points":    {2, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{4: 10}}}, true},
		"no games":      {3, nil, true},
		"two groups":    {4, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{2: 3}}, {First: 2, Second: 3, Pairs: [5]int{2: 3}}}, true},
		"one way":       {3, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{2: 3}}, {First: 1, Second: 2, Pairs: [5]int{4: 3}}}, true},
		"a circle":      {3, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{4: 1}}, {First: 1, Second: 2, Pairs: [5]int{4: 1}}, {First: 0, Second: 2, Pairs: [5]int{1}}}, false},
		"a single draw": {2, []RatingResult{{First: 0, Second: 1, Singles: [3]int{0, 1, 0}}}, false},
	} {
		f := FitRatings(test.players, test.results)
		if f.Prior != test.prior {
			t.Errorf("%s: prior %v", name, f.Prior)
		}
		sum := 0.0
		for i, elo := range f.Elo {
			sum += elo
			if !(math.Abs(elo) < 2000) || !(f.Error(i) >= 0) || math.IsInf(f.Error(i), 0) {
				t.Errorf("%s: player %d has %v ± %v", name, i, elo, f.Error(i))
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Errorf("%s: the mean is not 0", name)
		}
	}
	strong := FitRatings(2, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{4: 100}}})
	weak := FitRatings(2, []RatingResult{{First: 0, Second: 1, Pairs: [5]int{4: 10}}})
	if !(strong.Elo[0] > weak.Elo[0] && weak.Elo[0] > 100) || strong.Superiority(0, 1) < 0.9 {
		t.Errorf("%v and %v, LOS %v", strong.Elo, weak.Elo, strong.Superiority(0, 1))
	}
}
