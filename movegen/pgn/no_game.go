package pgn

import (
	"bytes"
	"cmp"
	"errors"
	"unicode/utf8"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
)

// ErrNoGame is wrapped by errors about a stream that should hold games but has none.
var ErrNoGame = errors.New("no game found")

// NoGame returns an error that wraps ErrNoGame and says what the stream looks like, if Next
// has come to the end of it without finding a game; else nil.
func (r *Reader) NoGame() error {
	if r.game > 0 || r.unread || !r.done {
		return nil
	}
	return message.Errorf("%w: %v", ErrNoGame, errors.New(describe(r.head)))
}

// isBinary reports whether a stream that begins like this is a program, an archive or the like,
// in which games are not wanted, although a program may hold some.
func isBinary(head []byte) bool {
	return bytes.IndexByte(head, 0) >= 0 && datafile.Signature(head) != ""
}

// Foreign says what the stream looks like if it is certainly no text of games, even if a mark in it was read as a
// result; otherwise it is empty.
func (r *Reader) Foreign() string { return foreign(r.head) }

// describe names the kind of a stream that begins like this and holds no game.
func describe(head []byte) string {
	return cmp.Or(foreign(head), "it is text without moves or tags")
}

// foreign is Foreign for a stream that begins like this.
func foreign(head []byte) string {
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(head) == 0:
		return datafile.ErrEmpty.Error()
	case len(text) == 0:
		return datafile.ErrBlank.Error()
	}
	if what := datafile.Signature(head); what != "" {
		return what
	}
	first, _, _ := bytes.Cut(text, []byte{' '})
	switch {
	case bytes.ContainsFunc(head, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b && c != 0x1a
	}):
		return datafile.ErrNoText.Error()
	case bytes.Count(first, []byte{'/'}) == 7 && len(first) < 80:
		return "it holds positions (FEN or EPD)"
	case !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) && letters(head) < len(head)/2:
		return datafile.ErrNoText.Error()
	}
	return ""
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
