package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alfiere/movegen"
)

// A mapped file that another program cuts short can no longer be read beyond its new end:
// the system answers by a signal. That is one more unusable file, and no end of the process.
func TestFilesCutShortWhileTheyAreMapped(t *testing.T) {
	const four = "KQvKR"
	from := sharedTables(t)
	folder := copyThreeMen(t)
	positions := drawPositions(t, rand.New(rand.NewPCG(3, 4)), []string{four}, 300)
	for _, extension := range []string{".rtbw", ".rtbz"} {
		for _, size := range []int64{0, 100, 4096, 8192} {
			path := filepath.Join(folder, four+extension)
			copyFiles(t, from, folder, four+".rtbw", four+".rtbz")
			tables := openTables(t, folder)
			type answer struct {
				distance int
				ok       bool
			}
			distance := func(p *movegen.Position) (a answer) { a.distance, a.ok = tables.DTZ(p); return a }
			var before []answer
			for i := range positions {
				before = append(before, distance(&positions[i]))
				if !before[i].ok {
					t.Fatalf("%s: no distance", positions[i].FEN())
				}
			}
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			refused := 0
			for i := range positions {
				// Bytes beyond the end in the last page read as zeros, so that a file of some pages may
				// give wrong answers before one is missed: that is past helping.
				if after := distance(&positions[i]); !after.ok {
					refused++
				} else if size == 0 && after != before[i] {
					t.Errorf("%s: %v, %v before", positions[i].FEN(), after, before[i])
				}
				tables.WDL(&positions[i])
				tables.Moves(&positions[i])
			}
			if refused == 0 {
				t.Errorf("%s of %d bytes still answers all", path, size)
			}
			mustReport(t, tables, path)
			mustAnswer(t, tables, queenWins, Win)
		}
	}
}
