package notation

import "testing"

func TestPrintableTakesTheSecretsOfTerminalsAway(t *testing.T) {
	for text, want := range map[string]string{
		"Čeština, 1. e4!":  "Čeština, 1. e4!",
		"\x1b[2Jgone\t\n":  " [2Jgone  ",
		"\x7f\u0085\u009b": "   ",
		"caf\xe9":          "caf?",
		"":                 "",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
