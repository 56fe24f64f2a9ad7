package protocoltest

import (
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"alfiere/internal/wire"
	"alfiere/protocol"
)

// Session is an adapter at work on a Searcher.
type Session struct {
	Controller *protocol.Controller
	Searcher   *Searcher // nil before the engine was needed; look only when nothing is going on
	Signals    chan os.Signal
	Next       string // what Serve returned, after Rest
	Err        error
	Council    *Council // of the controller

	t      testing.TB
	input  *io.PipeWriter
	output <-chan wire.Line
	ended  chan struct{}
}

// Start lets serve wait for its first line. The test must call Rest.
func Start(t testing.TB, serve Serve) *Session {
	s := &Session{Signals: make(chan os.Signal, 1), t: t, ended: make(chan struct{})}
	inputReader, inputWriter := io.Pipe()
	outputReader, outputWriter := io.Pipe()
	s.input = inputWriter
	quit := make(chan struct{})
	s.output = collect(outputReader)
	council := &Council{Criterion: "weights"}
	s.Council = council
	s.Controller = protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		s.Searcher = Open(megabytes)
		s.Searcher.Council = council
		return s.Searcher, nil
	}, protocol.Resources{Hash: 1024, Threads: 4, Council: council}, rand.NewPCG(1, 2))
	lines := wire.ReadLines(inputReader, quit)
	go func() {
		defer close(s.ended)
		first := <-lines
		s.Next, s.Err = serve(&protocol.Session{Lines: lines, Signals: s.Signals, Out: wire.NewOutput(outputWriter),
			Controller: s.Controller}, first.Text)
		if err := s.Controller.Close(); err != nil {
			s.Err = err
		}
		close(quit)
		inputReader.Close()
		outputWriter.Close()
	}()
	return s
}

// collect reads lines ahead of the test, so that a session is not held up by a test that is still sending.
func collect(r io.Reader) <-chan wire.Line {
	ahead := make(chan wire.Line, 1<<16)
	go func() {
		defer close(ahead)
		for line := range wire.ReadLines(r, nil) {
			ahead <- line
		}
	}()
	return ahead
}

// Send sends lines; after the session's end it does nothing.
func (s *Session) Send(lines ...string) {
	for _, line := range lines {
		_, _ = io.WriteString(s.input, line+"\n") // the only error is the reader's end
	}
}

// End closes the input.
func (s *Session) End() { s.input.Close() }

// patience is how long a session may be silent when something is expected of it.
const patience = 10 * time.Second

// Expect waits for the given number of lines and returns them, or what has come within ten seconds.
func (s *Session) Expect(count int) (lines []string) {
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for len(lines) < count {
		select {
		case line, open := <-s.output:
			if !open {
				return lines
			}
			lines = append(lines, line.Text)
		case <-timeout.C:
			return lines
		}
	}
	return lines
}

// Until waits for a line that begins with prefix and returns it and those before it.
func (s *Session) Until(prefix string) (lines []string) {
	s.t.Helper()
	for {
		line := s.Expect(1)
		if len(line) == 0 {
			s.t.Fatalf("no line begins with %q, only\n%s", prefix, strings.Join(lines, "\n"))
		}
		if lines = append(lines, line...); strings.HasPrefix(line[0], prefix) {
			return lines
		}
	}
}

func (s *Session) untilQuiet(pause time.Duration) (lines []string) {
	for {
		select {
		case line, open := <-s.output:
			if !open {
				return lines
			}
			lines = append(lines, line.Text)
		case <-time.After(pause):
			return lines
		}
	}
}

// Rest closes the input, waits for the end of the session and returns what it still prints.
func (s *Session) Rest() (lines []string) {
	s.t.Helper()
	s.End()
	timeout := time.After(patience)
	for {
		select {
		case line, open := <-s.output:
			if !open {
				<-s.ended
				return lines
			}
			lines = append(lines, line.Text)
		case <-timeout:
			s.t.Fatal("the session does not end")
		}
	}
}
