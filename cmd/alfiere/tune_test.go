package main

import (
	"alfiere/internal/cli"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTuneGeneratesGamesAndFitsWeightsToThem(t *testing.T) {
	folder := t.TempDir()
	games, parts := filepath.Join(folder, "games"), filepath.Join(folder, "parts")
	generate := func(out, count, threads string) {
		t.Helper()
		if status, _, errors := runCommand("tune", "generate", "--out", out, "--games", count, "--nodes", "100", "--threads", threads); status != cli.ExitGood {
			t.Fatalf("status %d, %s", status, errors)
		}
	}
	generate(games, "20", "2")
	generate(parts, "7", "1")
	generate(parts, "20", "1")
	want, err := os.ReadFile(games)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(parts); err != nil || !bytes.Equal(got, want) {
		t.Errorf("generated in two parts the archive differs, or %v", err)
	}

	table, kept := filepath.Join(folder, "weight_table.go"), filepath.Join(folder, "checkpoint")
	fit := []string{"tune", "fit", "--data", games, "--out", table, "--checkpoint", kept, "--epochs", "2", "--batch", "64"}
	for _, step := range []struct{ name, want string }{
		{"a new fit", "epoch 2: "},
		{"a fit that was done", "was best"},
	} {
		status, _, errors := runCommand(fit...)
		if status != cli.ExitGood || !strings.Contains(errors, step.want) {
			t.Fatalf("%s: status %d, %s", step.name, status, errors)
		}
	}
	source, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(source), "20 games of 100 nodes a move, seed 1, random openings") {
		t.Errorf("the table does not say where it comes from:\n%.800s", source)
	}

	want[len(want)/2] ^= 1
	if err := os.WriteFile(games, want, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := runCommand(fit...); status != cli.ExitInput || !strings.Contains(errors, "damaged at byte ") {
		t.Errorf("a damaged archive: status %d, %s", status, errors)
	}
}

func TestTuneSaysWhatIsWrongWithTheCommandLine(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		want   string // on standard error
	}{
		{[]string{"tune"}, cli.ExitUsage, "generate or fit"},
		{[]string{"tune", "play"}, cli.ExitUsage, "generate or fit"},
		{[]string{"tune", "generate"}, cli.ExitUsage, "--out FILE is missing"},
		{[]string{"tune", "generate", "--out", "x", "--threads", "0"}, cli.ExitUsage, "threads"},
		{[]string{"tune", "generate", "--out", "x", "--openings", "no/such/file"}, cli.ExitInput, "no/such/file"},
		{[]string{"tune", "fit"}, cli.ExitUsage, "--data FILE is missing"},
		{[]string{"tune", "fit", "--data", "x", "--lambda", "1.5"}, cli.ExitUsage, "lambda"},
		{[]string{"tune", "fit", "--data", "x", "--hold", "Tempo,Nothing"}, cli.ExitUsage, `"Nothing"`},
		{[]string{"tune", "fit", "--data", "no/such/file"}, cli.ExitInput, "no/such/file"},
	} {
		status, _, errors := runCommand(test.args...)
		if status != test.status || !strings.Contains(errors, test.want) {
			t.Errorf("%q: status %d, want %d; %s", test.args, status, test.status, errors)
		}
	}
	for _, args := range [][]string{{"tune", "--help"}, {"tune", "generate", "--help"}, {"tune", "fit", "-h"}} {
		if status, out, _ := runCommand(args...); status != cli.ExitGood || !strings.Contains(out, "alfiere "+args[0]) {
			t.Errorf("%q: status %d, %s", args, status, out)
		}
	}
}
