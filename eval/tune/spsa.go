package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Exponents of the gains, and the share of all pairs that damps the first steps. They are Spall's.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// DefaultRate is the usual learning rate of a parameter.
const DefaultRate = 0.002

// Parameter is a number that is tuned. Values that are played are whole.
type Parameter struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Min   float64 `json:"min"` // whole
	Max   float64 `json:"max"` // whole, above Min
	C     float64 `json:"c"`   // the perturbation in the last pair; it begins at C times Pairs to the power gamma
	R     float64 `json:"r"`   // the learning rate: in the last pair a game won moves the value by R times C
}

// Check returns an error if the numbers contradict each other.
func (p *Parameter) Check() error {
	for _, x := range []float64{p.Start, p.Min, p.Max, p.C, p.R} {
		if math.IsNaN(x) || math.Abs(x) > 1e15 {
			return fmt.Errorf("%s: numbers must be finite, up to 1e15", p.Name)
		}
	}
	switch {
	case p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max):
		return fmt.Errorf("%s: the bounds must be whole numbers", p.Name)
	case p.Min >= p.Max:
		return fmt.Errorf("%s: the minimum %g is not below the maximum %g", p.Name, p.Min, p.Max)
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("%s: the start %g is not between %g and %g", p.Name, p.Start, p.Min, p.Max)
	case p.C <= 0 || p.R <= 0:
		return fmt.Errorf("%s: perturbation and learning rate must be above 0", p.Name)
	}
	return nil
}

// clamp returns the nearest value within the bounds.
func (p *Parameter) clamp(x float64) float64 { return min(max(x, p.Min), p.Max) }

// SPSA is the state of a tuning of numbers by simultaneous perturbation (J. C. Spall, "Implementation of the
// simultaneous perturbation algorithm for stochastic optimization", 1998), with the gains that Fishtest uses. A tuning
// is resumed from its JSON. The caller plays the pairs of games. It is not safe for concurrent use.
//
// In each pair every parameter moves by ±c at once, by signs drawn at random, and the player with theta+c meets the
// one with theta-c. The result moves theta towards the winner. A pair's signs depend on the seed and its number alone.
type SPSA struct {
	Parameters []Parameter `json:"parameters"`
	Pairs      int         `json:"pairs"` // to be played in all
	Seed       uint64      `json:"seed"`
	Theta      []float64   `json:"theta"` // the values now, by parameter
	Done       int         `json:"done"`  // all pairs below this number are counted
	Ahead      []int       `json:"ahead"` // pairs counted beyond it
	History    []Point     `json:"history"`

	next int // the lowest pair that may not have begun yet
}

// Point is the values after some pairs.
type Point struct {
	Pairs int       `json:"pairs"` // counted
	Theta []float64 `json:"theta"`
}

// historyPoints is about how many points a history has in the end.
const historyPoints = 200

// NewSPSA returns a tuning before its first pair.
func NewSPSA(parameters []Parameter, pairs int, seed uint64) (*SPSA, error) {
	t := &SPSA{Parameters: parameters, Pairs: pairs, Seed: seed, Ahead: []int{}}
	for i := range parameters {
		t.Theta = append(t.Theta, parameters[i].Start)
	}
	t.note()
	return t, t.Check()
}

// Check returns an error if the state, which may come from a file, contradicts itself.
func (t *SPSA) Check() error {
	if len(t.Parameters) == 0 || t.Pairs < 1 {
		return errors.New("there must be at least one parameter and one pair")
	}
	for i := range t.Parameters {
		if err := t.Parameters[i].Check(); err != nil {
			return err
		}
	}
	if t.Done < 0 || t.Counted() > t.Pairs {
		return errors.New("more pairs are counted than there are")
	}
	for i, n := range t.Ahead {
		if n <= t.Done || n >= t.Pairs || slices.Contains(t.Ahead[:i], n) {
			return fmt.Errorf("pair %d must not be counted", n)
		}
	}
	if len(t.History) == 0 {
		return errors.New("there is no history")
	}
	for _, point := range append(t.History, Point{Theta: t.Theta}) {
		if len(point.Theta) != len(t.Parameters) {
			return errors.New("there is not a value for each parameter")
		}
		for i, x := range point.Theta {
			if p := &t.Parameters[i]; !(x >= p.Min && x <= p.Max) {
				return fmt.Errorf("%s: the value %g is not between %g and %g", p.Name, x, p.Min, p.Max)
			}
		}
	}
	return nil
}

