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

func TestArgumentsReachTheirCommand(t *testing.T) {
	for _, test := range []struct{ line, out string }{
		{"add 1 2", "3\n"}, {"add --minus 1 2", "-3\n"}, {"add 1 2 --minus", "-3\n"}, {"add 1 2 --minus=false", "3\n"},
		{"add -- 1 2 -3", "0\n"}, {"add 1 -- -3", "-2\n"}, {"text first a b", "a 1.5s 0\n"},
		{"text first a --time 2 b", "a 2s 0\n"}, {"text last a b --time 0.25 --number 3", "b 250ms 3\n"},
		{"text last --time 500ms a -", "- 500ms 0\n"}, {"text first -- --time", "--time 1.5s 0\n"},
	} {
		if status, out, err := runProgram("input", strings.Fields(test.line)...); status != ExitGood || out != test.out || err != "" {
			t.Errorf("%s: status %d, %q, %q", test.line, status, out, err)
		}
	}
}

func TestUsageErrorsHaveThreeLines(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"sub", "prog: there is no subcommand \"sub\"\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"--what", "prog: there is no subcommand \"--what\"\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"--verison", "prog: there is no subcommand \"--verison\"; did you mean --version?\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"txet", "prog: there is no subcommand \"txet\"; did you mean text?\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"help txet", "prog help: there is no subcommand \"txet\"; did you mean text?\nusage: prog help [SUBCOMMAND]\nprog help --help"},
		{"", "prog: a subcommand is missing: add, text or completion\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"last", "prog: there is no subcommand \"last\"; did you mean text last?\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"fist", "prog: there is no subcommand \"fist\"; did you mean text first or completion fish?\nusage: prog [SUBCOMMAND [ARGUMENTS]]\nprog --help"},
		{"completion", "prog completion: a subcommand is missing: bash, zsh, fish or powershell\nusage: prog completion\nprog completion --help"},
		{"completion csh", "prog completion: there is no subcommand \"csh\"; did you mean zsh?\nusage: prog completion\nprog completion --help"},
		{"add 1 --plus", "prog add: there is no flag --plus\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add 1 -minsu=false", "prog add: there is no flag -minsu; did you mean --minus?\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add --hlep", "prog add: there is no flag --hlep; did you mean --help?\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add ---minus", "prog add: there is no flag ---minus; did you mean --minus?\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add -minus=false", "prog add: flags have two dashes: write --minus, not -minus\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"text last -half", "prog text: flags have two dashes: write --half, not -half\nusage: prog text last [flags] WORD…\nprog text last --help"},
		{"add -help", "prog add: flags have two dashes: write --help, not -help\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add --=1", "prog add: there is no flag --\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"add --minus=x", "prog add: --minus \"x\": must be true or false\nusage: prog add [--minus] NUMBER…\nprog add --help"},
		{"text", "prog text: a subcommand is missing: first or last\nusage: prog text first|last [flags] WORD…\nprog text --help"},
		{"text --time", "prog text: there is no subcommand \"--time\"; use first or last\nusage: prog text first|last [flags] WORD…\nprog text --help"},
		{"text lsat a", "prog text: there is no subcommand \"lsat\"; did you mean last?\nusage: prog text first|last [flags] WORD…\nprog text --help"},
		{"text first", "prog text: a word is missing:; file does not exist\nusage: prog text first [flags] WORD…\nprog text first --help"},
		{"text last a --time", "prog text: --time needs a value: --time SECONDS\nusage: prog text last [flags] WORD…\nprog text last --help"},
		{"text last a --time soon", "prog text: --time \"soon\": must be a number of seconds, as in 3 or 1.5, or a time with a unit, as in 500ms or 2m\nusage: prog text last [flags] WORD…\nprog text last --help"},
		{"text last --time 0", "prog text: --time \"0\": must be above 0\nusage: prog text last [flags] WORD…\nprog text last --help"},
		{`text last --number "-flag`, "prog text: --number \"\\\"-flag\": must be a whole number\nusage: prog text last [flags] WORD…\nprog text last --help"},
		{"text last --number 99999999999999999999", "prog text: --number \"99999999999999999999\": must be a whole number\nusage: prog text last [flags] WORD…\nprog text last --help"},
	} {
		if status, out, err := runProgram("", strings.Fields(test.line)...); status != ExitUsage || out != "" || err != strings.Replace(test.want, ": ", ": wrong arguments: ", 1)+" shows the flags\n" {
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
	for _, line := range []string{"add 1", "add --help", "text --help", "--help", "completion bash"} {
		var stderr bytes.Buffer
		status := Execute(program(), strings.Fields(line), Streams{In: strings.NewReader("input"), Out: fullDisk{}, Err: &stderr})
		if status != ExitInput || !strings.HasSuffix(stderr.String(), ": the disk is full\n") {
			t.Errorf("%q: status %d, %q", line, status, &stderr)
		}
	}
}

func TestHelpDescribesProgramCommandAndSubcommand(t *testing.T) {
	const last = `usage: prog text last [flags] WORD…

Print the last word.

      --half           print half of it
      --number int     how often
      --time seconds   seconds to wait (default 1.5)

Example:
  prog text last --time 2 a b
`
	for _, test := range []struct{ lines, want string }{
		{"--help|-h|help", `usage: prog [SUBCOMMAND [ARGUMENTS]]

It does little.

  add         Add up.
  text        Do things with words.
  completion  Generate the autocompletion script for the specified shell

prog SUBCOMMAND --help shows the flags of a subcommand.
prog --version shows the build.
Exit status: 0 success, 1 invalid input, 2 wrong usage, 141 output closed.
`},
		{"add --help|help add|add -h|add 1 --help|--help add", `usage: prog add [--minus] NUMBER…

Add up.

      --minus   negate the sum

Example:
  prog add 1 2
`},
		{"text --help|help text|text help|text -h", `usage: prog text first|last [flags] WORD…

Do things with words.

  first       Print the first word.
  last        Print the last word.

prog text SUBCOMMAND --help shows the flags of a subcommand.
`},
		{"text last --help|help text last|text last a -h|text help last|--help text last|text --help last", last},
	} {
		for line := range strings.SplitSeq(test.lines, "|") {
			if status, out, err := runProgram("", strings.Fields(line)...); status != ExitGood || out != test.want || err != "" {
				t.Errorf("%s: status %d, %q\n%s", line, status, err, out)
			}
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
	std.In, std.Out = strings.NewReader("input"), fullDisk{}
	if status := Serve("prog", serve, std); status != ExitInput || stderr.String() != "prog: the disk is full\n" {
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
