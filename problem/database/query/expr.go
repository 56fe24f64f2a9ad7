// Package query is the query language of the problem collection. Parse turns one line of
// text into a Query, a typed expression. Query.Statement turns that into SQL with bound
// parameters; text of the line never becomes part of the SQL.
//
//	#2 theme:grimshaw and not theme:novotny tries >= 3 sort by year desc limit 20
//
// Fields lists the fields of a problem. The parser, the help, docs/problems-query.md and
// completion all use this table.
package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alfiere/movegen/notation"
)

// Query is a parsed line.
type Query struct {
	Where         Expr    // nil: all problems
	Sort          []order // nil: by their numbers
	Limit, Offset int     // Limit is 0 if there is none
	Count         bool    // count them instead of listing them
	By            *Field  // count for each value of this field; nil: all
}

// order is a field to sort by. Problems without a value come last.
type order struct {
	Field      *Field
	Descending bool
}

// Expr is a condition: And, or, *not, *compare, *Range, *match, *has, *IsA, *fits, *played, *dated or *kin.
type Expr interface {
	// write writes the expression as Parse reads it; an operand is written in parentheses if it has parts.
	write(b *strings.Builder, operand bool)
}

// And holds if all its parts do. It has at least two.
type And []Expr

// or holds if one of its parts does. It has at least two.
type or []Expr

// not holds if its part does not.
type not struct{ Part Expr }

// Op is how two numbers are compared.
type Op uint8

// The comparisons.
const (
	is Op = iota
	isNot
	less
	lessOrEqual
	more
	moreOrEqual
)

var opSigns = [...]string{"=", "!=", "<", "<=", ">", ">="}

// String returns the sign of the comparison.
func (o Op) String() string { return opSigns[o] }

// compare compares sums of Numbers. No comparison with an unknown number holds.
type compare struct {
	Left  sum
	Op    Op
	Right sum
}

// compared compares a Number with a number.
func compared(f *Field, op Op, n int) *compare { return &compare{sumOf(f), op, sum{Number: n}} }

// Range holds if a Number is between two others, or is one of them.
type Range struct {
	Field    *Field
	From, To int
}

// match holds if a Text has these words one after another, of which the last may end with *
// as the beginning of a word; or, if Whole, if the text is this one, capital letters or not.
type match struct {
	Field *Field
	Whole bool // always true for the kind Equal
	Text  string
}

// has holds if there is any Text or Feature of the field.
type has struct{ Field *Field }

// IsA holds for a Flag, or for a Feature with this value.
type IsA struct {
	Field *Field
	Value string // empty for a Flag
}

// kin holds if a problem is related to the one of this number as the field says.
type kin struct {
	Field *Field
	ID    int
}

// fits holds if the diagram fits a pattern as the Board field says.
type fits struct {
	Field *Field
	Rows  notation.PatternRows
	Side  string // who is to move: w, b or, if anybody may be, nothing
}

func (e And) write(b *strings.Builder, operand bool) { writeParts(b, e, " and ", operand) }
func (e or) write(b *strings.Builder, operand bool)  { writeParts(b, e, " or ", operand) }

func writeParts(b *strings.Builder, parts []Expr, word string, operand bool) {
	if operand {
		b.WriteByte('(')
	}
	for i, part := range parts {
		if i > 0 {
			b.WriteString(word)
		}
		part.write(b, true)
	}
	if operand {
		b.WriteByte(')')
	}
}

func (e *not) write(b *strings.Builder, _ bool) {
	b.WriteString("not ")
	e.Part.write(b, true)
}

func (e *compare) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Left.String() + " " + e.Op.String() + " " + e.Right.String())
}

func (e *Range) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name + " " + strconv.Itoa(e.From) + ".." + strconv.Itoa(e.To))
}

func (e *match) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name)
	if e.Whole {
		b.WriteString(" = ")
	} else {
		b.WriteByte(':')
	}
	b.WriteString(Quote(e.Text))
}

func (e *has) write(b *strings.Builder, _ bool) { b.WriteString(e.Field.Name + ":*") }

func (e *IsA) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name)
	if e.Field.Kind == Feature {
		b.WriteByte(':')
		b.WriteString(quoteIfNeeded(e.Value))
	}
}

