package conformance

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/protocol/protocoltest"
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
		if protocoltest.IsDead(child) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d still running", child)
}
