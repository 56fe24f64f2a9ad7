package main

import (
	"alfiere/eval/network"
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

// mustTune runs the subcommand tune and returns what it writes to standard error.
func mustTune(t *testing.T, args ...string) (log string) {
	t.Helper()
	status, _, log := runCommand(append([]string{"tune"}, args...)...)
	if status != cli.ExitGood {
		t.Fatalf("%q: status %d, %s", args, status, log)
	}
	return log
}

func TestTuneBranchesTheGamesOfAnArchive(t *testing.T) {
	folder := t.TempDir()
	games, whole, parts := filepath.Join(folder, "games"), filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	mustTune(t, "generate", "--out", games, "--games", "6", "--nodes", "50")
	if log := mustTune(t, "generate", "--out", whole, "--branches", games, "--nodes", "50", "--threads", "2"); !strings.Contains(log, "6 of 6 games") {
		t.Errorf("all branches: %s", log)
	}
	if log := mustTune(t, "generate", "--out", parts, "--branches", games, "--nodes", "50", "--games", "2"); !strings.Contains(log, "2 of 2 games") {
		t.Errorf("the branches of two games: %s", log)
	}
	if log := mustTune(t, "generate", "--out", parts, "--branches", games, "--nodes", "50"); !strings.Contains(log, "going on after 2 games") {
		t.Errorf("the others: %s", log)
	}
	if readText(t, parts) != readText(t, whole) {
		t.Error("branched in two parts the archive differs")
	}
	if log := mustTune(t, "generate", "--out", parts, "--branches", games, "--nodes", "50", "--games", "9"); strings.Contains(log, "games/s") {
		t.Errorf("there are no more games, but %s", log)
	}
	status, _, errors := runCommand("tune", "generate", "--out", parts, "--branches", whole, "--nodes", "50")
	if status != cli.ExitInput || !strings.Contains(errors, parts) {
		t.Errorf("branches of other games in the same archive: status %d, %s", status, errors)
	}
}

func TestTuneTrainsANetwork(t *testing.T) {
	folder := t.TempDir()
	games, kept, curve := filepath.Join(folder, "games"), filepath.Join(folder, "checkpoint"), filepath.Join(folder, "n.svg")
	mustTune(t, "generate", "--out", games, "--games", "20", "--nodes", "50", "--threads", "2")
	train := func(name string, flags ...string) (log string, trained []byte) {
		t.Helper()
		path := filepath.Join(folder, name)
		log = mustTune(t, append([]string{"network", "--data", games, "--out", path, "--epochs", "2", "--batch", "64", "--threads", "2"}, flags...)...)
		return log, []byte(readText(t, path))
	}
	log, first := train("first.net", "--checkpoint", kept, "--curve", curve)
	if _, err := network.Parse(first); err != nil || !strings.Contains(string(first), " of 2, batch 64, ") || !strings.Contains(log, "\nepoch 2: ") {
		t.Fatalf("%v, %s", err, log)
	}
	if picture := readText(t, curve); !strings.HasPrefix(picture, "<svg ") || strings.Count(picture, "<polyline") != 2 {
		t.Errorf("the curve is\n%s", picture)
	}
	if _, again := train("again.net"); !bytes.Equal(again, first) {
		t.Error("the same seed and threads give another network")
	}
	if log, resumed := train("resumed.net", "--checkpoint", kept); strings.Contains(log, "epoch 1: ") || !bytes.Equal(resumed, first) {
		t.Errorf("from the checkpoint comes another network: %s", log)
	}
	for _, flags := range [][]string{{"--seed", "2"}, {"--from", filepath.Join(folder, "first.net")}, {"--from", "eval"}} {
		if _, other := train("other.net", flags...); bytes.Equal(other, first) {
			t.Errorf("%q gives the same network", flags)
		}
		status, _, errors := runCommand(append([]string{"tune", "network", "--data", games, "--epochs", "2", "--batch", "64", "--checkpoint", kept}, flags...)...)
		if status != cli.ExitInput || !strings.Contains(errors, kept) {
			t.Errorf("%q with the checkpoint of another training: status %d, %s", flags, status, errors)
		}
	}
	status, out, errors := runCommand("tune", "measure", "--games", games, "--network", filepath.Join(folder, "first.net"))
	if status != cli.ExitGood || !strings.HasPrefix(out, "2 games; log loss") || !strings.Contains(out, "\nall ") {
		t.Errorf("measured: status %d, %s%s", status, out, errors)
	}
}

// TestTuneRunsItsExamples runs them in order: the first makes the games that the others read.
func TestTuneRunsItsExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("games.pgn", []byte("[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, c := range cli.Leaves(newProgram()) {
		if name, ok := strings.CutPrefix(path, "tune "); ok {
			mustTune(t, append([]string{name}, strings.Fields(c.Example)[3:]...)...)
		}
	}
}
