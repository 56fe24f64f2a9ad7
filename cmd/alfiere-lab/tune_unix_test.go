//go:build unix

package main

import (
	"alfiere/internal/cli"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAnInterruptedTrainingIsResumed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	games, kept := filepath.Join(folder, "games"), filepath.Join(folder, "checkpoint")
	mustTune(t, "generate", "--out", games, "--games", "12", "--nodes", "20")
	train := func(out string, flags ...string) []string {
		return append([]string{"network", "--data", games, "--out", filepath.Join(folder, out), "--epochs", "20", "--batch", "16"}, flags...)
	}
	p := start(t, append([]string{"tune"}, train("n.net", "--checkpoint", kept)...)...)
	for range 6000 {
		if _, err := os.Stat(kept); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.signal(syscall.SIGINT)
	const message = "with --checkpoint, the same command resumes the training"
	if status := p.end(patient); status != cli.ExitInput || !strings.Contains(p.said.String(), message) {
		t.Errorf("it ends with %d and says %q, not %q", status, &p.said, message)
	}
	if log := mustTune(t, train("n.net", "--checkpoint", kept)...); strings.Contains(log, "epoch 1: ") || !strings.Contains(log, "epoch 20: ") {
		t.Errorf("the training is not resumed: %s", log)
	}
	mustTune(t, train("whole.net")...)
	if readText(t, filepath.Join(folder, "n.net")) != readText(t, filepath.Join(folder, "whole.net")) {
		t.Error("resumed, the network is another one")
	}
}
