package pgn

import (
	"strings"
	"unicode/utf8"
)

// windows1252 holds the characters of the bytes 0x80 to 0x9f, which are control codes
// in Latin-1 but these characters in files; 0 is none.
var windows1252 = [32]rune{'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ'}

// decode returns text in UTF-8. Text that is not UTF-8 is read as Latin-1.
func decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	decoded := make([]byte, 0, 2*len(text))
	for _, b := range text {
		r := rune(b)
		if b >= 0x80 && b < 0xa0 {
			if r = windows1252[b-0x80]; r == 0 {
				r = utf8.RuneError
			}
		}
		decoded = utf8.AppendRune(decoded, r)
	}
	return string(decoded)
}

// plain replaces every run of blanks and control bytes by one blank and drops those at
// the ends: comments are text without lines.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
}
