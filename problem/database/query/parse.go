package query

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/message"
)

// The bounds of a line.
const (
	maxLength = 4096 // bytes
	maxDepth  = 40   // parentheses and "not" within each other
	maxTerms  = 200  // conditions
)

// parser reads a line.
type parser struct {
	scanner
	token
	depth int
	terms int
}

// Parse reads a line of text; docs/problems-query.md describes the language. An empty line
// asks for all problems. The error is an *Error.
func Parse(line string) (*Query, error) {
	q, err := parse(line)
	if err != nil { // which is a nil pointer otherwise
		return nil, err
	}
	return q, nil
}

func parse(line string) (*Query, *Error) {
	p := &parser{scanner: scanner{line}}
	if len(line) > maxLength {
		return nil, p.fault(0, "the query has %d bytes; the limit is %d", len(line), maxLength)
	}
	if at := strings.IndexFunc(line, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r)
	}); at >= 0 {
		return nil, p.fault(at, "invalid character")
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	q := &Query{}
	var err *Error
	if !p.atTail() {
		if q.Where, err = p.or(); err != nil {
			return nil, err
		}
	}
	if err = p.tail(q); err != nil {
		return nil, err
	}
	if p.kind != end {
		return nil, p.expected("a condition, and, or, sort by, limit, offset or count")
	}
	return q, nil
}

// advance moves to the next token.
func (p *parser) advance() (err *Error) {
	p.token, err = p.at(p.next)
	return err
}

// expected is the error that something else should stand here.
func (p *parser) expected(what string, values ...any) *Error {
	return p.fault(p.start, "expected %s, not %s", message.Errorf(what, values...), p.said())
}

// is reports whether the token is this word.
func (p *parser) is(text string) bool { return p.kind == word && strings.EqualFold(p.text, text) }

// reserved are the words that cannot be part of a name.
var reserved = []string{"and", "or", "not", "sort", "limit", "offset", "count"}

// isReserved reports whether the token is one of them.
func isReserved(t token) bool {
	for _, r := range reserved {
		if t.kind == word && strings.EqualFold(t.text, r) {
			return true
		}
	}
	return false
}

// atTail reports whether the conditions are over.
func (p *parser) atTail() bool {
	return p.kind == end || p.is("sort") || p.is("limit") || p.is("offset") || p.is("count")
}

