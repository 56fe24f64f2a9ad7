package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrNoGame is wrapped where a stream that should hold games has none.
var ErrNoGame = errors.New("no game found")

// headSize is how much of the stream is kept to tell what it is.
const headSize = 512

// NoGame returns an error that wraps ErrNoGame and says what the stream looks like, if Next
// has come to the end of it without finding a game; else nil.
func (r *Reader) NoGame() error {
	if r.game > 0 || r.unread || !r.done {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrNoGame, describe(r.head))
}

// signatures are what files of other kinds begin with.
var signatures = [...]struct{ begin, what string }{
	{"\x7fELF", "it is a program"}, {"MZ", "it is a program for Windows"}, {"\xcf\xfa\xed\xfe", "it is a program for macOS"},
	{"\x1f\x8b", "it is compressed by gzip"}, {"\x28\xb5\x2f\xfd", "it is compressed by Zstandard"},
	{"PK\x03\x04", "it is a zip archive; unpack it first"}, {"7z\xbc\xaf", "it is a 7-Zip archive; unpack it first"},
	{"Rar!", "it is a RAR archive; unpack it first"}, {"BZh", "it is compressed by bzip2; unpack it first"},
	{"\xfd7zXZ", "it is compressed by xz; unpack it first"}, {"%PDF", "it is a PDF document"},
	{"\x89PNG", "it is a picture"}, {"\xff\xd8\xff", "it is a picture"}, {"GIF8", "it is a picture"},
	{"SQLite format 3", "it is a database"}, {"\xff\xfe", "it is text in UTF-16; save it as UTF-8"},
	{"\xfe\xff", "it is text in UTF-16; save it as UTF-8"}, {"<!DOCTYPE", "it is a web page"}, {"<html", "it is a web page"},
}

// isBinary reports whether a stream that begins like this is a program, an archive or the like,
// in which nobody wants to find games, though a program may hold some.
func isBinary(head []byte) bool {
	return bytes.IndexByte(head, 0) >= 0 && signatureOf(head) != ""
}

// signatureOf says what kind of file begins like this; empty if it is none of those known.
func signatureOf(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.begin)) {
			return s.what
		}
	}
	return ""
}

// describe says what a stream is that begins like this, but holds no game.
func describe(head []byte) string {
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(head) == 0:
		return "it is empty"
	case len(text) == 0:
		return "there are blanks only"
	}
	if what := signatureOf(head); what != "" {
		return what
	}
	first, _, _ := bytes.Cut(text, []byte{' '})
	switch {
	case bytes.ContainsFunc(head, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b && c != 0x1a
	}):
		return "it is not text"
	case bytes.Count(first, []byte{'/'}) == 7 && len(first) < 80:
		return "it holds positions (FEN or EPD)"
	case !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) && letters(head) < len(head)/2:
		return "it is not text"
	}
	return "it is text without moves or tags"
}

// letters counts letters, digits and blanks of ASCII.
func letters(text []byte) (n int) {
	for _, b := range text {
		if isLetter(b) || b == ' ' || b >= '0' && b <= '9' {
			n++
		}
	}
	return n
}
