//go:build tuning

package eval

import (
	"strings"
	"testing"
)

// sumOfScores adds up what one evaluator says of some positions; their scores stay in its cache.
func sumOfScores(e *Evaluator) (sum int) {
	for _, p := range randomPositions(500, 17) {
		sum += max(1, e.Evaluate(&p)+MaxScore) * int(p.Key()>>52)
	}
	return sum
}

func TestParametersChangeScoresAndCanBeSetBack(t *testing.T) {
	e := New(Thesis)
	usual := sumOfScores(e)
	names := map[string]bool{}
	for _, p := range Parameters() {
		folded := strings.ToLower(p.Name)
		if names[folded] || p.Min < 0 || p.Min > p.Default || p.Default > p.Max || *p.value != p.Default {
			t.Errorf("%+v: %d", p, *p.value)
		}
		names[folded] = true
		p.Set(p.Min)
		low := sumOfScores(e)
		p.Set(p.Max)
		high := sumOfScores(e)
		p.Set(p.Default)
		if low == usual && high == usual {
			t.Errorf("%s changes nothing", p.Name)
		}
		if got := sumOfScores(e); got != usual {
			t.Errorf("%s: %d after it was set back, %d before", p.Name, got, usual)
		}
	}
	if len(names) < 15 {
		t.Errorf("%d parameters", len(names))
	}
}
