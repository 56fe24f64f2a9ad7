package query

import (
	"strings"
	"time"
)

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
func (p *parser) date(f *Field) (Expr, *Error) {
	sign := "="
	if p.kind == operator {
		sign = strings.Replace(p.text, ":", "=", 1)
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	from, to, isRange := strings.Cut(p.text, "..")
	if !isRange {
		to = from
	}
	first, _, ok1 := parseDate(from)
	_, last, ok2 := parseDate(to)
	open1, open2 := isRange && from == "" && to != "", isRange && to == "" && from != ""
	if p.kind != word || !ok1 && !open1 || !ok2 && !open2 || isRange && sign != "=" && sign != "!=" {
		return nil, p.expected("a date such as 2024, 2024-05 or 2024-05-17")
	}
	if !open1 && !open2 && last.Before(first) {
		return nil, p.fault(p.start, "the range %s ends before it begins", p.text)
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
	if sign == "!=" {
		return &not{e}, p.advance()
	}
	return e, p.advance()
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
