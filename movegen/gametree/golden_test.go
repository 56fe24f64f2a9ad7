package gametree

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden trees")

// TestRandomTreesAreWrittenAsTheyWere compares random trees in the three notations with golden
// ones. Slow implementations, which read the contents of squares from a FEN, wrote and read
// them in the same way.
func TestRandomTreesAreWrittenAsTheyWere(t *testing.T) {
	rng := newRand(11)
	letters := []Letters{Italian, English, German, "-ZYXWVUTSR"}
	var got strings.Builder
	for i := range 8 {
		tree := randomTree(t, rng, 5+rng.IntN(20))
		if i%4 == 0 {
			tree.Announce(Root, rng.IntN(20))
		}
		if i%7 == 0 {
			tree.SetEnded(Root, true)
		}
		text, numeric, table := written(t, tree, letters[i%len(letters)])
		got.WriteString(text + "\n" + numeric + "\n" + table + "\n")
	}
	const golden = "testdata/trees.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the trees are not those of %s: write them with -update and compare", golden)
	}
}
