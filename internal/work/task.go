// Package work distributes tasks over processors and machines, and has the Group with which code reachable from a
// request starts its goroutines. It knows no chess: a task is a kind and some bytes, which a handler interprets.
//
// Searches of suites, games of tournaments and analyses of problems are tasks. A Queue gets them done: Local in this
// process, the Queue of council/broker/natsnet by workers at a broker.
package work

import (
	"context"
	"iter"
)

// Task is a unit of work. Its result must depend on the task alone: if a worker or a message is lost, it is done again,
// and only one result counts. As JSON it travels to other machines.
type Task struct {
	ID      string `json:"id"`   // unique among the tasks of a Do
	Kind    string `json:"kind"` // the name of its Kind
	Payload []byte `json:"payload,omitempty"`
}

// Result is the result of a task.
type Result struct {
	Task    Task
	Payload []byte
	Fault   string // why no worker can do the task; "" if it was done
	Worker  string // name of the worker that did it
}

// Kind is a kind of tasks: a row in the table of a worker or a queue.
type Kind struct {
	Name string // lower-case letters only

	// Version identifies what does the tasks, as far as results depend on it. A task is only given to workers with the
	// same version.
	Version string

	// Open makes a handler. Each goroutine opens its own for its first task of the kind. An error means that this machine
	// cannot do such tasks.
	Open func() (Handler, error)
}

// Handler does tasks of a kind, one at a time. It can hold what is expensive to make, such as a hash table.
type Handler interface {
	// Handle does a task. An error means that no worker can do it, unless it wraps ErrKind: then others may be able to.
	// If ctx has ended, the task is returned to the queue and the result ignored. A panic counts as an error; then the
	// handler is closed, and the next task opens a new one.
	Handle(ctx context.Context, payload []byte) ([]byte, error)

	Close() error
}

// HandlerFunc is a handler without state.
type HandlerFunc func(ctx context.Context, payload []byte) ([]byte, error)

// Handle implements Handler.
func (f HandlerFunc) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	return f(ctx, payload)
}

// Close implements Handler.
func (f HandlerFunc) Close() error { return nil }

// Open returns f; it can be a Kind.Open.
func (f HandlerFunc) Open() (Handler, error) { return f, nil }

// Queue gets tasks done.
type Queue interface {
	// Do does the tasks, several at a time and in any order, and calls keep once with each result. The goroutine that
	// calls Do takes tasks from the sequence, only a few in advance, and calls keep. If the sequence has no task yet, it
	// yields the zero Task, and is asked again after the next result. An error of keep or the end of ctx ends Do with
	// that error; tasks whose results were not kept can be passed to another Do.
	Do(ctx context.Context, tasks iter.Seq[Task], keep func(Result) error) error
}

// Counted returns a function for Do that calls keep and then reports the number of results and of faults among them,
// for a progress bar.
func Counted(keep func(Result) error, report func(kept, faults int)) func(Result) error {
	kept, faults := 0, 0
	return func(r Result) error {
		if err := keep(r); err != nil {
			return err
		}
		kept++
		if r.Fault != "" {
			faults++
		}
		report(kept, faults)
		return nil
	}
}
