package broker

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/search"
)

// Bounds of numbers in messages.
const (
	maxDuration = 1000 * time.Hour
	maxLines    = 256 // number of lines, or of root moves
	maxDepth    = 2 * search.MaxPly
	maxSeen     = 1024 // lines that a Once remembers
)

// packFrom is the length in bytes from which messages are compressed.
const packFrom = 4 << 10

// Decode reads a message that is at most that many bytes long when it is unpacked.
func Decode(data []byte, v any, most int) error {
	if len(data) > 0 && data[0] != '{' {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(r, int64(most)+1))
		}
		if err != nil {
			return fmt.Errorf("message: %w", err)
		}
	}
	if len(data) > most {
		return fmt.Errorf("message: it is longer than %d bytes", most)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("message: %w", err)
	}
	return nil
}

// Encode writes a message. Long ones are compressed. v contains nothing that JSON cannot represent.
func Encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil || len(data) < packFrom {
		return data, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// encode writes a message of an engine or a member.
func encode(v any) ([]byte, error) {
	data, err := Encode(v)
	if err == nil && len(data) > MaxMessage {
		err = fmt.Errorf("message: it is longer than %d bytes", MaxMessage)
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

// name checks a name that is shown to people: short and printable.
func (c *checker) name(what, text string) {
	if len(text) > maxName || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		c.fail(fmt.Errorf("message: the %s must be a short printable text", what))
	}
}

// id checks the id of a worker or an engine.
func (c *checker) id(what, text string) {
	if !isID(text) {
		c.fail(fmt.Errorf("message: the id of the %s is invalid", what))
	}
}

// score checks a value of a search.
func (c *checker) score(v search.Score) { within(c, "score", v, -search.Infinity, search.Infinity) }

// duration returns a non-negative time.
func (c *checker) duration(name string, d time.Duration) time.Duration {
	return within(c, name, d, 0, maxDuration)
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

// Once passes lines on, each of them once.
type Once struct {
	tell  func(line string)
	mutex sync.Mutex
	seen  map[string]bool
}

// NewOnce returns a Once that passes lines on to tell; nil drops them.
func NewOnce(tell func(line string)) *Once {
	if tell == nil {
		tell = func(string) {}
	}
	return &Once{tell: tell, seen: map[string]bool{}}
}

// Tell passes a line on, made fit for a line of a log, and reports whether it is new.
func (o *Once) Tell(line string) bool {
	line = cut(line, 4*maxWhy)
	o.mutex.Lock()
	seen := o.seen[line]
	if len(o.seen) < maxSeen {
		o.seen[line] = true
	}
	o.mutex.Unlock()
	if !seen {
		o.tell(line)
	}
	return !seen
}

// legal checks a move of p.
func (c *checker) legal(p *movegen.Position, m movegen.Move) {
	if c.err == nil && !p.IsLegal(m) {
		c.fail(fmt.Errorf("message: the move %v is illegal", m))
	}
}

// line checks moves that follow each other from p.
func (c *checker) line(p movegen.Position, moves []movegen.Move) {
	within(c, "number of moves of a line", len(moves), 0, maxDepth)
	for _, m := range moves {
		if c.legal(&p, m); c.err != nil {
			return
		}
		p.Make(m)
	}
}
