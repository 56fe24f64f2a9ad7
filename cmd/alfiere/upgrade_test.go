package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// TestAMatchOf1xResumes: testdata/upgrade/match.pgn was written by a build of 1.1. With other names it is refused.
func TestAMatchOf1xResumes(t *testing.T) {
	old, err := os.ReadFile(filepath.Join("testdata", "upgrade", "match.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	for second, want := range map[string]string{"Two": "", "Three": `Black is "Two", not "Three"`} {
		file := filepath.Join(t.TempDir(), "match.pgn")
		if err := os.WriteFile(file, old, 0o600); err != nil {
			t.Fatal(err)
		}
		status, out, errors := runCommand("match", "--engine", "name=One option.Hash=1", "--engine", "name="+second+" option.Hash=1",
			"--nodes", "100", "--max-moves", "3", "--games", "4", "--pgn", file, "--resume")
		if want != "" {
			if status != cli.ExitInput || !strings.Contains(errors, "does not belong to the match") || !strings.Contains(errors, want) {
				t.Errorf("status %d, %s", status, errors)
			}
			continue
		}
		now, err := os.ReadFile(file)
		if status != cli.ExitGood || !strings.HasPrefix(out, "One - Two: 4 games\n") || err != nil ||
			!strings.HasPrefix(string(now), string(old)) || strings.Count(string(now), "[Result ") != 4 {
			t.Errorf("status %d, %s%s, %v\n%s", status, out, errors, err, now)
		}
	}
}
