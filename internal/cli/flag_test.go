package cli

import (
	"errors"
	"flag"
	"math/big"
	"strings"
	"testing"
	"time"

	"alfiere/internal/message"
)

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
	if none := seconds(0); none.String() != "" || (*seconds)(nil).String() != "" {
		t.Error("no time is shown as one")
	}
}

// Whatever is defined, nothing is said in the words of package flag.
func TestEveryKindOfFlagSaysWhatItWants(t *testing.T) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.Bool("bool", false, "")
	flags.Int("int", 0, "")
	flags.Int64("int64", 0, "")
	flags.Uint("uint", 0, "")
	flags.Uint64("uint64", 0, "")
	flags.Float64("float64", 0, "")
	flags.Duration("duration", 0, "")
	flags.Func("func", "", func(string) error { return errors.New("must be an odd number") })
	flags.TextVar(new(big.Int), "text", new(big.Int), "")
	CountVar(flags, new(int), "count", "")
	SecondsVar(flags, new(time.Duration), "seconds", "")
	flags.VisitAll(func(f *flag.Flag) {
		_, err := parseFlags(flags, []string{"--" + f.Name + "=x"})
		if !errors.Is(err, ErrUsage) || !strings.HasPrefix(err.Error(), ErrUsage.Error()+": --"+f.Name+` "x": `) ||
			f.Name != "text" && !strings.Contains(err.Error(), "must be") || strings.Contains(err.Error(), "parse error") {
			t.Errorf("%s: %v", f.Name, err)
		}
	})
	flags.String("string", "", "")
	if others, err := parseFlags(flags, []string{"a", "-string", "-b", "-", "--bool", "--string=c=d", "", "--", "--int"}); err != nil ||
		flags.Lookup("string").Value.String() != "c=d" || flags.Lookup("bool").Value.String() != "true" || strings.Join(others, " ") != "a -  --int" {
		t.Errorf("%q, %v", others, err)
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
		if got := flagHelp(flags.Lookup("n"), message.English); got != "  --n[=HOW]\n        how often (default: 7)\n" {
			t.Errorf("help is %q", got)
		}
	}
}
