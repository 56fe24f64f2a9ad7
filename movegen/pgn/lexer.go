package pgn

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"alfiere/internal/datafile"
)

// bufferSize holds the longest token several times over.
const bufferSize = 256 << 10

// maxSymbol is the longest move or number in bytes, by the standard.
const maxSymbol = 255

// lexer cuts a stream into tokens. buffer[at:end] is what has been read ahead;
// buffer[end] is always 0, which stops every loop over characters.
type lexer struct {
	source io.Reader
	buffer []byte
	at     int
	end    int
	done   bool  // the source has ended
	err    error // of the source, io.EOF aside

	line      int   // of at, from 1
	breaks    int   // line ends that blanks has skipped
	base      int64 // offset of buffer[0] in the stream
	lineBegin int64 // offset of the line's first byte

	saved    keeper
	head     []byte // the first bytes of the stream
	omission place  // of the first text that no Game holds; line is 0 if there is none
}

func newLexer(source io.Reader) lexer {
	l := lexer{source: source, buffer: make([]byte, bufferSize+1), line: 1}
	l.fill(0)
	l.head = bytes.Clone(l.buffer[:min(l.end, datafile.HeadSize)])
	if isBinary(l.head) {
		l.end, l.done, l.buffer[0] = 0, true, 0 // an empty stream
	}
	if bytes.HasPrefix(l.buffer[:l.end], []byte("\xef\xbb\xbf")) {
		l.at, l.lineBegin = 3, 3
	}
	return l
}

// fill continues reading until the buffer is full or the source ends. Bytes from keep
// on stay; it returns how far they have moved.
func (l *lexer) fill(keep int) (moved int) {
	l.leave(keep)
	copy(l.buffer, l.buffer[keep:l.end])
	l.at -= keep
	l.end -= keep
	l.base += int64(keep)
	for idle := 0; l.end < bufferSize && !l.done; {
		n, err := l.source.Read(l.buffer[l.end:bufferSize])
		l.end += n
		if idle++; n > 0 {
			idle = 0
		}
		if err == nil && idle > 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			l.done = true
			if !errors.Is(err, io.EOF) {
				l.err = err
			}
		}
	}
	l.buffer[l.end] = 0
	return keep
}

// ahead makes sure that n bytes follow, if the source has as many.
func (l *lexer) ahead(n int) {
	if l.end-l.at < n && !l.done {
		l.fill(l.at)
	}
}

// place is a place in the stream.
type place struct {
	line, column int
	offset       int64
}

// here returns the place of buffer[at].
func (l *lexer) here() place {
	offset := l.base + int64(l.at)
	return place{l.line, int(offset - l.lineBegin + 1), offset}
}

// newline counts a line whose line feed is buffer[at], and continues after it.
func (l *lexer) newline() {
	l.at++
	l.line++
	l.lineBegin = l.base + int64(l.at)
}

// atLineBegin reports whether buffer[at] is the first byte of its line.
func (l *lexer) atLineBegin() bool { return l.base+int64(l.at) == l.lineBegin }

// skipLine goes to the beginning of the next line.
func (l *lexer) skipLine() {
	for {
		i := bytes.IndexByte(l.buffer[l.at:l.end], '\n')
		if i >= 0 {
			l.at += i
			l.newline()
			return
		}
		l.at = l.end
		if l.done {
			return
		}
		l.fill(l.at)
	}
}

// blanks skips blanks and lines that begin with %. It returns the next byte, 0 at the
// end, and counts the line ends in between.
func (l *lexer) blanks() (b byte) {
	l.breaks = 0
	for {
		b = l.buffer[l.at]
		switch {
		case b == '\n':
			l.newline()
			l.breaks++
		case b > ' ' && b != '%' && b != 0x7f:
			return b
		case b == '%':
			if !l.atLineBegin() {
				return b
			}
			l.omit(l.here())
			l.skipLine()
		case b == 0 && l.at == l.end:
			if l.done {
				return 0
			}
			l.fill(l.at)
		default:
			l.at++
		}
	}
}

// braces reads a comment, whose brace is buffer[at]. ok is false if it does not end
// within its limit and before the next game; then nothing has been read.
func (l *lexer) braces() (text []byte, ok bool) {
	l.ahead(maxComment + 2)
	limit := min(l.end, l.at+maxComment+2)
	i := bytes.IndexByte(l.buffer[l.at:limit], '}')
	if i < 0 || opensGame(l.buffer[l.at:l.at+i]) {
		return nil, false
	}
	text = l.buffer[l.at+1 : l.at+i]
	l.countLines(text, l.at+1)
	l.at += i + 1
	return text, true
}

// countLines counts the line feeds of text, which begins at the given index.
func (l *lexer) countLines(text []byte, begin int) {
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		l.line += n
		l.lineBegin = l.base + int64(begin+bytes.LastIndexByte(text, '\n')+1)
	}
}

// semicolon reads a comment up to the end of its line; bytes beyond the limit are dropped.
func (l *lexer) semicolon() []byte {
	l.ahead(maxComment + 2)
	text := l.buffer[l.at+1 : min(l.end, l.at+1+maxComment)]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
		l.at += 1 + i
		return text
	}
	begin := l.here()
	if l.at += 1 + len(text); l.at < l.end && l.buffer[l.at] != '\n' {
		l.omit(begin)
		text = bytes.Clone(text)
		l.skipLine()
	}
	return text
}

// isSymbol holds the bytes of moves, numbers and results; those beyond ASCII are parts
// of figurines and of letters in other languages.
var isSymbol = symbolTable()

func symbolTable() (table [256]bool) {
	for b := range table {
		switch {
		case b >= '0' && b <= '9', b >= 'A' && b <= 'Z', b >= 'a' && b <= 'z', b >= 0x80:
			table[b] = true
		}
	}
	for _, b := range []byte("_+#=:-/@") {
		table[b] = true
	}
	return table
}

// symbol reads a move, number or result; it is empty if none begins at buffer[at].
// Bytes beyond the limit are left for the next symbol.
func (l *lexer) symbol() []byte {
	begin := l.at
	for isSymbol[l.buffer[l.at]] && l.at-begin < maxSymbol {
		l.at++
	}
	return l.buffer[begin:l.at]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// windows1252 holds the characters of the bytes 0x80 to 0x9f, which are control codes
// in Latin-1 but these characters in files; 0 is none.
var windows1252 = [32]rune{'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ'}

// decode returns text in UTF-8. Text that is not UTF-8 is read as Latin-1.
func decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	decoded := make([]byte, 0, 2*len(text))
	for _, b := range text {
		r := rune(b)
		if b >= 0x80 && b < 0xa0 {
			if r = windows1252[b-0x80]; r == 0 {
				r = utf8.RuneError
			}
		}
		decoded = utf8.AppendRune(decoded, r)
	}
	return string(decoded)
}

// plain replaces every run of blanks and control bytes by one blank and drops those at
// the ends: comments are text without lines.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
}
