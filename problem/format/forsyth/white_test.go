package forsyth

import "testing"

func TestWhiteMayMateWhateverTheFieldsSay(t *testing.T) {
	for line, want := range map[string]string{
		"8/8/8/8/8/8/8/8 b - - 0 1":     "8/8/8/8/8/8/8/8 w - - 0 1",
		"8/8/8/8/8/8/8/8 b KQ e3 dm 2;": "8/8/8/8/8/8/8/8 w KQ -  dm 2;",
		"8/8/8/8/8/8/8/8 b - -":         "8/8/8/8/8/8/8/8 w - -",
		"8/8/8/8/8/8/8/8 b - e3":        "8/8/8/8/8/8/8/8 w - - ",
		"8/8/8/8/8/8/8/8 b -":           "8/8/8/8/8/8/8/8 b -",
		"8/8/8/8/8/8/8/8 w - e6 0 1":    "8/8/8/8/8/8/8/8 w - e6 0 1",
		"# b comes b d":                 "# b comes b d",
		"b b":                           "b b",
		"":                              "",
	} {
		got := []byte(line)
		if letMove(got, 'w'); string(got) != want {
			t.Errorf("%q became %q, want %q", line, got, want)
		}
	}
}
