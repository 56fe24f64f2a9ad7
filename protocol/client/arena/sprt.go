package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"alfiere/internal/message"
)

// SPRT is a sequential probability ratio test between two hypotheses about the difference of strength: Elo0 and Elo1.
// It uses the generalised likelihood ratio of the multinomial distribution (Van den Bergh, "Comparing the
// approximations for the generalized log likelihood ratio of a multinomial distribution" and "Comments on normalized
// Elo", 2020).
type SPRT struct {
	Elo0, Elo1  float64 // normalised Elo, unless Logistic
	Alpha, Beta float64 // chances to accept Elo1 though Elo0 is true, and the reverse
	Logistic    bool
}

// String returns the hypotheses, such as "normalised Elo [0, 3]".
func (t *SPRT) String() string {
	kind := "normalised"
	if t.Logistic {
		kind = "logistic"
	}
	return fmt.Sprintf("%s Elo [%g, %g]", kind, t.Elo0, t.Elo1)
}

// errSPRT is wrapped by the error for an invalid test.
var errSPRT = errors.New("invalid test")

// Validate returns an error that wraps errSPRT unless the test is valid.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.IsInf(t.Elo1-t.Elo0, 0):
		return message.Errorf("%w: elo0 must be less than elo1, not %v and %v", errSPRT, t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return message.Errorf("%w: alpha and beta must be above 0 and their sum below 1, not %v and %v",
			errSPRT, t.Alpha, t.Beta)
	}
	return nil
}

// verdict is the outcome of a test.
type verdict uint8

// The verdicts.
const (
	Undecided verdict = iota
	AcceptElo0
	AcceptElo1
)

// Bounds returns the log-likelihood ratios at which Elo0 and Elo1 are accepted (Wald).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Judge returns the verdict about a sample.
func (t SPRT) Judge(s Sample) verdict {
	lower, upper := t.Bounds()
	switch ratio := t.LogLikelihoodRatio(s); {
	case ratio <= lower:
		return AcceptElo0
	case ratio >= upper:
		return AcceptElo1
	}
	return Undecided
}

// unseen is the count of a score that has not occurred, so that no logarithm is infinite.
const unseen = 1e-3

// LogLikelihoodRatio returns the logarithm of the likelihood ratio of Elo1 to Elo0 for the sample;
// it is 0 for an empty sample.
func (t SPRT) LogLikelihoodRatio(s Sample) float64 {
	if s.Count() == 0 {
		return 0
	}
	scores, seen := make([]float64, len(s)), make([]float64, len(s))
	total := 0.0
	for i, n := range s {
		scores[i] = float64(i) / float64(len(s)-1)
		seen[i] = max(float64(n), unseen)
		total += seen[i]
	}
	for i := range seen {
		seen[i] /= total
	}
	var likely [2][]float64
	for i, elo := range [2]float64{t.Elo0, t.Elo1} {
		if t.Logistic {
			likely[i] = withMean(eloToScore(elo), scores, seen)
		} else {
			likely[i] = withDeviations(elo/perDeviation*math.Sqrt(s.gamesEach()), scores, seen)
		}
	}
	ratio := 0.0
	for i := range seen {
		ratio += seen[i] * math.Log(likely[1][i]/likely[0][i])
	}
	return total * ratio
}

// withMean returns the distribution of the given mean with the greatest likelihood of the observations.
func withMean(mean float64, scores, seen []float64) []float64 {
	moments := make([]float64, len(scores))
	for i, score := range scores {
		moments[i] = score - mean
	}
	return withoutMoment(moments, seen)
}

// maxSteps bounds the steps of withDeviations, which takes some five.
const maxSteps = 50

// withDeviations returns the distribution with the greatest likelihood of the observations among
// those whose mean is the given number of standard deviations above one half. The condition is
// linearised around the previous distribution, starting from the uniform one.
func withDeviations(deviations float64, scores, seen []float64) []float64 {
	likely := make([]float64, len(scores))
	for i := range likely {
		likely[i] = 1 / float64(len(likely))
	}
	moments := make([]float64, len(scores))
	for range maxSteps {
		mean, variance := 0.0, 0.0
		for i, p := range likely {
			mean += p * scores[i]
		}
		for i, p := range likely {
			variance += p * (scores[i] - mean) * (scores[i] - mean)
		}
		for i, score := range scores {
			d := score - mean
			moments[i] = score - 0.5 - deviations/2*(math.Sqrt(variance)+d*d/math.Sqrt(variance))
		}
		next := withoutMoment(moments, seen)
		change := 0.0
		for i := range next {
			change = max(change, math.Abs(next[i]-likely[i]))
		}
		likely = next
		if change < 1e-9 {
			break
		}
	}
	return likely
}

// withoutMoment returns the distribution with mean 0 of moments and the greatest likelihood of the
// observations: seen[i] / (1 + x·moments[i]) with the unique x that fulfils this. There is none if
// all moments have the same sign; then it returns seen itself.
func withoutMoment(moments, seen []float64) []float64 {
	least, most := slices.Min(moments), slices.Max(moments)
	if least >= 0 || most <= 0 {
		return seen
	}
	low, high := -1/most, -1/least
	x := 0.0
	for middle := low + (high-low)/2; middle > low && middle < high; middle = low + (high-low)/2 {
		x = middle
		sum := 0.0
		for i, m := range moments {
			sum += seen[i] * m / (1 + x*m)
		}
		if sum > 0 { // the sum decreases as x grows
			low = x
		} else {
			high = x
		}
	}
	likely := make([]float64, len(seen))
	for i, m := range moments {
		likely[i] = seen[i] / (1 + x*m)
	}
	return likely
}
