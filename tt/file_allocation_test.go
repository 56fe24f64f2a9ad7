//go:build unix && !race

package tt

import "testing"

// The race detector lets what is handed to the system escape to the heap.
func TestReadingAndWritingAllocateNothing(t *testing.T) {
	f := openFile(t, createFile(t))
	n := uint64(0)
	if allocations := testing.AllocsPerRun(1000, func() {
		n++
		f.Store(keyOf(n), entryOf(keyOf(n), 0))
		f.Probe(keyOf(n))
	}); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}
