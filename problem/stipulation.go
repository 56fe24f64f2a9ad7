package problem

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// ErrUnsupported is returned for everything that is not a direct mate of orthodox chess.
var ErrUnsupported = errors.New("only direct mates of orthodox chess are solved")

// otherStipulation matches what composers ask for besides direct mates: a goal with what may precede it and the
// number of moves, as in h#2.5, ser-h=3, +2, ~1 or zd44, or a word. It matches direct mates, too.
var otherStipulation = regexp.MustCompile(`(?i)^(([0-9]+->)?([a-z]{3,5}-)?[a-z]{0,3}` +
	`(#=|##!?|!=|=+|[#+~%]|z[a-h][1-8])([0-9]+([.,][05]|½)?|½)|((stale|help|self|reflex)mate|(help|self)stalemate|` +
	`draw|win|patt?|remis|stallo|patta|automatto|aiutomatto|(hilfs|selbst)matt))[.:]?$`)

// Stipulation writes a direct mate in a number of moves, as in "#2"; it is empty for 0.
func Stipulation(moves int) string {
	if moves == 0 {
		return ""
	}
	return "#" + strconv.Itoa(moves)
}

// ParseStipulation reads a direct mate, as in #2, 2# or 2. The error is ErrMoves, or ErrUnsupported for another
// stipulation.
func ParseStipulation(word string) (moves int, err error) {
	if IsOtherStipulation(word) || strings.Contains(word, "#") && strings.ContainsFunc(word, unicode.IsLetter) {
		return 0, ErrUnsupported
	}
	digits := withoutSign(word)
	moves, err = strconv.Atoi(digits)
	if err != nil || moves < 1 || moves > MaxMoves || !isNumber(digits) {
		return 0, ErrMoves
	}
	return moves, nil
}

// IsOtherStipulation reports whether a word is a stipulation but no direct mate, as h#2, =2, +2, ~1 or stalemate.
func IsOtherStipulation(word string) bool {
	return otherStipulation.MatchString(word) && !isNumber(withoutSign(word))
}

// withoutSign returns the number of a direct mate.
func withoutSign(word string) string {
	word = strings.TrimSuffix(word, ".")
	if digits, found := strings.CutPrefix(word, "#"); found {
		return digits
	}
	return strings.TrimSuffix(word, "#")
}

// isNumber reports whether a text is of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
