package cli

import (
	"errors"
	"flag"
	"strings"
	"time"
)

// parseFlags sets the flags and returns the other arguments. Flags may appear anywhere; "--" ends them. Package flag
// would stop at the first other argument, and its errors are worded differently. The error is flag.ErrHelp or a usage
// error.
func parseFlags(flags *flag.FlagSet, args []string) (others []string, err error) {
	help := false // later flags may set its language
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
			return nil, Usagef("--%s needs a value: %s", name, flagSyntax(f))
		default:
			value, args = args[0], args[1:]
		}
		if err := flags.Set(name, value); err != nil {
			return nil, Usagef("--%s %q: %w", name, value, wantedOf(f, err))
		}
	}
	return others, nil
}

// isSwitch reports whether a flag can be set without a value.
func isSwitch(f *flag.Flag) bool {
	boolean, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && boolean.IsBoolFlag()
}

// unknownFlag returns the error for a flag that does not exist.
func unknownFlag(flags *flag.FlagSet, name string) error {
	for _, path := range []string{flags.Name() + " --" + name, "--" + name} {
		if err := retiredError(path); err != nil {
			return err
		}
	}
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	meant := nearest(name, append(known, "help"))
	for i := range meant {
		meant[i] = "--" + meant[i]
	}
	return Usagef("there is no flag --%s%s", name, didYouMean(meant))
}

// wantedOf returns an error that describes the valid values of a flag, after err refused one. Package flag only reports
// that a number cannot be parsed. Flags defined by this project have descriptive errors already.
func wantedOf(f *flag.Flag, err error) error {
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return err
	}
	switch getter.Get().(type) {
	case int, int64:
		return errors.New("must be a whole number")
	case uint, uint64:
		return errors.New("must be a whole number from 0")
	case float64:
		return errors.New("must be a number")
	case bool:
		return errors.New("must be true or false")
	case time.Duration:
		return errors.New("must be a time with a unit, as in 500ms or 2m")
	}
	return err
}
