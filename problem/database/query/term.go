package query

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"alfiere/movegen/notation"
)

// number reads a number.
func (p *parser) number() int {
	n, ok := asNumber(p.text)
	if p.kind != word || !ok {
		panic(p.expected("a number"))
	}
	p.advance()
	return n
}

// asNumber is the number that a word is, of at most nine digits.
func asNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) <= 9 && text[0] >= '0' && text[0] <= '9'
}

// isStipulation reports whether a word by itself is a stipulation: #2, s#3, h#2.5.
func isStipulation(t token) bool { return t.kind == word && strings.Contains(t.text, "#") }

// term reads a condition.
func (p *parser) term() Expr {
	at := p.token
	switch {
	case p.kind == quoted:
		return p.match(&match{Field: fieldOf("text"), Text: p.text})
	case isStipulation(p.token):
		return p.match(&match{Field: fieldOf("stipulation"), Whole: true, Text: p.text})
	case p.kind != word || p.isReserved():
		panic(p.expected("a condition"))
	}
	f := p.fieldHere()
	if f == nil {
		return p.plainWord()
	}
	switch f.Kind {
	case Flag:
		if p.kind == operator {
			panic(p.fault(p.start, "%s takes no value", f.Name))
		}
		return &IsA{Field: f}
	case Number:
		return p.compare(f)
	case Board:
		return p.fits(f)
	case Date:
		return p.date(f)
	case Other:
		return p.kin(f)
	}
	sign := ""
	if p.kind == operator {
		if sign = p.text; sign != ":" && sign != "=" && sign != "!=" {
			panic(p.expected("%s:…, = or !=", f.Name))
		}
		p.advance()
	}
	return negated(p.value(f, sign, at), sign == "!=")
}

// negated returns the condition, or that it does not hold.
func negated(e Expr, isNot bool) Expr {
	if isNot {
		return &not{e}
	}
	return e
}

// beginsTerm reports whether the token may begin a condition.
func (p *parser) beginsTerm() bool {
	if p.kind != word {
		return p.kind == open
	}
	if isStipulation(p.token) || p.isReserved() {
		return true
	}
	found, _ := p.longest(p.start, isField)
	return found >= 0
}

// isBare reports whether a field has no value: the name has nothing after it but the next condition or the end.
func (p *parser) isBare(sign string) bool {
	return sign == "" && (p.kind == end || p.kind == closed || p.beginsTerm())
}

// value reads what a Text, an Equal or a Feature is to be. sign is empty if the name has
// nothing after it; at is where the condition begins.
func (p *parser) value(f *Field, sign string, at token) Expr {
	if f.Kind == Play {
		return p.play(f, sign)
	}
	if sign != "" && p.is("*") && f.Kind != Equal {
		return p.past(&has{f})
	}
	if f.Kind == Feature {
		return p.feature(f, sign)
	}
	isBare := p.isBare(sign) && !(f.Name == "stipulation" && isStipulation(p.token))
	switch {
	case isBare && f.Kind == Text && f.column.words != "":
		return &has{f}
	case isBare || p.kind != word && p.kind != quoted:
		panic(p.expected("a value for %s", f.Name))
	}
	whole := f.Kind == Equal || sign == "=" || sign == "!="
	if whole && f.column.whole == "" {
		panic(p.fault(at.start, "%s cannot be compared with = or !=: write %s:…", f.Name, f.Name))
	}
	return p.match(&match{Field: f, Whole: whole, Text: p.text})
}

// match ends a condition on a text, which is the token here.
func (p *parser) match(m *match) Expr {
	if !strings.ContainsFunc(m.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) &&
		!m.Whole {
		panic(p.fault(p.start, "%q contains no word", clip(m.Text)))
	}
	return p.past(m)
}

// feature reads the value of a Feature.
func (p *parser) feature(f *Field, sign string) Expr {
	var value string
	fits := func(name string) bool {
		found, ok := f.valueOf(name)
		if ok {
			value = found
		}
		return ok
	}
	if p.kind == quoted && fits(p.text) {
		return p.past(&IsA{f, value})
	}
	if p.kind == word {
		if found, _ := p.longest(p.start, fits); found >= 0 {
			p.next = found
			return p.past(&IsA{f, value})
		}
	}
	isValue := p.kind == word && !p.isReserved() || p.kind == quoted
	if moves := fieldOf("key move"); f.Name == "key" && isValue && (sign != "" || !p.beginsTerm()) {
		if all, ok := parsePlay(moves, p.text); ok {
			return p.past(&played{moves, all})
		}
	}
	switch {
	case p.isBare(sign):
		return &has{f}
	case !isValue:
		panic(p.expected("a %s", f.Name))
	}
	if near := related(p.text, f.Values); len(near) > 0 {
		panic(p.fault(p.start, "there is no %s %q; similar: %s", f.Name, clip(p.text), strings.Join(near, ", ")))
	}
	panic(p.unknown(p.start, p.text, f.Values, "there is no %s %q", f.Name, clip(p.text)))
}

// play reads the moves of a Play.
func (p *parser) play(f *Field, sign string) Expr {
	if p.isBare(sign) {
		return &played{Field: f}
	}
	if p.is("*") {
		return p.past(&played{Field: f})
	}
	if p.kind == word || p.kind == quoted {
		if all, ok := parsePlay(f, p.text); ok {
			return p.past(&played{f, all})
		}
	}
	if f.part.Second == "" {
		panic(p.expected("a move such as Bf1-h3, Bh3, f1- (its first square), B or O-O"))
	}
	panic(p.expected("one or two moves such as \"1...Bd4 2.Qe4\" or \"2.Qe4\""))
}

