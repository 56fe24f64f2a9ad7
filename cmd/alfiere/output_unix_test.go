//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"alfiere/internal/cli"
	"alfiere/internal/wire"
)

// runProcess runs the program as a process of its own in a folder, for at most a minute, and
// returns its exit status.
func runProcess(t *testing.T, folder, input string, out *os.File, faults io.Writer, args ...string) (status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
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
		if dead["a full disk"], err = os.OpenFile("/dev/full", os.O_WRONLY, 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, file := range dead {
			file.Close()
		}
	})
	return dead
}

// TestNothingClaimsSuccessThatCannotBeWritten runs every subcommand, all help and the engine.
// What its example writes to standard output tells whether a subcommand writes there at all.
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
		words, err := wire.SplitWords(strings.TrimPrefix(c.Example, "alfiere "))
		if err != nil {
			t.Fatal(err)
		}
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
