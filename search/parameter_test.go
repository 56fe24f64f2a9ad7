//go:build !tuning

package search

import (
	"flag"
	"math"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/twin"
)

var update = flag.Bool("update", false, "write parameter_tuning.go")

func TestTheTwinOfTheParametersIsUpToDate(t *testing.T) {
	must.Do(t, twin.Check("parameter.go", "parameter_tuning.go", *update))
}

func TestTheReleaseLetsNobodySetParameters(t *testing.T) {
	if p := Parameters(); len(p) != 0 {
		t.Errorf("%d parameters", len(p))
	}
}

func TestReductionsAreThoseOfTheFormula(t *testing.T) {
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			want := int16(1024 * (lmrBase/100. + math.Log(float64(depth))*math.Log(float64(number))/(lmrDivisor/100.)))
			if got := lmrTable[depth][number]; got != want {
				t.Fatalf("depth %d, move %d: %d, want %d", depth, number, got, want)
			}
		}
	}
}
