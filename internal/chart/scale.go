package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// scale is the extent of an axis and what stands at it.
type scale struct {
	label     string
	low, high float64 // low < high
	ticks     []plot.Tick
}

// span is the extent of numbers that were met.
type span struct {
	low, high float64
	any       bool
}

// include widens the extent.
func (s *span) include(numbers ...float64) {
	for _, x := range numbers {
		switch {
		case !drawable(x):
		case !s.any:
			s.low, s.high, s.any = x, x, true
		default:
			s.low, s.high = min(s.low, x), max(s.high, x)
		}
	}
}

// linear returns a scale of the extent, wider by a share of itself at both ends, with about
// so many ticks at most.
func (s span) linear(label string, margin float64, ticks int) scale {
	low, high := s.low, s.high
	if !s.any {
		low, high = 0, 1
	}
	if least := 1e-6 * max(math.Abs(low), math.Abs(high), 1e-3); high-low < least {
		low, high = low-max(1, least), high+max(1, least)
	}
	wider := margin * (high - low)
	if low != 0 || high < 0 { // an axis that begins with zero goes on doing so
		low -= wider
	}
	if high != 0 {
		high += wider
	}
	axis := scale{label: label, low: low, high: high}
	step := stepOf(high-low, ticks)
	decimals := int(max(0, math.Ceil(-math.Log10(step)-1e-9)))
	for k := math.Ceil(low/step - 1e-9); k <= math.Floor(high/step+1e-9); k++ {
		value := min(max(k*step, low), high)
		axis.ticks = append(axis.ticks, plot.Tick{Value: value, Label: number(k*step, decimals)})
	}
	return axis
}

// stepOf returns the distance of ticks: 1, 2 or 5 times a power of ten, so that there are at
// most so many, and one more.
func stepOf(extent float64, ticks int) float64 {
	raw := extent / float64(ticks)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= raw {
			return factor * power
		}
	}
	return 10 * power
}

// loggable says whether a number has a place on a logarithmic axis.
func loggable(x float64) bool { return x >= 1/bound && x <= bound }

// fewValues is how many values a logarithmic axis names each.
const fewValues = 12

// logarithmic returns a scale of the decimal logarithms of positive values, with ticks at these
// if they are few, else at 1, 2 and 5 times the powers of ten; labels are at least so far
// apart, as a share of the axis.
func logarithmic(label string, values []float64, apart float64) scale {
	values = slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return !loggable(x) })
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) == 0 {
		values = []float64{1, 10}
	}
	low, high := values[0], values[len(values)-1]
	wider := max(0.03*math.Log10(high/low), 0.02)
	axis := scale{label: label, low: math.Log10(low) - wider, high: math.Log10(high) + wider}
	if len(values) > fewValues {
		values = values[:0]
		for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
			values = append(values, power, 2*power, 5*power)
		}
	}
	last := math.Inf(-1)
	for _, x := range values {
		at := math.Log10(x)
		if at >= axis.low && at <= axis.high && at-last >= apart*(axis.high-axis.low) {
			last = at
			axis.ticks = append(axis.ticks, plot.Tick{Value: at, Label: number(x, int(max(0, 2-math.Floor(at))))})
		}
	}
	return axis
}
