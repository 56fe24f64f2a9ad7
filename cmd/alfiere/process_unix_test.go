//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/internal/wire"
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
	c.input = must.Get(c.command.StdinPipe())(t)
	c.output = must.Get(c.command.StdoutPipe())(t)
	c.lines = bufio.NewReader(c.output)
	must.Do(t, c.command.Start())
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
		{"UCI, infinite", "uci\nsetoption name Hash value 1\nsetoption name Threads value 2\ngo infinite\n", uciDeep, "isready\n"},
		{"xboard, a move due", "xboard\nprotover 2\nmemory 8\ncores 2\npost\nst 600\ngo\n", xboardDeep, "?\n"},
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

// runProcess runs the program as a process of its own in a folder, for at most a minute, and returns its exit status.
func runProcess(t *testing.T, folder, input string, out *os.File, faults io.Writer, args ...string) (status int) {
	t.Helper()
	self := must.Get(os.Executable())(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, self, append([]string{engineArgument}, args...)...)
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, strings.NewReader(input), out, faults
	_ = command.Run() // the status says it
	return command.ProcessState.ExitCode()
}

// deadOutputs are standard outputs that take nothing: a pipe whose reader has gone and, where
// there is one, a full disk.
func deadOutputs(t *testing.T) map[string]*os.File {
	t.Helper()
	reader, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	dead := map[string]*os.File{"a closed pipe": closed}
	if runtime.GOOS == "linux" {
		dead["a full disk"] = must.Get(os.OpenFile("/dev/full", os.O_WRONLY, 0))(t)
	}
	t.Cleanup(func() {
		for _, file := range dead {
			file.Close()
		}
	})
	return dead
}

// TestNothingClaimsSuccessThatCannotBeWritten runs every subcommand, all help and the engine.
// A subcommand counts as one that writes to standard output if its example does.
func TestNothingClaimsSuccessThatCannotBeWritten(t *testing.T) {
	dead, folder := deadOutputs(t), exampleFolder(t)
	type call struct {
		name, input string
		args        []string
	}
	calls := []call{
		{"help", "", []string{"--help"}}, {"version", "", []string{"--version"}}, {"perft", "", []string{"perft", "2"}}, {"JSON", "", []string{"eval", "--json"}},
		{"UCI", "uci\nquit\n", nil}, {"a search", "go depth 2\n", nil}, {"xboard", "xboard\nprotover 2\nping 1\n", nil}, {"console", "depth 1\ne4\n", nil},
		{"play", "e4\n", []string{"play"}},
	}
	own := len(calls) // these are processes
	for _, c := range subcommands() {
		calls = append(calls, call{"help " + c.Name(), "", []string{c.Name(), "--help"}})
	}
	var writers int
	eachSubcommand(t, func(t *testing.T, path string, c *cobra.Command) {
		status, out, message := runIn(t, folder, strings.TrimPrefix(c.Example, "alfiere "))
		if status != cli.ExitGood {
			t.Fatal(status, message)
		}
		if out == "" {
			return
		}
		words := must.Get(wire.SplitWords(strings.TrimPrefix(c.Example, "alfiere ")))(t)
		if n := len(words); words[max(n-2, 0)] == "--pgn" {
			words = words[:n-2] // a file that now exists
		}
		writers++
		calls = append(calls, call{path, "", words}, call{"help " + path, "", append(strings.Fields(path), "--help")})
	})
	if writers < 15 {
		t.Errorf("only %d subcommands write to standard output", writers)
	}
	t.Chdir(folder)
	for i, c := range calls {
		for name, file := range dead {
			if name == "a closed pipe" && i >= own {
				continue
			}
			t.Run(c.name+" to "+name, func(t *testing.T) {
				place := "alfiere: "
				if len(c.args) > 0 && !strings.HasPrefix(c.args[0], "-") {
					place = "alfiere " + c.args[0] + ": "
				}
				var faults bytes.Buffer
				var status int
				if i < own { // its standard output, for which the system sends a signal, too
					status = runProcess(t, folder, c.input, file, &faults, c.args...)
				} else {
					status = run(c.args, cli.Streams{In: strings.NewReader(c.input), Out: file, Err: &faults})
				}
				message := faults.String()
				if name == "a closed pipe" {
					if status != cli.ExitPipe || strings.Contains(message, "write ") || strings.Contains(message, place) {
						t.Errorf("status %d, %s", status, message)
					}
					return
				}
				if status != cli.ExitInput || !strings.Contains(message, place) || strings.Count(message, "write ") != 1 {
					t.Errorf("status %d, %s", status, message)
				}
			})
		}
	}
}
