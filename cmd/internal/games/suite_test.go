package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/search"
)

// runProgram runs a command of this package as the program does.
func runProgram(input string, args ...string) (status int, out, err string) {
	program := cli.Root("alfiere", "", "", AnalyseCommand(), SuiteCommand(), EndgameCommand())
	var stdout, stderr bytes.Buffer
	status = cli.Execute(program, args, cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

func newFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const twoTests = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n" +
	"6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"no mate\";\n"

func TestASuiteIsCounted(t *testing.T) {
	path := newFile(t, "suite.epd", twoTests)
	for _, args := range [][]string{{"--depth", "3"}, {"--nodes", "1000", "--threads", "2"}, {"--time", "20", "--depth", "2"}, {"--time", "20000ms", "--depth", "2", "--knowledge", "m"}} {
		want := regexp.MustCompile(`^\+ Ra8#    bm Ra8# am -  back rank\n- Ra8#    bm - am Ra8#  no mate\n1 of 2 solved, \d+ nodes, \d+\.\d s\n$`)
		status, out, fault := runProgram("", append(append([]string{"suite", "--verbose"}, args...), path)...)
		if status != cli.ExitGood || !want.MatchString(out) || fault != "" {
			t.Errorf("%q: status %d, %s%s", args, status, out, fault)
		}
	}
	for _, args := range [][]string{{"-"}, {}} {
		status, out, fault := runProgram(twoTests, append([]string{"suite", "--depth", "1"}, args...)...)
		if status != cli.ExitGood || !strings.HasPrefix(out, "1 of 2 solved") {
			t.Errorf("standard input, %q: status %d, %s%s", args, status, out, fault)
		}
	}
	if _, out, _ := runProgram(twoTests, "suite", "--depth", "1", path, "-"); !strings.HasPrefix(out, "2 of 4 solved") {
		t.Errorf("two files: %s", out)
	}
	for _, args := range [][]string{{"--threads", "0"}, {"--depth", "-1"}, {"--knowledge", "mz"}, {"--hash", "-1", "--depth", "1"}} {
		if status, _, fault := runProgram("", append([]string{"suite", path}, args...)...); status != cli.ExitUsage {
			t.Errorf("%q: status %d, %s", args, status, fault)
		}
	}
}

// TestABadLineIsNamedAndTheOthersAreSolved: whatever one line holds, the rest of the file
// counts, and the exit status tells that something was left out.
func TestABadLineIsNamedAndTheOthersAreSolved(t *testing.T) {
	const bare = "k7/8/8/8/8/8/8/K7 w - -"
	for _, test := range []struct{ text, out, fault string }{
		{bare + " id \"x\";\n", "", "FILE:1: neither bm nor am: nothing says which move solves it\nalfiere suite: 1 of 1 lines were at fault and skipped\n"},
		{"", "", "alfiere suite: FILE: it is empty\n"},
		{"PK\x03\x04\x00", "", "alfiere suite: FILE: it is a zip archive; unpack it first\n"},
		{"# nothing\n\n", "", "alfiere suite: no position found\n"},
		{twoTests + "\n" + bare + " bm Qa4;\n", "1 of 2 solved", "FILE:4: epd: bm: \"Qa4\": not a legal move: there is no such queen\nalfiere suite: 1 of 3 lines was at fault and skipped\n"},
		{"nonsense\n" + bare + "\n" + twoTests, "1 of 2 solved", "alfiere suite: 2 of 4 lines were at fault and skipped\n"},
		{"x\x1b[2J\n", "", "alfiere suite: 1 of 1 lines were at fault and skipped\n"},
		{strings.Repeat("x\n", 100), "", "FILE:20: "},
		{strings.Repeat("x\n", 100) + twoTests, "1 of 2 solved", "\nfurther faults are counted only\nalfiere suite: 100 of 102 lines were at fault and skipped\n"},
		{"\n[Event \"x\"]\n\n1. e4 *\n", "", "FILE: these are games; alfiere pgn epd writes their positions"},
	} {
		path := newFile(t, "suite.epd", test.text)
		status, out, fault := runProgram("", "suite", "--depth", "2", path)
		fault = strings.ReplaceAll(fault, path, "FILE")
		if status != cli.ExitInput || !strings.HasPrefix(out, test.out) || test.out == "" && out != "" || !strings.Contains(fault, test.fault) || strings.Contains(fault, "\x1b") {
			t.Errorf("%q: status %d, %s%s", test.text, status, out, fault)
		}
		if n := strings.Count(fault, "\n"); n > maxTold+2 {
			t.Errorf("%d lines of faults", n)
		}
	}
}

func TestASuiteIsToldInJSON(t *testing.T) {
	path := newFile(t, "suite.epd", "\n"+twoTests)
	status, out, fault := runProgram("", "suite", "--json", "--nodes", "1000", path)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != cli.ExitGood || len(lines) != 3 {
		t.Fatalf("status %d, %s%s", status, out, fault)
	}
	var first suiteRecord
	var total struct {
		Positions, Searched, Solved int
		Nodes                       uint64
	}
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[2]), &total)); err != nil {
		t.Fatal(err)
	}
	if first.Line != 2 || first.File != path || first.ID != "back rank" || !first.Solved || first.Move != "Ra8#" || first.Best != "Ra8#" {
		t.Errorf("the first one is %+v", first)
	}
	if total.Positions != 2 || total.Searched != 2 || total.Solved != 1 || total.Nodes == 0 {
		t.Errorf("in all %+v", total)
	}
}

// onWrite calls a function before each writing.
type onWrite struct {
	io.Writer
	call func()
}

func (w onWrite) Write(text []byte) (int, error) {
	w.call()
	return w.Writer.Write(text)
}

// TestAnInterruptedSuiteTellsWhatItKnows: what was solved before Ctrl-C is told, and the exit
// status is that of an interrupt.
func TestAnInterruptedSuiteTellsWhatItKnows(t *testing.T) {
	var out, faults bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	s := suite{std: cli.Streams{In: strings.NewReader(strings.Repeat(twoTests, 20)), Out: onWrite{&out, cancel}, Err: &faults}, verbose: true}
	s.Suite = search.Suite{Limits: search.Limits{Depth: 3}, Knowledge: eval.All, Megabytes: 1, Threads: 1}
	err := s.run(ctx, nil)
	want := regexp.MustCompile(`^\+ Ra8# .*\n1 of 1 solved, \d+ nodes, \d+\.\d s; 39 of 40 positions were not searched\n$`)
	if !errors.Is(err, cli.ErrInterrupted) || !want.MatchString(out.String()) {
		t.Errorf("%v, %s%s", err, &out, &faults)
	}
}
