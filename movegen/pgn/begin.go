package pgn

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// moveNumber is the number of a move in the stream.
type moveNumber struct {
	value  int
	end    int  // index after it and its stops; 0 if there is none
	marked bool // by a full stop, bracket, colon or hyphen: no other text is written like that
	black  bool // by two full stops or more
}

// maxNumberDigits is the number of digits of movegen.MaxFullmoveNumber.
const maxNumberDigits = 6

// numberAt reads the number of a move in one of the forms "1", "1.", "1 .", "1...", "1…", "1)", "(1)", "1:" and "1-".
func (r *Reader) numberAt(at int) (n moveNumber) {
	open := r.buffer[at] == '('
	if open {
		at++
	}
	from := at
	for ; isDigit(r.buffer[at]) && at-from <= maxNumberDigits; at++ {
		n.value = n.value*10 + int(r.buffer[at]-'0')
	}
	if at == from || at-from > maxNumberDigits || open && r.buffer[at] != ')' {
		return moveNumber{}
	}
	n.marked = open || r.buffer[at] == ')' || r.separatorAt(at)
	if n.marked {
		at++
	}
	n.end = at
	stops := 0
	for at += r.spaces(at); ; n.end = at {
		if r.buffer[at] == '.' {
			at++
			stops++
		} else if bytes.HasPrefix(r.buffer[at:r.end], []byte("…")) {
			at += len("…")
			stops += 3
		} else {
			break
		}
	}
	if after := at + r.spaces(at); stops > 0 {
		// A digit after a full stop is that of a date or a fraction, or a move in numbers.
		n.marked, n.black = !isDigit(r.buffer[after]), stops > 1
	}
	return n
}

// separatorAt reports whether the byte after a number is a colon or hyphen that belongs to it,
// and not to a result or castling.
func (r *Reader) separatorAt(at int) bool {
	after := r.buffer[min(at+1, r.end)]
	return r.buffer[at] == ':' && !isDigit(after) ||
		r.buffer[at] == '-' && (after <= ' ' || isLetter(after) && after|0x20 != 'o')
}

// movesAhead reports whether a game without tags begins here: with the number of a move, or with a move. After a marked
// number anything is a game: if it cannot be read, it is a game with an error.
func (r *Reader) movesAhead() bool {
	at := r.at
	defer func() { r.at = at }()
	n := r.numberAt(r.at)
	if n.marked {
		return true
	}
	r.at = max(r.at, n.end)
	r.at += r.spaces(r.at)
	start := movegen.StartPosition()
	pass, err := r.firstMove(&start)
	switch {
	case n.end > 0:
		return err == nil || errors.Is(err, notation.ErrNotLegal) || errors.Is(err, notation.ErrAmbiguous)
	case err != nil || !pass:
		return err == nil
	}
	// Other text may begin with hyphens: the reply decides.
	start.MakeOrPass(movegen.NoMove)
	r.at += r.spaces(r.at)
	if n := r.numberAt(r.at); n.end > 0 {
		r.at = n.end + r.spaces(n.end)
	}
	_, err = r.firstMove(&start)
	return err == nil
}

// firstMove reads a move of p with what may be attached to it.
func (r *Reader) firstMove(p *movegen.Position) (pass bool, err error) {
	text := withPlainDashes(r.symbol())
	if move, _, ok := cutResult(text); ok {
		text = move
	}
	m, err := r.move(p, text)
	if err == nil {
		return m == movegen.NoMove, nil
	}
	if move, _, ok := cutGlyph(text); ok {
		if m, glyphErr := r.move(p, move); glyphErr == nil {
			return m == movegen.NoMove, nil
		}
	}
	return false, err
}

// beginsAnother reports whether the number here begins a game without tags: it is 1 after an
// empty line, though the game before has moves and no result.
func (r *Reader) beginsAnother() bool {
	if !r.hasMoves || r.breaks < 2 || r.parser.depth > 0 {
		return false
	}
	n := r.numberAt(r.at)
	return n.value == 1 && !n.black && r.movesAhead()
}

// noteStray notes text outside of games, once for lines that follow each other.
func (r *Reader) noteStray() {
	at := r.here()
	if at.line > r.strayLine+1 && len(r.stray) < maxFaults {
		line, _, _ := bytes.Cut(r.buffer[r.at:min(r.end, r.at+32)], []byte{'\n'})
		r.stray = append(r.stray, r.newError(at, string(bytes.TrimRight(line, " \t\r")), ErrStray))
	}
	r.strayLine = at.line
}

// Stray returns the places of text between the previous game and this one, or after the last
// one if Next has returned false. Such text is in no game. Comments and lines that begin with
// % are not reported; there are at most maxFaults errors, one for lines that follow each other.
func (r *Reader) Stray() []*Error { return r.stray }

