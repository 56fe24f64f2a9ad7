package wire

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestTheLogHasWhatWasSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var log Log
	out := log.NewOutput(io.Discard)
	out.Printf("before")
	for range 2 { // the second time it is appended to
		if err := log.Open(path, "an engine"); err != nil {
			t.Fatal(err)
		}
		for range log.ReadLines(strings.NewReader("go depth 1\r\n\x1b[2J\n"), nil) {
			out.Printf("best%s", "move")
		}
		if err := log.Open(filepath.Join(path, "x"), ""); err == nil {
			t.Fatal("a file is no folder")
		}
		if err := log.Open(filepath.Dir(path), ""); !errors.Is(err, errLogFile) {
			t.Fatalf("a folder: %v", err)
		}
		out.Print("two\nlines\n") // it goes on
	}
	log.Close()
	out.Printf("after")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	timed := regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [=<>] `)
	said := map[string]int{}
	for _, line := range lines {
		if !timed.MatchString(line) {
			t.Errorf("%q has no time", line)
		}
		said[line[min(24, len(line)):]]++
	}
	for _, want := range []string{"= an engine", "< go depth 1", "< ?[2J", "> two", "> lines"} {
		if said[want] != 2 {
			t.Errorf("%q is there %d times:\n%s", want, said[want], text)
		}
	}
	if len(lines) != 14 || said["> bestmove"] != 4 || log.Fault() != nil {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
}

func TestAFullDiskStopsTheLogAndNothingElse(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	var log Log
	if err := log.Open("/dev/full", "x"); err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	out := log.NewOutput(io.Discard)
	out.Printf("x")
	if err := log.Fault(); err == nil || out.Err() != nil {
		t.Errorf("the log: %v, the output: %v", err, out.Err())
	}
	if err := log.Fault(); err != nil {
		t.Errorf("told twice: %v", err)
	}
}

func TestAClosedLogCostsNothing(t *testing.T) {
	var log Log
	out, plain := log.NewOutput(io.Discard), NewOutput(io.Discard)
	count := func(o *Output) float64 { return testing.AllocsPerRun(100, func() { o.Printf("info depth %d", 7) }) }
	if got, want := count(out), count(plain); got != want {
		t.Errorf("%v allocations a line, %v without a log", got, want)
	}
}
