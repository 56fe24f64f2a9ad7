package problem

import (
	"fmt"
	"strconv"
	"strings"
)

// SplitNames takes apart the names of several authors in one text.
func SplitNames(text string) (names []string) {
	if !strings.Contains(text, " & ") {
		text = strings.NewReplacer(" and ", " & ", "; ", " & ", " und ", " & ", " et ", " & ").Replace(text)
	}
	for _, name := range strings.Split(text, " & ") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// JoinNames writes the names of several authors in one text.
func JoinNames(names []string) string { return strings.Join(names, " & ") }

// String returns the source in one line, as "Name, issue 7, no. 12, 14/7/1901"; ParseSource reads it.
func (s Source) String() string {
	var parts []string
	for _, part := range [...]struct{ before, text string }{
		{"", s.Name}, {issueWord, s.Issue}, {numberWord, s.Number}, {"", s.date()},
	} {
		if part.text != "" {
			parts = append(parts, part.before+part.text)
		}
	}
	return strings.Join(parts, ", ")
}

// The words before issue and number.
const (
	issueWord  = "issue "
	numberWord = "no. "
)

// ParseSource reads a line about a source: the parts it recognises, and the rest as its name.
func ParseSource(text string) (s Source) {
	name, last, several := cutLast(text)
	if !several {
		name, last = "", text
	}
	if s.SetDate(last) {
		text = name
	}
	for _, part := range [...]struct {
		word string
		into *string
	}{{numberWord, &s.Number}, {issueWord, &s.Issue}} {
		if name, last, several = cutLast(text); !several {
			name, last = "", text
		}
		if rest, ok := strings.CutPrefix(last, part.word); ok && rest != "" {
			*part.into, text = rest, name
		}
	}
	s.Name = text
	return s
}

// cutLast removes the part after the last comma.
func cutLast(text string) (before, last string, found bool) {
	i := strings.LastIndex(text, ", ")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+2:], true
}

// date writes the date as far as it is known, as 14/7/1901.
func (s *Source) date() string {
	switch {
	case s.Year == 0:
		return ""
	case s.Month == 0:
		return fmt.Sprintf("%04d", s.Year)
	case s.Day == 0:
		return fmt.Sprintf("%d/%04d", s.Month, s.Year)
	}
	return fmt.Sprintf("%d/%d/%04d", s.Day, s.Month, s.Year)
}

// SetDate sets the date that a text states, and reports whether it is one: with a year of four digits at either
// end, as in 1901-07-14, 14.7.1901 or 7/1901.
func (s *Source) SetDate(text string) bool {
	d, ok := parseDate(text)
	if ok {
		s.Year, s.Month, s.Day = d[0], d[1], d[2]
	}
	return ok
}

// parseDate reads year, month and day of a date, 0 for a missing part. An impossible date has no parts.
func parseDate(text string) (date [3]int, ok bool) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-/. ", r) })
	if len(parts) == 0 || len(parts) > 3 {
		return date, false
	}
	if last := len(parts) - 1; last > 0 && len(parts[last]) == 4 {
		for i := range len(parts) / 2 {
			parts[i], parts[last-i] = parts[last-i], parts[i]
		}
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		switch {
		case i > 0 && strings.Trim(part, "?x") == "", i > 0 && n == 0 && err == nil:
			return date, i > 0
		case err != nil, i == 0 && (len(part) != 4 || n == 0), i == 1 && n > 12, i == 2 && n > 31:
			return [3]int{}, false
		}
		date[i] = int(n)
	}
	return date, true
}
