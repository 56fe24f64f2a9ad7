package work

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Local is a Queue whose tasks are done by goroutines of this process.
type Local struct {
	Kinds   []Kind
	Threads int // tasks at a time, at least one
}

// outcome is a result, or the error if there is none.
type outcome struct {
	result Result
	err    error
}

// Do implements Queue. All handlers are closed when it returns. If the kind of a task has no row or no handler, Do ends
// with an error that wraps ErrKind. A panic of a worker outside of a task becomes a panic of Do.
func (l *Local) Do(ctx context.Context, tasks iter.Seq[Task], keep func(Result) error) (err error) {
	inner, cancel := context.WithCancel(ctx)
	closed := make([]error, max(l.Threads, 1))
	// The channels are buffered so that no thread waits for the caller's goroutine, which may be slow on a busy machine.
	given, outcomes := make(chan Task, len(closed)), make(chan outcome, len(closed))
	workers := Group{OnPanic: cancel}
	for i := range closed {
		workers.Go(func() {
			w := NewWorker(fmt.Sprintf("thread %d", i+1), l.Kinds)
			defer func() { closed[i] = w.Close() }()
			for task := range given {
				if inner.Err() != nil {
					return
				}
				var o outcome
				o.result, o.err = w.Do(inner, task)
				select {
				case outcomes <- o:
				case <-inner.Done(): // nobody receives any more
				}
			}
		})
	}
	defer func() { // also if keep or the sequence panics
		cancel()
		close(given)
		workers.Wait()
		err = errors.Join(append([]error{err}, closed...)...)
	}()
	return distribute(inner, tasks, given, outcomes, keep)
}

// distribute gives tasks to free workers and keeps the results.
func distribute(
	ctx context.Context, tasks iter.Seq[Task], given chan<- Task, outcomes <-chan outcome, keep func(Result) error,
) error {
	next, stop := iter.Pull(tasks)
	defer stop()
	task, more := next()
	for open := 0; more || open > 0; {
		give := given
		if !more || task.Kind == "" {
			give = nil
		}
		select {
		case give <- task:
			open++
			task, more = next()
		case o := <-outcomes:
			open--
			if err := errors.Join(ctx.Err(), o.err); err != nil {
				return err
			}
			if err := keep(o.result); err != nil {
				return err
			}
			if more && task.Kind == "" {
				task, more = next()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
