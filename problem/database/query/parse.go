package query

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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

// Parse reads a line of text; docs/problems-query.md describes the language. An empty line asks for all problems. The
// error is an *Error; within the parser it is a panic.
func Parse(line string) (q *Query, err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *Error:
			q, err = nil, value
		default:
			panic(value)
		}
	}()
	p := &parser{scanner: scanner{line}}
	if len(line) > maxLength {
		return nil, p.fault(0, "the query has %d bytes; the limit is %d", len(line), maxLength)
	}
	if at := strings.IndexFunc(line, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r)
	}); at >= 0 {
		return nil, p.fault(at, "invalid character")
	}
	p.advance()
	q = &Query{}
	if !p.atTail() {
		q.Where = p.or()
	}
	p.tail(q)
	if p.kind != end {
		return nil, p.expected("a condition, and, or, sort by, limit, offset or count")
	}
	return q, nil
}

// advance moves to the next token.
func (p *parser) advance() {
	t, err := p.at(p.next)
	if err != nil {
		panic(err)
	}
	p.token = t
}

// past moves past the last token of a condition.
func (p *parser) past(e Expr) Expr {
	p.advance()
	return e
}

// expected is the error that something else should stand here.
func (p *parser) expected(what string, values ...any) *Error {
	return p.fault(p.start, "expected %s, not %s", message.Errorf(what, values...), p.said())
}

// is reports whether the token is one of these words.
func (t token) is(words ...string) bool {
	return t.kind == word && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(t.text, w) })
}

// reserved are the words that cannot be part of a name.
var reserved = []string{"and", "or", "not", "sort", "limit", "offset", "count"}

func (t token) isReserved() bool { return t.is(reserved...) }

// isTail reports whether the token is one of the words that end the conditions.
func (t token) isTail() bool { return t.isReserved() && !t.is("and", "or", "not") }

// atTail reports whether the conditions are over.
func (p *parser) atTail() bool { return p.kind == end || p.isTail() }

// or reads conditions with "or" between them.
func (p *parser) or() Expr {
	parts := or{p.and()}
	for p.is("or") {
		p.advance()
		parts = append(parts, p.and())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// and reads conditions with "and", or nothing, between them.
func (p *parser) and() Expr {
	var parts And
	for {
		parts = append(parts, p.not())
		if p.is("and") {
			p.advance()
		} else if p.kind == closed || p.is("or") || p.atTail() {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// not reads a condition, or what is in parentheses.
func (p *parser) not() Expr {
	start := p.start
	if p.kind != open && !p.is("not") {
		if p.terms++; p.terms > maxTerms {
			panic(p.fault(start, "the query has more than %d conditions", maxTerms))
		}
		return p.term()
	}
	if p.depth++; p.depth > maxDepth {
		panic(p.fault(start, "the query is nested more than %d levels deep", maxDepth))
	}
	defer func() { p.depth-- }()
	inParentheses := p.kind == open
	p.advance()
	if !inParentheses {
		return &not{p.not()}
	}
	e := p.or()
	if p.kind != closed {
		panic(p.expected("and, or, a condition or )"))
	}
	return p.past(e)
}

// tail reads how the problems are listed.
func (p *parser) tail(q *Query) {
	seen := map[string]bool{}
	for p.isTail() {
		name, start := strings.ToLower(p.text), p.start
		if seen[name] {
			panic(p.fault(start, "%s is given twice", name))
		}
		seen[name] = true
		p.advance()
		switch name {
		case "sort":
			p.sort(q)
		case "count":
			q.Count = true
			if p.is("by") {
				p.advance()
				q.By = p.field("a field to count by", (*Field).Countable)
			}
		case "limit":
			if q.Limit = p.number(); q.Limit == 0 {
				panic(p.fault(start, "limit must be at least 1"))
			}
		case "offset":
			q.Offset = p.number()
		}
		if q.Count && len(q.Sort) > 0 {
			panic(p.fault(start, "sort and count cannot be combined: remove one of them"))
		}
	}
}

// sort reads what follows "sort".
func (p *parser) sort(q *Query) {
	if p.is("by") {
		p.advance()
	}
	for {
		start := p.start
		f := p.field("a field to sort by", (*Field).Sortable)
		if len(q.Sort) == len(fields) {
			panic(p.fault(start, "too many fields to sort by"))
		}
		order := order{Field: f, Descending: p.is("desc", "descending")}
		if order.Descending || p.is("asc", "ascending") {
			p.advance()
		}
		q.Sort = append(q.Sort, order)
		if p.kind != comma {
			return
		}
		p.advance()
	}
}

// field reads the name of a field that fits.
func (p *parser) field(what string, fits func(*Field) bool) *Field {
	start := p.start
	f := p.fieldHere()
	switch {
	case f == nil && p.kind == word && !p.isReserved():
		var known []string
		for _, f := range fields {
			if fits(f) {
				known = append(known, f.Name)
			}
		}
		panic(p.unknown(p.start, p.text, known, "expected %s, not %s", errors.New(what), p.said()))
	case f == nil:
		panic(p.expected("%v", errors.New(what)))
	case !fits(f):
		panic(p.fault(start, "%s is not %s", f.Name, errors.New(what)))
	}
	return f
}

// maxWords is how many words a name has at most.
const maxWords = 6

// fieldHere reads the name of a field if one begins here: the longest.
func (p *parser) fieldHere() (f *Field) {
	found, _ := p.longest(p.start, func(name string) bool {
		known := fieldOf(name)
		f = cmp.Or(known, f)
		return known != nil
	})
	if f != nil {
		p.next = found
		p.advance()
	}
	return f
}

// isField reports whether a field has the name.
func isField(name string) bool { return fieldOf(name) != nil }

// longest returns where the longest sequence of words from the offset on ends that fits, -1 if
// none does, and all of the sequence to the end of the line if it reaches that.
func (s *scanner) longest(offset int, fits func(name string) bool) (found int, whole string) {
	name := ""
	found = -1
	for range maxWords {
		t, err := s.at(offset)
		if err != nil || t.kind != word || t.isReserved() || t.isSign() {
			return found, ""
		}
		name = strings.TrimPrefix(name+" "+t.text, " ")
		offset = t.next
		if fits(name) {
			found = offset
		}
		if rest, err := s.at(offset); err == nil && rest.kind == end {
			return found, name
		}
	}
	return found, ""
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
