package collection

import (
	"context"
	"fmt"
	"io"
	"runtime"
)

// pipeline solves the problems of a file, several at a time, and hands on the answers in
// the order of the file. One loop owns it.
type pipeline struct {
	*Solver
	name    string           // of the file
	pending []*pendingAnswer // in the order of the file
	slots   chan struct{}    // one for each problem being solved
	tell    func(*Answer) error
	cancel  context.CancelFunc // ends all analyses
}

// pendingAnswer is an answer that is being worked out.
type pendingAnswer struct {
	done   chan struct{} // closed when the answer is final
	answer Answer
}

// readProblem is what a Read has returned.
type readProblem struct {
	problem Problem
	err     error
}

// isLast reports whether the source has failed: nothing comes behind.
func (r *readProblem) isLast() bool {
	line, _ := place(r.err)
	return r.err != nil && line == 0
}

// place is what messages about a problem begin with.
func (r *readProblem) place(name string) string {
	line, column := r.problem.Line, 0
	if r.err != nil {
		line, column = place(r.err)
	}
	if column > 0 {
		return fmt.Sprintf("%s:%d:%d: ", name, line, column)
	}
	return fmt.Sprintf("%s:%d: ", name, line)
}

// SolveAll solves the problems of a file of that name, as many at a time as there are
// threads, and calls tell with the answers one after the other in the order of the file.
// A fault is part of an answer and does not keep the other problems from being solved.
// When ctx ends nothing more is read, and what is known by then of the problems that are
// being solved is told. The error is that of reading, with the name, that of tell, which
// ends all, or that of ctx.
func (s *Solver) SolveAll(ctx context.Context, name string, in io.Reader, tell func(*Answer) error) error {
	analyses, cancel := context.WithCancel(ctx)
	defer cancel()
	threads := s.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	p := &pipeline{Solver: s, name: name, slots: make(chan struct{}, threads), tell: tell, cancel: cancel}
	return p.run(analyses, readAhead(analyses, NewReader(in, s.Meant)))
}

// readAhead reads problems on a goroutine of its own, for nothing can interrupt a
// read that waits for a terminal; it ends with the input or, as soon as a read
// returns, with ctx.
func readAhead(ctx context.Context, reader *Reader) <-chan readProblem {
	problems := make(chan readProblem)
	go func() {
		defer close(problems)
		for {
			p, err := reader.Read()
			if err == io.EOF {
				return
			}
			next := readProblem{p, err}
			select {
			case problems <- next:
			case <-ctx.Done():
				return
			}
			if next.isLast() {
				return
			}
		}
	}()
	return problems
}

// run is the loop: it starts what is read while there is room, and tells the oldest
// answer when it is there.
func (p *pipeline) run(ctx context.Context, problems <-chan readProblem) error {
	var failure error // of reading or telling: no answer is told behind it
	ended := ctx.Done()
	for problems != nil || len(p.pending) > 0 {
		input, oldest := problems, (chan struct{})(nil)
		if len(p.pending) == 2*cap(p.slots) { // so that no thread waits for a slow writer
			input = nil
		}
		if len(p.pending) > 0 {
			oldest = p.pending[0].done
		}
		select {
		case next, ok := <-input:
			switch {
			case !ok:
				problems = nil
			case next.isLast():
				problems, failure = nil, fmt.Errorf("%s: %w", p.name, next.err)
			default:
				p.start(ctx, next)
			}
		case <-oldest:
			a := &p.pending[0].answer
			p.pending = p.pending[1:]
			if failure != nil {
				continue
			}
			if failure = p.tell(a); failure != nil {
				problems = nil
				p.cancel()
			}
		case <-ended:
			ended, problems = nil, nil
		}
	}
	if failure != nil {
		return failure
	}
	return ctx.Err()
}

// start solves a problem on a goroutine, which ends when its answer is done; run waits
// for it.
func (p *pipeline) start(ctx context.Context, next readProblem) {
	a := &pendingAnswer{done: make(chan struct{})}
	p.pending = append(p.pending, a)
	go func() {
		defer close(a.done)
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		a.answer = p.answer(ctx, next.problem, next.err)
		a.answer.Place = next.place(p.name)
	}()
}
