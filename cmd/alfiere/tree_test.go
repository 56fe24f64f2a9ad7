package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/cli"
)

// convertTree runs tree convert.
func convertTree(t *testing.T, text, from, to string, args ...string) string {
	t.Helper()
	var out, errors bytes.Buffer
	args = append([]string{"tree", "convert", "--from", from, "--to", to}, args...)
	if status := run(args, cli.Streams{In: strings.NewReader(text), Out: &out, Err: &errors}); status != cli.ExitGood {
		t.Fatalf("%q: status %d: %s", args, status, &errors)
	}
	return out.String()
}

// A tree grown by the engine holds the same moves whatever form it is written in, and
// the best one stands first.
func TestGrownTreesAreTheSameInEveryForm(t *testing.T) {
	grow := func(form string) string {
		status, out, errors := runCommand("tree", "grow", "--depth", "3", "--best", "2", "--nodes", "500", "--to", form)
		if status != cli.ExitGood {
			t.Fatalf("%s: %s", form, errors)
		}
		return out
	}
	text := grow("text")
	if again := convertTree(t, grow("table"), "table", "text"); again != text {
		t.Errorf("grown as a table\n%s\nas text\n%s", again, text)
	}
	if plain := convertTree(t, grow("pgn"), "pgn", "pgn"); strings.Count(plain, "[%eval ") != 2+4+8 {
		t.Errorf("not every move has a score:\n%s", plain)
	}
	status, out, _ := runCommand("tree", "grow", "--depth", "1", "--best", "3", "--nodes", "5000", "6k1/5ppp/8/8/8/8/8/K2R4 w - -")
	if first := strings.Index(out, "1. Rd8# +M1"); status != cli.ExitGood || first < 0 || first > strings.LastIndex(out, "\n1. ") {
		t.Errorf("the mate does not stand first:\n%s", out)
	}
}

func TestNamesTellTheForm(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games.PGN")
	if err := os.WriteFile(games, []byte("1. e4 e5 (1... c5) *"), 0o600); err != nil {
		t.Fatal(err)
	}
	table, text := filepath.Join(folder, "tree.json"), filepath.Join(folder, "tree.txt")
	for _, test := range []struct {
		args   []string
		status int
		out    string // what is in the output
	}{
		{[]string{"convert", "--out", table, games}, cli.ExitGood, ""},
		{[]string{"check", table}, cli.ExitGood, "moves 3, generations 2"},
		{[]string{"convert", "--to", "text", "--out", text, table}, cli.ExitGood, ""},
		{[]string{"show", text}, cli.ExitGood, "  1... c5"},
		{[]string{"show", games}, cli.ExitGood, "  1... c5"},
		{[]string{"convert", "--to", "pgn", text}, cli.ExitUsage, ""}, // numbers and boards may be in a .txt, too
		{[]string{"convert", "--out", text, games}, cli.ExitUsage, ""},
		{[]string{"grow", "--depth", "1", "--nodes", "0", "--out", text}, cli.ExitGood, ""},
		{[]string{"check", text}, cli.ExitGood, "moves 20, generations 1"},
		{[]string{"grow", "--depth", "1", "--nodes", "0", "--out", table}, cli.ExitGood, ""},
		{[]string{"check", table}, cli.ExitGood, "moves 20, generations 1"},
	} {
		status, out, errors := runCommand(append([]string{"tree"}, test.args...)...)
		if status != test.status || !strings.Contains(out, test.out) {
			t.Errorf("%q: status %d, %s%s", test.args, status, out, errors)
		}
	}
}
