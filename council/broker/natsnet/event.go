package natsnet

import (
	"context"
	"errors"
	"time"

	"alfiere/internal/work"
)

// Step is what has happened to a task.
type Step string

// The steps of a task. A worker reports the first four, the master of the batch the last.
const (
	TaskBegun    Step = "task begun"
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
	Took              time.Duration // since it was begun
}

// trace reports an event if there is a receiver.
func trace(receiver func(TaskEvent), e *TaskEvent) {
	if receiver != nil {
		receiver(*e)
	}
}

// ended sets how the task ended that was begun at a time.
func (e *TaskEvent) ended(ctx context.Context, result *work.Result, err error, begun time.Time) {
	e.Took, e.Fault = time.Since(begun), result.Fault
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
