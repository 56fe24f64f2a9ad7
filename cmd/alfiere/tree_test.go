package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// convertTree runs tree convert.
func convertTree(t *testing.T, text, from, to string, args ...string) string {
	t.Helper()
	var out, errors bytes.Buffer
	args = append([]string{"tree", "convert", "--from", from, "--to", to}, args...)
	if status := run(args, streams{strings.NewReader(text), &out, &errors}); status != exitGood {
		t.Fatalf("%q: status %d: %s", args, status, &errors)
	}
	return out.String()
}

func TestATreeGoesThroughAllFormsAndComesBack(t *testing.T) {
	games, err := os.ReadFile("testdata/game/london.pgn")
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"1", "2"} {
		text := convertTree(t, string(games), "pgn", "text", "--game", number)
		german := convertTree(t, text, "text", "text", "--letters", ".KDTLSBIFM")
		numeric := convertTree(t, german, "text", "numeric")
		table := convertTree(t, numeric, "numeric", "table")
		back := convertTree(t, table, "table", "text")
		if back != text {
			t.Errorf("game %s: %s\ncame back as\n%s", number, text, back)
		}
		if played := convertTree(t, back, "text", "pgn"); !strings.HasSuffix(strings.TrimSpace(played), "# 1-0") {
			t.Errorf("game %s came back as %s", number, played)
		}
	}
}

// A tree grown by the engine holds the same moves whatever form it is written in, and
// the best one stands first.
func TestGrownTreesAreTheSameInEveryForm(t *testing.T) {
	grow := func(form string) string {
		status, out, errors := runCommand("tree", "grow", "--depth", "3", "--best", "2", "--nodes", "500", "--to", form)
		if status != exitGood {
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
	if first := strings.Index(out, "1. Rd8# +M1"); status != exitGood || first < 0 || first > strings.LastIndex(out, "\n1. ") {
		t.Errorf("the mate does not stand first:\n%s", out)
	}
}
