package cli

import (
	"alfiere/internal/wire"
	"errors"
	"flag"
	"strconv"
	"strings"
	"time"
)

// seconds is a flag.Value for a time above 0 in the form of wire.ParseSeconds.
type seconds time.Duration

// SecondsVar defines a flag for a time above 0, in seconds or with a unit. It stores the time in d; the present value
// of d is the default.
func SecondsVar(flags *flag.FlagSet, d *time.Duration, name, usage string) {
	flags.Var((*seconds)(d), name, usage)
}

// String implements flag.Value; a zero time is the empty text.
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
		err = errors.New("must be above 0")
	}
	if err == nil {
		*s = seconds(d)
	}
	return err
}

// ManyVar defines a flag that can be repeated; it appends each value to list.
func ManyVar(flags *flag.FlagSet, list *[]string, name, usage string) {
	flags.Var((*many)(list), name, usage)
}

// many is the flag.Value of ManyVar.
type many []string

func (m *many) String() string { return "" }

// IsMany marks a flag that keeps every value, not only the last one.
func (m *many) IsMany() bool { return true }

// Set implements flag.Value.
func (m *many) Set(text string) error {
	*m = append(*m, text)
	return nil
}

// OutVar defines the flag for an output file in place of standard output.
func OutVar(flags *flag.FlagSet, path *string) {
	flags.StringVar(path, "out", "", "`file` to write (default: standard output); may be one of the input files")
}

// CountVar defines a flag with an optional number, as in --tries=2. Without a number it is 1.
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

// Set implements flag.Value. A flag without a value is set to "true".
func (c *count) Set(text string) error {
	switch text {
	case "true":
		text = "1"
	case "false":
		text = "0"
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("must be a whole number from 0")
	}
	*c = count(n)
	return nil
}

// Complete names values of a flag for completion in shells. Others stay valid.
func Complete(flags *flag.FlagSet, name string, words ...string) {
	f := flags.Lookup(name)
	if getter, ok := f.Value.(flag.Getter); ok {
		f.Value = completedGetter{getter, words}
		return
	}
	f.Value = completed{f.Value, words}
}

// completed is a value with words for completion, completedGetter one that can be read.
type (
	completed struct {
		flag.Value
		words []string
	}
	completedGetter struct {
		flag.Getter
		words []string
	}
)

// IsMany reports whether the flag keeps every value.
func (c completed) IsMany() bool {
	many, ok := c.Value.(interface{ IsMany() bool })
	return ok && many.IsMany()
}

// Words returns values for completion.
func (c completed) Words() []string { return c.words }

// Words returns values for completion.
func (c completedGetter) Words() []string { return c.words }

// wordsOf returns the values of a flag for completion, separated by blanks; "" if there are none.
func wordsOf(f *flag.Flag) string {
	if worded, ok := f.Value.(interface{ Words() []string }); ok {
		return strings.Join(worded.Words(), " ")
	}
	return ""
}