func (e *kin) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name + ":" + strconv.Itoa(e.ID))
}

func (e *fits) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name + ":" + Quote(strings.TrimSuffix(e.Rows.String()+" "+e.Side, " ")))
}

// String writes the query as Parse reads it.
func (q *Query) String() string {
	var b strings.Builder
	if q.Where != nil {
		q.Where.write(&b, false)
	}
	if q.Count {
		b.WriteString(" count")
		if q.By != nil {
			b.WriteString(" by " + q.By.Name)
		}
	}
	for i, order := range q.Sort {
		if i == 0 {
			b.WriteString(" sort by ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(order.Field.Name)
		if order.Descending {
			b.WriteString(" desc")
		}
	}
	if q.Limit > 0 {
		b.WriteString(" limit " + strconv.Itoa(q.Limit))
	}
	if q.Offset > 0 {
		b.WriteString(" offset " + strconv.Itoa(q.Offset))
	}
	return strings.TrimPrefix(b.String(), " ")
}

// Quote writes a text between quotation marks, as Parse reads it.
func Quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Narrow returns a query for those problems of q that have a value in a field, as Count tells
// values; it lists them. The error is that the field has no such value.
func (q *Query) Narrow(f *Field, value string) (*Query, error) {
	var e Expr
	switch f.Kind {
	case Number:
		n, ok := asNumber(value)
		if !ok {
			return nil, fmt.Errorf("%s is a number, not %q", f.Name, clip(value))
		}
		e = compared(f, is, n)
	case Feature:
		e = &IsA{Field: f, Value: value}
	default:
		e = &match{Field: f, Whole: true, Text: value}
	}
	switch where := q.Where.(type) {
	case nil:
		return &Query{Where: e}, nil
	case And:
		return &Query{Where: append(where[:len(where):len(where)], e)}, nil
	default:
		return &Query{Where: And{where, e}}, nil
	}
}

// mostBounded is up to which row of the order a bound is looked for first. For pages far behind,
// it would leave too little out to be worth it.
const mostBounded = 1000

// leads are the first authors of problems, found by an index in the order of the authors.
const leads = "problem_author lead JOIN author ON author.id = lead.author WHERE lead.place = 0"

// bounded writes the beginning of a list of all problems of which only the first are wanted, up to its order, and
// reports whether that is of use: the value of the first field at the end of the page is found without the tables of
// the other fields, and no problem beyond it is looked up in these, which for all problems takes longest. If fewer
// problems have a value, there is no bound.
func (b *builder) bounded(q *Query) bool {
	last := q.Offset + q.Limit - 1
	if q.Where != nil || q.Limit == 0 || last >= mostBounded || last < 0 {
		return false
	}
	first, others := &q.Sort[0], q.Sort[1:]
	value, within := first.value(), " <= "
	if first.Descending {
		within = " >= "
	}
	bound := func(from string) {
		b.add("WITH bound AS MATERIALIZED (SELECT (SELECT "+value+" FROM "+from+
			" ORDER BY "+first.direction()+" LIMIT 1 OFFSET ?) value)", last)
	}
	const isNone, limit = "(SELECT value FROM bound) IS NULL", "(SELECT value FROM bound)"
	switch {
	case first.Field.Name == "author":
		bound(leads)
		b.add(", few AS MATERIALIZED (SELECT lead.problem FROM " + leads + " AND " + first.collated() + within + limit +
			" UNION ALL SELECT id FROM problem WHERE " + isNone +
			") SELECT p.id FROM few CROSS JOIN problem p ON p.id = few.problem")
		b.join(q.Sort)
	case first.Field.Kind == Number && first.Field.join() == "" && slices.ContainsFunc(others, order.joins):
		bound("problem p NOT INDEXED WHERE " + value + " IS NOT NULL")
		b.add(" SELECT p.id FROM problem p NOT INDEXED")
		b.join(q.Sort)
		b.add(" WHERE (" + isNone + " OR " + first.collated() + within + limit + ")")
	default:
		return false
	}
	return true
}

// joins reports whether another table has the value.
func (o order) joins() bool { return o.Field.join() != "" }
