package main

import (
	"os"
	"os/signal"
	"runtime"
	"strings"
	"testing"
	"time"

	"alfiere/internal/cli"
	"alfiere/movegen"
)

const cumpe = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"

// runMate runs the subcommand.
func runMate(args ...string) (status int, out, err string) {
	return runCommand(append([]string{"mate"}, args...)...)
}

// TestAnInterruptEndsTheProblemNotItsReport sends the signal again and again, since
// it may come before the analysis has begun; the guard keeps it from the process.
func TestAnInterruptEndsTheProblemNotItsReport(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes of Windows send no signals")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, os.Interrupt)
	defer signal.Stop(guard)
	type result struct {
		status      int
		out, errors string
	}
	done := make(chan result, 1)
	go func() {
		status, out, errors := runMate("9", movegen.StartFEN)
		done <- result{status, out, errors}
	}()
	deadline := time.After(5 * time.Minute)
	for {
		select {
		case r := <-done:
			if r.status != cli.ExitInput || !strings.Contains(r.out, "Undecided.\nInterrupted") || !strings.Contains(r.errors, "interrupted") {
				t.Errorf("status %d, %s%s", r.status, r.errors, r.out)
			}
			return
		case <-time.After(50 * time.Millisecond):
			if err := self.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		case <-deadline:
			t.Fatal("the analysis goes on")
		}
	}
}

func TestADiagramOfAProblemHasItsMarks(t *testing.T) {
	status, out, errors := runMate("2", "--svg", "--mark", "d5", cumpe)
	if status != cli.ExitGood || !strings.HasPrefix(out, "<svg ") || !strings.Contains(out, `class="mark"`) {
		t.Errorf("status %d, %s%s", status, errors, out)
	}
}

func TestATimeLimitEndsAProblem(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, limit := range []string{"0.05", "50ms"} {
		status, out, errors := runWith(start+"\n"+cumpe+" dm 2;", "mate", "6", "--time", limit)
		if status != cli.ExitGood || !strings.Contains(out, "Interrupted") || !strings.Contains(out, "1.Kd6!") {
			t.Errorf("--time %s: status %d, %s%s", limit, status, errors, out)
		}
	}
}
