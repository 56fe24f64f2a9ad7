package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// linear widens an axis by a share of its extent at both ends, except at an end that is zero, and gives it ticks,
// usually at most the number given, and at least a distance apart. An axis without data goes from 0 to 1.
func linear(a *plot.Axis, margin float64, ticks int, apart float64) {
	if a.Min > a.Max {
		a.Min, a.Max = 0, 1
	}
	if least := 1e-6 * max(math.Abs(a.Min), math.Abs(a.Max), 1e-3); a.Max-a.Min < least {
		a.Min, a.Max = a.Min-max(1, least), a.Max+max(1, least)
	}
	wider := margin * (a.Max - a.Min)
	if a.Min != 0 {
		a.Min -= wider
	}
	if a.Max != 0 {
		a.Max += wider
	}
	step := max(apart, stepOf(a.Max-a.Min, ticks))
	decimals := int(max(0, math.Ceil(-math.Log10(step)-1e-9)))
	var marks plot.ConstantTicks
	for k := math.Ceil(a.Min/step - 1e-9); k <= math.Floor(a.Max/step+1e-9); k++ {
		value := min(max(k*step, a.Min), a.Max)
		marks = append(marks, plot.Tick{Value: value, Label: number(k*step, decimals)})
	}
	a.Tick.Marker = marks
}

// nominal returns ticks at 0, 1, 2…, and writes the name of every n-th one.
func nominal(names []string, room vg.Length, n int) (ticks plot.ConstantTicks) {
	for i := 0; i < len(names); i += n {
		if name := fit(textStyle(tickSize), names[i], room); name != "" {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		}
	}
	return ticks
}

// stepOf returns the distance of ticks, which is 1, 2 or 5 times a power of ten. An axis of the
// extent then has at most the number of ticks given, and one more.
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

// labelsApart is the least distance of labels on a logarithmic axis, as a share of its length.
const labelsApart = 0.085

// logarithmic makes an axis of the decimal logarithms of positive values, with ticks at these as far as there is room.
// (The logarithmic scale of the library reserves room for the label of the axis in the wrong place.)
func logarithmic(a *plot.Axis, values []float64) {
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) == 0 {
		values = []float64{1, 10}
	}
	low, high := values[0], values[len(values)-1]
	wider := max(0.03*math.Log10(high/low), 0.02)
	a.Min, a.Max = math.Log10(low)-wider, math.Log10(high)+wider
	var marks plot.ConstantTicks
	last := math.Inf(-1)
	for _, x := range values {
		at := math.Log10(x)
		if at >= a.Min && at <= a.Max && at-last >= labelsApart*(a.Max-a.Min) {
			last = at
			marks = append(marks, plot.Tick{Value: at, Label: number(x, int(max(0, 2-math.Floor(at))))})
		}
	}
	a.Tick.Marker = marks
}
