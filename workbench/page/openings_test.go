package page

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// TestOpeningsAreWritten checks that the lines of the table of openings can be played, are written as the
// program writes moves, and have a name in both languages.
func TestOpeningsAreWritten(t *testing.T) {
	t.Parallel()
	text, err := fs.ReadFile(Files(), "js/play-openings.js")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^[^/*\n]+\|[^|\n]+\|[^|\n]+$`).FindAllString(string(text), -1) {
		moves := strings.Split(line, "|")[0]
		if seen[moves] {
			t.Errorf("%s is there twice", moves)
		}
		seen[moves] = true
		p := movegen.StartPosition()
		for _, san := range strings.Fields(moves) {
			move, err := notation.ParseSAN(&p, san, notation.English)
			if err != nil {
				t.Errorf("%s: %s: %v", moves, san, err)
				break
			}
			if written := notation.SAN(&p, move, notation.English); written != san {
				t.Errorf("%s: %s is written %s", moves, san, written)
			}
			p = p.After(move)
		}
	}
	if len(seen) < 180 {
		t.Errorf("%d openings", len(seen))
	}
}
