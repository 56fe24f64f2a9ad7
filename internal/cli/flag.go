package cli

import (
	"alfiere/internal/wire"
	"errors"
	"flag"
	"strconv"
	"time"
)

// seconds is a flag.Value for a time above 0, as wire.ParseSeconds reads it.
type seconds time.Duration

// SecondsVar defines a flag for a time above 0, in seconds or with a unit, and stores it in d, whose present value is
// the default.
func SecondsVar(flags *flag.FlagSet, d *time.Duration, name, usage string) {
	flags.Var((*seconds)(d), name, usage)
}

// String implements flag.Value; no time is the empty text.
func (s *seconds) String() string {
	if s == nil || *s == 0 {
		return ""
	}
	return wire.FormatSeconds(time.Duration(*s))
}

// Set implements flag.Value.
func (s *seconds) Set(text string) error {
	d, err := wire.ParseSeconds(text)
	if err == nil && d == 0 {
		err = errors.New("it must be above 0")
	}
	if err == nil {
		*s = seconds(d)
	}
	return err
}

// ManyVar defines a flag that may be given again and again; each value is added to those in
// list.
func ManyVar(flags *flag.FlagSet, list *[]string, name, usage string) {
	flags.Var((*many)(list), name, usage)
}

// many is the flag.Value of ManyVar.
type many []string

func (m *many) String() string { return "" }

// IsMany says that every value counts, not the last one.
func (m *many) IsMany() bool { return true }

// Set implements flag.Value.
func (m *many) Set(text string) error {
	*m = append(*m, text)
	return nil
}

// OutVar defines the flag for a file that is written in place of standard output.
func OutVar(flags *flag.FlagSet, path *string) {
	flags.StringVar(path, "out", "", "`file` to write in place of standard output; it may be one that is read")
}

// CountVar defines a flag that may stand alone, which means 1, or have a number, as in
// --tries=2.
func CountVar(flags *flag.FlagSet, n *int, name, usage string) {
	flags.Var((*count)(n), name, usage)
}

// count is the flag.Value of CountVar.
type count int

func (c *count) String() string {
	if c == nil {
		return "0"
	}
	return strconv.Itoa(int(*c))
}

// IsBoolFlag lets package flag take the flag without a value.
func (c *count) IsBoolFlag() bool { return true }

// Set implements flag.Value. The flag alone is given as true.
func (c *count) Set(text string) error {
	switch text {
	case "true":
		text = "1"
	case "false":
		text = "0"
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("wanted is a number that is not negative")
	}
	*c = count(n)
	return nil
}
