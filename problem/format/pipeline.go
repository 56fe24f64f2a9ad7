package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/problem"
	"alfiere/problem/text"
)

// pipeline solves the problems of a file, several at a time, and hands on the answers in
// the order of the file. One loop owns it.
type pipeline struct {
	*Solver
	name    string           // of the file
	pending []*pendingAnswer // in the order of the file
	work    chan func()      // what the threads take up, one after the other
	threads int
	tell    func(*Answer) error
	cancel  context.CancelFunc // ends all analyses
}

// pendingAnswer is an answer that is being worked out.
type pendingAnswer struct {
	done     chan struct{} // closed when the answer is final
	skip     context.CancelFunc
	watch    problem.Watch
	line     int
	answer   Answer
	never    bool        // begun: all ended before
	panicked *work.Panic // of who worked it out, nil if there was none
}

// readProblem is what a Read has returned.
type readProblem struct {
	problem  Problem
	err      error
	panicked *work.Panic // of the reader, nil if there was none
	recoded  bool        // the first line of the file that is not UTF-8 has just been read
}

// isLast reports whether the source has failed: nothing follows.
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

// SolveAll solves the problems of a file of that name, as many at a time as there are threads, and calls tell with the
// answers one after the other in the order of the file. A fault is part of an answer and does not keep the other
// problems from being solved. When ctx ends nothing more is read, what is known by then of the problems that are being
// solved is reported, and of others nothing. What Skip brings ends the problem whose answer is due in the same way, or
// all if there is none. The error is that of reading, with the name, that of tell, which ends all, or that of ctx. If
// reading or solving panics, SolveAll does.
func (s *Solver) SolveAll(ctx context.Context, name string, in io.Reader, tell func(*Answer) error) error {
	analyses, cancel := context.WithCancel(ctx)
	defer cancel()
	threads := s.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if s.Twins {
		tell = s.comparing(tell)
	}
	p := &pipeline{Solver: s, name: name, threads: threads, work: make(chan func(), 2*threads), tell: tell, cancel: cancel}
	defer close(p.work)
	for range threads {
		go func() {
			for job := range p.work {
				job()
			}
		}()
	}
	reader := NewReader(in, s.Meant)
	reader.solves = true
	return p.run(analyses, readAhead(analyses, reader, s))
}

// comparing returns tell for answers of which the last of several twins has the comparison of all.
func (s *Solver) comparing(tell func(*Answer) error) func(*Answer) error {
	var twins []*text.Document
	return func(a *Answer) error {
		d := a.document
		if d == nil || d.Twin.Label == "" {
			return tell(a)
		}
		if d.Twin.Label == "a" {
			twins = nil
		}
		if twins = append(twins, d); !d.Twin.More && len(twins) > 1 {
			var out bytes.Buffer
			var err error
			if s.Form == JSON {
				err = text.WriteTwinsJSON(&out, twins, s.Text.Program)
			} else {
				err = text.WriteTwins(&out, twins, s.Text)
			}
			a.Text, a.Fault = append(a.Text, out.Bytes()...), errors.Join(a.Fault, err)
		}
		return tell(a)
	}
}

// readAhead reads problems on a goroutine of its own, for nothing can interrupt a read that waits for a terminal; it
// ends with the input or, as soon as a read returns, with ctx. With duplex each position is two problems. Castling and
// en passant are those that the last move leaves.
func readAhead(ctx context.Context, reader *Reader, s *Solver) <-chan readProblem {
	problems := make(chan readProblem)
	go func() {
		defer close(problems)
		defer func() {
			if value := recover(); value != nil {
				select {
				case problems <- readProblem{panicked: work.Recovered(value)}:
				case <-ctx.Done():
				}
			}
		}()
		for known := false; ; {
			p, err := reader.Read()
			if err == io.EOF {
				return
			}
			if err == nil {
				err = p.state(reader.meant)
			}
			duplex := err == nil && (s.Duplex || p.Popeye.Duplex != text.NoDuplex)
			p.Popeye.Duplex = text.NoDuplex
			if duplex {
				p.Popeye.Duplex = text.FirstDuplex
			}
			next := readProblem{problem: p, err: err}
			if !known {
				known = reader.Recoded() > 0
				next.recoded = known
			}
			for range 2 {
				if next.err == nil {
					s.conform(&next.problem)
				}
				select {
				case problems <- next:
				case <-ctx.Done():
					return
				}
				if next.isLast() {
					return
				}
				if !duplex {
					break
				}
				next.recoded = false
				next.problem, next.err = p.exchanged()
			}
		}
	}()
	return problems
}

