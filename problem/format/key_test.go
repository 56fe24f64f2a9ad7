package format

import (
	"strings"
	"testing"

	"alfiere/problem"
	"alfiere/problem/text"
)

// TestTheIntendedKeyHasThemesDespiteCooks names a key of a cooked problem, none, and a move that does not solve.
func TestTheIntendedKeyHasThemesDespiteCooks(t *testing.T) {
	const cooked = "8/8/B5b1/8/3N4/7r/p7/k1K2Q1n w - - 0 1"
	tests := []struct {
		key    string
		themes bool
		fault  string
	}{
		{"", false, ""},
		{"Bd3", true, ""},
		{"a6d3", true, ""},
		{"Bc8", false, "the intended key Bc8 does not solve"},
		{"Bd9", false, "intended key"},
	}
	for _, test := range tests {
		s := Solver{Key: test.key, Problem: problem.Options{Moves: 2}, Text: text.Options{Compact: true, Themes: true}}
		a := s.Solve(t.Context(), cooked)
		if got := strings.Contains(string(a.Text), "Novotny"); got != test.themes {
			t.Errorf("%q: themes %t: %s", test.key, got, a.Text)
		}
		if (a.Fault != nil) != (test.fault != "") || a.Fault != nil && !strings.Contains(a.Fault.Error(), test.fault) {
			t.Errorf("%q: %v", test.key, a.Fault)
		}
	}
}
