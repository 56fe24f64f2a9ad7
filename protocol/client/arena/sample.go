package arena

import (
	"fmt"
	"math"
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
	if variance > 0 {
		reach = student95(count-1) * math.Sqrt(variance/float64(count-1))
	}
	return Interval{scoreToElo(mean), scoreToElo(mean - reach), scoreToElo(mean + reach)}
}

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
