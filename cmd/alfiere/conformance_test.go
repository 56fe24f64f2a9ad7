package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/protocol/client/conformance"
)

func TestConformanceReadsItsCommandLine(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		out    string // part of standard output
		err    string // part of standard error
	}{
		{"no engine", nil, cli.ExitUsage, "", "ENGINE is missing"},
		{"an unknown protocol", []string{"--protocol", "usi", "x"}, cli.ExitUsage, "", `unknown protocol "usi"`},
		{"a bad pattern", []string{"--only", "(", "x"}, cli.ExitUsage, "", "--only: error parsing regexp"},
		{"a pattern without cases", []string{"--only", "nothing-like-it", "x"}, cli.ExitUsage, "", "matches no case"},
		{"no patience", []string{"--scale", "0", "x"}, cli.ExitUsage, "", "must be positive"},
		{"no jobs", []string{"--jobs", "0", "x"}, cli.ExitUsage, "", "must be positive"},
		{"an unknown flag", []string{"--fast", "x"}, cli.ExitUsage, "", "there is no flag"},
		{"help", []string{"--help"}, cli.ExitGood, "usage: alfiere conformance [flags] [--] ENGINE", ""},
		{"a list", []string{"--list", "--only", "uci.stop-at-once"}, cli.ExitGood, "uci.stop-at-once ", ""},
		{"a list of one protocol", []string{"--list", "--protocol", "xboard", "--only", "move-now$"}, cli.ExitGood, "xboard.move-now ", ""},
		{"a list in JSON", []string{"--list", "--json", "--only", "uci.stop-at-once"}, cli.ExitGood, `"id":"uci.stop-at-once"`, ""},
		{"an engine that does not exist", []string{"/nonexistent/engine"}, cli.ExitInput, "", "the engine cannot be started"},
		{"a program that is no engine", []string{"go", "version"}, cli.ExitInput, "the engine does not answer in xboard", "no case is left"},
		{"a program that is no engine, nevertheless", []string{"--protocol", "uci", "--only", "quit-idle", "go", "version"},
			cli.ExitInput, "FAIL  uci.quit-idle", "1 of 1 cases failed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, err bytes.Buffer
			status := run(append([]string{"conformance"}, test.args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &err})
			if status != test.status || !strings.Contains(out.String(), test.out) || !strings.Contains(err.String(), test.err) {
				t.Errorf("status %d\nout %s\nerr %s", status, out.String(), err.String())
			}
		})
	}
}

// slowness returns by what factor the machine is slower for a program than it would be if it
// had nothing else to do: the time that passes for each second of work, at least 1.
func slowness(t *testing.T, program []string) float64 {
	t.Helper()
	perft := exec.Command(program[0], append(program[1:], "perft", "6")...)
	begun := time.Now()
	if output, err := perft.CombinedOutput(); err != nil {
		t.Fatalf("perft: %v\n%s", err, output)
	}
	work := perft.ProcessState.UserTime() + perft.ProcessState.SystemTime()
	return max(1, time.Since(begun).Seconds()/max(work.Seconds(), 0.01))
}

// TestAlfiereConforms runs the whole suite against the engine, or every tenth case of
// it with -short. Limits are stretched: here the rules count, not the machine.
// Most cases wait, so that more of them run at a time than there are processors.
// A case that is too late runs again alone, with limits stretched by how slow the machine is.
func TestAlfiereConforms(t *testing.T) {
	cases, err := conformance.Suite()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		var sample []conformance.Case
		for i := 0; i < len(cases); i += 10 {
			sample = append(sample, cases[i])
		}
		cases = sample
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := []string{self, engineArgument}
	const scale = 10
	engine := conformance.Engine{Command: program, Scale: scale}
	passed := 0
	var late []conformance.Case
	judge := func(o conformance.Outcome) error {
		switch {
		case o.Verdict == conformance.Passed:
			passed++
		case o.Overdue && engine.Scale == scale:
			t.Logf("%s: %s; it runs again", o.Case.ID, o.Reason)
			late = append(late, *o.Case)
		case o.Verdict == conformance.Failed:
			var transcript strings.Builder
			if err := o.Transcript.Print(&transcript, "  "); err != nil {
				return err
			}
			t.Errorf("%s: %s (%s)\n%s", o.Case.ID, o.Reason, o.Case.Place, transcript.String())
		}
		return nil
	}
	if err := engine.RunAll(context.Background(), cases, 6, judge); err != nil {
		t.Fatal(err)
	}
	if len(late) > 0 {
		factor := slowness(t, program)
		t.Logf("the machine is slower by a factor of %.1f", factor)
		engine.Scale *= 1.5 * factor
		if err := engine.RunAll(context.Background(), late, 1, judge); err != nil {
			t.Fatal(err)
		}
	}
	if passed < len(cases)*9/10 {
		t.Errorf("only %d of %d cases apply and pass", passed, len(cases))
	}
}
