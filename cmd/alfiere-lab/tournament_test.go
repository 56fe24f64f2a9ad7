package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// tinyTournament are the words of a tournament of some seconds.
func tinyTournament(more ...string) []string {
	return append([]string{"experiment", "tournament", "--threads", "1", "--player", "consult=noise3 criterion=optimistic nodes=300 name=council",
		"--player", "nodes=300 name=alone", "--moves", "12", "--judge-nodes", "2000"}, more...)
}

// timeless takes off what depends on the clock.
func timeless(pgn string) string {
	pgn = regexp.MustCompile(`(?m)^\[(UTC)?(Date|Time) .*\n`).ReplaceAllString(pgn, "")
	pgn = strings.Join(strings.Fields(pgn), " ") // the lines break elsewhere
	return regexp.MustCompile(` \d+\.\d{3}s|, nps=\d+`).ReplaceAllString(pgn, "")
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestATournamentGoesOnWhereItStopped plays four games at once, and again the last pair, of which a part
// is in the file.
func TestATournamentGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	openings := filepath.Join(folder, "openings.epd")
	if err := os.WriteFile(openings, []byte("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\nrnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq -\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole, part := filepath.Join(folder, "whole.pgn"), filepath.Join(folder, "part.pgn")
	result := filepath.Join(folder, "result.json")
	status, table, err := runCommand(tinyTournament("--openings", openings, "--games", "4", "--pgn", whole)...)
	if status != cli.ExitGood {
		t.Fatal(status, err)
	}
	text := readText(t, whole)
	if err := os.WriteFile(part, []byte(text[:len(text)*3/4-50]), 0o600); err != nil {
		t.Fatal(err)
	}
	status, again, err := runCommand(tinyTournament("--openings", openings, "--games", "4", "--pgn", part, "--resume", "--figures", result, "--threads", "1", "--plot", filepath.Join(folder, "x.svg"))...)
	if status != cli.ExitGood || again != table {
		t.Errorf("status %d, %s\nthe table is\n%s\nwithout an interruption\n%s", status, err, again, table)
	}
	if got, want := timeless(readText(t, part)), timeless(readText(t, whole)); got != want {
		t.Errorf("the games are\n%s\nwithout an interruption\n%s", got, want)
	}
	status, figures, err := runCommand(tinyTournament("--openings", openings, "--games", "4", "--pgn", part, "--resume", "--json")...)
	if status != cli.ExitGood || figures != readText(t, result) {
		t.Errorf("status %d, %s\n%s\nthe file of figures has\n%s", status, err, figures, readText(t, result))
	}
	var told struct {
		Conditions struct {
			MaxMoves int
			Judge    string
		}
		Points struct {
			First, Second float64
			Judged        int
		}
		Games []struct {
			WhitePoints *float64
			FEN         string
		}
	}
	if err := json.Unmarshal([]byte(readText(t, result)), &told); err != nil {
		t.Fatal(err)
	}
	if p := told.Points; p.First+p.Second != 4 || p.Judged != 4 || len(told.Games) != 4 || told.Games[2].WhitePoints == nil ||
		told.Games[0].FEN == told.Games[2].FEN || told.Conditions.MaxMoves != 12 || told.Conditions.Judge != "full knowledge, 2000 nodes" {
		t.Errorf("%+v", told)
	}
	status, _, err = runCommand(append(tinyTournament("--openings", openings, "--pgn", part, "--resume"), "--player", "nodes=1")...)
	if status != cli.ExitUsage || !strings.Contains(err, "twice, not 3 times") {
		t.Errorf("three players: %d, %s", status, err)
	}
	other := tinyTournament("--openings", openings, "--pgn", part, "--resume")
	other[5] = "nodes=301 name=alone"
	if status, _, err := runCommand(other...); status != cli.ExitInput || !strings.Contains(err, "does not belong to the match") {
		t.Errorf("another player: %d, %s", status, err)
	}
}

func TestTournamentsThatCannotBeAreRefused(t *testing.T) {
	for line, says := range map[string]string{
		"x":                `"x": there are only flags`,
		"--json x.json":    `"x.json": --json writes to standard output; --figures FILE writes to a file`,
		"--player nodes=1": "twice, not 1 times",
		"--each nodes=1 --player consult=noise0 --player name=b":                     `--player "consult=noise0"`,
		"--each nodes=1 --player name=a --player name=b --games 0":                   "games",
		"--each nodes=1 --player name=a --player name=b --moves -1":                  "max-moves",
		"--each nodes=1 --player name=a --player name=b --sprt 3":                    "expected two or four numbers",
		"--each nodes=1 --player name=a --player name=b --sprt 0,5 --moves 3":        "cannot be combined with --moves",
		"--each nodes=1 --player name=a --player name=b --threads 0":                 "--threads must be from 1",
		"--each nodes=1 --player name=a --player name=b --resume":                    "--resume needs --pgn",
		"--each nodes=1 --player name=a --player name=b --plot x.bmp":                ".svg",
		"--each nodes=1 --player name=a --player name=b --moves 1 --judge-nodes 0":   "--judge-nodes",
		"--each nodes=1 --player name=a --player name=b --broker nats://127.0.0.1:1": "no broker answers",
		"--each nodes=1 --player name=a --player name=b --openings MISSING":          "MISSING",
	} {
		status, _, err := runCommand(append([]string{"experiment", "tournament"}, strings.Fields(line)...)...)
		if status == cli.ExitGood || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %s, not %q", line, status, err, says)
		}
	}
}

func TestATournamentWithATestHas40000Nodes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	status, _, err := runCommand("experiment", "tournament", "--player", "name=base", "--player", "name=patch nodes=70", "--sprt", "0,3",
		"--games", "2", "--draw", "9000/1/1", "--pgn", file)
	if text := readText(t, file); status != cli.ExitGood || strings.Count(text, `Control "nodes=40000"]`) != 2 || strings.Count(text, `Control "nodes=70"]`) != 2 {
		t.Errorf("status %d, %s\n%s", status, err, text)
	}
}

func TestPlayersOfTheSameNameAreToldApart(t *testing.T) {
	status, out, err := runCommand("experiment", "tournament", "--each", "nodes=20", "--player", "hash=1", "--player", "hash=1", "--games", "1", "--moves", "1", "--judge-nodes", "20")
	if status != cli.ExitGood || !strings.Contains(out, "nodes=20 hash=1 - nodes=20 hash=1 (2): 1 games") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}