// Counted returns the number of pairs that are counted.
func (t *SPSA) Counted() int { return t.Done + len(t.Ahead) }

// isCounted reports whether a pair is counted.
func (t *SPSA) isCounted(pair int) bool { return pair < t.Done || slices.Contains(t.Ahead, pair) }

// Trial is a pair to play: the values of both players, by parameter.
type Trial struct {
	Pair        int // from 0
	Plus, Minus []int

	steps []float64 // by which each parameter moves for a game that Plus wins
}

// Next begins the next pair, from the values now. Without one, all have begun since New or since the state was read.
func (t *SPSA) Next() (trial Trial, ok bool) {
	for t.next = max(t.next, t.Done); t.isCounted(t.next); t.next++ {
	}
	if t.next >= t.Pairs {
		return trial, false
	}
	trial.Pair = t.next
	t.next++
	random := rand.New(rand.NewPCG(t.Seed, uint64(trial.Pair)))
	for i := range t.Parameters {
		p := &t.Parameters[i]
		perturbation, step := p.gains(trial.Pair, t.Pairs)
		if random.Uint64()&1 == 1 {
			perturbation, step = -perturbation, -step
		}
		// Rounding is stochastic, so that perturbations below a half have an effect, too. Both sides share the number
		// drawn: it does not add noise to their difference.
		drawn := random.Float64()
		round := func(x float64) int { return int(p.clamp(math.Floor(p.clamp(x) + drawn))) }
		trial.Plus = append(trial.Plus, round(t.Theta[i]+perturbation))
		trial.Minus = append(trial.Minus, round(t.Theta[i]-perturbation))
		trial.steps = append(trial.steps, step)
	}
	return trial, true
}

// gains returns the perturbation in a pair of so many, and the step for a game won.
func (p *Parameter) gains(pair, pairs int) (perturbation, step float64) {
	k, all := float64(pair+1), float64(pairs)
	perturbation = p.C * math.Pow(all/k, gamma)
	gain := p.R * p.C * p.C * math.Pow((stability*all+all)/(stability*all+k), alpha)
	return perturbation, gain / perturbation
}

// Count moves the values by the result of a trial: the games that Plus won, less those that it lost. Trials may be
// counted in any order. A pair that is counted already changes nothing.
func (t *SPSA) Count(trial Trial, result int) {
	if t.isCounted(trial.Pair) {
		return
	}
	for i := range t.Theta {
		t.Theta[i] = t.Parameters[i].clamp(t.Theta[i] + trial.steps[i]*float64(result))
	}
	t.Ahead = append(t.Ahead, trial.Pair)
	for i := slices.Index(t.Ahead, t.Done); i >= 0; i = slices.Index(t.Ahead, t.Done) {
		t.Ahead = slices.Delete(t.Ahead, i, i+1)
		t.Done++
	}
	if t.Counted()%max(t.Pairs/historyPoints, 1) == 0 || t.Counted() == t.Pairs {
		t.note()
	}
}

// note adds the values now to the history.
func (t *SPSA) note() { t.History = append(t.History, Point{t.Counted(), slices.Clone(t.Theta)}) }

// Values returns the values now, rounded to the nearest whole numbers.
func (t *SPSA) Values() (values []int) {
	for _, x := range t.Theta {
		values = append(values, int(math.Round(x)))
	}
	return values
}
