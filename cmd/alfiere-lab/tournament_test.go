package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/eval/network"
	"alfiere/internal/cli"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
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
	return string(must.Get(os.ReadFile(name))(t))
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
	must.Do(t, os.WriteFile(part, []byte(text[:len(text)*3/4-50]), 0o600))
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
	var reported struct {
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
	must.Do(t, json.Unmarshal([]byte(readText(t, result)), &reported))
	if p := reported.Points; p.First+p.Second != 4 || p.Judged != 4 || len(reported.Games) != 4 || reported.Games[2].WhitePoints == nil ||
		reported.Games[0].FEN == reported.Games[2].FEN || reported.Conditions.MaxMoves != 12 || reported.Conditions.Judge != "full knowledge, 2000 nodes" {
		t.Errorf("%+v", reported)
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
		"x":                `unexpected argument "x"`,
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
	status, _, err := runCommand("experiment", "tournament", "--player", "name=base", "--player", "name=patch nodes=70",
		"--sprt", "0,3", "--games", "2", "--draw", "9000/1/1", "--pgn", file, "--plot", file+".svg")
	for _, word := range []string{"base - patch, 2 games", "LLR", "bound -2.94", "bound +2.94"} {
		if picture := readText(t, file+".svg"); !strings.Contains(picture, word) {
			t.Errorf("%q is not in the picture %s", word, picture)
		}
	}
	if text := readText(t, file); status != cli.ExitGood || strings.Count(text, `Control "nodes=40000"]`) != 2 || strings.Count(text, `Control "nodes=70"]`) != 2 {
		t.Errorf("status %d, %s\n%s", status, err, text)
	}
}

func TestPlayersOfTheSameNameAreDistinguished(t *testing.T) {
	status, out, err := runCommand("experiment", "tournament", "--each", "nodes=20", "--player", "hash=1", "--player", "hash=1", "--games", "1", "--moves", "1", "--judge-nodes", "20")
	if status != cli.ExitGood || !strings.Contains(out, "nodes=20 hash=1 - nodes=20 hash=1 (2): 1 games") {
		t.Errorf("status %d, %s%s", status, out, err)
	}
}

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
	want := must.Get(os.ReadFile(games))(t)
	if got, err := os.ReadFile(parts); err != nil || !bytes.Equal(got, want) {
		t.Errorf("generated in two parts the archive differs, or %v", err)
	}

	table, kept := filepath.Join(folder, "weight_table.go"), filepath.Join(folder, "checkpoint")
	fit := []string{"tune", "fit", "--data", games, "--out", table, "--checkpoint", kept, "--epochs", "2", "--batch", "64"}
	for _, step := range []struct{ name, want string }{
		{"a new fit", "epoch 2: "}, {"a fit that was done", "was best"},
	} {
		status, _, errors := runCommand(fit...)
		if status != cli.ExitGood || !strings.Contains(errors, step.want) {
			t.Fatalf("%s: status %d, %s", step.name, status, errors)
		}
	}
	source := must.Get(os.ReadFile(table))(t)
	if !strings.Contains(string(source), "20 games of 100 nodes a move, seed 1, random openings") {
		t.Errorf("the table does not say where it comes from:\n%.800s", source)
	}

	want[len(want)/2] ^= 1
	must.Do(t, os.WriteFile(games, want, 0o666))
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
	if picture := readText(t, curve); !strings.Contains(picture, "<svg ") || !strings.Contains(picture, ">held out</text>") {
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

// toyArgument is the first argument of a test binary that is to be a toy engine.
const toyArgument = "be-a-toy"

// toyOptimum is the value of its option Skill at which the toy engine plays best.
const toyOptimum = 20

// serveToy is a UCI engine that plays any move, and gives up the sooner the further its Skill is from the optimum.
func serveToy() {
	skill, position := 90, movegen.StartPosition()
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		switch words := strings.Fields(input.Text()); words[0] {
		case "uci":
			fmt.Println("option name Skill type spin default 90 min 0 max 100\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			skill, _ = strconv.Atoi(words[len(words)-1])
		case "position":
			position = movegen.StartPosition()
			for _, word := range words[min(3, len(words)):] {
				if move, err := notation.ParseUCI(&position, word); err == nil {
					position.Make(move)
				}
			}
		case "go":
			score := 0
			if distance := float64(skill-toyOptimum) / 100; rand.Float64() < math.Abs(distance*distance*distance) {
				score = -900
			}
			moves := position.Moves()
			fmt.Printf("info depth 1 score cp %d nodes 1 pv %v\nbestmove %[2]v\n", score, moves[rand.IntN(len(moves))])
		case "quit":
			return
		}
	}
}
