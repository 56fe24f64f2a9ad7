package chart

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot"
)

// checkTicks looks at the ticks of an axis.
func checkTicks(t *testing.T, s scale, least, most int) {
	t.Helper()
	if !(s.low < s.high) || len(s.ticks) < least || len(s.ticks) > most {
		t.Errorf("an axis from %v to %v has %d ticks", s.low, s.high, len(s.ticks))
	}
	seen := map[string]bool{}
	for _, tick := range s.ticks {
		if tick.Value < s.low || tick.Value > s.high || seen[tick.Label] {
			t.Errorf("an axis from %v to %v has the ticks %v", s.low, s.high, s.ticks)
		}
		seen[tick.Label] = true
	}
}

func TestTicksLieOnTheirAxis(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		magnitude := math.Pow(10, random.Float64()*12-4)
		var s span
		s.include(magnitude*random.NormFloat64(), magnitude*random.NormFloat64())
		checkTicks(t, s.linear("", random.Float64()*0.1, 8), 3, 11)
		s.include(magnitude * (1 + 1e-3*random.Float64()))
		checkTicks(t, s.linear("", 0, 8), 3, 11)
		values := make([]float64, 1+random.IntN(30))
		for i := range values {
			values[i] = magnitude * math.Exp(3*random.NormFloat64())
		}
		s = span{}
		s.include(values...)
		axis := logarithmic("", values, 0.085)
		if math.Pow(10, axis.low) > s.low || math.Pow(10, axis.high) < s.high {
			t.Errorf("values from %v to %v on an axis from %v to %v", s.low, s.high, axis.low, axis.high)
		}
		if len(values) <= fewValues {
			checkTicks(t, axis, 1, 12)
		}
	}
}

func TestALogarithmicAxisNamesItsFewValues(t *testing.T) {
	axis := logarithmic("", []float64{16, 2, 4, 8, 2, math.NaN(), -1, 0}, 0.085)
	want := []plot.Tick{{Value: 2, Label: "2"}, {Value: 4, Label: "4"}, {Value: 8, Label: "8"}, {Value: 16, Label: "16"}}
	if len(axis.ticks) != len(want) {
		t.Fatalf("the ticks are %v", axis.ticks)
	}
	for i := range want {
		if axis.ticks[i].Label != want[i].Label || math.Abs(axis.ticks[i].Value-math.Log10(want[i].Value)) > 1e-9 {
			t.Errorf("tick %d is %v", i, axis.ticks[i])
		}
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
	style := textStyle(tickSize, black)
	for _, text := range []string{"", "a", "mbxkcpar", "the quick brown fox", "ÄÖÜ象棋"} {
		for width := range 120 {
			got := fit(style, text, points(float64(width)))
			if got != text && got != "…" && (style.Width(got) > points(float64(width)) || []rune(got)[len([]rune(got))-1] != '…') {
				t.Errorf("%q cut to %d points is %q", text, width, got)
			}
			if got != text && style.Width(text) <= points(float64(width)) {
				t.Errorf("%q fits into %d points and is cut to %q", text, width, got)
			}
		}
	}
}
