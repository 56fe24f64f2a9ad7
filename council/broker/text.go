package broker

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// Bounds of numbers in messages.
const (
	maxDuration = 1000 * time.Hour
	maxLines    = 256 // number of lines, or of root moves
	maxDepth    = 2 * search.MaxPly
)

var (
	errTooLong  = fmt.Errorf("message: it is longer than %d bytes", MaxMessage)
	errTrailing = errors.New("message: extra data follows its end")
)

// decode reads a message of one JSON value without names unknown to v's type.
func decode(data []byte, v any) error {
	if len(data) > MaxMessage {
		return errTooLong
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return fmt.Errorf("message: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errTrailing
	}
	return nil
}

// encode writes a message. v contains nothing that JSON cannot represent.
func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err == nil && len(data) > MaxMessage {
		err = errTooLong
	}
	return data, err
}

// checker keeps the first error of a message.
type checker struct{ err error }

func (c *checker) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// within records an error unless v is between low and high.
func within[T cmp.Ordered](c *checker, name string, v, low, high T) T {
	if v < low || v > high {
		c.fail(fmt.Errorf("message: %s is %v, not from %v to %v", name, v, low, high))
	}
	return v
}

// name returns a name that is shown to people: short and printable.
func (c *checker) name(what, text string) string {
	if len(text) > maxName || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		c.fail(fmt.Errorf("message: the %s must be a short printable text", what))
	}
	return text
}

// why checks the length of a reason.
func (c *checker) why(text string) {
	if len(text) > maxWhy {
		c.fail(fmt.Errorf("message: the reason is longer than %d bytes", maxWhy))
	}
}

// id returns the id of a worker or an engine.
func (c *checker) id(what, text string) string {
	if !isID(text) {
		c.fail(fmt.Errorf("message: the id of the %s is invalid", what))
	}
	return text
}

// score returns a value that a search can have.
func (c *checker) score(name string, v int) search.Score {
	return search.Score(within(c, name, v, -int(search.Infinity), int(search.Infinity)))
}

// duration returns a non-negative time given in microseconds.
func (c *checker) duration(name string, us int64) time.Duration {
	return time.Duration(within(c, name, us, 0, maxDuration.Microseconds())) * time.Microsecond
}

// microseconds returns a time limited to the bounds of messages. A time above 0 stays above 0.
func microseconds(d time.Duration) int64 {
	d = min(max(d, -maxDuration), maxDuration)
	if d > 0 {
		d = max(d, time.Microsecond)
	}
	return d.Microseconds()
}

// clean cuts a text to a form that name accepts.
func clean(text string) string { return cut(text, maxName) }

// cut makes a text printable, and at most that many bytes long.
func cut(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	for len(text) > most {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// movesText writes moves in coordinates. Castling is written as king takes rook, which is unambiguous
// also in Chess960.
func movesText(moves []movegen.Move) string {
	var text []byte
	for i, m := range moves {
		if i > 0 {
			text = append(text, ' ')
		}
		text = notation.AppendUCI(text, m, true)
	}
	return string(text)
}

// move reads a legal move of p.
func (c *checker) move(p *movegen.Position, text string) movegen.Move {
	m, err := notation.ParseUCI(p, text)
	if err != nil {
		c.fail(fmt.Errorf("message: %w", err))
	}
	return m
}

// alternatives reads moves of one position.
func (c *checker) alternatives(p *movegen.Position, text string) (moves []movegen.Move) {
	for word := range strings.FieldsSeq(text) {
		if len(moves) == maxLines || c.err != nil {
			c.fail(errors.New("message: too many moves at the root"))
			return nil
		}
		moves = append(moves, c.move(p, word))
	}
	return moves
}

// line reads moves that follow each other.
func (c *checker) line(p movegen.Position, text string) (moves []movegen.Move) {
	for word := range strings.FieldsSeq(text) {
		if len(moves) == maxDepth {
			c.fail(errors.New("message: the line is too long"))
		}
		if c.err != nil {
			return nil
		}
		m := c.move(&p, word)
		if c.err == nil {
			p.Make(m)
			moves = append(moves, m)
		}
	}
	return moves
}
