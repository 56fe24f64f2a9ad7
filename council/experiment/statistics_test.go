package experiment

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMcNemarByCounting counts all possible outcomes of the positions.
func TestMcNemarByCounting(t *testing.T) {
	for gained := range 7 {
		for lost := range 7 {
			n := gained + lost
			extreme := 0
			for ways := range 1 << n {
				ones := 0
				for bit := range n {
					ones += ways >> bit & 1
				}
				if 2*ones-n >= max(gained-lost, lost-gained) || n-2*ones >= max(gained-lost, lost-gained) {
					extreme++
				}
			}
			want := float64(extreme) / float64(int(1)<<n)
			if got := (Difference{Gained: gained, Lost: lost}).P(); math.Abs(got-want) > 1e-9 {
				t.Errorf("%d gained, %d lost: %f, not %f", gained, lost, got, want)
			}
		}
	}
}

// TestHolmIsTheClosedTest tests every set of comparisons by Bonferroni: one is significant if all sets that
// contain it are.
func TestHolmIsTheClosedTest(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 2))
	for range 200 {
		p := make([]float64, random.IntN(9))
		for i := range p {
			p[i] = math.Round(random.Float64()*random.Float64()*100) / 100 // some are equal
		}
		want := make([]float64, len(p))
		for set := range 1 << len(p) {
			least, size := 1.0, 0.0
			for i := range p {
				if set>>i&1 != 0 {
					least, size = min(least, p[i]), size+1
				}
			}
			for i := range p {
				if set>>i&1 != 0 {
					want[i] = max(want[i], min(least*size, 1))
				}
			}
		}
		for i, got := range Holm(p) {
			if math.Abs(got-want[i]) > 1e-12 {
				t.Fatalf("%v: the corrected probability %d is %v, not %v", p, i, got, want[i])
			}
		}
	}
}

// TestBoundsHoldInNinetyFiveOfAHundredCases draws suites at random.
func TestBoundsHoldInNinetyFiveOfAHundredCases(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 1))
	const cases, n = 4000, 200
	for _, share := range []float64{0.05, 0.3, 0.5} {
		within, margins := 0, 0
		for range cases {
			solved := 0
			var d Difference
			d.Positions = n
			for range n {
				one, two := random.Float64() < share, random.Float64() < share
				if one {
					solved++
				}
				switch {
				case one && !two:
					d.Gained++
				case two && !one:
					d.Lost++
				}
			}
			if low, high := Bounds(solved, n); low <= share*n && share*n <= high {
				within++
			}
			if math.Abs(float64(d.Net())) <= d.Margin() {
				margins++
			}
		}
		for _, k := range []int{within, margins} {
			if got := float64(k) / cases; got < 0.93 || got > 0.975 {
				t.Errorf("share %g: in %.3f of the cases", share, got)
			}
		}
	}
	if low, high := Bounds(0, 10); low != 0 || high < 2 || high > 3 {
		t.Errorf("none of ten: %f to %f", low, high)
	}
	if low, high := Bounds(0, 0); low != 0 || high != 0 {
		t.Errorf("nothing: %f to %f", low, high)
	}
}

func TestADifferenceIsPaired(t *testing.T) {
	d := Compare([]Verdict{Best, Best, Other, Worst, Best}, []Verdict{Best, Worst, Best, Other, Other})
	if d != (Difference{2, 1, 5}) || d.Net() != 1 {
		t.Errorf("%+v", d)
	}
	if sum := d.Plus(Difference{1, 4, 7}); sum != (Difference{3, 5, 12}) {
		t.Errorf("%+v", sum)
	}
	if (Difference{}).Margin() != 0 || (Difference{}).P() != 1 {
		t.Error("nothing differs from nothing")
	}
}

func TestTheJSONOfCountsHasTheirBounds(t *testing.T) {
	for value, want := range map[any]string{
		Count{4, 1, 2}:      `{"best":4,"worst":1,"other":2,"low":1.75,"high":5.89}`,
		Difference{3, 1, 9}: `{"gained":3,"lost":1,"net":2,"margin":3.7,"p":0.625}`,
		Rounded(2.345678):   `2.35`,
	} {
		if text, err := json.Marshal(value); err != nil || string(text) != want {
			t.Errorf("%+v is %s, not %s, %v", value, text, want, err)
		}
	}
}
