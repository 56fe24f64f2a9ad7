package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// program is a program for tests: "add" adds, "text first" and "text last" have a
// default and faults.
func program() *Program {
	return &Program{
		Name: "prog", About: "It does little.",
		Serve: func(std Streams) error {
			_, err := io.Copy(std.Out, std.In)
			return err
		},
		Version: func() string { return "version 1\n" },
		Table: []Command{
			{Name: "add", Args: "[--minus] NUMBER…", Summary: "Add up.", Example: "1 2", Define: defineAdd},
			{Name: "text", Args: "first|last [flags] WORD…", Summary: "Do things with words.", Parts: []Command{
				{Name: "first", Args: "[flags] WORD…", Summary: "Print the first word.", Example: "a b",
					Define: func(flags *flag.FlagSet) Run { return printWord(flags, 0) }},
				{Name: "last", Args: "[flags] WORD…", Summary: "Print the last word.", Example: "--time 2 a b",
					Define: func(flags *flag.FlagSet) Run { return printWord(flags, -1) }},
			}},
		},
	}
}

func defineAdd(flags *flag.FlagSet) Run {
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

func printWord(flags *flag.FlagSet, at int) Run {
	d := 1500 * time.Millisecond
	SecondsVar(flags, &d, "time", "`seconds` to wait")
	number := flags.Int("number", 0, "how often")
	flags.BoolFunc("often", "`times` to print", func(string) error { return nil })
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
	status = program().Run(args, Streams{strings.NewReader(input), &stdout, &stderr})
	return status, stdout.String(), stderr.String()
}

func TestArgumentsReachTheirCommand(t *testing.T) {
	for _, test := range []struct {
		line string
		out  string
	}{
		{"", "input"},
		{"add 1 2", "3\n"},
		{"add --minus 1 2", "-3\n"},
		{"add 1 -minus 2", "-3\n"},
		{"add 1 2 --minus", "-3\n"},
		{"add 1 2 --minus=false", "3\n"},
		{"add -- 1 2 -3", "0\n"},
		{"add 1 -- -3", "-2\n"},
		{"text first a b", "a 1.5s 0\n"},
		{"text first a --time 2 b", "a 2s 0\n"},
		{"text last a b --time 0.25 --number 3", "b 250ms 3\n"},
		{"text last --time 500ms a -", "- 500ms 0\n"},
		{"text first -- --time", "--time 1.5s 0\n"},
		{"--version", "version 1\n"},
		{"-version", "version 1\n"},
		{"-v", "version 1\n"},
		{"version", "version 1\n"},
		{"help version", "version 1\n"},
	} {
		if status, out, err := runProgram("input", strings.Fields(test.line)...); status != ExitGood || out != test.out || err != "" {
			t.Errorf("%s: status %d, %q, %q", test.line, status, out, err)
		}
	}
}

func TestUsageErrorsHaveThreeLines(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"sub", "prog: wrong arguments: there is no subcommand \"sub\"\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help tells more\n"},
		{"--what", "prog: wrong arguments: there is no subcommand \"--what\"\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help tells more\n"},
		{"add 1 --plus", "prog add: wrong arguments: flag provided but not defined: --plus\nusage: prog add [--minus] NUMBER…\nprog add --help tells more\n"},
		{"add --minus=x", "prog add: wrong arguments: invalid boolean value \"x\" for --minus: parse error\nusage: prog add [--minus] NUMBER…\nprog add --help tells more\n"},
		{"text", "prog text: wrong arguments: say what to do: first or last\nusage: prog text first|last [flags] WORD…\nprog text --help tells more\n"},
		{"text --time", "prog text: wrong arguments: say what to do: first or last\nusage: prog text first|last [flags] WORD…\nprog text --help tells more\n"},
		{"text first", "prog text: wrong arguments: a word is missing:; file does not exist\nusage: prog text first [flags] WORD…\nprog text first --help tells more\n"},
		{"text last a --time", "prog text: wrong arguments: flag needs an argument: --time\nusage: prog text last [flags] WORD…\nprog text last --help tells more\n"},
		{`text last --number "-flag`, "prog text: wrong arguments: invalid value \"\\\"-flag\" for flag --number: parse error\nusage: prog text last [flags] WORD…\nprog text last --help tells more\n"},
	} {
		if status, out, err := runProgram("", strings.Fields(test.line)...); status != ExitUsage || out != "" || err != test.want {
			t.Errorf("%s: status %d, %q,\n%s", test.line, status, out, err)
		}
	}
}

func TestOtherErrorsAreOfTheInput(t *testing.T) {
	if status, out, err := runProgram("", "add", "x"); status != ExitInput || out != "" || err != "prog add: \"x\": no number\nnot even a digit\n" {
		t.Errorf("status %d, %q, %q", status, out, err)
	}
}

// fullDisk is an output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestAnOutputThatFailsIsNoticed(t *testing.T) {
	for _, line := range []string{"", "add 1", "add --help", "text --help", "--help", "--version"} {
		var stderr bytes.Buffer
		status := program().Run(strings.Fields(line), Streams{strings.NewReader("input"), fullDisk{}, &stderr})
		if status != ExitInput || !strings.HasSuffix(stderr.String(), ": the disk is full\n") {
			t.Errorf("%q: status %d, %q", line, status, &stderr)
		}
	}
}

func TestHelpDescribesProgramCommandAndPart(t *testing.T) {
	const part = `usage: prog text last [flags] WORD…

Print the last word.

  --number N
        how often
  --often[=TIMES]
        times to print
  --time SECONDS
        seconds to wait (default 1.5)

Example:
  prog text last --time 2 a b
`
	for _, test := range []struct{ lines, want string }{
		{"--help|-help|-h|help", `usage: prog [SUBCOMMAND [ARGUMENTS]]

It does little.

  add         Add up.
  text        Do things with words.

prog SUBCOMMAND --help describes one, prog --version tells what this build is.
Exit status: 0 good, 1 faulty input, 2 wrong usage.
`},
		{"add --help|help add|add -h|add 1 --help|add 1 -help --minus", "usage: prog add [--minus] NUMBER…\n\nAdd up.\n\n  --minus\n        negate the sum\n\nExample:\n  prog add 1 2\n"},
		{"text --help|help text|text help", `usage: prog text first|last [flags] WORD…

Do things with words.

prog text first [flags] WORD…
    Print the first word.
prog text last [flags] WORD…
    Print the last word.

prog text first --help, for one, describes its flags.
`},
		{"text last --help|help text last|text last a -h", part},
	} {
		for line := range strings.SplitSeq(test.lines, "|") {
			if status, out, err := runProgram("", strings.Fields(line)...); status != ExitGood || out != test.want || err != "" {
				t.Errorf("%s: status %d, %q\n%s", line, status, err, out)
			}
		}
	}
}

func TestLeavesAreAllThatCanBeRun(t *testing.T) {
	var paths []string
	for path, c := range program().Leaves() {
		paths = append(paths, path)
		if c.Define == nil {
			t.Errorf("%s does nothing", path)
		}
	}
	if got := strings.Join(paths, ", "); got != "add, text first, text last" {
		t.Errorf("they are %s", got)
	}
	for range program().Leaves() {
		break // a loop may end early
	}
}
