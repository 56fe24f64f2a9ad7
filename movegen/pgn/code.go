package pgn

import (
	"fmt"
	"strings"
)

// Codes are ranges of codes of the Encyclopaedia of Chess Openings, both ends included.
// An end may be the beginning of a code: C3 begins with C30 and ends with C39.
type Codes []codeRange

// codeRange is one range of Codes.
type codeRange struct{ First, Last string }

// ParseCodes reads beginnings of codes, and ranges of them, separated by commas: "C3", "B20-B99,C".
func ParseCodes(text string) (Codes, error) {
	var codes Codes
	for part := range strings.SplitSeq(strings.ToUpper(text), ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		for _, end := range []string{first, last} {
			if !isCodePrefix(end) {
				return nil, fmt.Errorf("%q is not an opening code: expected C33, C3, C or a range such as B20-B99", end)
			}
		}
		if last+"99" < first {
			return nil, fmt.Errorf("the range %q ends before it begins", part)
		}
		codes = append(codes, codeRange{first, last})
	}
	return codes, nil
}

// Have reports whether a code is in one of the ranges. Only its first three letters
// count.
func (c Codes) Have(code string) bool {
	if !isCode(code) {
		return false
	}
	code = code[:3]
	for _, r := range c {
		if code >= r.First && code[:len(r.Last)] <= r.Last {
			return true
		}
	}
	return false
}

// isCode reports whether a text begins with a code.
func isCode(text string) bool { return len(text) >= 3 && isCodePrefix(text[:3]) }

// isCodePrefix reports whether a text is the beginning of a code.
func isCodePrefix(text string) bool {
	if text == "" || len(text) > 3 || text[0] < 'A' || text[0] > 'E' {
		return false
	}
	return strings.Trim(text[1:], "0123456789") == ""
}
