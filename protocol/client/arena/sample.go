package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"alfiere/internal/message"
)

// Sample counts results by their score, in equal steps from 0 to 1: losses, draws and wins of single games, or pairs of
// games by the five scores that two games can have. Pairs are better: the two games of an opening are not independent.
type Sample []int

// z95 is the width, in standard deviations, of a confidence interval of 95 %.
const z95 = 1.959963984540054

// Count returns the number of results.
func (s Sample) Count() (count int) {
	for _, n := range s {
		count += n
	}
	return count
}

// moments returns the mean and the variance of the score.
func (s Sample) moments() (mean, variance float64) {
	count, last := float64(s.Count()), float64(len(s)-1)
	for i, n := range s {
		mean += float64(n) * float64(i) / last
	}
	mean /= count
	for i, n := range s {
		deviation := float64(i)/last - mean
		variance += float64(n) * deviation * deviation
	}
	return mean, variance / count
}

// Elo estimates the difference in the usual, logistic Elo.
func (s Sample) Elo() Interval {
	mean, variance := s.moments()
	return eloOf(mean, variance, s.Count())
}

// EloOfScores estimates the difference from scores of any value from 0 to 1, each that of a game or of a pair of games.
func EloOfScores(scores []float64) Interval {
	count, mean, variance := float64(len(scores)), 0.0, 0.0
	for _, score := range scores {
		mean += score / count
	}
	for _, score := range scores {
		variance += (score - mean) * (score - mean) / count
	}
	return eloOf(mean, variance, len(scores))
}

// scoreToElo returns the difference at which score is expected; it is infinite where score is not within 0 and 1.
func scoreToElo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// eloToScore is the inverse of scoreToElo.
func eloToScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// perDeviation is the normalised Elo of a mean score that is one standard deviation of a game above one half.
var perDeviation = 800 / math.Ln10

// gamesEach returns the number of games in each result of the sample.
func (s Sample) gamesEach() float64 { return float64(len(s)-1) / 2 }

// NormalisedElo estimates the difference in normalised Elo, which measures how many
// games it takes to prove the difference (Van den Bergh, "Normalized Elo", 2020).
func (s Sample) NormalisedElo() Interval {
	mean, variance := s.moments()
	unit := perDeviation / math.Sqrt(s.gamesEach()*variance)
	difference, reach := (mean-0.5)*unit, z95*math.Sqrt(variance/float64(s.Count()))*unit
	return Interval{difference, difference - reach, difference + reach}
}

// Superiority returns the likelihood, from 0 to 1, that the first player is the stronger one.
func (s Sample) Superiority() float64 {
	mean, variance := s.moments()
	if deviation := math.Sqrt(variance / float64(s.Count())); deviation > 0 {
		return math.Erfc((0.5-mean)/deviation/math.Sqrt2) / 2
	}
	switch {
	case mean > 0.5:
		return 1
	case mean < 0.5:
		return 0
	}
	return 0.5
}

// Interval is an estimated difference of strength in Elo with the bounds of its 95 % confidence
// interval. A value is infinite if the results set no limit, or NaN if they show nothing.
type Interval struct{ Difference, Low, High float64 }

// evenReach is how far, in Elo, the two sides of an interval may differ to be written as one.
const evenReach = 1

// Text returns the difference with its interval: +12 ± 30, or +215 [+91, +428] if the sides differ by
// more than an Elo, or +12 ± ? without one. digits is the number of decimals.
func (i Interval) Text(digits int) string {
	below, above := i.Difference-i.Low, i.High-i.Difference
	text := numberText("%+.*f", digits, i.Difference)
	if half := (below + above) / 2; math.IsNaN(half) || math.Abs(above-below) <= evenReach {
		return text + " ± " + numberText("%.*f", digits, half)
	}
	return fmt.Sprintf("%s [%s, %s]", text, numberText("%+.*f", digits, i.Low), numberText("%+.*f", digits, i.High))
}

// numberText formats a number that may be NaN or infinite; the format takes the decimals, too.
func numberText(format string, digits int, number float64) string {
	switch {
	case math.IsNaN(number):
		return "?"
	case math.IsInf(number, 1):
		return "∞"
	case math.IsInf(number, -1):
		return "-∞"
	}
	return fmt.Sprintf(format, digits, number)
}

// eloOf returns the interval for count results with a mean score and the variance about it: Student's
// for the mean score, then converted to Elo. Elo grows faster than the score towards 0 and 1, so the
// interval is lopsided there. (A bootstrap over pairs agrees for many pairs, but is too narrow for
// few, and is not the same twice.) Results that are all equal do not show how much they scatter.
func eloOf(mean, variance float64, count int) Interval {
	reach := math.NaN()
	if variance > noScatter {
		reach = student95(count-1) * math.Sqrt(variance/float64(count-1))
	}
	return Interval{scoreToElo(mean), scoreToElo(mean - reach), scoreToElo(mean + reach)}
}

// noScatter is the largest variance of results that differ only by rounding.
const noScatter = 1e-12

// student95 returns how many standard deviations Student's 95 % interval reaches to each side, with an error below
// 0.0005. For more than four degrees of freedom it is the expansion of Abramowitz and Stegun, 26.7.5.
func student95(freedom int) float64 {
	if exact := [...]float64{math.NaN(), 12.7062, 4.3027, 3.1824, 2.7764}; freedom < len(exact) {
		return exact[max(freedom, 0)]
	}
	const x, xx = z95, z95 * z95
	n := float64(freedom)
	return x * (1 + (xx+1)/(4*n) + ((5*xx+16)*xx+3)/(96*n*n) + (((3*xx+19)*xx+17)*xx-15)/(384*n*n*n) +
		((((79*xx+776)*xx+1482)*xx-1920)*xx-945)/(92160*n*n*n*n))
}

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
