package query

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/problem"
	"alfiere/problem/database"
)

// Find reports the problems that match a query, in its order, as they are found, until tell returns an error, which it
// returns then. A problem that is deleted meanwhile is left out. Other errors are ctx's and the database's.
func Find(ctx context.Context, db *database.DB, q *Query, tell func(*problem.Record) error) error {
	return FindIDs(ctx, db, q, func(id int64) error {
		p, err := db.Get(id)
		if errors.Is(err, database.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return tell(&p)
	})
}

// FindIDs is Find for the numbers of the problems alone.
func FindIDs(ctx context.Context, db *database.DB, q *Query, tell func(id int64) error) error {
	listed := *q
	listed.Count, listed.By = false, nil
	statement := listed.Statement()
	rows, err := db.Query(ctx, statement.SQL, statement.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err = rows.Scan(&id); err != nil {
			return err
		}
		if err = tell(id); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Group is a value with the number of problems that have it.
type Group struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Count counts the problems that a query asks for, for each value of By: numbers in their
// order, names with the most frequent first. Without By there is one Group without a value,
// whatever limit and offset say; sorting counts for nothing. Errors are ctx's and the database's.
func Count(ctx context.Context, db *database.DB, q *Query) (groups []Group, err error) {
	counted := *q
	counted.Count = true
	statement := counted.Statement()
	rows, err := db.Query(ctx, statement.SQL, statement.Args...)
	return database.ScanAll(rows, err, func(g *Group) []any {
		if q.By == nil {
			return []any{&g.Count}
		}
		return []any{&g.Value, &g.Count}
	})
}

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

// rows reads the rows of a board at the offset: a quoted text, or all up to the next blank or closing parenthesis.
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

// plainWord reads a word that begins no condition: it is searched in the texts, unless something else was meant.
func (p *parser) plainWord() Expr {
	after, err := p.at(p.next)
	known := append(namesOfFields(), reserved...)
	if err == nil && after.kind != operator && strings.IndexFunc(p.text, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' && r != '.'
	}) < 0 && p.notAName() == nil && !isNear(p.text, known) {
		return p.match(&match{Field: fieldOf("text"), Text: p.text})
	}
	if err := p.notAName(); err != nil {
		panic(err)
	}
	panic(p.unknown(p.start, p.text, known,
		"expected a condition, not %s; put search words and texts of several words in quotation marks", p.said()))
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
