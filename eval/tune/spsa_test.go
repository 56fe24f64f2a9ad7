package tune

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
)

// toy is a player whose strength is greatest at an optimum and falls with the square of the distance.
type toy struct {
	optimum []float64
	sharp   []float64 // Elo lost at a distance of the whole range
}

func (y *toy) elo(t *SPSA, values []float64) (elo float64) {
	for i, x := range values {
		d := (x - y.optimum[i]) / (t.Parameters[i].Max - t.Parameters[i].Min)
		elo -= y.sharp[i] * d * d
	}
	return elo
}

// play plays the two games of a trial; the same trial always has the same result.
func (y *toy) play(t *SPSA, trial Trial) (result int) {
	floats := func(values []int) (all []float64) {
		for _, v := range values {
			all = append(all, float64(v))
		}
		return all
	}
	won := 1 / (1 + math.Pow(10, (y.elo(t, floats(trial.Minus))-y.elo(t, floats(trial.Plus)))/400))
	random := rand.New(rand.NewPCG(99, uint64(trial.Pair)))
	for range 2 {
		if random.Float64() < won {
			result++
		} else {
			result--
		}
	}
	return result
}

// three returns a tuning of three parameters far from their optimum.
func three(t *testing.T, pairs int, seed uint64) (*SPSA, *toy) {
	t.Helper()
	tuning, err := NewSPSA([]Parameter{{"a", 10, 0, 100, 8, 0.02}, {"b", 900, -1000, 1000, 150, 0.02},
		{"c", 1, 0, 8, 0.8, 0.02}}, pairs, seed)
	if err != nil {
		t.Fatal(err)
	}
	return tuning, &toy{[]float64{70, -300, 5}, []float64{400, 300, 400}}
}

func TestATuningFindsTheOptimumOfANoisyHill(t *testing.T) {
	for seed := range uint64(10) {
		tuning, hill := three(t, 5000, seed)
		begin := hill.elo(tuning, tuning.Theta)
		for trial, ok := tuning.Next(); ok; trial, ok = tuning.Next() {
			tuning.Count(trial, hill.play(tuning, trial))
		}
		end := hill.elo(tuning, tuning.Theta)
		if end < begin/10 || tuning.Counted() != 5000 {
			t.Errorf("seed %d: from %.0f to %.0f Elo after %d pairs", seed, begin, end, tuning.Counted())
		}
		t.Logf("seed %d: from %.0f to %.1f Elo, theta %.2f", seed, begin, end, tuning.Theta)
	}
}

// reread returns the tuning as it comes back from a file.
func reread(t *testing.T, tuning *SPSA) *SPSA {
	t.Helper()
	text := must.Get(json.Marshal(tuning))(t)
	back := &SPSA{}
	must.Do(t, json.Unmarshal(text, back))
	must.Do(t, back.Check())
	return back
}

func TestATuningThatIsCutAnywhereEndsInTheSameState(t *testing.T) {
	whole, hill := three(t, 300, 7)
	for trial, ok := whole.Next(); ok; trial, ok = whole.Next() {
		whole.Count(trial, hill.play(whole, trial))
	}
	whole.next = 0
	for cut := range 300 {
		tuning, _ := three(t, 300, 7)
		for trial, ok := tuning.Next(); ok; trial, ok = tuning.Next() {
			if trial.Pair == cut {
				cut = -1
				tuning = reread(t, tuning) // the pair is lost and played again
				continue
			}
			tuning.Count(trial, hill.play(tuning, trial))
		}
		tuning.next = 0
		if !reflect.DeepEqual(tuning, whole) {
			t.Fatalf("%+v\nis not\n%+v", tuning, whole)
		}
	}
}

// TestEachPairCountsOnceInAnyOrder has several pairs in flight, counts them in random order, and loses all of them
// now and then.
func TestEachPairCountsOnceInAnyOrder(t *testing.T) {
	tuning, hill := three(t, 3000, 3)
	random := rand.New(rand.NewPCG(1, 1))
	begin := hill.elo(tuning, tuning.Theta)
	counted := map[int]int{}
	var flying []Trial
	for {
		if random.IntN(200) == 0 {
			tuning, flying = reread(t, tuning), nil
		}
		trial, ok := tuning.Next()
		if ok {
			flying = append(flying, trial)
		} else if len(flying) == 0 {
			break
		}
		for len(flying) > 5 || !ok && len(flying) > 0 {
			i := random.IntN(len(flying))
			trial := flying[i]
			flying = append(flying[:i], flying[i+1:]...)
			tuning.Count(trial, hill.play(tuning, trial))
			counted[trial.Pair]++
			before := append([]float64{}, tuning.Theta...)
			tuning.Count(trial, 2)
			if !reflect.DeepEqual(before, tuning.Theta) {
				t.Fatal("a pair counts twice")
			}
		}
	}
	for pair := range 3000 {
		if counted[pair] != 1 {
			t.Errorf("pair %d was counted %d times", pair, counted[pair])
		}
	}
	if end := hill.elo(tuning, tuning.Theta); tuning.Done != 3000 || len(tuning.Ahead) > 0 || end < begin/10 {
		t.Errorf("%d are done, %d ahead; from %.0f to %.0f Elo", tuning.Done, len(tuning.Ahead), begin, end)
	}
}

func TestValuesNeverLeaveTheirBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		var parameters []Parameter
		for range 1 + random.IntN(4) {
			low := math.Floor(random.Float64()*200 - 100)
			high := low + 1 + math.Floor(random.ExpFloat64()*30)
			parameters = append(parameters, Parameter{"x", low + random.Float64()*(high-low), low, high,
				random.ExpFloat64() * 20, random.ExpFloat64()})
		}
		tuning := must.Get(NewSPSA(parameters, 1+random.IntN(200), random.Uint64()))(t)
		favour := random.IntN(5) - 2 // an optimum at or beyond a bound
		for trial, ok := tuning.Next(); ok; trial, ok = tuning.Next() {
			for i, p := range parameters {
				for _, v := range []int{trial.Plus[i], trial.Minus[i]} {
					if float64(v) < p.Min || float64(v) > p.Max {
						t.Fatalf("%+v is played with %d", p, v)
					}
				}
			}
			result := favour
			if trial.Plus[0] < trial.Minus[0] {
				result = -favour
			}
			tuning.Count(trial, result)
			must.Do(t, tuning.Check())
		}
	}
}

func TestTheGainsEndAtThoseThatWereAskedFor(t *testing.T) {
	p := Parameter{"x", 0, -100, 100, 10, 0.002}
	if c, step := p.gains(9999, 10000); math.Abs(c-10) > 1e-9 || math.Abs(step-0.02) > 1e-9 {
		t.Errorf("the last perturbation is %g, the last step %g", c, step)
	}
	// As Fishtest computes them.
	a := 0.002 * 10 * 10 * math.Pow(1000+10000, 0.602)
	c := 10 * math.Pow(10000, 0.101)
	if first, step := p.gains(0, 10000); math.Abs(first-c) > 1e-9 || math.Abs(step-a/math.Pow(1000+1, 0.602)/c) > 1e-9 {
		t.Errorf("the first perturbation is %g, the first step %g", first, step)
	}
}

// TestRoundingKeepsTheMean rounds a perturbation of less than a half.
func TestRoundingKeepsTheMean(t *testing.T) {
	tuning := must.Get(NewSPSA([]Parameter{{"x", 3.3, 0, 8, 0.2, 0.002}}, 20000, 1))(t)
	sum, want := 0.0, 0.0
	for trial, ok := tuning.Next(); ok; trial, ok = tuning.Next() {
		c, _ := tuning.Parameters[0].gains(trial.Pair, tuning.Pairs)
		sum, want = sum+math.Abs(float64(trial.Plus[0]-trial.Minus[0])), want+2*c
	}
	if math.Abs(sum/want-1) > 0.03 {
		t.Errorf("the players differ by %.0f in all, not %.0f", sum, want)
	}
}

func TestParametersAndStatesThatCannotBeAreRefused(t *testing.T) {
	good := Parameter{"x", 5, 0, 10, 1, 0.002}
	for says, spoil := range map[string]func(p *Parameter){
		"not below the maximum": func(p *Parameter) { p.Max = 0 },
		"not between":           func(p *Parameter) { p.Start = 11 },
		"above 0":               func(p *Parameter) { p.C = 0 },
		"whole":                 func(p *Parameter) { p.Min = 0.5 },
		"finite":                func(p *Parameter) { p.R = math.NaN() },
	} {
		p := good
		spoil(&p)
		if _, err := NewSPSA([]Parameter{p}, 10, 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if _, err := NewSPSA(nil, 10, 1); err == nil {
		t.Error("there is no parameter")
	}
	for name, spoil := range map[string]func(t *SPSA){
		"pairs beyond the last":  func(t *SPSA) { t.Done = 11 },
		"a pair counted twice":   func(t *SPSA) { t.Ahead = []int{3, 3} },
		"a pair that is done":    func(t *SPSA) { t.Done, t.Ahead = 4, []int{3} },
		"no value":               func(t *SPSA) { t.Theta = nil },
		"a value outside":        func(t *SPSA) { t.Theta[0] = -1 },
		"no history":             func(t *SPSA) { t.History = nil },
		"a history without them": func(t *SPSA) { t.History[0].Theta = nil },
	} {
		tuning := must.Get(NewSPSA([]Parameter{good}, 10, 1))(t)
		spoil(tuning)
		if tuning.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
