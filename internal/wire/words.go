package wire

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// errOpenQuote is returned for a line in which a quotation mark is not closed.
var errOpenQuote = errors.New("a quotation mark is not closed")

// SplitWords splits a command line at blanks. Text in quotation marks of either kind, anywhere in a
// word, is taken literally. The error is errOpenQuote.
//
// A backslash is an ordinary letter, because paths on Windows are full of them. The libraries for
// this follow the shells of Unix, so none is used.
func SplitWords(line string) (words []string, err error) {
	var word strings.Builder
	quote, within := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, within = r, true
		case r == ' ' || r == '\t':
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		default:
			word.WriteRune(r)
			within = true
		}
	}
	if quote != 0 {
		return nil, errOpenQuote
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}

// ParseFlag returns the new value of a flag: that of the word on or off, or the opposite of now
// without a word. For any other word ok is false and on is now.
func ParseFlag(word string, now bool) (on, ok bool) {
	switch word {
	case "":
		return !now, true
	case "on", "off":
		return word == "on", true
	}
	return now, false
}

// OnOff returns the word for a flag.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// Percent returns the share of part in a whole above 0 for people: "45%", with one decimal below a
// tenth, so that "0%" means none at all.
func Percent(part, whole int) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && share < 0.1:
		return "<0.1%"
	case part > 0 && share < 9.95:
		return fmt.Sprintf("%.1f%%", share)
	}
	return fmt.Sprintf("%.0f%%", share)
}

const (
	maxTime   = 1000 * time.Hour // the longest plausible time
	endOfTime = 2 * maxTime      // longer times are not distinguished
)

// ParseSeconds is ParseTime for seconds: 3, 1.5, 500ms, 2m. The error describes the form.
func ParseSeconds(text string) (time.Duration, error) {
	d, ok := ParseTime(text, time.Second)
	if !ok {
		return 0, errors.New("must be a number of seconds, as in 3 or 1.5, or a time with a unit, as in 500ms or 2m")
	}
	if d > maxTime {
		return 0, errors.New("must be at most 1000 hours")
	}
	return d, nil
}

// ParseTime reads a time written by people: a decimal number of the unit, such as 3 or 1.5, or
// numbers with their own units, such as 500ms, 2m or 1h30m. All commands use it. The time is not
// negative, and far below the largest time.Duration.
func ParseTime(text string, unit time.Duration) (d time.Duration, ok bool) {
	if strings.Trim(text, "0123456789.eE+-") != "" {
		d, err := time.ParseDuration(text)
		return min(d, endOfTime), err == nil && d >= 0
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(number, 0) || number < 0 {
		return 0, false
	}
	return time.Duration(math.Round(min(number*float64(unit), float64(endOfTime)))), true
}

// FormatSeconds writes a time as a decimal number of seconds, which ParseSeconds reads.
func FormatSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Pattern returns a function that compiles a regular expression at its first call. Programs with many of them start
// faster so. The expression must be valid.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
