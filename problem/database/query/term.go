package query

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"alfiere/movegen/notation"
)

// number reads a number.
func (p *parser) number() (n int, err *Error) {
	n, ok := asNumber(p.text)
	if p.kind != word || !ok {
		return 0, p.expected("a number")
	}
	return n, p.advance()
}

// asNumber is the number that a word is, of at most nine digits.
func asNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) <= 9 && text[0] >= '0' && text[0] <= '9'
}

// isStipulation reports whether a word by itself is a stipulation: #2, s#3, h#2.5.
func isStipulation(t token) bool { return t.kind == word && strings.Contains(t.text, "#") }

// term reads a condition.
func (p *parser) term() (Expr, *Error) {
	at := p.token
	switch {
	case p.kind == quoted:
		return p.match(&match{Field: fieldOf("text"), Text: p.text})
	case isStipulation(p.token):
		return p.match(&match{Field: fieldOf("stipulation"), Whole: true, Text: p.text})
	case p.kind != word || isReserved(p.token):
		return nil, p.expected("a condition")
	}
	f, err := p.fieldHere()
	if err != nil {
		return nil, err
	}
	if f == nil {
		return p.plainWord()
	}
	switch f.Kind {
	case Flag:
		if p.kind == operator {
			return nil, p.fault(p.start, "%s takes no value", f.Name)
		}
		return &IsA{Field: f}, nil
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
			return nil, p.expected("%s:…, = or !=", f.Name)
		}
		if err = p.advance(); err != nil {
			return nil, err
		}
	}
	e, err := p.value(f, sign, at)
	if err != nil || sign != "!=" {
		return e, err
	}
	return &not{e}, nil
}

// beginsTerm reports whether the token may begin a condition.
func (p *parser) beginsTerm() bool {
	if p.kind != word {
		return p.kind == open
	}
	if isStipulation(p.token) || isReserved(p.token) {
		return true
	}
	copied := *p
	f, err := copied.fieldHere()
	return f != nil || err != nil
}

// value reads what a Text, an Equal or a Feature is to be. sign is empty if the name has
// nothing after it; at is where the condition begins.
func (p *parser) value(f *Field, sign string, at token) (Expr, *Error) {
	if f.Kind == Play {
		return p.play(f, sign)
	}
	if sign != "" && p.is("*") && f.Kind != Equal {
		return &has{f}, p.advance()
	}
	if f.Kind == Feature {
		return p.feature(f, sign)
	}
	isBare := sign == "" && (p.kind == end || p.kind == closed || p.beginsTerm())
	if f.Name == "stipulation" && isStipulation(p.token) {
		isBare = false
	}
	switch {
	case isBare && f.Kind == Text && f.column.words != "":
		return &has{f}, nil
	case isBare || p.kind != word && p.kind != quoted:
		return nil, p.expected("a value for %s", f.Name)
	}
	whole := f.Kind == Equal || sign == "=" || sign == "!="
	if whole && f.column.whole == "" {
		return nil, p.fault(at.start, "%s cannot be compared with = or !=: write %s:…", f.Name, f.Name)
	}
	return p.match(&match{Field: f, Whole: whole, Text: p.text})
}

// match ends a condition on a text, which is the token here.
func (p *parser) match(m *match) (Expr, *Error) {
	if !strings.ContainsFunc(m.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) &&
		!m.Whole {
		return nil, p.fault(p.start, "%q contains no word", clip(m.Text))
	}
	return m, p.advance()
}

// feature reads the value of a Feature.
func (p *parser) feature(f *Field, sign string) (Expr, *Error) {
	var value string
	fits := func(name string) bool {
		found, ok := f.valueOf(name)
		if ok {
			value = found
		}
		return ok
	}
	if p.kind == quoted && fits(p.text) {
		return &IsA{f, value}, p.advance()
	}
	var err *Error
	if p.kind == word && p.longest(fits, &err) {
		return &IsA{f, value}, err
	}
	isValue := p.kind == word && !isReserved(p.token) || p.kind == quoted
	if moves := fieldOf("key move"); f.Name == "key" && isValue && (sign != "" || !p.beginsTerm()) {
		if all, ok := parsePlay(moves, p.text); ok {
			return &played{moves, all}, p.advance()
		}
	}
	switch {
	case sign == "" && (p.kind == end || p.kind == closed || p.beginsTerm()):
		return &has{f}, nil
	case !isValue:
		return nil, p.expected("a %s", f.Name)
	}
	if near := related(p.text, f.Values); len(near) > 0 {
		return nil, p.fault(p.start, "there is no %s %q; similar: %s", f.Name, clip(p.text), strings.Join(near, ", "))
	}
	return nil, p.unknown(p.start, p.text, f.Values, "there is no %s %q", f.Name, clip(p.text))
}