// byteOrderMark begins a file, and a part of one that was put together.
const byteOrderMark = "\xef\xbb\xbf"

// withPlainDashes returns the text of a symbol with hyphens in the place of other dashes.
func withPlainDashes(text []byte) []byte {
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return []byte(notation.PlainDashes(decode(text)))
		}
	}
	return text
}

// tagAhead reports whether a tag (a bracket and a letter) follows after blanks. A line
// that is a comment is skipped if a tag follows on the next one.
func (r *Reader) tagAhead() bool {
	for {
		r.ahead(MaxTag + 2)
		b := r.blanks()
		if b == ';' && len(r.spans) > 0 && bytes.HasPrefix(r.nextLine(), []byte("[")) {
			r.omit(r.here())
			r.skipLine()
			continue
		}
		return b == '[' && isLetter(r.buffer[r.at+1+r.spaces(r.at+1)])
	}
}

// nextLine returns the part of the next line that is in the buffer.
func (r *Reader) nextLine() []byte {
	if i := bytes.IndexByte(r.buffer[r.at:r.end], '\n'); i >= 0 {
		return r.buffer[r.at+i+1 : r.end]
	}
	return nil
}

// spaces returns the number of blanks within the line from the given index on.
func (r *Reader) spaces(from int) (n int) {
	for r.buffer[from+n] == ' ' || r.buffer[from+n] == '\t' {
		n++
	}
	return n
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// nextTagIs reports whether the tag that begins here has the given name.
func (r *Reader) nextTagIs(name string) bool {
	from := r.at + 1 + r.spaces(r.at+1)
	rest := r.buffer[from:r.end]
	return len(rest) > len(name) && string(rest[:len(name)]) == name && !isTagName(rest[len(name)])
}

func isTagName(b byte) bool { return b > ' ' && b != '"' && b != ']' }

// tag reads the tag that begins here. A quotation mark within the value is literal
// unless a bracket follows; a value without quotation marks ends at the bracket.
func (r *Reader) tag() {
	begin, at := r.here(), r.at+1
	line := r.buffer[r.at:min(r.end, r.at+MaxTag)]
	whole := false
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line, whole = line[:i], true
	}
	limit := r.at + len(line) // buffer[limit] is a line feed, 0 or beyond the limit
	span := tagSpan{name: len(r.text), from: begin.offset}
	at += r.spaces(at)
	for at < limit && isTagName(r.buffer[at]) {
		r.text = append(r.text, r.buffer[at])
		at++
	}
	span.value = len(r.text)
	at += r.spaces(at)
	at, ok := r.readValue(at, limit)
	span.end, span.to = len(r.text), r.base+int64(at)
	if ok && isUndecodable(r.text[span.name:]) {
		r.omit(begin)
	}
	if ok {
		if fault := r.tagFault(span, at-r.at); fault != nil {
			r.text = r.text[:span.name]
			r.fault(begin, line, fault)
		} else {
			r.spans = append(r.spans, span)
		}
		r.at = at
		return
	}
	r.text = r.text[:span.name]
	if !whole && len(line) == MaxTag {
		r.fault(begin, line, errTagLength)
	} else {
		r.fault(begin, line, ErrTag)
	}
	r.skipLine()
}

// tagFault returns why a tag cannot be used, or nil. Its size is in bytes. A tag grows when it is written: a byte that
// is not UTF-8 becomes up to three, and a backslash two. If it grows beyond MaxTag, we could not read it back.
func (r *Reader) tagFault(s tagSpan, size int) error {
	switch {
	case len(r.spans) == maxTags:
		return errTags
	case size > MaxTag/4 && len(appendTag(nil, decode(r.text[s.name:s.value]), decode(r.text[s.value:s.end]))) > MaxTag:
		return errTagLength
	}
	return nil
}

// readValue appends the value to r.text and returns where the tag ends, bracket included.
func (r *Reader) readValue(at, limit int) (end int, ok bool) {
	if at >= limit || r.buffer[at] != '"' {
		for ; at < limit && r.buffer[at] != ']'; at++ {
			r.text = append(r.text, r.buffer[at])
		}
		r.text = bytes.TrimRight(r.text, " \t")
		return at + 1, at < limit
	}
	for at++; at < limit; at++ {
		b := r.buffer[at]
		switch {
		case b == '\\' && at+1 < limit && (r.buffer[at+1] == '"' || r.buffer[at+1] == '\\'):
			at++
			b = r.buffer[at]
		case b == '"':
			if next := at + 1 + r.spaces(at+1); next < limit && r.buffer[next] == ']' {
				return next + 1, true
			}
		case b < ' ':
			b = ' '
		}
		r.text = append(r.text, b)
	}
	return at, false
}
