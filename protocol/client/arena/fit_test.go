package arena

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/effort"
	"alfiere/movegen"
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
	for round := range effort.Of(200, 60, 60) {
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

// The reference of a round robin: each of all pairs of contestants, with each of the openings
// and each of the colours, once.
func TestEverybodyMeetsEverybodyInEachOpeningWithBothColours(t *testing.T) {
	openings := []movegen.Position{movegen.StartPosition(), movegen.Chess960Start(7), movegen.Chess960Start(100)}
	for players := 2; players <= 9; players++ {
		for _, gauntlet := range []bool{false, true} {
			m := &Match{Contestants: make([]Contestant, players), Gauntlet: gauntlet, Openings: openings, Games: 2 * len(openings)}
			want := map[string]bool{}
			for a := range players {
				for b := range players {
					if a == b || gauntlet && a > 0 && b > 0 {
						continue
					}
					for _, p := range openings {
						want[fmt.Sprint(a, b, p.FEN())] = true
					}
				}
			}
			if m.GameCount() != len(want) || m.numbers() != len(want) {
				t.Errorf("%d players: %d games and %d numbers, not %d", players, m.GameCount(), m.numbers(), len(want))
			}
			got := map[string]bool{}
			played, most := make([]int, players), 0
			for number := range m.numbers() {
				white, black := m.colours(number)
				opening := m.Opening(number)
				got[fmt.Sprint(white, black, opening.FEN())] = true
				if w, b := m.colours(number ^ 1); !m.isDue(number) || w != black || b != white || m.Opening(number^1) != opening {
					t.Errorf("%d players: games %d and %d are no pair", players, number, number^1)
				}
				if again, ok := m.readRoundTag(m.roundTag(number)); !ok || again != number {
					t.Errorf("game %d has the round %s, which is that of %d", number, m.roundTag(number), again)
				}
				played[white]++
				played[black]++
				least := played[0]
				for _, n := range played {
					least, most = min(least, n), max(most, n)
				}
				if !gauntlet && most-least > 4 {
					t.Errorf("%d players, after game %d they have played %v", players, number, played)
				}
			}
			for game := range want {
				if !got[game] {
					t.Errorf("%d players: %s is not played", players, game)
				}
			}
		}
	}
}

func TestAnOddNumberOfGamesSharesTheColoursOut(t *testing.T) {
	m := &Match{Contestants: make([]Contestant, 5), Games: 1}
	white, count := make([]int, 5), 0
	for number := range m.numbers() {
		if m.isDue(number) {
			w, _ := m.colours(number)
			white[w]++
			count++
		}
	}
	if count != 10 || m.GameCount() != 10 {
		t.Errorf("%d games", count)
	}
	for player, n := range white {
		if n != 2 {
			t.Errorf("player %d has White %d times", player, n)
		}
	}
	two := &Match{Contestants: make([]Contestant, 2), Games: 3}
	for number := range two.numbers() {
		if w, b := two.colours(number); w != number%2 || b != 1-number%2 || two.isDue(number) != (number < 3) {
			t.Errorf("game %d of two: %d has White, due %v", number, w, two.isDue(number))
		}
	}
}

func TestRoundsThatNobodyWroteAreNotRead(t *testing.T) {
	m := &Match{Contestants: make([]Contestant, 4), Games: 2}
	for _, text := range []string{"", "1", "1.1", "0.1.1", "1.0.1", "1.7.1", "1.1.0", "1.1.3", "-1.1.1", "x", "99999999999999999.1.1"} {
		if number, ok := m.readRoundTag(text); ok {
			t.Errorf("%q is game %d", text, number)
		}
	}
}

func TestRulesAreReadAndWritten(t *testing.T) {
	var r Resign
	if err := r.Set("600/4"); err != nil || r != (Resign{600, 4}) || r.String() != "600/4" {
		t.Errorf("%+v, error %v", r, err)
	}
	var d draw
	if err := d.Set("10/8/0"); err != nil || d != (draw{10, 8, 0}) || d.String() != "10/8/0" {
		t.Errorf("%+v, error %v", d, err)
	}
	if (&Resign{}).String() != "" || (&draw{}).String() != "" || (*Resign)(nil).String() != "" || (*draw)(nil).String() != "" {
		t.Error("no rule has a text")
	}
	for _, text := range []string{"", "600", "600/0", "-1/4", "x/4", "600/4/1", "99999/4"} {
		if err := r.Set(text); err == nil || r != (Resign{600, 4}) {
			t.Errorf("%q: %+v, error %v", text, r, err)
		}
	}
	for _, text := range []string{"10/8", "10/0/40", "10/8/-1", "10/8/x"} {
		if err := d.Set(text); err == nil || d != (draw{10, 8, 0}) {
			t.Errorf("%q: %+v, error %v", text, d, err)
		}
	}
}

func TestATestIsReadFromTwoNumbersOrFour(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,10":          {Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05},
		"-5,5,0.1,0.02": {Elo0: -5, Elo1: 5, Alpha: 0.1, Beta: 0.02},
	} {
		for _, logistic := range []bool{false, true} {
			want.Logistic = logistic
			if got, err := ParseSPRT(text, logistic); err != nil || *got != want {
				t.Errorf("%s: %+v, error %v", text, got, err)
			}
		}
	}
	if got, err := ParseSPRT("", false); got != nil || err != nil {
		t.Errorf("no test: %+v, error %v", got, err)
	}
	for _, text := range []string{"5", "1,2,3", "a,b", "0,10,x,0.05"} {
		if _, err := ParseSPRT(text, false); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if _, err := ParseSPRT("5,0", false); !errors.Is(err, errSPRT) {
		t.Errorf("a test that makes no sense: error %v", err)
	}
}

func TestAVariantIsNormalOrFischerandom(t *testing.T) {
	for name, want := range map[string]bool{"normal": false, "fischerandom": true} {
		if got, err := ParseVariant(name); err != nil || got != want {
			t.Errorf("%s: %v, error %v", name, got, err)
		}
	}
	if _, err := ParseVariant("atomic"); err == nil {
		t.Error("atomic chess is played")
	}
}
