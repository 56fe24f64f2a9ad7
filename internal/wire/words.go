package wire

import (
	"errors"
	"strings"
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
