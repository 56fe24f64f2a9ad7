// Package work spreads tasks over processors and machines. It knows no chess: a task is a
// kind and some bytes, and what is to be done for a kind is the matter of a handler.
//
// Searches for suites, games of tournaments and analyses of problems are tasks. A crew does
// them: the one of this package in this process; that of search/consult/broker/natsnet by
// workers of a broker.
package work

import (
	"context"
	"iter"
)

// Task is something to do, wherever and whenever. What is done must depend on the task alone:
// it may be done twice, if a worker or a message is lost, and counts once.
type Task struct {
	ID      string // of its own among all tasks of a Do, letters, digits and . _ - only
	Kind    string // chooses the handler
	Payload []byte
}

// Result is what has become of a task.
type Result struct {
	Task    Task
	Payload []byte
	Fault   string // why the task cannot be done by anybody, and has no payload; "" if it was done
	Worker  string // who has done it
}

// Handler does tasks of a kind. An error means that the task cannot be done, whoever tries;
// but if ctx has ended the task is given back.
type Handler func(ctx context.Context, payload []byte) ([]byte, error)

// Crew does tasks.
type Crew interface {
	// Do does the tasks, several at a time and in any order, and hands each result once to
	// keep, from one goroutine at a time. A task is done when keep has returned nil; an error
	// of keep, or the end of ctx, ends Do, with that error. What has been kept until then
	// stays so, and tasks that were not are to be given to a later Do.
	Do(ctx context.Context, tasks iter.Seq[Task], keep func(Result) error) error
}
