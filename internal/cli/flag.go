package cli

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/wire"
)

// seconds is a pflag.Value for a time above 0 in the form of wire.ParseSeconds.
type seconds time.Duration

// SecondsVar defines a flag for a time above 0, in seconds or with a unit. It stores the time in d; the present value
// of d is the default.
func SecondsVar(flags *pflag.FlagSet, d *time.Duration, name, usage string) {
	flags.Var((*seconds)(d), name, usage)
}

// String implements pflag.Value; a zero time is the empty text.
func (s *seconds) String() string {
	if *s == 0 {
		return ""
	}
	return wire.FormatSeconds(time.Duration(*s))
}

// Type implements pflag.Value.
func (s *seconds) Type() string { return "seconds" }

// Set implements pflag.Value.
func (s *seconds) Set(text string) error {
	d, err := wire.ParseSeconds(text)
	if err == nil && d == 0 {
		err = errors.New("must be above 0")
	}
	if err == nil {
		*s = seconds(d)
	}
	return err
}

// OutVar defines the flag for an output file in place of standard output.
func OutVar(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "out", "", "`file` to write (default: standard output); may be one of the input files")
}

// completed is the annotation of a flag with its values for completion.
const completed = "alfiere_values"

// Complete names values of a flag for completion in shells. Others stay valid.
func Complete(flags *pflag.FlagSet, name string, words ...string) {
	if err := flags.SetAnnotation(name, completed, words); err != nil {
		panic(err) // there is no such flag
	}
}

// completeValues lets shells complete the values of a flag that Complete has named.
func completeValues(c *cobra.Command, f *pflag.Flag) {
	words := f.Annotations[completed]
	if words == nil {
		return
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if strings.HasSuffix(words[0], "=") {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	if err := c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, directive)); err != nil {
		panic(err) // the flag was defined twice
	}
}

// flagError returns the usage error for an error of pflag, in the project's words.
func flagError(c *cobra.Command, err error) error {
	unknown, ok := err.(*pflag.NotExistError)
	if ok && unknown.GetSpecifiedShortnames() != "" {
		return singleDash(c, unknown.GetSpecifiedShortnames())
	}
	if c.Flags().Changed("help") {
		return pflag.ErrHelp
	}
	switch err := err.(type) {
	case *pflag.NotExistError:
		return unknownFlag(c, "--", err.GetSpecifiedName())
	case *pflag.InvalidSyntaxError:
		name := err.GetSpecifiedFlag()
		return unknownFlag(c, "--", strings.TrimPrefix(name, "--"))
	case *pflag.ValueRequiredError:
		f := err.GetFlag()
		value, _ := pflag.UnquoteUsage(f)
		return Usagef("--%s needs a value: --%[1]s %s", f.Name, strings.ToUpper(value))
	case *pflag.InvalidValueError:
		f := err.GetFlag()
		return Usagef("--%s %q: %w", f.Name, err.GetValue(), wantedOf(f.Value.Type(), errors.Unwrap(err)))
	}
	return err
}

// singleDash returns the error for a word with one dash, of which pflag read letters up to short.
func singleDash(c *cobra.Command, short string) error {
	name, _, _ := strings.Cut(short, "=")
	if help := c.Flags().Lookup("help"); help.Changed && !c.Flags().Changed(name) {
		name = "h" + name // -h was read as a flag, as in -hash
	}
	if c.Flags().Lookup(name) != nil {
		return Usagef("flags have two dashes: write --%s, not -%[1]s", name)
	}
	return unknownFlag(c, "-", name)
}

// unknownFlag returns the error for a flag that does not exist.
func unknownFlag(c *cobra.Command, dashes, name string) error {
	name, _, _ = strings.Cut(name, "=")
	for _, path := range []string{pathOf(c) + " --" + name, "--" + name} {
		if err := retiredError(path); err != nil {
			return err
		}
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	meant := nearest(name, known)
	for i := range meant {
		meant[i] = "--" + meant[i]
	}
	return Usagef("there is no flag %s%s%s", dashes, name, didYouMean(meant))
}

// wantedOf returns an error that describes the valid values of a flag of a type, after err refused one. Package pflag
// only reports that a number cannot be parsed. Flags defined by this project have descriptive errors already.
func wantedOf(kind string, err error) error {
	switch kind {
	case "int", "int64":
		return errors.New("must be a whole number")
	case "uint", "uint64":
		return errors.New("must be a whole number from 0")
	case "float64":
		return errors.New("must be a number")
	case "bool":
		return errors.New("must be true or false")
	case "duration":
		return errors.New("must be a time with a unit, as in 500ms or 2m")
	}
	return err
}
