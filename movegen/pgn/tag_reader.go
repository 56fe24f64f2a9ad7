package pgn

import "bytes"

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

// tagFault returns why a tag cannot be kept, or nil. Its size is in bytes. A tag grows when it is written: a byte that
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
