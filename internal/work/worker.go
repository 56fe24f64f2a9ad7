package work

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Worker does tasks, one at a time. Only one goroutine may use it.
type Worker struct {
	name  string
	kinds []Kind
	open  map[string]Handler
}

// ErrKind is the error of a task that this worker cannot do, but others may: its table has no such kind, the handler
// could not be opened, or the handler lacks something.
var ErrKind = errors.New("the task cannot be done here")

// NewWorker returns a worker for tasks of some kinds. Results have its name.
func NewWorker(name string, kinds []Kind) *Worker {
	return &Worker{name, kinds, map[string]Handler{}}
}

// Do does a task. After an error another worker may do it: the error wraps ErrKind, or ctx has ended.
func (w *Worker) Do(ctx context.Context, task Task) (Result, error) {
	handler, err := w.handler(task.Kind)
	if err != nil {
		return Result{}, err
	}
	result := Result{Task: task, Worker: w.name}
	payload, err := w.handle(ctx, handler, task)
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if errors.Is(err, ErrKind) {
		return Result{}, err
	}
	if err != nil {
		if result.Fault = err.Error(); result.Fault == "" {
			result.Fault = "a fault without a reason"
		}
		return result, nil
	}
	result.Payload = payload
	return result, nil
}

// handler returns the handler of a kind.
func (w *Worker) handler(kind string) (Handler, error) {
	if open := w.open[kind]; open != nil {
		return open, nil
	}
	for i := range w.kinds {
		if w.kinds[i].Name != kind {
			continue
		}
		handler, err := w.kinds[i].Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %w", kind, ErrKind, err)
		}
		w.open[kind] = handler
		return handler, nil
	}
	return nil, fmt.Errorf("%q: %w", kind, ErrKind)
}

// handle does a task with its handler. A panic becomes an error with its place.
func (w *Worker) handle(ctx context.Context, handler Handler, task Task) (payload []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			payload, err = nil, fmt.Errorf("task %s (%s): panic: %v%s", task.ID, task.Kind, value, panicPlace())
			delete(w.open, task.Kind) // its state is unknown
			closeAfterPanic(handler)
		}
	}()
	return handler.Handle(ctx, task.Payload)
}

// closeAfterPanic releases what it can.
func closeAfterPanic(handler Handler) {
	defer func() { _ = recover() }()
	_ = handler.Close()
}

// panicPlace returns the place of the panic that is being recovered, as " at file.go:12".
func panicPlace() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for raised := false; ; {
		frame, more := frames.Next()
		switch inRuntime := strings.HasPrefix(frame.Function, "runtime."); {
		case frame.Function == "runtime.gopanic":
			raised = true
		case raised && !inRuntime:
			return fmt.Sprintf(" at %s:%d", filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return ""
		}
	}
}

// Close closes all handlers.
func (w *Worker) Close() error {
	var errs []error
	for kind, handler := range w.open {
		if err := handler.Close(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", kind, err))
		}
	}
	clear(w.open)
	return errors.Join(errs...)
}
