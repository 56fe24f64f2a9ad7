package pgn

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"alfiere/internal/message"
)

// maxSource bounds what Source and Before return, in bytes.
const maxSource = 64 << 20

// keeper holds bytes of the stream that have left the lexer's buffer.
type keeper struct {
	on   bool
	text []byte
	from int64 // offset of text[0] in the stream
}

// leave keeps the first n bytes of the buffer, which are about to leave it. If they are too many, all are dropped.
func (l *lexer) leave(n int) {
	if !l.saved.on {
		return
	}
	if begin := l.saved.from + int64(len(l.saved.text)) - l.base; begin < int64(n) {
		l.saved.text = append(l.saved.text, l.buffer[max(begin, 0):n]...)
	}
	if len(l.saved.text) > maxSource {
		l.saved.text, l.saved.from = nil, l.base+int64(n)
	}
}

// forget drops the bytes before an offset of the stream.
func (l *lexer) forget(offset int64) {
	n := min(int64(len(l.saved.text)), max(offset-l.saved.from, 0))
	l.saved.text = append(l.saved.text[:0], l.saved.text[n:]...)
	l.saved.from = max(l.saved.from, offset)
}

// cut returns the bytes of the stream between two offsets, the second of which is in the buffer or at its end.
func (l *lexer) cut(from, to int64) ([]byte, error) {
	if from < l.saved.from || to-from > maxSource {
		return nil, errors.New("longer than 64 MiB")
	}
	var text []byte
	if begin, end := from-l.saved.from, min(to-l.saved.from, int64(len(l.saved.text))); begin < end {
		text = append(text, l.saved.text[begin:end]...)
	}
	if begin := from + int64(len(text)); begin < to {
		text = append(text, l.buffer[begin-l.base:to-l.base]...)
	}
	return text, nil
}

// Source returns the bytes of the game in the stream, from its first tag or move to its result. Moves or Game should
// have been called; otherwise the moves are skipped. Reading must keep the bytes. The error is that there are more than
// maxSource bytes.
func (r *Reader) Source() ([]byte, error) {
	if r.unread {
		r.movetext(parseNothing)
	}
	text, err := r.cut(r.first, r.behind)
	if err != nil {
		return nil, message.Errorf("game %d: %w", r.game, err)
	}
	return text, nil
}

// Before returns the bytes between the previous game, or the beginning of the stream, and this game; after Next has
// returned false, those after the last game. Reading must keep the bytes. The error is Source's.
func (r *Reader) Before() ([]byte, error) {
	text, err := r.cut(r.last, r.first)
	if err != nil {
		return nil, message.Errorf("after game %d: %w", r.game, err)
	}
	return text, nil
}

// Omitted returns the first place of text that Game has left out although the game is valid; nil
// if Game holds all. Left out are lines that begin with %, text in angle brackets, comments between tags, the part of a
// line beyond the longest comment, and invalid bytes.
func (r *Reader) Omitted() *Error {
	if r.omission.line == 0 {
		return nil
	}
	return r.newError(r.omission, "", errors.New("this text cannot be part of a game"))
}

// omit notes that text at the given place is in no Game.
func (l *lexer) omit(at place) {
	if l.omission.line == 0 {
		l.omission = at
	}
}

// isUndecodable reports whether decode loses a byte of text.
func isUndecodable(text []byte) bool {
	return !utf8.Valid(text) && bytes.ContainsAny(text, "\x81\x8d\x8f\x90\x9d")
}

// opensGame reports whether the text has an empty line followed by a tag: a comment that
// holds these was never closed, and continues into the next game.
func opensGame(text []byte) bool {
	for {
		i := bytes.Index(text, []byte("\n["))
		if i < 0 {
			return false
		}
		before := bytes.TrimRight(text[:i], " \t\r")
		text = text[i+2:]
		name := bytes.TrimLeftFunc(text, func(c rune) bool { return c < 0x80 && isTagName(byte(c)) })
		if len(before) > 0 && before[len(before)-1] == '\n' && len(text) > 0 && isLetter(text[0]) &&
			bytes.HasPrefix(bytes.TrimLeft(name, " \t"), []byte(`"`)) {
			return true
		}
	}
}

// Retag is Source with changed tags, and everything else byte for byte as it was: a tag in set is changed in place, or
// added after the last one if the game lacks it; tags with names in remove are deleted.
func (r *Reader) Retag(set Tags, remove []string) ([]byte, error) {
	text, err := r.Source()
	if err != nil {
		return nil, err
	}
	var changed []byte
	at, last := 0, 0 // last is the end of the last tag that stays, in changed
	missing := slices.Clone(set)
	for _, s := range r.spans {
		name, begin, end := decode(r.text[s.name:s.value]), int(s.from-r.first), int(s.to-r.first)
		changed = append(changed, text[at:begin]...)
		at = end
		switch i := missing.index(name); {
		case i >= 0:
			changed = appendTag(changed, name, missing[i].Value)
			missing = slices.Delete(missing, i, i+1)
		case set.index(name) >= 0 || slices.Contains(remove, name):
			rest := bytes.TrimLeft(text[end:], " \t\r")
			at = len(text) - len(bytes.TrimPrefix(rest, []byte{'\n'}))
			continue
		default:
			changed = append(changed, text[begin:end]...)
		}
		last = len(changed)
	}
	changed = append(changed, text[at:]...)
	lineEnd := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		lineEnd = "\r\n"
	}
	var added strings.Builder
	for _, tag := range missing {
		if last > 0 {
			added.WriteString(lineEnd)
		}
		added.Write(appendTag(nil, tag.Name, tag.Value))
		if last == 0 {
			added.WriteString(lineEnd)
		}
	}
	if len(missing) > 0 && len(r.spans) == 0 {
		added.WriteString(lineEnd)
	}
	return slices.Insert(changed, last, []byte(added.String())...), nil
}
