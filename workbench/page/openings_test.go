package page

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// TestOpeningsAreWritten checks that the lines of the table of openings can be played, are written as the program
// writes moves, have a name in both languages and the key of their position, and that no position has two names.
func TestOpeningsAreWritten(t *testing.T) {
	t.Parallel()
	const name = "js/play-openings.js"
	text, err := fs.ReadFile(Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{} // by key
	want := regexp.MustCompile(`(?m)^[^/*\n]+\|[^|\n]+\|[^|\n]+(\|[0-9a-z]*)?$`).ReplaceAllStringFunc(string(text), func(line string) string {
		parts := strings.Split(line, "|")
		p := movegen.StartPosition()
		for _, san := range strings.Fields(parts[0]) {
			move, err := notation.ParseSAN(&p, san, notation.English)
			if err != nil {
				t.Errorf("%s: %s: %v", parts[0], san, err)
				break
			}
			if written := notation.SAN(&p, move, notation.English); written != san {
				t.Errorf("%s: %s is written %s", parts[0], san, written)
			}
			p = p.After(move)
		}
		hash := fnv.New32a()
		fmt.Fprint(hash, strings.Join(strings.Fields(p.FEN())[:2], " "))
		key := strconv.FormatUint(uint64(hash.Sum32()), 36)
		if other := named[key]; other != "" {
			t.Errorf("%s has the position of %s", line, other)
		}
		named[key] = line
		return strings.Join(append(parts[:3:3], key), "|")
	})
	if len(named) < 180 {
		t.Errorf("%d openings", len(named))
	}
	if *update {
		err = os.WriteFile(path.Join("static", name), []byte(want), 0o644)
	}
	if err != nil || !*update && string(text) != want {
		t.Errorf("the table of openings has other keys (%v): go test ./workbench/page -update", err)
	}
}
