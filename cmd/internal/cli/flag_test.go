package cli

import (
	"flag"
	"testing"
	"time"
)

func TestTimesAreReadInSecondsOrWithAUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{"1": time.Second, "1.5": 1500 * time.Millisecond, "500ms": 500 * time.Millisecond,
		"1e-3": time.Millisecond, "2m30s": 150 * time.Second, ".5": 500 * time.Millisecond, "0": 0, "0s": 0} {
		if got, err := ParseSeconds(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "-1s", "1 s", "NaN", "Inf", "1e300", "soon"} {
		if got, err := ParseSeconds(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestATimeThatIsAFlagIsAboveZero(t *testing.T) {
	d := 2 * time.Second
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	SecondsVar(flags, &d, "time", "")
	if f := flags.Lookup("time"); f.DefValue != "2" {
		t.Errorf("the default is %q", f.DefValue)
	}
	for _, text := range []string{"0", "0ms", "x", "-2"} {
		if err := flags.Set("time", text); err == nil || d != 2*time.Second {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
	if err := flags.Set("time", "0.1"); err != nil || d != 100*time.Millisecond {
		t.Error(d, err)
	}
	if none := Seconds(0); none.String() != "" || (*Seconds)(nil).String() != "" {
		t.Error("no time is shown as one")
	}
}

func TestOnlyTheNameOfTheFlagGetsASecondDash(t *testing.T) {
	for text, want := range map[string]string{
		"flag provided but not defined: -x":                        "flag provided but not defined: --x",
		"flag needs an argument: -x":                               "flag needs an argument: --x",
		`invalid value "a for flag -b" for flag -x: no -y`:         `invalid value "a for flag -b" for flag --x: no -y`,
		`invalid value "\" for flag -b" for flag -x: parse error`:  `invalid value "\" for flag -b" for flag --x: parse error`,
		`invalid boolean value "no" for -x: parse error`:           `invalid boolean value "no" for --x: parse error`,
		"bad flag syntax: --=x":                                    "bad flag syntax: --=x",
		`invalid value "8/8 w - -" for flag -position: no -- king`: `invalid value "8/8 w - -" for flag --position: no -- king`,
	} {
		if got := twoDashes(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestTheOutputFlagNamesAFile(t *testing.T) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	var out string
	OutVar(flags, &out)
	if args, err := parseFlags(flags, []string{"a", "--out", "x"}); err != nil || out != "x" || len(args) != 1 {
		t.Error(args, err, out)
	}
}

func TestACountMayStandAlone(t *testing.T) {
	for text, want := range map[string]int{"--n": 1, "--n=3": 3, "--n=0": 0, "--n=false": 0, "--n=true": 1, "x": 7} {
		n := 7
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		CountVar(flags, &n, "n", "`how` often")
		if _, err := parseFlags(flags, []string{text, "2"}); err != nil || n != want {
			t.Errorf("%s: %d, %v", text, n, err)
		}
		if _, err := parseFlags(flags, []string{"--n=-1"}); err == nil {
			t.Error("less than nothing is counted")
		}
		if got := flagHelp(flags.Lookup("n")); got != "  --n[=HOW]\n        how often (default 7)\n" {
			t.Errorf("help is %q", got)
		}
	}
}
