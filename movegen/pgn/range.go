package pgn

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Range is a range of whole numbers, both ends included.
type Range struct{ Low, High int }

// Has reports whether n is in the range.
func (r *Range) Has(n int) bool { return r.Low <= n && n <= r.High }

// ParseRange reads "20-80", "2400-" (at least), "-2000" (at most) or "40" (exactly).
func ParseRange(text string) (Range, error) {
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	r := Range{0, math.MaxInt}
	var wrong, alsoWrong error
	if low != "" {
		r.Low, wrong = wholeNumber(low)
	}
	if high != "" {
		r.High, alsoWrong = wholeNumber(high)
	}
	switch {
	case wrong != nil || alsoWrong != nil || low == "" && high == "":
		return Range{}, fmt.Errorf("expected a range such as 20-80, 20-, -80 or 20, not %q", text)
	case r.Low > r.High:
		return Range{}, fmt.Errorf("the range %q ends before it begins", text)
	}
	return r, nil
}

func wholeNumber(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err
}

// Dates is a range of days, both ends included, as numbers of the form 20261231. An
// unknown month or day is 0 at the beginning and 99 at the end.
type Dates struct{ First, Last int }

// openDay is an unknown day or month at the end of a range.
const openDay = 99

// ParseDates reads "1990", "1990.05", "1990.05.17", or two of these with "-" between
// them, one of which may be missing: "1990.05-1991", "1990-", "-1990".
func ParseDates(text string) (Dates, error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	d := Dates{0, math.MaxInt}
	if strings.Trim(text, "-") == "" {
		return Dates{}, errDates
	}
	if first != "" {
		begin, _, ok := days(first)
		if !ok {
			return Dates{}, fmt.Errorf("%q is not a date: %w", first, errDates)
		}
		d.First = begin
	}
	if last != "" {
		_, end, ok := days(last)
		if !ok {
			return Dates{}, fmt.Errorf("%q is not a date: %w", last, errDates)
		}
		d.Last = end
	}
	if d.First > d.Last {
		return Dates{}, fmt.Errorf("the range %q ends before it begins", text)
	}
	return d, nil
}

var errDates = errors.New("expected 1990, 1990.05, 1990.05.17 or a range of these, joined by -")

// Have reports whether a date as PGN writes it, such as "1990.05.??", is certainly
// within the range, whatever its unknown parts are.
func (d *Dates) Have(date string) bool {
	first, last, ok := days(date)
	return ok && d.First <= first && last <= d.Last
}

// days returns the first and the last possible day of a date; ok is false if it is no date
// or its year is unknown.
func days(date string) (first, last int, ok bool) {
	parts := strings.Split(strings.TrimSpace(date), ".")
	if len(parts) > 3 {
		return 0, 0, false
	}
	for i, bound := range [...]int{9999, 12, 31} {
		first, last = first*100, last*100+openDay
		if i >= len(parts) || i > 0 && strings.Trim(parts[i], "?") == "" {
			continue
		}
		n, err := strconv.ParseUint(parts[i], 10, 16)
		if err != nil || n == 0 || int(n) > bound || i == 0 && len(parts[i]) != 4 {
			return 0, 0, false
		}
		first += int(n)
		last += int(n) - openDay
	}
	return first, last, true
}
