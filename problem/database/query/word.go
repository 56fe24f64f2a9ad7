package query

import (
	"slices"
	"strings"
	"unicode"
)

// plainWord reads a word that begins no condition: it is searched in the texts, unless something else was meant.
func (p *parser) plainWord() (Expr, *Error) {
	after, err := p.at(p.next)
	known := append(namesOfFields(), reserved...)
	if err == nil && after.kind != operator && strings.IndexFunc(p.text, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' && r != '.'
	}) < 0 && p.notAName() == nil && !isNear(p.text, known) {
		return p.match(&match{Field: fieldOf("text"), Text: p.text})
	}
	if err := p.notAName(); err != nil {
		return nil, err
	}
	return nil, p.unknown(p.start, p.text, known,
		"expected a condition, not %s; put search words and texts of several words in quotation marks", p.said())
}

// isNear reports whether a word may be one of the names with a typing error: one letter is too many, missing or another
// one, or two are swapped, or the word is a beginning.
func isNear(word string, names []string) bool {
	word = fold(word)
	return slices.ContainsFunc(names, func(name string) bool {
		name = fold(name)
		i := 0
		for i < len(word) && i < len(name) && word[i] == name[i] {
			i++
		}
		a, b := word[i:], name[i:]
		switch {
		case len(word) < 3:
			return false
		case a == "" || a[1:] == b || b != "" && (a == b[1:] || a[1:] == b[1:]):
			return true
		}
		return len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	})
}

// notAName is the error of a word that means something, but begins no condition.
func (p *parser) notAName() *Error {
	for _, f := range fields {
		if value, ok := f.valueOf(p.text); ok {
			return p.fault(p.start, "%q is a value of %s: write %s:%s, or put it in quotation marks to search for the word",
				clip(p.text), f.Name, f.Name, quoteIfNeeded(value))
		}
	}
	if strings.Trim(p.text, "0123456789") == "" {
		return p.fault(p.start, "expected a condition, not %s; to find a problem by its number, write id = %s", p.said(),
			clip(p.text))
	}
	if at := strings.IndexAny(p.text, "+*-"); at > 0 && fieldOf(p.text[:at]) != nil && fieldOf(p.text[:at]).isNumber() {
		return p.fault(p.start+at, "put blanks around %s", p.text[at:at+1])
	}
	return nil
}
