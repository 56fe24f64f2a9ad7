package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/cmd/internal/cli"
)

func TestASuiteIsCounted(t *testing.T) {
	const suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n" +
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"no mate\";\n"
	folder := t.TempDir()
	path := filepath.Join(folder, "suite.epd")
	if err := os.WriteFile(path, []byte(suite), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--depth", "3"}, {"--nodes", "1000", "--threads", "2"}, {"--time", "0.01"}, {"--time", "10ms", "--knowledge", "m"}} {
		out := mustRun(t, append(append([]string{"suite", "--verbose"}, args...), path)...)
		want := regexp.MustCompile(`^\+ Ra8#    bm Ra8# am -  back rank\n- Ra8#    bm - am Ra8#  no mate\n1 of 2 solved, \d+ nodes, \d+\.\d s\n$`)
		if !want.MatchString(out) {
			t.Errorf("%q: %s", args, out)
		}
	}
	for text, fault := range map[string]string{"k7/8/8/8/8/8/8/K7 w - - id \"x\";\n": ":1: neither bm nor am", suite + "k7/8/8/8/8/8/8/K7 w - - bm Qa4;\n": ":3: ",
		suite + "nonsense": ":3: "} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, out, err := runCommand("suite", path); status != cli.ExitInput || out != "" || !strings.Contains(err, path+fault) {
			t.Errorf("%q: status %d, %s%s", text, status, out, err)
		}
	}
	for _, args := range [][]string{{}, {path, path}, {"--threads", "0", path}, {"--depth", "-1", path}, {"--knowledge", "mz", path}, {"--hash", "-1", "--depth", "1", path}} {
		if err := os.WriteFile(path, []byte(suite), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, _, err := runCommand(append([]string{"suite"}, args...)...); status != cli.ExitUsage {
			t.Errorf("%q: status %d, %s", args, status, err)
		}
	}
}
