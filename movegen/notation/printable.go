package notation

import "strings"

// Printable replaces control characters, which could affect a terminal, by blanks, and
// bytes that are not UTF-8 by question marks.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}
