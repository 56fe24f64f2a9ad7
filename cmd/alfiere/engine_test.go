package main

import "testing"

func TestTheMachineHasMemoryAndThreads(t *testing.T) {
	if r := machineResources(); r.Hash < 1 || r.Threads < 1 {
		t.Errorf("resources %+v", r)
	}
}
