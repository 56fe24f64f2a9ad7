package syzygy

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alfiere/movegen"
)

// threeMen is the folder of the tables that are always here: all of three men.
const threeMen = "testdata"

// threeMenMaterials are the materials of its tables, by name.
var threeMenMaterials = []string{"KBvK", "KNvK", "KPvK", "KQvK", "KRvK"}

// sharedTables returns the folder of the samples, and skips the test where it is absent.
func sharedTables(t testing.TB) string {
	t.Helper()
	if _, err := os.Stat(sampleFolder); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("../shared/data/syzygy is not here: %v", err)
	}
	return sampleFolder
}

// copyFiles copies files of the folder from to the folder to.
func copyFiles(t testing.TB, from, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		writeFile(t, filepath.Join(to, name), readFile(t, filepath.Join(from, name)))
	}
}

// copyThreeMen returns a new folder with a copy of all tables of three men.
func copyThreeMen(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, material := range threeMenMaterials {
		copyFiles(t, threeMen, folder, material+".rtbw", material+".rtbz")
	}
	return folder
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// openTables opens the tables of a path that has no fault.
func openTables(t testing.TB, path string) *Tables {
	t.Helper()
	tables, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// position parses a FEN.
func position(t testing.TB, fen string) *movegen.Position {
	t.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// drawPositions returns legal positions of materials, which are drawn by chance.
func drawPositions(t testing.TB, random *rand.Rand, materials []string, count int) []movegen.Position {
	t.Helper()
	positions := make([]movegen.Position, count)
	for i := range positions {
		positions[i] = randomPosition(t, materials[random.IntN(len(materials))], random)
	}
	return positions
}

// randomPosition returns a random legal position of a material, with either side as White.
func randomPosition(t testing.TB, name string, random *rand.Rand) movegen.Position {
	t.Helper()
	m, _, ok := parseMaterial(name)
	if !ok {
		t.Fatalf("%s is no name of a table", name)
	}
	if random.IntN(2) == 0 {
		m = m.mirrored()
	}
	for {
		if p, ok := legalPosition(random, m); ok {
			return p
		}
	}
}
