package wire

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

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
