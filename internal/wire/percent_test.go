package wire

import "testing"

func TestSharesAreNeverNothing(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 5, "0%"}, {1, 1, "100%"}, {1, 3, "33%"}, {1, 100, "1.0%"}, {1, 1000, "0.1%"}, {1, 65535, "<0.1%"}, {9, 100, "9.0%"}, {999, 10000, "10%"}, {994, 10000, "9.9%"}} {
		if got := Percent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}
