//go:build !tuning

package eval

import (
	"flag"
	"testing"

	"alfiere/internal/testing/twin"
)

var update = flag.Bool("update", false, "write parameter_tuning.go")

func TestTheTwinOfTheParametersIsUpToDate(t *testing.T) {
	if err := twin.Check("parameter.go", "parameter_tuning.go", *update); err != nil {
		t.Error(err)
	}
}
