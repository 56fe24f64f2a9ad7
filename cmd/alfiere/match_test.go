package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// quick are the arguments of a match that takes no time.
func quick(more ...string) []string {
	return append([]string{"match", "--engine", "name=One option.Hash=1", "--engine", `name="The Other" option.Hash=1`,
		"--nodes", "100", "--max-moves", "5", "--games", "4"}, more...)
}

func TestMatchPrintsItsTableAndKeepsItsGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	status, out, errors := runCommand(quick("--pgn", file, "--sprt", "0,10")...)
	if status != cli.ExitGood || errors != "" || !strings.HasPrefix(out, "One - The Other: 4 games\n  rule     SPRT of normalised Elo [0, 10] (errors 0.05, 0.05), at most 4 games, fixed beforehand\n  points   2.0 of 4 (50.00 %): +0 =4 -0\n") {
		t.Fatalf("status %d, %s\n%s", status, errors, out)
	}
	games, err := os.ReadFile(file)
	if err != nil || bytes.Count(games, []byte("[Termination \"move limit\"]")) != 4 {
		t.Fatalf("error %v, games\n%s", err, games)
	}

	status, recounted, _ := runCommand("match", "--recount", file, "--first", "One", "--sprt", "0,10")
	if status != cli.ExitGood || recounted != out {
		t.Errorf("recounted, status %d:\n%s\nfirst it was:\n%s", status, recounted, out)
	}
	if status, _, errors = runCommand(quick("--pgn", file)...); status != cli.ExitInput || !strings.Contains(errors, "--resume") {
		t.Errorf("the file is overwritten: status %d, %s", status, errors)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, games) {
		t.Errorf("error %v, the file is now\n%s", err, again)
	}
}

func TestATestOfStrengthHas40000Nodes(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "nodes=40000"},
		{[]string{"--nodes", "90"}, "nodes=90"},
		{[]string{"--each", "depth=1"}, "depth=1"},
	} {
		file := filepath.Join(t.TempDir(), "games.pgn")
		status, _, errors := runCommand(append([]string{"match", "--engine", "name=One option.Hash=1", "--engine", "name=Two option.Hash=1",
			"--sprt", "0,3", "--max-moves", "1", "--games", "2", "--pgn", file}, test.args...)...)
		games, err := os.ReadFile(file)
		if status != cli.ExitGood || err != nil || bytes.Count(games, []byte("Control \""+test.want+"\"]")) != 4 {
			t.Errorf("%q: status %d, %s, %v\n%s", test.args, status, errors, err, games)
		}
	}
}

func TestMatchPlaysChess960AndPonders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	args := quick("--pgn", file, "--variant", "fischerandom", "--shuffle", "1", "--ponder")
	if status, _, errors := runCommand(args...); status != cli.ExitGood {
		t.Fatal(errors)
	}
	games, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{`[Variant "fischerandom"]`, `[SetUp "1"]`, `[WhiteControl "nodes=100 ponder"]`} {
		if bytes.Count(games, []byte(tag)) != 4 {
			t.Errorf("%s is not in every game of\n%s", tag, games)
		}
	}
	if status, _, errors := runCommand(append(args, "--resume")...); status != cli.ExitGood {
		t.Errorf("the same match: %s", errors)
	}
	if status, _, errors := runCommand(quick("--pgn", file, "--shuffle", "1", "--ponder", "--resume")...); status != cli.ExitInput || !strings.Contains(errors, "Variant") {
		t.Errorf("another match: status %d, %s", status, errors)
	}
}
