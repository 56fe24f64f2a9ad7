package cli

import (
	"errors"
	"flag"
	"strings"
	"time"
)

// parseFlags sets flags that may stand between and behind the other arguments, and returns
// those. Behind "--" there are no flags. Package flag would end at the first argument, and
// tell faults in its own words. The error is flag.ErrHelp, or one of usage.
func parseFlags(flags *flag.FlagSet, args []string) (others []string, err error) {
	help := false // the flags behind it may say in which language
	defer func() {
		if help {
			others, err = nil, flag.ErrHelp
		}
	}()
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return append(others, args...), nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			others = append(others, arg)
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := flags.Lookup(name)
		switch {
		case f == nil && (name == "help" || name == "h"):
			help = true
			continue
		case f == nil:
			return nil, unknownFlag(flags, name)
		case given:
		case isSwitch(f):
			value = "true"
		case len(args) == 0:
			return nil, Usagef("--%s lacks its value: %s", name, flagSyntax(f))
		default:
			value, args = args[0], args[1:]
		}
		if err := flags.Set(name, value); err != nil {
			return nil, Usagef("--%s %q: %w", name, value, wantedOf(f, err))
		}
	}
	return others, nil
}

// isSwitch reports whether a flag may stand alone.
func isSwitch(f *flag.Flag) bool {
	boolean, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && boolean.IsBoolFlag()
}

// unknownFlag is the error for a flag that is not there.
func unknownFlag(flags *flag.FlagSet, name string) error {
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	meant := nearest(name, append(known, "help"))
	for i := range meant {
		meant[i] = "--" + meant[i]
	}
	return Usagef("there is no flag --%s%s", name, didYouMean(meant))
}

// wantedOf says what a flag wants that has refused a value. Package flag says of numbers
// only that they cannot be parsed; the other flags are ours, and their error says it.
func wantedOf(f *flag.Flag, err error) error {
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return err
	}
	switch getter.Get().(type) {
	case int, int64:
		return errors.New("a whole number is wanted")
	case uint, uint64:
		return errors.New("a whole number from 0 is wanted")
	case float64:
		return errors.New("a number is wanted")
	case bool:
		return errors.New("true or false is wanted")
	case time.Duration:
		return errors.New("a time with its unit is wanted, as 500ms or 2m")
	}
	return err
}