// kin reads the number of another problem.
func (p *parser) kin(f *Field) Expr {
	if p.kind == operator && (p.text == ":" || p.text == "=") {
		p.advance()
	}
	n, ok := asNumber(p.text)
	if p.kind != word || !ok {
		panic(p.expected("the number of a problem of the collection"))
	}
	return p.past(&kin{f, n})
}

// related are names that a text is a part of, or that it ends with, as "fresh Grimshaw" does with
// Grimshaw; a few at most.
func related(text string, names []string) (near []string) {
	const shortest, most = 4, 6
	text = strings.ToLower(text)
	for _, name := range names {
		if small := strings.ToLower(name); len(text) >= shortest && len(near) < most &&
			(strings.Contains(small, text) || strings.HasSuffix(text, " "+small)) {
			near = append(near, name)
		}
	}
	return near
}

// compare reads what follows the name of a number field.
func (p *parser) compare(f *Field) Expr {
	left := p.sum(f)
	if p.kind != operator {
		if p.kind == word && strings.Trim(p.text, "0123456789.-–") == "" {
			return p.operand(left, is)
		}
		return &compare{left, moreOrEqual, sum{Number: 1}}
	}
	op := is
	for i, sign := range opSigns {
		if sign == p.text {
			op = Op(i)
		}
	}
	p.advance()
	return p.operand(left, op)
}

// operand reads what a sum is compared with: a number, another sum or, for a single field, a range.
func (p *parser) operand(left sum, op Op) Expr {
	if n, ok := asNumber(p.text); ok && p.kind == word {
		return p.past(&compare{left, op, sum{Number: n}})
	}
	isSingle := len(left.Terms) == 1 && left.Terms[0].Times == 1 && left.Number == 0
	if p.kind == word && (op == is || op == isNot) && isSingle {
		if e := p.interval(left.Terms[0].Field); e != nil {
			return p.past(negated(e, op == isNot))
		}
	}
	start := p.token
	if other := p.fieldHere(); other != nil && other.isNumber() {
		return &compare{left, op, p.sum(other)}
	}
	p.token = start
	if (op == is || op == isNot) && isSingle {
		panic(p.expected("a number, a range such as 1950..1960 or a number field"))
	}
	panic(p.expected("a number or a number field"))
}

// interval reads 1950..1960, 1950.. and ..1960, without going on, or nothing.
func (p *parser) interval(f *Field) Expr {
	for _, between := range []string{"..", "-", "–"} {
		first, last, found := strings.Cut(p.text, between)
		if !found || first == "" && last == "" {
			continue
		}
		from, ok1 := asNumber(first)
		to, ok2 := asNumber(last)
		switch {
		case !ok1 && first != "" || !ok2 && last != "":
			continue
		case last == "":
			return compared(f, moreOrEqual, from)
		case first == "":
			return compared(f, lessOrEqual, to)
		case to < from:
			panic(p.fault(p.start, "the range %s ends before it begins", p.text))
		}
		return &Range{f, from, to}
	}
	return nil
}

// fits reads the rows of a board.
func (p *parser) fits(f *Field) Expr {
	if p.kind != operator || p.text != ":" && p.text != "=" && p.text != "!=" {
		panic(p.expected("%s:… with rows as in a FEN", f.Name))
	}
	isNot := p.text == "!="
	t, err := p.rows(p.next)
	if err != nil {
		panic(err)
	}
	p.token = t
	if p.kind != word && p.kind != quoted {
		panic(p.expected("rows as in a FEN, such as %s", exampleRows(f)))
	}
	words := strings.Fields(p.text)
	e := &fits{Field: f}
	var fault error
	switch {
	case len(words) == 0:
		panic(p.expected("rows as in a FEN"))
	case f.Name == "anywhere" && len(words) > 1:
		panic(p.fault(p.start, "nothing may follow the rows of a part of a board"))
	case f.Name == "anywhere":
		e.Rows, fault = notation.ParsePattern(words[0])
	default:
		e.Rows, fault = notation.ParseBoardPattern(words[0])
	}
	if fault != nil {
		panic(p.rowFault(fault, words[0]))
	}
	if len(words) > 1 {
		if e.Side = words[1]; e.Side != "w" && e.Side != "b" {
			panic(p.fault(p.start, "expected w or b (the side to move) after the rows, not %q", clip(e.Side)))
		}
	}
	return p.past(negated(e, isNot))
}

// exampleRows are rows that may stand there.
func exampleRows(f *Field) string {
	if f.Name == "anywhere" {
		return "K?R/?[^p]?"
	}
	return "*/*/*/*/*/*/PPP?*/1K?*"
}

// rowFault is the error of rows that stand in the token here.
func (p *parser) rowFault(err error, rows string) *Error {
	fault, ok := errors.AsType[*notation.PatternError](err)
	if !ok {
		return p.expected("rows as in a FEN")
	}
	at := p.start
	if i := strings.Index(p.line[p.start:p.next], rows); i >= 0 && fault.Row > 0 {
		at += i + min(fault.Offset, len(rows))
	}
	return p.fault(at, "%w", fault)
}

// quoteIfNeeded writes a value as it appears after a colon.
func quoteIfNeeded(value string) string {
	if value != "" && !strings.ContainsFunc(value, func(r rune) bool { return !isWordRune(r) }) {
		return value
	}
	return Quote(value)
}
