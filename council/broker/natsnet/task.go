package natsnet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"alfiere/council/broker"
	"alfiere/internal/work"
)

// Step is what has happened to a task.
type Step string

// The steps of a task. A worker reports the first four, the master of the batch the last.
const (
	TaskStarted  Step = "task started"
	TaskDone     Step = "task done"
	TaskFailed   Step = "task failed"   // nobody can do it
	TaskReturned Step = "task returned" // to the queue, because the worker cannot do it or its thread is needed
	ResultKept   Step = "result kept"
)

// TaskEvent is a step of a task.
type TaskEvent struct {
	Step              Step
	Batch, Task, Kind string
	Worker            string        // name of the worker that does it
	Fault             string        // why it failed or was returned, if that is known
	Took              time.Duration // since it was started
}

// trace reports an event if there is a receiver.
func trace(receiver func(TaskEvent), e *TaskEvent) {
	if receiver != nil {
		receiver(*e)
	}
}

// ended sets how the task ended that was started at a time.
func (e *TaskEvent) ended(ctx context.Context, result *work.Result, err error, started time.Time) {
	e.Took, e.Fault = time.Since(started), result.Fault
	switch {
	case errors.Is(err, work.ErrKind):
		e.Step, e.Fault = TaskReturned, err.Error()
	case ctx.Err() != nil:
		e.Step = TaskReturned
	case result.Fault != "":
		e.Step = TaskFailed
	default:
		e.Step = TaskDone
	}
}

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
	if len(w.Payload) > maxResult {
		w.Payload, w.Why = nil, fmt.Sprintf("the result has %d bytes; at most %d are sent", len(w.Payload), maxResult)
	}
	data, err := broker.Encode(w)
	if err != nil || most <= 0 || int64(len(data)) <= most {
		return data, err
	}
	w.Payload, w.Why = nil, tooLong("the result", len(data), most).Error()
	return broker.Encode(w)
}

// tooLong returns why a message cannot be sent.
func tooLong(what string, size int, most int64) error {
	return fmt.Errorf("%s has %d bytes compressed, but the broker accepts at most %d (max_payload)", what, size, most)
}
