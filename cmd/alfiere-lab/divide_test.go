package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// TestDividingGoesOnWithTheGamesThatAreThere plays all divisions of two and four, and again
// when a game has been taken away.
func TestDividingGoesOnWithTheGamesThatAreThere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	line := []string{"experiment", "divide", "--sizes", "2,4", "--nodes", "40", "--games", "2", "--games-in", filepath.Join(folder, "games"),
		"--figures", filepath.Join(folder, "x.json"), "--plot", filepath.Join(folder, "x.png")}
	status, table, err := runCommand(line...)
	if status != cli.ExitGood {
		t.Fatal(status, err)
	}
	if !strings.HasPrefix(table, "each with 40 nodes, against one search with 40: Elo (95 %)\n   N  council            threads            both\n   2  ") ||
		strings.Count(table, "\n   4  ") != 2 || strings.Contains(table, "  -  ") ||
		!strings.HasSuffix(table, "\nRule for each figure: 2 games, fixed beforehand.\n") {
		t.Errorf("the table is\n%s", table)
	}
	name := filepath.Join(folder, "games", "threads4-work.pgn")
	text := readText(t, name)
	if err := os.WriteFile(name, []byte(text[:len(text)/2]), 0o600); err != nil {
		t.Fatal(err)
	}
	status, again, err := runCommand(line...)
	if status != cli.ExitGood || again != table || timeless(readText(t, name)) != timeless(text) {
		t.Errorf("status %d, %s\n%s\nat first\n%s", status, err, again, table)
	}
	if json := readText(t, filepath.Join(folder, "x.json")); strings.Count(json, `"way": "both"`) != 2 || !strings.Contains(json, `"games": 2`) {
		t.Errorf("%s", json)
	}
	if picture, err := os.Stat(filepath.Join(folder, "x.png")); err != nil || picture.Size() < 5000 {
		t.Errorf("%v, %v", picture, err)
	}
	status, out, err := runCommand(append(line, "--json")...)
	if status != cli.ExitGood || out != readText(t, filepath.Join(folder, "x.json")) {
		t.Errorf("status %d, %s%s", status, out, err)
	}
	for words, says := range map[string]string{"--sizes 3": "not an even number", "--sizes x": "not an even number", "--nodes 0": "--nodes must", "--games 0": "games",
		"--criterion best": "best", "--noise -1": "noise", "--plot x.bmp": ".png", "--openings MISSING": "MISSING", "x": `"x": there are only flags`,
		"--json x.json": `"x.json": --json writes to standard output; --figures FILE writes to a file`} {
		if status, _, err := runCommand(append([]string{"experiment", "divide"}, strings.Fields(words)...)...); status == cli.ExitGood || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %s", words, status, err)
		}
	}
}
