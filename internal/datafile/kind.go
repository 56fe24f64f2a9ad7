package datafile

import (
	"bytes"
	"errors"
	"io"
)

// Errors of a textReader for streams without any text.
var (
	ErrEmpty  = errors.New("it is empty")
	ErrBlank  = errors.New("it contains only blanks")
	ErrNoText = errors.New("it is not text")
)

// HeadSize is the number of bytes of a stream that Signature needs.
const HeadSize = 512

// signatures are the first bytes of other kinds of files.
var signatures = [...]struct{ begin, what string }{
	{"\x7fELF", "it is a program"}, {"MZ", "it is a program for Windows"},
	{"\xcf\xfa\xed\xfe", "it is a program for macOS"},
	{"\x1f\x8b", "it is compressed by gzip"}, {"\x28\xb5\x2f\xfd", "it is compressed by Zstandard"},
	{"PK\x03\x04", "it is a zip archive; unpack it first"}, {"7z\xbc\xaf", "it is a 7-Zip archive; unpack it first"},
	{"Rar!", "it is a RAR archive; unpack it first"}, {"BZh", "it is compressed by bzip2; unpack it first"},
	{"\xfd7zXZ", "it is compressed by xz; unpack it first"}, {"%PDF", "it is a PDF document"},
	{"\x89PNG", "it is a picture"}, {"\xff\xd8\xff", "it is a picture"}, {"GIF8", "it is a picture"},
	{"SQLite format 3", "it is a database"}, {"\xff\xfe", "it is text in UTF-16; save it as UTF-8"},
	{"\xfe\xff", "it is text in UTF-16; save it as UTF-8"}, {"<!DOCTYPE", "it is a web page"},
	{"<html", "it is a web page"},
}

// Signature returns the kind of file that begins with head; empty if unknown. Some kinds begin with letters that a
// text may begin with, too.
func Signature(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.begin)) {
			return s.what
		}
	}
	return ""
}

// textReader is a reader of text. Read returns an error that names the kind of the stream if it is empty,
// blank, or certainly not UTF-8 text.
type textReader struct {
	r    io.Reader
	head []byte // the part not yet returned
	err  error  // that ended the head
	seen bool
}

// NewTextReader returns a reader of r, from which it reads nothing yet.
func NewTextReader(r io.Reader) *textReader { return &textReader{r: r} }

// Read implements io.Reader.
func (t *textReader) Read(into []byte) (int, error) {
	if !t.seen {
		t.seen = true
		if err := t.look(); err != nil {
			t.head, t.err = nil, err // further reads return the same error
		}
	}
	if n := copy(into, t.head); n > 0 || t.err != nil {
		t.head = t.head[n:]
		if len(t.head) > 0 {
			return n, nil
		}
		return n, t.err
	}
	return t.r.Read(into)
}

// look reads the beginning of the stream. One typed line is enough.
func (t *textReader) look() error {
	buffer := make([]byte, HeadSize)
	for t.err == nil && len(t.head) < len(buffer) && bytes.IndexByte(bytes.TrimLeft(t.head, " \t\r\n"), '\n') < 0 {
		var n int
		n, t.err = t.r.Read(buffer[len(t.head):])
		t.head = buffer[:len(t.head)+n]
	}
	zero := bytes.IndexByte(t.head, 0) >= 0
	switch what := Signature(t.head); {
	case t.err == io.EOF && len(t.head) == 0:
		return ErrEmpty
	case t.err == io.EOF && len(bytes.TrimSpace(t.head)) == 0:
		return ErrBlank
	case what != "" && (zero || !isLetter(t.head[0])):
		return errors.New(what)
	case zero:
		return ErrNoText
	}
	return nil
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
