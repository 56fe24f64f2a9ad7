//go:build unix

package laboratory

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

// TestAnInterruptLeavesWhatWasFound interrupts a long search again and again, and then looks
// how much is missing each time.
func TestAnInterruptLeavesWhatWasFound(t *testing.T) {
	late := make(chan os.Signal, 1) // an interrupt after the end of a command must not end the test
	signal.Notify(late, os.Interrupt)
	defer signal.Stop(late)
	w := newWorkplace(t)
	suite := must.Get(proposals.ReadSuite(w.suite))(t)
	missing := func() int {
		store := must.Get(proposals.Open(t.Context(), w.store))(t)
		defer store.Close()
		conditions := must.Get(store.Conditions(t.Context()))(t)
		facts := 0
		for _, c := range conditions {
			facts += c.Facts
		}
		return 3*len(suite.Tests) - facts // two members, and a noisy copy to compare with
	}
	nodes := strconv.Itoa(effort.Of(100_000, 30_000, 30_000))
	left := missing()
	for patience := 60 * time.Millisecond; left > 0; patience = patience * 3 / 2 {
		timer := time.AfterFunc(patience, func() {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Signal(syscall.SIGINT)
			}
		})
		status, out, errors := w.run("union", "--council", "mbxkcpar mbxkcpa", "--nodes", nodes, w.suite)
		stopped := timer.Stop()
		before := left
		left = missing()
		if left > before {
			t.Errorf("%d were missing, now %d", before, left)
		}
		switch {
		case status == cli.ExitGood:
			if left != 0 || !strings.Contains(out, "Union and intersection") {
				t.Errorf("%d are missing at the end\n%s", left, out)
			}
		case stopped || status != cli.ExitInput || !strings.Contains(errors, "interrupted") || out != "":
			t.Fatalf("status %d, %s%s", status, out, errors)
		}
	}
}
