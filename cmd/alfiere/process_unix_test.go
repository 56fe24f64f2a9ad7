//go:build unix

package main

import (
	"alfiere/internal/cli"
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// child is the program in a process of its own, as a GUI has it.
type child struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  io.ReadCloser
	lines   *bufio.Reader
	errors  bytes.Buffer // of subcommands; to be read behind Wait
}

func startChild(t *testing.T, args ...string) *child {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{command: exec.Command(binary, append([]string{engineArgument}, args...)...)}
	if len(args) > 0 {
		c.command.Stderr = &c.errors
	}
	c.command.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // the race detector waits a second by default
	if c.input, err = c.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if c.output, err = c.command.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewReader(c.output)
	if err := c.command.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *child) send(lines string) { _, _ = io.WriteString(c.input, lines) } // the only error is its end

// lineDue is how long a line may be waited for. The end of a process that does not bring
// it is a failure; waiting for ever would say nothing.
const lineDue = time.Minute

// until reads to a line that begins with prefix.
func (c *child) until(t *testing.T, prefix string) {
	t.Helper()
	c.untilMatch(t, regexp.MustCompile("^"+regexp.QuoteMeta(prefix)))
}

func (c *child) untilMatch(t *testing.T, pattern *regexp.Regexp) {
	t.Helper()
	overdue := time.AfterFunc(lineDue, func() { _ = c.command.Process.Kill() })
	defer overdue.Stop()
	for {
		line, err := c.lines.ReadString('\n')
		if pattern.MatchString(line) {
			return
		}
		if err != nil {
			t.Fatalf("%v before a line %q", err, pattern)
		}
	}
}

// TestEngineEndsWithItsGUI ends the GUI's side in the middle of a search with two threads.
func TestEngineEndsWithItsGUI(t *testing.T) {
	// A thread that is overtaken may leave depths out.
	uciDeep, xboardDeep := regexp.MustCompile(`^info depth ([6-9]|\d\d) `), regexp.MustCompile(`^ *([6-9]|\d\d) `)
	sessions := []struct {
		name, begin string
		deep        *regexp.Regexp
		ping        string
	}{
		{"UCI, infinite", "uci\nsetoption name Threads value 2\ngo infinite\n", uciDeep, "isready\n"},
		{"UCI, pondering", "uci\nsetoption name Threads value 2\ngo ponder wtime 60000 btime 60000\n", uciDeep, "isready\n"},
		{"UCI, on the clock", "uci\nsetoption name Threads value 2\ngo wtime 6000000 btime 6000000\n", uciDeep, "isready\n"},
		{"xboard, a move due", "xboard\nprotover 2\ncores 2\npost\nst 600\ngo\n", xboardDeep, "?\n"},
		{"xboard, analysing", "xboard\nprotover 2\ncores 2\npost\nanalyze\n", xboardDeep, "ping 1\n"},
	}
	const either = -1
	ends := []struct {
		name   string
		status int
		end    func(c *child, ping string)
	}{
		{"the end of the input", cli.ExitGood, func(c *child, _ string) { c.input.Close() }},
		{"SIGTERM", cli.ExitGood, func(c *child, _ string) { _ = c.command.Process.Signal(syscall.SIGTERM) }},
		{"an output that nobody reads any more", cli.ExitPipe, func(c *child, ping string) {
			c.output.Close()
			c.send(ping)
		}},
		{"both ends closed", either, func(c *child, _ string) { // it may have nothing to say any more
			c.output.Close()
			c.input.Close()
		}},
	}
	for _, session := range sessions {
		for _, end := range ends {
			t.Run(session.name+"/"+end.name, func(t *testing.T) {
				c := startChild(t)
				c.send(session.begin)
				c.untilMatch(t, session.deep)
				end.end(c, session.ping)
				overdue := time.AfterFunc(lineDue, func() { _ = c.command.Process.Kill() })
				defer overdue.Stop()
				go func() { _, _ = io.Copy(io.Discard, c.lines) }() // to its end, which is the process's
				state, err := c.command.Process.Wait()
				c.input.Close()
				c.output.Close()
				if err != nil || !state.Exited() || end.status != either && state.ExitCode() != end.status {
					t.Fatalf("it ends with %v, error %v", state, err)
				}
			})
		}
	}
}