// or reads conditions with "or" between them.
func (p *parser) or() (Expr, *Error) {
	var parts or
	for {
		part, err := p.and()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if !p.is("or") {
			break
		}
		if err = p.advance(); err != nil {
			return nil, err
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// and reads conditions with "and", or nothing, between them.
func (p *parser) and() (Expr, *Error) {
	var parts And
	for {
		part, err := p.not()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if p.is("and") {
			if err = p.advance(); err != nil {
				return nil, err
			}
		} else if p.kind == closed || p.is("or") || p.atTail() {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// not reads a condition, or what is in parentheses.
func (p *parser) not() (e Expr, err *Error) {
	start := p.start
	if p.kind != open && !p.is("not") {
		if p.terms++; p.terms > maxTerms {
			return nil, p.fault(start, "the query has more than %d conditions", maxTerms)
		}
		return p.term()
	}
	if p.depth++; p.depth > maxDepth {
		return nil, p.fault(start, "the query is nested more than %d levels deep", maxDepth)
	}
	defer func() { p.depth-- }()
	inParentheses := p.kind == open
	if err = p.advance(); err != nil {
		return nil, err
	}
	if !inParentheses {
		if e, err = p.not(); err != nil {
			return nil, err
		}
		return &not{e}, nil
	}
	if e, err = p.or(); err != nil {
		return nil, err
	}
	if p.kind != closed {
		return nil, p.expected("and, or, a condition or )")
	}
	return e, p.advance()
}

// tail reads how the problems are listed.
func (p *parser) tail(q *Query) (err *Error) {
	seen := map[string]bool{}
	for p.atTail() && p.kind != end {
		name, start := strings.ToLower(p.text), p.start
		if seen[name] {
			return p.fault(start, "%s is given twice", name)
		}
		seen[name] = true
		if err = p.advance(); err != nil {
			return err
		}
		switch name {
		case "sort":
			err = p.sort(q)
		case "count":
			err = p.count(q)
		case "limit":
			if q.Limit, err = p.number(); err == nil && q.Limit == 0 {
				return p.fault(start, "limit must be at least 1")
			}
		case "offset":
			q.Offset, err = p.number()
		}
		if err != nil {
			return err
		}
		if q.Count && len(q.Sort) > 0 {
			return p.fault(start, "sort and count cannot be combined: remove one of them")
		}
	}
	return nil
}

// sort reads what follows "sort".
func (p *parser) sort(q *Query) (err *Error) {
	if p.is("by") {
		if err = p.advance(); err != nil {
			return err
		}
	}
	for {
		start := p.start
		f, err := p.field("a field to sort by", (*Field).Sortable)
		if err != nil {
			return err
		}
		if len(q.Sort) == len(fields) {
			return p.fault(start, "too many fields to sort by")
		}
		order := order{Field: f, Descending: p.is("desc") || p.is("descending")}
		if order.Descending || p.is("asc") || p.is("ascending") {
			if err = p.advance(); err != nil {
				return err
			}
		}
		q.Sort = append(q.Sort, order)
		if p.kind != comma {
			return nil
		}
		if err = p.advance(); err != nil {
			return err
		}
	}
}

// count reads what follows "count".
func (p *parser) count(q *Query) (err *Error) {
	q.Count = true
	if !p.is("by") {
		return nil
	}
	if err = p.advance(); err == nil {
		q.By, err = p.field("a field to count by", (*Field).Countable)
	}
	return err
}

// field reads the name of a field that fits.
func (p *parser) field(what string, fits func(*Field) bool) (*Field, *Error) {
	var known []string
	for _, f := range fields {
		if fits(f) {
			known = append(known, f.Name)
		}
	}
	start := p.token
	f, err := p.fieldHere()
	if err != nil {
		return nil, err
	}
	if f == nil {
		if p.kind == word && !isReserved(p.token) {
			return nil, p.unknown(p.start, p.text, known, "expected %s, not %s", errors.New(what), p.said())
		}
		return nil, p.expected("%v", errors.New(what))
	}
	if !fits(f) {
		return nil, p.fault(start.start, "%s is not %s", f.Name, errors.New(what))
	}
	return f, nil
}

// maxWords is how many words a name has at most.
const maxWords = 6

// fieldHere reads the name of a field if one begins here: the longest.
func (p *parser) fieldHere() (f *Field, err *Error) {
	p.longest(func(name string) bool {
		found := fieldOf(name)
		if found != nil {
			f = found
		}
		return found != nil
	}, &err)
	return f, err
}

// longest moves past the longest sequence of words here that fits, if one does.
func (p *parser) longest(fits func(name string) bool, err **Error) bool {
	name, last, found := "", p.token, -1
	for range maxWords {
		if last.kind != word || isReserved(last) || last.isSign() {
			break
		}
		name = strings.TrimPrefix(name+" "+last.text, " ")
		if fits(name) {
			found = last.next
		}
		var fault *Error
		if last, fault = p.at(last.next); fault != nil {
			break // the caller that gets there reports it
		}
	}
	if found < 0 {
		return false
	}
	p.next = found
	*err = p.advance()
	return true
}

// Error is an error in a line and its place.
type Error struct {
	Column int // of the first sign that is wrong, from 1; one more than the line has at its end
	Reason error

	name  string
	known []string
}

// Error names column and reason.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Reason) }

// Known returns the unknown name and the known names, for a suggestion. It returns nothing for other errors.
func (e *Error) Known() (name string, names []string) { return e.name, e.known }

// fault returns the error of what stands at the offset.
func (s *scanner) fault(offset int, format string, values ...any) *Error {
	return &Error{Column: utf8.RuneCountInString(s.line[:offset]) + 1, Reason: message.Errorf(format, values...)}
}

// unknown is fault for a name that is not among those known.
func (s *scanner) unknown(offset int, name string, known []string, format string, values ...any) *Error {
	err := s.fault(offset, format, values...)
	err.name, err.known = name, known
	return err
}

// said returns the token as a message shows it.
func (t token) said() error {
	switch t.kind {
	case end:
		return errors.New("the end")
	case quoted:
		return errors.New("a text")
	}
	return fmt.Errorf("%q", clip(t.text))
}

// clip shortens what a message shows of a line.
func clip(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
