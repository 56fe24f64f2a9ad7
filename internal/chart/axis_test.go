package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// checkTicks fails unless the ticks of an axis are on it, distinct, and of the expected number.
func checkTicks(t *testing.T, a *plot.Axis, least, most int) {
	t.Helper()
	ticks := a.Tick.Marker.Ticks(a.Min, a.Max)
	if !(a.Min < a.Max) || len(ticks) < least || len(ticks) > most {
		t.Errorf("an axis from %v to %v has %d ticks", a.Min, a.Max, len(ticks))
	}
	seen := map[string]bool{}
	for _, tick := range ticks {
		if tick.Value < a.Min || tick.Value > a.Max || seen[tick.Label] {
			t.Errorf("an axis from %v to %v has the ticks %v", a.Min, a.Max, ticks)
		}
		seen[tick.Label] = true
	}
}

// axisOf returns an axis of the extent of numbers.
func axisOf(numbers ...float64) *plot.Axis {
	axis := &plot.New().X
	axis.Min, axis.Max = slices.Min(numbers), slices.Max(numbers)
	return axis
}

func TestTicksLieOnTheirAxis(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		magnitude := math.Pow(10, random.Float64()*12-4)
		values := []float64{magnitude * random.NormFloat64(), magnitude * random.NormFloat64()}
		axis := axisOf(values...)
		linear(axis, random.Float64()*0.1, 8, 0)
		checkTicks(t, axis, 3, 11)
		axis = axisOf(append(values, magnitude*(1+1e-3*random.Float64()))...)
		linear(axis, 0, 8, 0)
		checkTicks(t, axis, 3, 11)
		values = make([]float64, 1+random.IntN(30))
		for i := range values {
			values[i] = magnitude * math.Exp(3*random.NormFloat64())
		}
		axis = axisOf(values...)
		low, high := axis.Min, axis.Max
		logarithmic(axis, values)
		if math.Pow(10, axis.Min) > low || math.Pow(10, axis.Max) < high {
			t.Errorf("values from %v to %v on an axis from %v to %v", low, high, axis.Min, axis.Max)
		}
		checkTicks(t, axis, 1, 12)
	}
}

func TestWholeValuesHaveWholeTicks(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{2, 3}, []string{"2", "3"}},
		{[]float64{2, 3, 4}, []string{"2", "3", "4"}},
		{[]float64{2, 2.5, 2.6}, []string{"2", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6"}},
	} {
		axis := axisOf(c.values...)
		linear(axis, 0, 9, apart(c.values))
		var labels []string
		for _, tick := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
			labels = append(labels, tick.Label)
		}
		if !slices.Equal(labels, c.want) {
			t.Errorf("%v has the ticks %q", c.values, labels)
		}
	}
}

func TestALogarithmicAxisNamesItsValues(t *testing.T) {
	axis := &plot.New().X
	logarithmic(axis, []float64{16, 2, 4, 8, 2})
	ticks := axis.Tick.Marker.Ticks(axis.Min, axis.Max)
	want := []plot.Tick{{Value: 2, Label: "2"}, {Value: 4, Label: "4"}, {Value: 8, Label: "8"},
		{Value: 16, Label: "16"}}
	same := func(got, want plot.Tick) bool {
		return got.Label == want.Label && math.Abs(got.Value-math.Log10(want.Value)) < 1e-9
	}
	if !slices.EqualFunc(ticks, want, same) {
		t.Errorf("the ticks are %v", ticks)
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		x        float64
		decimals int
		want     string
	}{{0, 0, "0"}, {-0.001, 2, "0"}, {1234567.5, 1, "1,234,567.5"}, {-1000, 0, "−1,000"}, {999, 0, "999"}, {0.25, 3, "0.25"}, {2e9, 0, "2e+09"}, {1e-12, 14, "1e-12"}}
	for _, test := range tests {
		if got := number(test.x, test.decimals); got != test.want {
			t.Errorf("%v with %d digits is %q, not %q", test.x, test.decimals, got, test.want)
		}
	}
}

func TestTextsAreCutToFit(t *testing.T) {
	style := textStyle(tickSize)
	for _, text := range []string{"", "a", "mbxkcpar", "the quick brown fox", "ÄÖÜ象棋"} {
		for width := range 120 {
			got := fit(style, text, vg.Length(width))
			if got != text && got != "…" && (style.Width(got) > vg.Length(width) || []rune(got)[len([]rune(got))-1] != '…') {
				t.Errorf("%q cut to %d points is %q", text, width, got)
			}
			if got != text && style.Width(text) <= vg.Length(width) {
				t.Errorf("%q fits into %d points and is cut to %q", text, width, got)
			}
		}
	}
}