// play reads the moves of a Play.
func (p *parser) play(f *Field, sign string) (Expr, *Error) {
	if sign == "" && (p.kind == end || p.kind == closed || p.beginsTerm()) {
		return &played{Field: f}, nil
	}
	if p.is("*") {
		return &played{Field: f}, p.advance()
	}
	if p.kind == word || p.kind == quoted {
		if all, ok := parsePlay(f, p.text); ok {
			return &played{f, all}, p.advance()
		}
	}
	if f.part.Second == "" {
		return nil, p.expected("a move such as Bf1-h3, Bh3, f1- (its first square), B or O-O")
	}
	return nil, p.expected("one or two moves such as \"1...Bd4 2.Qe4\" or \"2.Qe4\"")
}

// kin reads the number of another problem.
func (p *parser) kin(f *Field) (Expr, *Error) {
	if p.kind == operator && (p.text == ":" || p.text == "=") {
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	n, ok := asNumber(p.text)
	if p.kind != word || !ok {
		return nil, p.expected("the number of a problem of the collection")
	}
	return &kin{f, n}, p.advance()
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
func (p *parser) compare(f *Field) (Expr, *Error) {
	left, err := p.sum(f)
	if err != nil {
		return nil, err
	}
	if p.kind != operator {
		if p.kind == word && strings.Trim(p.text, "0123456789.-–") == "" {
			return p.operand(left, is)
		}
		return &compare{left, moreOrEqual, sum{Number: 1}}, nil
	}
	op := is
	for i, sign := range opSigns {
		if sign == p.text {
			op = Op(i)
		}
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	return p.operand(left, op)
}

// operand reads what a sum is compared with: a number, another sum or, for a single field, a range.
func (p *parser) operand(left sum, op Op) (Expr, *Error) {
	if n, ok := asNumber(p.text); ok && p.kind == word {
		return &compare{left, op, sum{Number: n}}, p.advance()
	}
	isSingle := len(left.Terms) == 1 && left.Terms[0].Times == 1 && left.Number == 0
	if p.kind == word && (op == is || op == isNot) && isSingle {
		if e, ok, err := p.interval(left.Terms[0].Field); err != nil {
			return nil, err
		} else if ok && op == isNot {
			return &not{e}, p.advance()
		} else if ok {
			return e, p.advance()
		}
	}
	start := p.token
	other, err := p.fieldHere()
	if err != nil {
		return nil, err
	}
	if other != nil && other.isNumber() {
		right, err := p.sum(other)
		return &compare{left, op, right}, err
	}
	p.token = start
	if (op == is || op == isNot) && isSingle {
		return nil, p.expected("a number, a range such as 1950..1960 or a number field")
	}
	return nil, p.expected("a number or a number field")
}

// interval reads 1950..1960, 1950.. and ..1960, without going on.
func (p *parser) interval(f *Field) (e Expr, ok bool, err *Error) {
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
			return compared(f, moreOrEqual, from), true, nil
		case first == "":
			return compared(f, lessOrEqual, to), true, nil
		case to < from:
			return nil, false, p.fault(p.start, "the range %s ends before it begins", p.text)
		}
		return &Range{f, from, to}, true, nil
	}
	return nil, false, nil
}

// fits reads the rows of a board.
func (p *parser) fits(f *Field) (Expr, *Error) {
	if p.kind != operator || p.text != ":" && p.text != "=" && p.text != "!=" {
		return nil, p.expected("%s:… with rows as in a FEN", f.Name)
	}
	isNot := p.text == "!="
	t, err := p.rows(p.next)
	if err != nil {
		return nil, err
	}
	p.token = t
	if p.kind != word && p.kind != quoted {
		return nil, p.expected("rows as in a FEN, such as %s", exampleRows(f))
	}
	words := strings.Fields(p.text)
	e := &fits{Field: f}
	var fault error
	switch {
	case len(words) == 0:
		return nil, p.expected("rows as in a FEN")
	case f.Name == "anywhere" && len(words) > 1:
		return nil, p.fault(p.start, "nothing may follow the rows of a part of a board")
	case f.Name == "anywhere":
		e.Rows, fault = notation.ParsePattern(words[0])
	default:
		e.Rows, fault = notation.ParseBoardPattern(words[0])
	}
	if fault != nil {
		return nil, p.rowFault(fault, words[0])
	}
	if len(words) > 1 {
		if e.Side = words[1]; e.Side != "w" && e.Side != "b" {
			return nil, p.fault(p.start, "expected w or b (the side to move) after the rows, not %q", clip(e.Side))
		}
	}
	if isNot {
		return &not{e}, p.advance()
	}
	return e, p.advance()
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
	if isPlain(value) {
		return value
	}
	return quote(value)
}
