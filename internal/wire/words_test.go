package wire

import (
	"slices"
	"testing"
)

func TestWordsAreSplitAtBlanksOutsideQuotes(t *testing.T) {
	for line, want := range map[string][]string{
		"":                          nil,
		" a  b\tc ":                 {"a", "b", "c"},
		`a="b c" d`:                 {"a=b c", "d"},
		`"a 'b' c" '"'`:             {"a 'b' c", `"`},
		`""`:                        {""},
		`C:\Programs\engine.exe -x`: {`C:\Programs\engine.exe`, "-x"},
		`"C:\My Engines\e.exe" 'è'`: {`C:\My Engines\e.exe`, "è"},
	} {
		if got, err := SplitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, error %v", line, got, err)
		}
	}
	for _, line := range []string{`"`, `a 'b" c`, `name="A`} {
		if got, err := SplitWords(line); err != errOpenQuote || got != nil {
			t.Errorf("%q: %q, error %v", line, got, err)
		}
	}
}
