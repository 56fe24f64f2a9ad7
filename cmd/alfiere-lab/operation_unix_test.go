//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/doctest"
)

// TestTheExamplesOfOperationUseFlagsThatExist reads docs/operation, and has systemd check its units.
func TestTheExamplesOfOperationUseFlagsThatExist(t *testing.T) {
	leaves, lines := leafFlags(), 0
	files, err := filepath.Glob(doctest.Root + "/docs/operation/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range regexp.MustCompile(`(?m)alfiere-lab ([a-z]+) (--.*)$`).FindAllStringSubmatch(string(text), -1) {
			lines++
			for _, name := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(line[2], -1) {
				if !slices.Contains(leaves[line[1]], name[1]) {
					t.Errorf("%s: there is no flag --%s: %s", file, name[1], line[0])
				}
			}
		}
		if _, err := exec.LookPath("systemd-analyze"); err != nil || filepath.Ext(file) != ".service" {
			continue
		}
		unit := filepath.Join(t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(unit, []byte(strings.ReplaceAll(string(text), "/usr/local/bin/alfiere-lab", "/bin/true")), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := exec.Command("systemd-analyze", "verify", unit).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, said)
		}
	}
	if lines < 6 {
		t.Errorf("only %d command lines are found in %q", lines, files)
	}
}
