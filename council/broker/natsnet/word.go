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
	workProtocol = "4"      // version of these messages
	packFrom     = 4 << 10  // bytes; longer messages are packed by gzip
	maxUnpacked  = 64 << 20 // bytes of a message that was packed
	maxResult    = maxUnpacked / 3 * 2
	maxText      = 512 // bytes of a name or reason that is shown
)

// taskText is a task in the queue.
type taskText struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Payload []byte `json:"payload,omitempty"`
}

func (t *taskText) task() work.Task { return work.Task{ID: t.ID, Kind: t.Kind, Payload: t.Payload} }

// rollText is a master's announcement of its batch.
type rollText struct {
	Batch string            `json:"batch"`
	Name  string            `json:"name"`
	Kinds map[string]string `json:"kinds"`
	Over  bool              `json:"over,omitempty"` // the tasks of the batch are no longer wanted
}

// Kinds of words, which a worker sends to a master.
const (
	hereWord   = "here"   // I am present, and do these kinds
	beginWord  = "begin"  // may I begin the task? (it was begun before, or you were silent)
	backWord   = "back"   // I return it, unharmed; Fault is why I cannot do it, if so
	resultWord = "result" // it is done
)

// word is a message from a worker to a master.
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
	yesAnswer = "yes" // begin it, or: the result is kept
	noAnswer  = "no"  // it is no longer wanted
)

// pack writes a message. Long messages are compressed, so that a realistic one stays far below the limit
// of a broker.
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

// packResult writes the message of a result. A result that is too long for the broker or the master becomes a fault.
func packResult(w *word, most int64) ([]byte, error) {
	data, err := pack(w)
	switch {
	case err == nil && most > 0 && int64(len(data)) > most:
		w.Payload, w.Fault = nil, tooLong("the result", len(data), most).Error()
	case len(w.Payload) > maxResult:
		w.Payload, w.Fault = nil, fmt.Sprintf("the result has %d bytes; at most %d are sent", len(w.Payload), maxResult)
	default:
		return data, err
	}
	return pack(w)
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
			return errors.New("the message is too long")
		}
	}
	return json.Unmarshal(data, v)
}

// cutText shortens an outside text to fit on a line.
func cutText(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), maxText)])
	return strings.TrimSpace(text)
}

// tooLong returns why a message cannot be sent.
func tooLong(what string, size int, most int64) error {
	return fmt.Errorf("%s has %d bytes compressed, but the broker accepts at most %d (max_payload)", what, size, most)
}
