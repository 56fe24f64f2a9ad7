package natsnet

import (
	"fmt"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Bounds of messages about tasks.
const (
	maxUnpacked = 64 << 20 // bytes of a message
	maxResult   = maxUnpacked / 3 * 2
)

// taskText is a task in the queue.
type taskText struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Payload []byte `json:"payload,omitempty"`
}

func (t *taskText) task() work.Task { return work.Task{ID: t.ID, Kind: t.Kind, Payload: t.Payload} }

// Answers of a master to a begin or a result.
const (
	yesAnswer = "yes" // begin it, or: the result is kept
	noAnswer  = "no"  // it is no longer wanted
)

// packResult writes the message of a result. A result that is too long for the broker or the master becomes a fault.
func packResult(w *broker.Word, most int64) ([]byte, error) {
	data, err := broker.Encode(w)
	switch {
	case err == nil && most > 0 && int64(len(data)) > most:
		w.Payload, w.Why = nil, tooLong("the result", len(data), most).Error()
	case len(w.Payload) > maxResult:
		w.Payload, w.Why = nil, fmt.Sprintf("the result has %d bytes; at most %d are sent", len(w.Payload), maxResult)
	default:
		return data, err
	}
	return broker.Encode(w)
}

// tooLong returns why a message cannot be sent.
func tooLong(what string, size int, most int64) error {
	return fmt.Errorf("%s has %d bytes compressed, but the broker accepts at most %d (max_payload)", what, size, most)
}
