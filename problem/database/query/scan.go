package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what a token is.
type tokenKind uint8

const (
	end      tokenKind = iota
	word               // letters, digits and most signs: #2, 1950..1960, Qa1
	quoted             // a text between quotation marks
	operator           // = != < <= > >= :
	open               // (
	closed             // )
	comma
)

// token is a part of the line.
type token struct {
	kind  tokenKind
	text  string // of a quoted one what is between the marks
	start int    // in bytes of the line
	next  int    // where the line continues
}

// scanner reads a line token by token.
type scanner struct{ line string }

// isWordRune reports whether a sign may be in a word.
func isWordRune(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != utf8.RuneError && !strings.ContainsRune(`()"=<>!:,≤≥≠`, r)
}

// at reads the token at the offset, after blanks there.
func (s *scanner) at(offset int) (token, *Error) {
	rest := strings.TrimLeftFunc(s.line[offset:], unicode.IsSpace)
	start := len(s.line) - len(rest)
	if rest == "" {
		return token{kind: end, start: start, next: start}, nil
	}
	sign := func(kind tokenKind, text string, length int) (token, *Error) {
		return token{kind, text, start, start + length}, nil
	}
	switch first, size := utf8.DecodeRuneInString(rest); first {
	case '(':
		return sign(open, "(", 1)
	case ')':
		return sign(closed, ")", 1)
	case ',':
		return sign(comma, ",", 1)
	case ':', '=':
		return sign(operator, rest[:1], 1)
	case '≤':
		return sign(operator, "<=", size)
	case '≥':
		return sign(operator, ">=", size)
	case '≠':
		return sign(operator, "!=", size)
	case '<', '>', '!':
		if strings.HasPrefix(rest[1:], "=") {
			return sign(operator, rest[:2], 2)
		}
		if strings.HasPrefix(rest, "<>") {
			return sign(operator, "!=", 2)
		}
		if first == '!' {
			return token{}, s.fault(start, "! is valid only in !=; write not to negate a condition")
		}
		return sign(operator, rest[:1], 1)
	case '"', '\'':
		return s.quoted(start)
	default:
		if length := strings.IndexFunc(rest, func(r rune) bool { return !isWordRune(r) }); length < 0 {
			return sign(word, rest, len(rest))
		} else if length > 0 {
			return sign(word, rest[:length], length)
		}
		return token{}, s.fault(start, "invalid character")
	}
}

// quoted reads the text between the mark at start and the next one like it. A backslash takes
// the next character as it is.
func (s *scanner) quoted(start int) (token, *Error) {
	mark := s.line[start]
	var text strings.Builder
	for i := start + 1; i < len(s.line); i++ {
		switch c := s.line[i]; {
		case c == mark:
			return token{quoted, text.String(), start, i + 1}, nil
		case c == '\\' && i+1 < len(s.line):
			i++
			text.WriteByte(s.line[i])
		default:
			text.WriteByte(c)
		}
	}
	return token{}, s.fault(start, "the closing quotation mark is missing")
}

// rows reads the rows of a board at the offset: a quoted text, or all up to the next blank or
// closing parenthesis.
func (s *scanner) rows(offset int) (token, *Error) {
	t, err := s.at(offset)
	if err != nil || t.kind != word && t.kind != operator {
		return t, err
	}
	t.next = len(s.line)
	if length := strings.IndexFunc(s.line[t.start:], func(r rune) bool {
		return unicode.IsSpace(r) || r == ')'
	}); length >= 0 {
		t.next = t.start + length
	}
	t.kind, t.text = word, s.line[t.start:t.next]
	return t, nil
}
