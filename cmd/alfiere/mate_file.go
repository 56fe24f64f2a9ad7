package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"alfiere/cmd/internal/cli"
	"alfiere/search/problemtext/collection"
)

// matePipe solves the problems of a file, several at a time, and writes the answers in
// the order of the file. One loop owns it.
type matePipe struct {
	*mateCommand
	name     string           // of the file
	pending  []*pendingAnswer // in the order of the file
	slots    chan struct{}    // one for each problem being solved
	written  int
	faults   int
	progress *cli.Progress
}

// pendingAnswer is an answer that is being worked out.
type pendingAnswer struct {
	done   chan struct{} // closed when the answer is final
	answer mateAnswer
}

// readProblem is what a Read has returned.
type readProblem struct {
	problem collection.Problem
	err     error
}

// solveAll solves the problems of a file. A fault is reported and does not keep the
// other problems from being solved.
func (c *mateCommand) solveAll(ctx context.Context, name string, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	threads := c.threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	p := &matePipe{mateCommand: c, name: name, slots: make(chan struct{}, threads), progress: cli.NewProgressBesideOutput(c.std)}
	err := p.run(ctx, cancel, readProblems(ctx, collection.NewReader(in, c.white)))
	p.progress.Clear()
	switch {
	case err != nil:
		return err
	case p.faults == 1:
		return fmt.Errorf("%s: 1 problem at fault", name)
	case p.faults > 1:
		return fmt.Errorf("%s: %d problems at fault", name, p.faults)
	}
	return nil
}

// readProblems reads problems on a goroutine of its own, for nothing can interrupt a
// read that waits for a terminal; it ends with the input or, as soon as a read
// returns, with ctx.
func readProblems(ctx context.Context, reader *collection.Reader) <-chan readProblem {
	problems := make(chan readProblem)
	go func() {
		defer close(problems)
		for {
			p, err := reader.Read()
			if err == io.EOF {
				return
			}
			select {
			case problems <- readProblem{p, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && place(err) == (position{}) {
				return // the source has failed
			}
		}
	}()
	return problems
}

// run is the loop: it starts what is read while there is room, and writes the oldest
// answer when it is there. The error is that of reading or writing, or of an
// interrupt.
func (p *matePipe) run(ctx context.Context, cancel context.CancelFunc, problems <-chan readProblem) (err error) {
	interrupted := ctx.Done()
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
			case next.err != nil && place(next.err) == (position{}):
				problems, err = nil, fmt.Errorf("%s: %w", p.name, next.err)
			default:
				p.start(ctx, next)
			}
		case <-oldest:
			a := &p.pending[0].answer
			p.pending = p.pending[1:]
			if err != nil && !errors.Is(err, cli.ErrInterrupted) {
				continue
			}
			if failed := p.print(a); failed != nil {
				err = failed
				problems = nil
				cancel()
			}
		case <-interrupted:
			interrupted, problems = nil, nil
			if err == nil {
				err = cli.ErrInterrupted
			}
		}
	}
	return err
}

// start solves a problem on a goroutine, which ends when its answer is done; run waits
// for it.
func (p *matePipe) start(ctx context.Context, next readProblem) {
	a := &pendingAnswer{done: make(chan struct{})}
	p.pending = append(p.pending, a)
	go func() {
		defer close(a.done)
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		a.answer = p.answer(ctx, next.problem, next.err)
		a.answer.place = next.place(p.name)
	}()
}

// place is what messages about a problem begin with.
func (r *readProblem) place(name string) string {
	at := position{line: r.problem.Line}
	if r.err != nil {
		at = place(r.err)
	}
	if at.column > 0 {
		return fmt.Sprintf("%s:%d:%d: ", name, at.line, at.column)
	}
	return fmt.Sprintf("%s:%d: ", name, at.line)
}

// print writes an answer, and what is wrong with the problem to standard error.
func (p *matePipe) print(a *mateAnswer) error {
	if a.out.Len() > 0 && p.written > 0 && p.form != asJSON {
		fmt.Fprintln(p.std.Out)
	}
	if len(a.warnings) > 0 || a.fault != nil {
		p.progress.Clear()
	}
	for _, warning := range a.warnings {
		fmt.Fprintf(p.std.Err, "%s%s\n", a.place, warning)
	}
	if a.fault != nil {
		p.faults++
		fmt.Fprintf(p.std.Err, "%s%s\n", a.place, reason(a.fault))
	}
	if a.out.Len() == 0 {
		return nil
	}
	p.written++
	p.progress.Show("%d problems", p.written)
	_, err := p.std.Out.Write(a.out.Bytes())
	return err
}
