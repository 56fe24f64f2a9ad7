package wire

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	maxTime   = 1000 * time.Hour // the longest time that anybody means
	endOfTime = 2 * maxTime      // the longest one that is told from others
)

// ParseSeconds is ParseTime for seconds: 3, 1.5, 500ms, 2m. The error says what is wanted.
func ParseSeconds(text string) (time.Duration, error) {
	d, ok := ParseTime(text, time.Second)
	if !ok {
		return 0, errors.New("a number of seconds is wanted, as 3 or 1.5, or a time with its unit, as 500ms or 2m")
	}
	if d > maxTime {
		return 0, errors.New("a time of at most 1000 hours is wanted")
	}
	return d, nil
}

// ParseTime reads a time that people write: a decimal number of the unit, as 3 or 1.5, or
// numbers with units of their own, as 500ms, 2m or 1h30m. It is the only such reader, so that
// no two commands differ. The time is not negative, and far from the end of what a
// time.Duration can hold.
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
