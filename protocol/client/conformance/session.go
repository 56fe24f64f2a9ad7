package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"alfiere/internal/wire"
)

// failure describes the expectation that was not met.
type failure string

func (f failure) Error() string { return string(f) }

// overdue is the failure of an engine that does something too late or not at all.
type overdue struct{ failure }

// Unwrap returns the failure.
func (o overdue) Unwrap() error { return o.failure }

// omission is the reason why a case does not apply to the engine.
type omission string

func (o omission) Error() string { return string(o) }

func failed(format string, arguments ...any) error { return failure(fmt.Sprintf(format, arguments...)) }

func late(format string, arguments ...any) error {
	return overdue{failure(fmt.Sprintf(format, arguments...))}
}

// Errors of listening that ends without a line.
var (
	errOverdue = errors.New("time is up")
	errMute    = errors.New("the engine closed its output")
)

// session is a case being run.
type session struct {
	protocol protocol
	scale    float64
	process  *process
	lines    <-chan wire.Line // nil once the engine has closed its output

	transcript transcript
	next       int               // the first entry not yet passed by an expectation
	features   map[string]string // of xboard's handshake; nil without one
	since      time.Time         // start of limits: the last line sent, or awaited
	latency    time.Duration     // of the last expectation that was met
	signalled  bool
	over       bool // the engine has ended as expected
	watches    []watch
	checks     []check
}

func (s *session) scaled(d time.Duration) time.Duration { return time.Duration(float64(d) * s.scale) }

// listen waits for one line. The error is errOverdue, errMute or that of ctx.
func (s *session) listen(ctx context.Context, timeout <-chan time.Time) error {
	if s.lines == nil {
		return errMute
	}
	select {
	case line, open := <-s.lines:
		return s.hear(line, open)
	case <-timeout:
		return errOverdue
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *session) hear(line wire.Line, open bool) error {
	switch {
	case !open:
		s.lines = nil
		return errMute
	case line.TooLong:
		return failed("a line of the engine has more than %d bytes", wire.MaxLine)
	case len(s.transcript.Entries) >= maxEntries:
		return failed("the conversation has more than %d lines", maxEntries)
	}
	s.transcript.add(false, strings.TrimSuffix(line.Text, "\r"))
	return nil
}

// maxWrite is how long an engine may leave its input unread.
const maxWrite = 10 * time.Second

// write sends bytes while listening, because an engine may stop reading while its own output is not
// read. If the engine has ended already, the next step shows it.
func (s *session) write(ctx context.Context, text string) error {
	s.transcript.sent(text)
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = io.WriteString(s.process.input, text)
	}()
	timer := time.NewTimer(s.scaled(maxWrite))
	defer timer.Stop()
	for lines := s.lines; ; lines = s.lines {
		var err error
		select {
		case <-written:
			s.since = time.Now()
			return nil
		case line, open := <-lines:
			if err = s.hear(line, open); errors.Is(err, errMute) {
				err = nil
			}
		case <-timer.C:
			err = late("the engine has not read its input for %v", s.scaled(maxWrite))
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			err = errors.Join(err, wire.KillGroup(s.process.command)) // otherwise the write might never return
			<-written
			return err
		}
	}
}

// pause listens for the given time.
func (s *session) pause(ctx context.Context, d time.Duration) error {
	return s.quiet(ctx, d, nil)
}

// await skips lines until one matches; it must arrive within the limit after the last line sent or
// awaited.
func (s *session) await(ctx context.Context, limit time.Duration, pattern *regexp.Regexp) error {
	limit = s.scaled(limit)
	deadline := s.since.Add(limit)
	timeout := time.After(time.Until(deadline))
	first := s.next
	for {
		for ; s.next < len(s.transcript.Entries); s.next++ {
			e := s.transcript.Entries[s.next]
			if e.Sent || !pattern.MatchString(e.Text) {
				continue
			}
			s.next++
			came := s.transcript.start.Add(e.At)
			if came.Before(s.since) { // the line arrived before the write had ended
				came = s.since
			}
			s.latency, s.since = came.Sub(s.since), came
			if s.latency > limit {
				return late("%q came after %v; the limit is %v", shown(e.Text), s.latency.Round(time.Millisecond), limit)
			}
			return nil
		}
		if err := s.listen(ctx, timeout); errors.Is(err, errOverdue) {
			return late("no line matches %s within %v%s", pattern, limit, lastLines(s.transcript.heard(first)))
		} else if err != nil {
			return fmt.Errorf("waiting for %s: %w", pattern, s.explain(err))
		}
	}
}

// lastLines quotes an engine's last lines, for a failure.
func lastLines(lines []string) string {
	const most = 3
	if len(lines) == 0 {
		return "; it wrote nothing"
	}
	text := "; its last lines:"
	for _, line := range lines[max(0, len(lines)-most):] {
		text += "\n  " + shown(line)
	}
	return text
}

// quiet fails if a line that no expectation has passed matches, now or within d; no line matches nil.
func (s *session) quiet(ctx context.Context, d time.Duration, pattern *regexp.Regexp) error {
	timeout := time.After(d)
	for i := s.next; ; {
		for ; pattern != nil && i < len(s.transcript.Entries); i++ {
			if e := s.transcript.Entries[i]; !e.Sent && pattern.MatchString(e.Text) {
				return failed("unexpected line: %q", shown(e.Text))
			}
		}
		if err := s.listen(ctx, timeout); errors.Is(err, errOverdue) {
			return nil
		} else if err != nil {
			return s.explain(err)
		}
	}
}

// explain makes the failure for an engine that has ended too early.
func (s *session) explain(err error) error {
	if !errors.Is(err, errMute) {
		return err
	}
	select {
	case <-s.process.exited:
		return failed("the engine ended: %v", s.process.command.ProcessState)
	case <-time.After(time.Second):
		return failure("the engine closed its output")
	}
}

// exit waits for the end of the process and for its last output.
func (s *session) exit(ctx context.Context, limit time.Duration) error {
	limit = s.scaled(limit)
	timeout := time.After(time.Until(s.since.Add(limit)))
	for lines := s.lines; ; lines = s.lines {
		select {
		case <-s.process.exited:
			if s.signalled || s.process.command.ProcessState.Success() {
				s.over = true
				return s.drain(ctx)
			}
			return failed("the engine ended: %v", s.process.command.ProcessState)
		case line, open := <-lines:
			if err := s.hear(line, open); err != nil && !errors.Is(err, errMute) {
				return err
			}
		case <-timeout:
			return late("the engine is still running after %v", limit)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// drain reads the rest of the output of an engine that has ended.
func (s *session) drain(ctx context.Context) error {
	timeout := time.After(time.Second)
	for {
		switch err := s.listen(ctx, timeout); {
		case errors.Is(err, errMute), errors.Is(err, errOverdue):
			return nil
		case err != nil:
			return err
		}
	}
}
