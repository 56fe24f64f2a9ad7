package query

import (
	"slices"
	"strconv"
	"strings"
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
func (p *parser) sum(f *Field) (s sum, err *Error) {
	s = sumOf(f)
	if s.Terms[0].Times, err = p.times(1); err != nil {
		return s, err
	}
	for p.isSign() && !p.is("*") {
		sign := 1
		if !p.is("+") {
			sign = -1
		}
		if err = p.advance(); err != nil {
			return s, err
		}
		if n, ok := asNumber(p.text); ok && p.kind == word {
			s.Number += sign * n
			if err = p.advance(); err != nil {
				return s, err
			}
			continue
		}
		other, err := p.field("a number or a number field", (*Field).isNumber)
		if err != nil {
			return s, err
		}
		times, err := p.times(sign)
		if err != nil {
			return s, err
		}
		s.Terms = append(s.Terms, summand{other, times})
	}
	return s, nil
}

func (f *Field) isNumber() bool { return f.Kind == Number }

// times reads how often a Number is taken.
func (p *parser) times(sign int) (n int, err *Error) {
	if !p.is("*") {
		return sign, nil
	}
	if err = p.advance(); err != nil {
		return 0, err
	}
	n, err = p.number()
	return sign * n, err
}

// number walks over what a number is compared with.
func (c *completer) number(t token) bool {
	if _, ok := asNumber(t.text); ok && !c.typing(t) {
		c.offset = t.next
		return true
	}
	if t.kind == word && !c.typing(t) {
		found, whole := c.longest(func(name string) bool { f := fieldOf(name); return f != nil && f.isNumber() })
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
