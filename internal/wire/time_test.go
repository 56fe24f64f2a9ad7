package wire

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestTimesAreSecondsOrHaveAUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{"1": time.Second, "3": 3 * time.Second, "1.5": 1500 * time.Millisecond,
		"500ms": 500 * time.Millisecond, "2m": 2 * time.Minute, "1h30m": 90 * time.Minute, "2m30s": 150 * time.Second, ".5": 500 * time.Millisecond,
		"5.": 5 * time.Second, "0": 0, "0s": 0, "1e-3": time.Millisecond, "1000h": maxTime, "3600000": maxTime, "0.0000000014": 1} {
		if got, err := ParseSeconds(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", "x", "-1", "-1s", "1 s", "NaN", "Inf", "1e300", "-1e300", "soon", "1.2.3", "5min", "+x", "0x10", "1_0",
		"1000h1s", "3600001", strings.Repeat("9", 400), "999999999h"} {
		if got, err := ParseSeconds(text); err == nil || !strings.Contains(err.Error(), "must be") {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

func TestTimesThatAreWrittenAreRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		want := time.Duration(r.Int64N(int64(maxTime))) >> r.IntN(50)
		for _, text := range []string{FormatSeconds(want), want.String()} {
			if got, err := ParseSeconds(text); err != nil || got != want {
				t.Fatalf("%v, written %s, is read as %v, %v", want, text, got, err)
			}
		}
	}
}
