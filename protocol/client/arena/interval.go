package arena

import (
	"fmt"
	"math"
)

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

// student95 returns how many standard deviations Student's 95 % interval reaches to each side, with an
// error below 0.0005. For more than four degrees of freedom it is the expansion of Abramowitz and
// Stegun, 26.7.5.
func student95(freedom int) float64 {
	if exact := [...]float64{math.NaN(), 12.7062, 4.3027, 3.1824, 2.7764}; freedom < len(exact) {
		return exact[max(freedom, 0)]
	}
	const x, xx = z95, z95 * z95
	n := float64(freedom)
	return x * (1 + (xx+1)/(4*n) + ((5*xx+16)*xx+3)/(96*n*n) + (((3*xx+19)*xx+17)*xx-15)/(384*n*n*n) +
		((((79*xx+776)*xx+1482)*xx-1920)*xx-945)/(92160*n*n*n*n))
}
