package wire

import (
	"errors"
	"strings"
)

// errOpenQuote is returned for a line in which a quotation mark is not closed.
var errOpenQuote = errors.New("a quotation mark is not closed")

// SplitWords splits a command line at blanks. What stands between quotation marks of
// either kind, anywhere in a word, is taken as it is. The error is errOpenQuote.
//
// A backslash is a letter like others: the names of programs on Windows are full of them.
// That is why no library is used, all of which follow the shells of Unix.
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
