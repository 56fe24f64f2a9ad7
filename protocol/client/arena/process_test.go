package arena

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"alfiere/internal/testing/protocoltest"
	"alfiere/protocol/client"
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
	for end := time.Now().Add(10 * time.Second); !protocoltest.IsDead(child); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the child %d lives on", child)
		}
	}
}
