package wire_test

import (
	"testing"

	"alfiere/internal/wire"
)

func TestAFlagIsSetOrChanged(t *testing.T) {
	for _, test := range []struct {
		word        string
		now, on, ok bool
	}{
		{"", false, true, true}, {"", true, false, true}, {"on", false, true, true}, {"on", true, true, true},
		{"off", false, false, true}, {"off", true, false, true}, {"perhaps", true, true, false},
		{"perhaps", false, false, false}, {"ON", false, false, false},
	} {
		if on, ok := wire.ParseFlag(test.word, test.now); on != test.on || ok != test.ok {
			t.Errorf("%q when it is %v: %v, %v", test.word, test.now, on, ok)
		}
	}
	for _, on := range []bool{false, true} {
		if got, ok := wire.ParseFlag(wire.OnOff(on), !on); got != on || !ok {
			t.Errorf("%q is read as %v", wire.OnOff(on), got)
		}
	}
}
