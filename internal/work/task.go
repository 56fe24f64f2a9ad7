// Package work spreads tasks over processors and machines, and has the Group that all code
// reachable from a request starts its goroutines with. It knows no chess: a task is a kind and
// some bytes, and what is to be done for a kind is the matter of a handler.
//
// Searches for suites, games of tournaments and analyses of problems are tasks. A crew does
// them: Local in this process; that of council/broker/natsnet by workers of a broker.
package work

import (
	"context"
	"iter"
)

// Task is something to do, wherever and whenever. What is done must depend on the task alone:
// it may be done twice, if a worker or a message is lost, and counts once.
type Task struct {
	ID      string // of its own among all tasks of a Do
	Kind    string // the name of its Kind
	Payload []byte
}

// Result is what has become of a task.
type Result struct {
	Task    Task
	Payload []byte
	Fault   string // why the task cannot be done by anybody, and has no payload; "" if it was done
	Worker  string // who has done it
}

// Kind is a kind of tasks and how they are done: a row of the table that a crew is given.
type Kind struct {
	Name string // lower-case letters only

	// Version is of what does the tasks, for their results may depend on it: crews of several
	// machines leave a task to workers with the same.
	Version string

	// Open makes a handler. Each goroutine that does tasks opens one of its own when it gets
	// its first task of the kind. An error is the machine's, not the task's.
	Open func() (Handler, error)
}

// Handler does tasks of a kind, one at a time; it may hold what is dear to make, such as a
// table.
type Handler interface {
	// Handle does a task. An error means that the task cannot be done, whoever tries, unless it wraps
	// ErrKind: then others may be able to. If ctx has ended the task is given back, and what is returned
	// does not count. A panic is
	// taken for an error; then the handler is closed and a new one opened for the next task.
	Handle(ctx context.Context, payload []byte) ([]byte, error)

	Close() error
}

// HandlerFunc is a handler that holds nothing.
type HandlerFunc func(ctx context.Context, payload []byte) ([]byte, error)

// Handle implements Handler.
func (f HandlerFunc) Handle(ctx context.Context, payload []byte) ([]byte, error) {
	return f(ctx, payload)
}

// Close implements Handler.
func (f HandlerFunc) Close() error { return nil }

// Open returns f, as Kind.Open is to do.
func (f HandlerFunc) Open() (Handler, error) { return f, nil }

// Crew does tasks.
type Crew interface {
	// Do does the tasks, several at a time and in any order, and hands each result once to
	// keep. Tasks are taken from the sequence, and keep is called, by the goroutine that calls
	// Do; it is never far ahead with tasks. A task without a kind is none: the next one is taken
	// when a result has been kept. A task is done when keep has returned nil; an
	// error of keep, or the end of ctx, ends Do, with that error. What has been kept until
	// then stays so, and tasks that were not are to be given to a later Do.
	Do(ctx context.Context, tasks iter.Seq[Task], keep func(Result) error) error
}

// Counted returns a keep for Do that keeps by another and then reports how many results have
// been kept and how many of these are faults, as a bar of progress needs it.
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
