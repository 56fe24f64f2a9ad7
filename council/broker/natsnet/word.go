package natsnet

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/internal/work"
)

// Bounds of messages about tasks.
const (
	workProtocol = "1"      // counts the forms of these messages
	packFrom     = 4 << 10  // bytes, from which on a message is packed by gzip
	maxUnpacked  = 64 << 20 // bytes of a message that was packed
	maxText      = 512      // bytes of a name or reason that is told
)

// taskText is a task in the queue.
type taskText struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Payload []byte `json:"payload,omitempty"`
}

func (t *taskText) task() work.Task { return work.Task{ID: t.ID, Kind: t.Kind, Payload: t.Payload} }

// rollText is what a master says of its batch.
type rollText struct {
	Batch string            `json:"batch"`
	Name  string            `json:"name"`
	Kinds map[string]string `json:"kinds"`
	Over  bool              `json:"over,omitempty"` // nobody wants the tasks of the batch any more
}

// Kinds of words, which a worker tells a master.
const (
	hereWord   = "here"   // I am here, and do these kinds
	beginWord  = "begin"  // may I begin the task? It was begun before, or nothing was heard from you
	backWord   = "back"   // I give it back, unharmed
	resultWord = "result" // it is done
)

// word is what a worker tells a master.
type word struct {
	Word    string            `json:"word"`
	Worker  string            `json:"worker"`
	Name    string            `json:"name,omitempty"`
	Kinds   map[string]string `json:"kinds,omitempty"`
	Threads int               `json:"threads,omitempty"`
	Number  uint64            `json:"number,omitempty"`
	Payload []byte            `json:"payload,omitempty"`
	Fault   string            `json:"fault,omitempty"`
}

// Answers of a master to a begin or a result.
const (
	yesAnswer = "yes" // begin it; it is kept
	noAnswer  = "no"  // it is not wanted any more
)

// pack writes a message. JSON is text that says much twice: what is long is packed, so that
// nothing that is likely comes near the bound of a broker.
func pack(v any) ([]byte, error) {
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

// unpack reads a message.
func unpack(data []byte, v any) error {
	if len(data) > 0 && data[0] != '{' {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		if data, err = io.ReadAll(io.LimitReader(r, maxUnpacked+1)); err != nil {
			return err
		}
		if len(data) > maxUnpacked {
			return errors.New("a message is too long")
		}
	}
	return json.Unmarshal(data, v)
}

// cutText makes a text of others fit to be told in a line.
func cutText(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), maxText)])
	return strings.TrimSpace(text)
}

// tooLong says why a message cannot be sent.
func tooLong(what string, size int, most int64) error {
	return fmt.Errorf("%s has %d bytes, packed, and the broker takes messages of %d (max_payload)", what, size, most)
}
