package query

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// completion is a possible continuation of a line.
type completion struct {
	Text string // replaces the existing text
	Help string // may be empty
}

// Completions are the possible continuations at a place in a line.
type Completions struct {
	From, To int // bytes of the line that a completion replaces
	List     []completion

	// Field is the Text or Equal field whose value is being typed, and Typed what is typed
	// so far: only a collection knows the possible values. Nil elsewhere.
	Field *Field
	Typed string
}

// Complete returns the continuations of a line at the cursor, an offset in bytes. Text after the cursor is ignored.
func Complete(line string, cursor int) Completions {
	cursor = min(max(cursor, 0), len(line), maxLength)
	for 0 < cursor && cursor < len(line) && !utf8.RuneStart(line[cursor]) {
		cursor--
	}
	c := &completer{scanner: scanner{line[:cursor]}}
	c.To = cursor
	c.From = cursor
	c.terms()
	if c.Field == nil && c.From < c.To && len(c.List) == 0 { // nothing of the name begun: perhaps its last word is one
		if at := strings.LastIndexByte(c.line, ' ') + 1; at > c.From {
			c.From = at
			c.names(c.line[at:])
		}
	}
	return c.Completions
}

// completer walks over the part of a line before the cursor.
type completer struct {
	scanner
	Completions
	offset int // of what comes next
}

// peek returns the next token; unclosed is true if it is a text whose end has not come.
func (c *completer) peek() (t token, unclosed bool) {
	t, err := c.at(c.offset)
	if err == nil {
		return t, false
	}
	rest := strings.TrimLeft(c.line[c.offset:], " \t")
	start := len(c.line) - len(rest)
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		return token{kind: quoted, text: rest[1:], start: start, next: len(c.line)}, true
	}
	return token{kind: word, text: rest, start: start, next: len(c.line)}, true
}

// typing reports whether the cursor touches the end of a token, which may continue.
func (c *completer) typing(t token) bool { return t.kind == word && t.next == len(c.line) }

// terms walks over conditions to the cursor.
func (c *completer) terms() {
	complete := false // a condition is before the cursor, so that and, or, sort by may follow
	for {
		t, unclosed := c.peek()
		switch {
		case unclosed:
			return
		case t.kind == end:
			c.names("")
			if complete {
				c.joints("")
			}
			return
		case t.isSign(), t.kind == operator: // of a sum
			if c.offset = t.next; c.offset == len(c.line) {
				return
			}
			isFactor := t.text == "*"
			if t, _ = c.peek(); isFactor && (t.kind != word || c.typing(t)) || !c.number(t) {
				return
			}
			continue
		case c.typing(t) && !isStipulation(t) && fieldOf(t.text) == nil:
			c.From = t.start
			c.names(t.text)
			if complete {
				c.joints(t.text)
			}
			return
		}
		if t.isTail() {
			c.tail()
			return
		}
		if t.kind != word || t.isReserved() || isStipulation(t) {
			complete = t.kind == quoted || t.kind == closed || isStipulation(t)
			c.offset = t.next
			continue
		}
		if complete = c.term(t); !complete {
			return
		}
	}
}

// term walks over a condition that begins with a word, and reports whether it passed it.
func (c *completer) term(first token) bool {
	found, whole := c.longest(c.offset, isField)
	if whole != "" && (found < 0 || found == len(c.line)) { // the name may continue
		c.From = first.start
		c.names(whole)
		return false
	}
	if found < 0 { // a word that begins nothing
		c.offset = first.next
		return true
	}
	f := fieldOf(c.line[first.start:found])
	c.offset = found
	sign, unclosed := c.peek()
	if unclosed {
		return false
	}
	switch {
	case sign.kind == operator:
		c.offset = sign.next
	case sign.kind == end:
		c.signs(f)
		if f.Kind == Feature {
			c.value(f)
		}
		if f.Kind < Board && f.Kind != Equal || f.Kind == Play { // the others mean nothing alone
			c.names("")
			c.joints("")
		}
		return false
	case f.Kind != Feature || sign.kind != word || sign.isReserved():
		if (f.Kind == Number || f.Kind == Date || f.Kind == Other) && sign.kind == word &&
			strings.Trim(sign.text, "0123456789.-–") == "" {
			c.offset = sign.next
			return !c.typing(sign)
		}
		return true
	case whole != "": // "key m" may become the name of a field, or a value
		if c.names(whole); len(c.List) > 0 {
			c.From = first.start
			return false
		}
	}
	return c.value(f)
}

// signs offers what may follow the name of a field.
func (c *completer) signs(f *Field) {
	switch f.Kind {
	case Number, Date:
		for _, sign := range opSigns {
			c.List = append(c.List, completion{sign + " ", ""})
		}
	case Text:
		c.List = append(c.List, completion{":", "contains the words"}, completion{"= ", "is exactly this"})
	case Equal:
		c.List = append(c.List, completion{"= ", "is exactly this"})
	case Board, Play, Other:
		c.List = append(c.List, completion{":", f.Help})
	}
}

