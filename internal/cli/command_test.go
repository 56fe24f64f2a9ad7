package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/golden"
)

// program returns a program for tests: "add" adds, "text first" and "text last" have a default and errors.
func program() *cobra.Command {
	return Root("prog", "a program", "It does little.",
		With(&cobra.Command{Use: "add [--minus] NUMBER…", Short: "Add up.", Example: "prog add 1 2"}, defineAdd),
		Group(&cobra.Command{Use: "text first|last [flags] WORD…", Short: "Do things with words."},
			With(&cobra.Command{Use: "first [flags] WORD…", Short: "Print the first word.", Example: "prog text first a b"},
				func(flags *pflag.FlagSet) Run { return printWord(flags, 0) }),
			With(&cobra.Command{Use: "last [flags] WORD…", Short: "Print the last word.",
				Example: "prog text last --time 2 a b"},
				func(flags *pflag.FlagSet) Run { return printWord(flags, -1) })))
}

func defineAdd(flags *pflag.FlagSet) Run {
	minus := flags.Bool("minus", false, "negate the sum")
	return func(args []string, std Streams) error {
		sum := 0
		for _, arg := range args {
			var n int
			if _, err := fmt.Sscan(arg, &n); err != nil {
				return fmt.Errorf("%q: %w", arg, errors.Join(errors.New("no number"), errors.New("not even a digit")))
			}
			sum += n
		}
		if *minus {
			sum = -sum
		}
		fmt.Fprintln(std.Out, sum) // nobody looks whether it fails
		return nil
	}
}

func printWord(flags *pflag.FlagSet, at int) Run {
	d := 1500 * time.Millisecond
	SecondsVar(flags, &d, "time", "`seconds` to wait")
	number := flags.Int("number", 0, "how often")
	flags.Bool("half", false, "print half of it")
	Complete(flags, "number", "1", "2")
	return func(args []string, std Streams) error {
		if len(args) == 0 {
			return Usagef("a word is missing:\n%w", os.ErrNotExist)
		}
		fmt.Fprintln(std.Out, args[(at+len(args))%len(args)], d, *number)
		return nil
	}
}

func runProgram(input string, args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = Execute(program(), args, Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func TestAnOutputThatFailsIsNoticed(t *testing.T) {
	for _, line := range []string{"add 1", "add --help", "text --help", "--help", "completion bash"} {
		var stderr bytes.Buffer
		status := Execute(program(), strings.Fields(line),
			Streams{In: strings.NewReader("input"), Out: &broken.Writer{}, Err: &stderr})
		if status != ExitInput || !strings.HasSuffix(stderr.String(), ": broken\n") {
			t.Errorf("%q: status %d, %q", line, status, &stderr)
		}
	}
}

func TestShellsCompleteNamesAndValues(t *testing.T) {
	for line, want := range map[string]string{
		"t": "text\tDo things with words.\n:4\n", "text|l": "last\tPrint the last word.\n:4\n",
		"text|last|--nu": "--number\thow often\n:4\n", "text|last|--number|": "1\n2\n:4\n",
	} {
		args := append([]string{"__complete"}, strings.Split(line, "|")...)
		if status, out, err := runProgram("", args...); status != ExitGood || out != want {
			t.Errorf("%s: status %d, %q, %s", line, status, out, err)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if status, out, err := runProgram("", "completion", shell); status != ExitGood || !strings.Contains(out, "__complete") {
			t.Errorf("%s: status %d, %s%s", shell, status, out, err)
		}
	}
}

func TestAProgramServesWithoutASubcommand(t *testing.T) {
	var out, stderr bytes.Buffer
	std := Streams{In: strings.NewReader("input"), Out: &out, Err: &stderr}
	serve := func(std Streams) error {
		_, err := io.Copy(std.Out, std.In)
		return err
	}
	if status := Serve("prog", serve, std); status != ExitGood || out.String() != "input" {
		t.Errorf("status %d, %q", status, &out)
	}
	std.In, std.Out = strings.NewReader("input"), &broken.Writer{}
	if status := Serve("prog", serve, std); status != ExitInput || stderr.String() != "prog: broken\n" {
		t.Errorf("status %d, %q", status, &stderr)
	}
	for args, want := range map[string]bool{"--version": true, "-v": true, "version x": true, "": false, "add --version": false} {
		if IsVersion(strings.Fields(args)) != want {
			t.Errorf("%q", args)
		}
	}
}

func TestLeavesAreAllThatCanBeRun(t *testing.T) {
	var paths []string
	for path, c := range Leaves(program()) {
		paths = append(paths, path)
		if c.RunE == nil {
			t.Errorf("%s does nothing", path)
		}
	}
	if got := strings.Join(paths, ", "); got != "add, text first, text last" {
		t.Errorf("they are %s", got)
	}
	for range Leaves(program()) {
		break // a loop may end early
	}
}

// TestCommandLines compares status, output and errors, whose lines begin with "|" as some are empty.
func TestCommandLines(t *testing.T) {
	golden.Cases(t, "testdata/lines.cases", func(args ...string) string {
		status, out, err := runProgram("input", strings.Fields(args[0])...)
		started := strings.NewReplacer("\n", "\n| ")
		return fmt.Sprintf("status %d\n| %s\n| %s", status, started.Replace(out), started.Replace(err))
	})
}
