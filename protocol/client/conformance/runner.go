package conformance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// verdict is the result of a case.
type verdict uint8

// The verdicts.
const (
	Passed verdict = iota
	Failed
	Skipped // the engine does not offer the feature of the case
)

// String returns the verdict as reports show it.
func (v verdict) String() string { return [...]string{"PASS", "FAIL", "SKIP"}[v%3] }

// MarshalText returns the verdict, for JSON.
func (v verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Outcome is the outcome of a case.
type Outcome struct {
	Case       *Case
	Verdict    verdict
	Reason     string        // the violation seen, or why the case was skipped
	Overdue    bool          // a failure of time: a line was late or missing
	Step       int           // of a failure: the line of the data file; 0 if it was found at the end
	Latency    time.Duration // of the last line awaited
	Elapsed    time.Duration
	Transcript transcript
}

// Engine is an engine's command line with a scale for time limits.
type Engine struct {
	Command []string // program and arguments, at least one
	Scale   float64  // all time limits are multiplied by it; 0 is 1
}

func (e *Engine) session(p protocol) (*session, error) {
	process, err := start(e.Command)
	if err != nil {
		return nil, err
	}
	s := &session{protocol: p, scale: e.Scale, process: process, lines: process.lines}
	if s.scale <= 0 {
		s.scale = 1
	}
	s.transcript.start = time.Now()
	s.since = s.transcript.start
	return s, nil
}

// Run runs one case on a fresh process, which has ended with all its children when Run returns. An
// error means that there is no verdict: the engine cannot be started, or ctx is done.
func (e *Engine) Run(ctx context.Context, c *Case) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	s, err := e.session(c.Protocol)
	if err != nil {
		return Outcome{}, err
	}
	line, err := s.play(ctx, c)
	endErr := s.process.end()
	outcome := Outcome{Case: c, Latency: s.latency, Elapsed: time.Since(s.transcript.start), Transcript: s.transcript}
	var f failure
	var o omission
	switch {
	case errors.As(err, &f):
		outcome.Verdict, outcome.Reason, outcome.Step = Failed, err.Error(), line
		outcome.Overdue = errors.As(err, new(overdue))
	case errors.As(err, &o):
		outcome.Verdict, outcome.Reason = Skipped, err.Error()
	case err != nil:
		return Outcome{}, fmt.Errorf("%s: %w", c.ID, err)
	}
	return outcome, endErr
}

// play runs the steps; line is that of the step with the error.
func (s *session) play(ctx context.Context, c *Case) (line int, err error) {
	if !c.cold {
		if err := s.shakeHands(ctx, c.needs); err != nil {
			return 0, err
		}
	}
	for _, step := range c.steps {
		if err := step.do(ctx, s, &step.arguments); err != nil {
			return step.line, err
		}
	}
	return 0, s.judge(ctx)
}

// Speaks reports whether the engine answers the handshake of p: for xboard, whether
// it announces any feature.
func (e *Engine) Speaks(ctx context.Context, p protocol) (bool, error) {
	s, err := e.session(p)
	if err != nil {
		return false, err
	}
	err = s.shakeHands(ctx, nil)
	endErr := s.process.end()
	if errors.As(err, new(failure)) {
		return false, endErr
	}
	return p == uci || len(s.features) > 0, errors.Join(err, endErr)
}

// RunAll runs cases, up to jobs of them at the same time, and passes the outcomes to report in the
// order of the cases. The first error ends it.
func (e *Engine) RunAll(ctx context.Context, cases []Case, jobs int, report func(Outcome) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		outcome Outcome
		err     error
	}
	answers := make([]chan answer, len(cases))
	for i := range answers {
		answers[i] = make(chan answer, 1)
	}
	waiting := make(chan int, len(cases))
	for i := range cases {
		waiting <- i
	}
	close(waiting)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	for range max(1, jobs) {
		workers.Go(func() {
			for i := range waiting {
				outcome, err := e.Run(ctx, &cases[i])
				answers[i] <- answer{outcome, err}
			}
		})
	}
	for _, a := range answers {
		answer := <-a
		if answer.err != nil {
			return answer.err
		}
		if err := report(answer.outcome); err != nil {
			return err
		}
	}
	return nil
}
