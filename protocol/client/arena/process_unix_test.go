//go:build unix

package arena

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"alfiere/protocol/client"
	"alfiere/protocol/protocoltest"
)

// The engine leaves a child behind that keeps the output open and ignores everything.
func TestChildrenDieWithTheEngine(t *testing.T) {
	t.Parallel()
	protocoltest.NoLeak(t)
	file := filepath.Join(t.TempDir(), "child")
	program := fakeProgram(t, client.UCI, "family", file)
	program.Grace = 2 * time.Second
	match := Match{Contestants: []Contestant{{Name: "Fake", Control: client.Control{MoveTime: time.Minute}, Open: opened(program)}, partner()},
		Games: 1, Rules: patientRules}
	if tally, err := match.Run(context.Background()); err != nil || tally.FaultCount() != 0 {
		t.Fatalf("error %v, tally %+v", err, tally)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	// Once it is dead, somebody has to take notice of it: whoever adopts orphans.
	for end := time.Now().Add(10 * time.Second); !isDead(child); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the child %d lives on", child)
		}
	}
}

// isDead reports whether the process is gone, or dead and only not yet forgotten.
func isDead(id int) bool {
	if errors.Is(syscall.Kill(id, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "stat"))
	if err != nil {
		return false
	}
	for i := len(stat) - 1; i > 0; i-- {
		if stat[i] == ')' && i+2 < len(stat) {
			return stat[i+2] == 'Z'
		}
	}
	return false
}
