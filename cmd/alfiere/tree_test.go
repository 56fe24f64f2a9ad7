package main

import (
	"bytes"
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
