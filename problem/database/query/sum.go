package query

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// sum is Numbers and a number added up.
type sum struct {
	Terms  []summand
	Number int
}

// summand is a Number some times, less than none if it is subtracted.
type summand struct {
	Field *Field
	Times int
}

func sumOf(f *Field) sum { return sum{Terms: []summand{{f, 1}}} }

// String writes the sum as the parser reads it.
func (s sum) String() string {
	var b strings.Builder
	sign := func(n int) int {
		switch {
		case n < 0:
			b.WriteString(" - ")
			return -n
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		return n
	}
	for _, t := range s.Terms {
		n := sign(t.Times)
		b.WriteString(t.Field.Name)
		if n != 1 {
			b.WriteString(" * " + strconv.Itoa(n))
		}
	}
	if s.Number != 0 || len(s.Terms) == 0 {
		b.WriteString(strconv.Itoa(sign(s.Number)))
	}
	return b.String()
}

// isOfReport reports whether all of the sum is the report's, or its number alone.
func (s sum) isOfReport() bool {
	return !slices.ContainsFunc(s.Terms, func(t summand) bool { return !t.Field.column.report })
}

// asksReport reports whether something compared is the report's.
func (e *compare) asksReport() bool {
	return slices.ContainsFunc(slices.Concat(e.Left.Terms, e.Right.Terms),
		func(t summand) bool { return t.Field.column.report })
}

// sum writes the sum in a row of the tables p and r.
func (b *builder) sum(s sum) {
	for i, t := range s.Terms {
		if i > 0 {
			b.add(" + ")
		}
		b.add(t.Field.column.value)
		if t.Times != 1 {
			b.add(" * ?", t.Times)
		}
	}
	if len(s.Terms) == 0 || s.Number != 0 {
		if len(s.Terms) > 0 {
			b.add(" + ")
		}
		b.add("?", s.Number)
	}
}

// isSign reports whether the token is one between the parts of a sum.
func (t token) isSign() bool {
	return t.kind == word && (t.text == "+" || t.text == "-" || t.text == "−" || t.text == "*")
}

// sum reads what follows the first term of a sum.
func (p *parser) sum(f *Field) sum {
	s := sumOf(f)
	s.Terms[0].Times = p.times(1)
	for p.isSign() && !p.is("*") {
		sign := 1
		if !p.is("+") {
			sign = -1
		}
		p.advance()
		if n, ok := asNumber(p.text); ok && p.kind == word {
			s.Number += sign * n
			p.advance()
			continue
		}
		other := p.field("a number or a number field", (*Field).isNumber)
		s.Terms = append(s.Terms, summand{other, p.times(sign)})
	}
	return s
}

func (f *Field) isNumber() bool { return f.Kind == Number }

// times reads how often a Number is taken.
func (p *parser) times(sign int) int {
	if !p.is("*") {
		return sign
	}
	p.advance()
	return sign * p.number()
}

// number walks over what a number is compared with.
func (c *completer) number(t token) bool {
	if _, ok := asNumber(t.text); ok && !c.typing(t) {
		c.offset = t.next
		return true
	}
	if t.kind == word && !c.typing(t) {
		found, whole := c.longest(c.offset, func(name string) bool { f := fieldOf(name); return f != nil && f.isNumber() })
		if whole != "" && (found < 0 || found == len(c.line)) { // the name may continue
			t.text = whole
		} else {
			c.offset = max(found, t.next)
			return true
		}
	} else if t.kind == word && t.text[0] < 'A' || t.kind != word && t.kind != end {
		return false
	}
	c.From = t.start
	for _, f := range fields {
		if f.Kind == Number {
			c.offer(f.Name, f.Name+" ", f.Help, t.text)
		}
	}
	return false
}

// dated holds if a Date is between two days, or one of them. An empty one is no bound.
type dated struct {
	Field    *Field
	From, To string // as in 2024-05-17
}

// day is how dates are written.
const day = "2006-01-02"

// parseDate reads a year, a month or a day: 2024, 2024-05, 2024-05-17. It returns the first and the last day.
func parseDate(text string) (first, last time.Time, ok bool) {
	for form, end := range map[string][3]int{"2006": {1, 0, 0}, "2006-01": {0, 1, 0}, day: {0, 0, 1}} {
		if first, err := time.Parse(form, text); err == nil {
			return first, first.AddDate(end[0], end[1], end[2]).AddDate(0, 0, -1), true
		}
	}
	return first, last, false
}

// date reads what follows the name of a Date: days between two bounds.
func (p *parser) date(f *Field) Expr {
	sign := "="
	if p.kind == operator {
		sign = strings.Replace(p.text, ":", "=", 1)
		p.advance()
	}
	from, to, isRange := strings.Cut(p.text, "..")
	if !isRange {
		to = from
	}
	first, _, ok1 := parseDate(from)
	_, last, ok2 := parseDate(to)
	open1, open2 := isRange && from == "" && to != "", isRange && to == "" && from != ""
	if p.kind != word || !ok1 && !open1 || !ok2 && !open2 || isRange && sign != "=" && sign != "!=" {
		panic(p.expected("a date such as 2024, 2024-05 or 2024-05-17"))
	}
	if !open1 && !open2 && last.Before(first) {
		panic(p.fault(p.start, "the range %s ends before it begins", p.text))
	}
	e := &dated{Field: f}
	switch {
	case sign == "<":
		last, open1 = first.AddDate(0, 0, -1), true
	case sign == "<=":
		open1 = true
	case sign == ">":
		first, open2 = last.AddDate(0, 0, 1), true
	case sign == ">=":
		open2 = true
	}
	if !open1 {
		e.From = first.Format(day)
	}
	if !open2 {
		e.To = last.Format(day)
	}
	return p.past(negated(e, sign == "!="))
}

func (e *dated) write(b *strings.Builder, _ bool) {
	b.WriteString(e.Field.Name + " = " + e.From)
	if e.From != e.To {
		b.WriteString(".." + e.To)
	}
}

// dated writes the condition on seconds since 1970; days are those of UTC.
func (b *builder) dated(e *dated) {
	b.add("(1")
	if first, _, ok := parseDate(e.From); ok {
		b.add(" AND "+e.Field.column.value+" >= ?", first.Unix())
	}
	if last, _, ok := parseDate(e.To); ok {
		b.add(" AND "+e.Field.column.value+" < ?", last.AddDate(0, 0, 1).Unix())
	}
	b.add(")")
}
