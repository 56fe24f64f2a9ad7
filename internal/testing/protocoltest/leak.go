package protocoltest

import (
	"runtime"
	"testing"
	"time"
)

// leakPatience is how long goroutines may take to end.
const leakPatience = 10 * time.Second

// NoLeak fails the test if extra goroutines run at its end.
func NoLeak(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for end := time.Now().Add(leakPatience); runtime.NumGoroutine() > before; {
			if time.Now().After(end) {
				stacks := make([]byte, 1<<16)
				t.Errorf("%d goroutines at the end, %d at the beginning:\n%s", runtime.NumGoroutine(), before,
					stacks[:runtime.Stack(stacks, true)])
				return
			}
			time.Sleep(time.Millisecond)
		}
	})
}
