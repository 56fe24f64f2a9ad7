package format

import (
	"context"
	"errors"
	"strings"
	"testing"

	"alfiere/internal/work"
	"alfiere/problem/format/forsyth"
)

// fallingReader panics when it is read.
type fallingReader struct{}

func (fallingReader) Read([]byte) (int, error) { panic("read") }

// fallingFault is that of a problem; who answers it panics.
type fallingFault struct{ error }

func (fallingFault) As(target any) bool {
	switch fault := target.(type) {
	case **forsyth.Error:
		*fault = &forsyth.Error{Line: 1}
		return true
	case **forsyth.IllegalError:
		panic("answered")
	}
	return false
}

// Problems are read and solved by goroutines; what panics in them is the caller's.
func TestAPanicOfAProblemIsTheCallers(t *testing.T) {
	for value, solve := range map[string]func(tell func(*Answer) error) error{
		"read": func(tell func(*Answer) error) error {
			return newSolver(1).SolveAll(t.Context(), "file", fallingReader{}, tell)
		},
		"answered": func(tell func(*Answer) error) error {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p := &pipeline{Solver: newSolver(1), threads: 1, work: make(chan func(), 2), tell: tell, cancel: cancel}
			problems := make(chan readProblem, 1)
			problems <- readProblem{err: fallingFault{errors.New("fault")}}
			defer close(p.work)
			go func() {
				for job := range p.work {
					job()
				}
			}()
			return p.run(ctx, problems)
		},
	} {
		func() {
			defer func() {
				if p, is := recover().(*work.Panic); !is || p.Value != value || !strings.Contains(p.Stack, "falling") {
					t.Errorf("%s: %v", value, p)
				}
			}()
			t.Errorf("%s: it ends with %v", value, solve(func(*Answer) error { return errors.New("told") }))
		}()
	}
}
