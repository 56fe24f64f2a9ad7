//go:build !tuning

package eval

import (
	"flag"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/twin"
)

var update = flag.Bool("update", false, "write parameter_tuning.go")

func TestTheTwinOfTheParametersIsUpToDate(t *testing.T) {
	must.Do(t, twin.Check("parameter.go", "parameter_tuning.go", *update))
}
