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

func TestMatchSaysWhatIsWrong(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.epd")
	if err := os.WriteFile(empty, []byte("# nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no engine", []string{"--nodes", "1"}, cli.ExitUsage, "--engine is needed at least twice, not 0 times"},
		{"a test of three", quick("--engine", "name=Three", "--sprt", "0,10")[1:], cli.ExitUsage, "--sprt is for two engines"},
		{"an unknown kind", quick("--tournament", "swiss")[1:], cli.ExitUsage, `"swiss" is neither roundrobin nor gauntlet`},
		{"an anchor that is not there", quick("--anchor", "Three=2000")[1:], cli.ExitUsage, `"Three"`},
		{"an anchor without a number", quick("--anchor", "One=x")[1:], cli.ExitUsage, `"x" is no Elo`},
		{"a file of engines that is not there", quick("--engines", "no such file")[1:], cli.ExitInput, "no such file"},
		{"no limit", []string{"--engine", "name=A", "--engine", "name=B"}, cli.ExitUsage, "one of tc, st, nodes and depth"},
		{"a bad clock", []string{"--engine", "name=A tc=x", "--engine", "name=B", "--nodes", "1"}, cli.ExitUsage, `tc: "x": expected a clock`},
		{"no time", quick("--st", "0")[1:], cli.ExitUsage, `st: "0"`},
		{"no nodes", quick("--nodes", "0")[1:], cli.ExitUsage, `nodes: "0"`},
		{"no depth", quick("--depth", "-1")[1:], cli.ExitUsage, `depth: "-1"`},
		{"an unknown key", []string{"--engine", "colour=red", "--engine", "name=B"}, cli.ExitUsage, `unknown setting: "colour"`},
		{"no value", []string{"--engine", "cmd", "--engine", "name=B"}, cli.ExitUsage, `"cmd" is not KEY=VALUE`},
		{"an unknown protocol", []string{"--engine", "proto=telepathy", "--engine", "name=B"}, cli.ExitUsage, "telepathy"},
		{"an open quotation", []string{"--engine", `name="A`, "--engine", "name=B"}, cli.ExitUsage, "not closed"},
		{"a test that makes no sense", quick("--sprt", "5,0")[1:], cli.ExitUsage, "elo0 must be less than elo1"},
		{"a test that is no test", quick("--sprt", "5")[1:], cli.ExitUsage, "expected two or four numbers"},
		{"a bound that is no number", quick("--sprt", "a,b")[1:], cli.ExitUsage, `"a" is not a number`},
		{"an unknown variant", quick("--variant", "atomic")[1:], cli.ExitUsage, `not "atomic"`},
		{"pondering, more or less", []string{"--engine", "ponder=perhaps", "--engine", "name=B", "--nodes", "1"}, cli.ExitUsage, `"perhaps" is neither`},
		{"no games", quick("--games", "0")[1:], cli.ExitUsage, "must be above 0"},
		{"resigning without moves", quick("--resign", "600")[1:], cli.ExitUsage, "2 numbers"},
		{"resigning after no moves", quick("--resign", "600/0")[1:], cli.ExitUsage, `"0"`},
		{"a resumption from nowhere", quick("--resume")[1:], cli.ExitUsage, "needs --pgn"},
		{"an argument", quick("games")[1:], cli.ExitUsage, `"games"`},
		{"openings that are not there", quick("--openings", "no such file")[1:], cli.ExitInput, "no such file"},
		{"no openings", quick("--openings", empty)[1:], cli.ExitInput, "no positions"},
		{"an engine that is not there", []string{"--engine", "cmd=./no-such-engine", "--engine", "name=B", "--nodes", "1"}, cli.ExitInput, "start no-such-engine"},
		{"an option that is not there", []string{"--engine", "option.Magic=1", "--engine", "name=B", "--nodes", "1"}, cli.ExitInput, "Magic"},
		{"tables that are not there", quick("--syzygy", "no such folder")[1:], cli.ExitInput, "no such folder"},
		{"games that are not there", []string{"--recount", "no such file"}, cli.ExitInput, "no such file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, _, errors := runCommand(append([]string{"match"}, test.args...)...)
			if status != test.status || !strings.Contains(errors, test.want) {
				t.Errorf("status %d, %s", status, errors)
			}
		})
	}
}
