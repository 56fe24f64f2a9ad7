package cli

import (
	"errors"
	"flag"
	"regexp"
	"strconv"
	"time"
)

// parseFlags parses flags that may stand between and behind the other arguments, and
// returns those. Behind "--" there are no flags. The error is flag.ErrHelp, or one of
// usage.
func parseFlags(flags *flag.FlagSet, args []string) (others []string, err error) {
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, Usagef("%s", twoDashes(err.Error()))
		}
		rest := flags.Args()
		if read := len(args) - len(rest); len(rest) == 0 || read > 0 && args[read-1] == "--" {
			return append(others, rest...), nil
		}
		others = append(others, rest[0])
		args = rest[1:]
	}
}

// oneDash finds the name of the flag in an error of package flag, which spells it with
// one dash: behind the value, if the error quotes one.
var oneDash = regexp.MustCompile(`^(flag provided but not defined: |flag needs an argument: |invalid (?:boolean )?value "(?:[^"\\]|\\.)*" for (?:flag )?)-`)

// twoDashes spells the flag in an error of package flag as the documentation does.
func twoDashes(text string) string { return oneDash.ReplaceAllString(text, "$1--") }

// ParseSeconds reads a time in seconds, as 1 or 1.5, or as time.ParseDuration does, as
// 500ms. It must not be negative.
func ParseSeconds(text string) (time.Duration, error) {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, errors.New("a number of seconds is needed, or a time as in 500ms")
	}
	return d, nil
}

// Seconds is a flag.Value for a time above 0, written in seconds or as in 500ms.
type Seconds time.Duration

// SecondsVar defines a flag for a time above 0 and stores it in d, whose present value is
// the default.
func SecondsVar(flags *flag.FlagSet, d *time.Duration, name, usage string) {
	flags.Var((*Seconds)(d), name, usage)
}

// String implements flag.Value; no time is the empty text.
func (s *Seconds) String() string {
	if s == nil || *s == 0 {
		return ""
	}
	return strconv.FormatFloat(time.Duration(*s).Seconds(), 'f', -1, 64)
}

// Set implements flag.Value.
func (s *Seconds) Set(text string) error {
	d, err := ParseSeconds(text)
	if err == nil && d == 0 {
		err = errors.New("it must be above 0")
	}
	if err == nil {
		*s = Seconds(d)
	}
	return err
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
