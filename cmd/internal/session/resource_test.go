package session

import "testing"

func TestTheMachineHasMemoryAndThreads(t *testing.T) {
	if r := MachineResources(); r.Hash < 1 || r.Threads < 1 {
		t.Errorf("resources %+v", r)
	}
}
