package syzygy

import (
	"math/rand/v2"
	"os"
	"testing"
)

// Files of the writer have the sizes that the format demands.
func TestWrittenTablesLookLikeTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, name := range materials(3) {
		for _, distances := range []bool{false, true} {
			path := writeTable(t, t.TempDir(), randomTable(name, distances, rng, 30, 4))
			info, err := os.Stat(path)
			if err != nil || info.Size()%64 != 16 {
				t.Errorf("%s: %d bytes, %v", path, info.Size(), err)
			}
		}
	}
}
