//go:build unix

package conformance

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAllThatTheEngineStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	engine := Engine{Command: fake("a => !child")}
	outcome, err := engine.Run(t.Context(), oneCase(t, "uci", "cold; send a; expect 5000 ^child"))
	if err != nil || outcome.Verdict != Passed {
		t.Fatalf("%v: %s, error %v", outcome.Verdict, outcome.Reason, err)
	}
	lines := outcome.Transcript.heard(0)
	child, err := strconv.Atoi(strings.TrimPrefix(lines[0], "child "))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // whoever inherits the child has to collect it
		if errors.Is(syscall.Kill(child, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	if !isZombie(child) {
		t.Errorf("process %d still running", child)
	}
}

// isZombie reports whether a process has ended and nobody has collected it, as
// happens where the first process of a container does not.
func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