// value walks over what a field is to be, and reports whether it passed it.
func (c *completer) value(f *Field) bool {
	t, unclosed := c.peek()
	switch {
	case f.Kind == Board:
		rows, err := c.rows(c.offset)
		if err != nil || rows.next == len(c.line) {
			return false
		}
		c.offset = rows.next
		return true
	case f.Kind == Number:
		return c.number(t)
	case f.Kind == Date || f.Kind == Other:
		if t.kind != word || c.typing(t) {
			return false
		}
		c.offset = t.next
		return true
	case f.Kind != Feature:
		if unclosed || t.kind == end || c.typing(t) {
			c.Field, c.Typed, c.From = f, t.text, t.start
			return false
		}
		c.offset = t.next
		return true
	case unclosed || t.kind == end:
		c.From = t.start
		c.features(f, t.text)
		return false
	case t.kind == quoted:
		c.offset = t.next
		return true
	case c.typing(t) && t.isSign():
		return false
	}
	found, whole := c.longest(c.offset, func(name string) bool { _, ok := f.valueOf(name); return ok })
	if whole != "" {
		if strings.HasSuffix(c.line, " ") && found >= 0 && !f.goesOn(whole) {
			c.offset = found
			return true
		}
		if found < 0 || found == len(c.line) || strings.HasSuffix(c.line, " ") {
			c.From = t.start
			c.features(f, whole)
			return false
		}
	}
	if found < 0 {
		found = t.next
	}
	c.offset = found
	return true
}

// goesOn reports whether a value begins with these words and has more.
func (f *Field) goesOn(words string) bool {
	return slices.ContainsFunc(f.Values, func(value string) bool {
		rest, begins := strings.CutPrefix(fold(value), fold(words))
		return begins && rest != ""
	})
}

// tail walks over how the problems are listed.
func (c *completer) tail() {
	var tokens []token
	for {
		t, unclosed := c.peek()
		if unclosed {
			return
		}
		if t.kind == end {
			break
		}
		if t.isTail() && !c.typing(t) {
			tokens = nil
		}
		tokens = append(tokens, t)
		c.offset = t.next
	}
	typed := ""
	if last := tokens[len(tokens)-1]; c.typing(last) {
		typed, c.From = last.text, last.start
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		c.joints(typed)
		return
	}
	first, last := tokens[0], tokens[len(tokens)-1]
	switch isNew := last.kind == comma || len(tokens) == 1 || last.is("by"); {
	case first.is("sort") && isNew:
		if len(tokens) == 1 {
			c.offer("by", "by ", "", typed)
		}
		c.fields(typed, (*Field).Sortable)
	case first.is("count") && len(tokens) == 1:
		c.offer("by", "by ", "for each value of a field", typed)
	case first.is("count") && isNew:
		c.fields(typed, (*Field).Countable)
	case first.is("limit", "offset") && len(tokens) == 1:
	default:
		if first.is("sort") {
			c.offer("desc", "desc ", "highest first", typed)
		}
		c.joints(typed)
	}
}

// fields offers the names of fields that fit.
func (c *completer) fields(typed string, fits func(*Field) bool) {
	for _, f := range fields {
		if fits(f) {
			c.offer(f.Name, f.Name+" ", f.Help, typed)
		}
	}
}

// names offers what a condition may begin with.
func (c *completer) names(typed string) {
	for _, f := range fields {
		text := f.Name + " "
		switch f.Kind {
		case Text, Feature, Board, Play, Other:
			text = f.Name + ":"
		case Equal:
			text = f.Name + " = "
		}
		if c.offer(f.Name, text, f.Help, typed) {
			continue
		}
		for _, also := range f.Also {
			if c.offer(also, text, f.Help, typed) {
				break
			}
		}
	}
	c.offer("not", "not ", "", typed)
}

// joints offers what may follow a condition.
func (c *completer) joints(typed string) {
	for _, text := range [...]string{"and ", "or ", "sort by ", "limit ", "offset ", "count ", "count by "} {
		c.offer(strings.TrimSpace(text), text, "", typed)
	}
}

// features offers the values of a Feature.
func (c *completer) features(f *Field, typed string) {
	for _, value := range f.Values {
		c.offer(value, quoteIfNeeded(value)+" ", "", typed)
	}
}

// offer adds a completion if its name has a word that begins with what is typed, those whose
// first one does before the others; it reports whether it does.
func (c *completer) offer(name, text, help, typed string) bool {
	name, typed = fold(name), fold(typed)
	switch at := strings.Index(name, typed); {
	case at == 0:
		i := 0
		for i < len(c.List) && c.List[i].Text != "" && strings.HasPrefix(fold(c.List[i].Text), typed) {
			i++
		}
		c.List = append(c.List[:i], append([]completion{{text, help}}, c.List[i:]...)...)
		return true
	case at > 0 && len(typed) > 1:
		c.List = append(c.List, completion{text, help})
		return true
	}
	return false
}
