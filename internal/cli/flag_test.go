package cli

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestATimeThatIsAFlagIsAboveZero(t *testing.T) {
	d := 2 * time.Second
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
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
	if none := seconds(0); none.String() != "" {
		t.Error("no time is shown as one")
	}
}

// Whatever is defined, nothing is said in the words of package pflag.
func TestEveryKindOfFlagSaysWhatItWants(t *testing.T) {
	c := &cobra.Command{Use: "prog"}
	flags := c.Flags()
	flags.Bool("bool", false, "")
	flags.Int("int", 0, "")
	flags.Int64("int64", 0, "")
	flags.Uint("uint", 0, "")
	flags.Uint64("uint64", 0, "")
	flags.Float64("float64", 0, "")
	flags.Duration("duration", 0, "")
	flags.Func("func", "", func(string) error { return errors.New("must be an odd number") })
	flags.TextVar(new(big.Int), "text", new(big.Int), "")
	SecondsVar(flags, new(time.Duration), "seconds", "")
	flags.VisitAll(func(f *pflag.Flag) {
		err := flagError(c, flags.Parse([]string{"--" + f.Name + "=x"}))
		if !errors.Is(err, ErrUsage) || !strings.HasPrefix(err.Error(), ErrUsage.Error()+": --"+f.Name+` "x": `) ||
			f.Name != "text" && !strings.Contains(err.Error(), "must be") || strings.Contains(err.Error(), "parse error") {
			t.Errorf("%s: %v", f.Name, err)
		}
	})
}