// run is the loop: it starts what is read while there is room, and tells the oldest answer when it is there.
func (p *pipeline) run(ctx context.Context, problems <-chan readProblem) error {
	var failure error // of reading or writing: no answer follows it
	ended := ctx.Done()
	clock := time.NewTicker(watchInterval)
	defer clock.Stop()
	for problems != nil || len(p.pending) > 0 {
		input, oldest := problems, (chan struct{})(nil)
		if len(p.pending) == 2*p.threads { // so that no thread waits for a slow writer
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
			case next.panicked != nil:
				panic(next.panicked)
			case next.isLast():
				problems, failure = nil, message.Errorf("%s: %w", p.name, next.err)
			case p.Form == Olive && next.problem.isWritten():
				// The entry is written once.
			default:
				if failure = p.start(ctx, next); failure != nil {
					problems = nil
					p.cancel()
				}
			}
		case <-oldest:
			a := p.pending[0]
			p.pending = p.pending[1:]
			if a.panicked != nil {
				panic(a.panicked)
			}
			if a.skip(); failure != nil || a.never {
				continue
			}
			if failure = p.tell(&a.answer); failure != nil {
				problems = nil
				p.cancel()
			}
		case <-p.Skip:
			if len(p.pending) == 0 {
				p.cancel()
			} else {
				p.pending[0].skip()
			}
		case <-clock.C:
			p.look()
		case <-ended:
			ended, problems = nil, nil
		}
	}
	if failure != nil {
		return failure
	}
	return ctx.Err()
}

// isWritten reports whether an earlier problem has the entry of this one.
func (p *Problem) isWritten() bool {
	return p.HasTwins && p.Twin.Label != "a" || p.Popeye.Duplex == text.SecondDuplex
}

// watchInterval is the time between two progress reports.
const watchInterval = 200 * time.Millisecond

// look reports the progress of the problem whose answer is due.
func (p *pipeline) look() {
	if p.Look != nil && len(p.pending) > 0 {
		p.Look(p.pending[0].line, p.pending[0].watch.Progress())
	}
}

// start hands a problem to the threads, which take problems in the order of the file; run
// waits for the answer. The error is that of the journal.
func (p *pipeline) start(ctx context.Context, next readProblem) error {
	file := p.name
	if file == "stdin" { // which answers do not name
		file = ""
	}
	kept, err := p.Journal.find(file, &next, &p.Problem)
	if err != nil {
		return err
	}
	own, skip := context.WithCancel(ctx)
	a := &pendingAnswer{done: make(chan struct{}), skip: skip, line: next.problem.Line}
	p.pending = append(p.pending, a)
	p.work <- func() { // there is room for all that are pending
		defer close(a.done)
		defer func() {
			if value := recover(); value != nil {
				a.panicked = work.Recovered(value)
			}
		}()
		if a.never = ctx.Err() != nil; a.never {
			return
		}
		one := *p.Solver
		one.Problem.Watch, one.file = &a.watch, file
		if kept != nil {
			a.answer = p.Journal.answer(kept, next.err)
		} else {
			a.answer = one.answer(own, next.problem, next.err)
		}
		a.answer.Place = next.place(p.name)
		if next.recoded {
			a.answer.Warnings = append(a.answer.Warnings, p.Text.Language.Sprintf("warning: %v", datafile.ErrRecoded))
		}
		if own.Err() != nil && ctx.Err() == nil {
			a.answer.Warnings = append(a.answer.Warnings,
				p.Text.Language.Text("skipped; interrupt twice within two seconds to stop"))
		}
	}
	return nil
}
