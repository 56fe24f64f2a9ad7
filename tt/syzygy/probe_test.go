package syzygy

import (
	"bufio"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// threePieces is the folder of the tables that are always here: all of three pieces.
const threePieces = "testdata"

// threePieceMaterials are the materials of its tables, by name.
var threePieceMaterials = []string{"KBvK", "KNvK", "KPvK", "KQvK", "KRvK"}

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

// copyThreePieces returns a new folder with a copy of all tables of three pieces.
func copyThreePieces(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, material := range threePieceMaterials {
		copyFiles(t, threePieces, folder, material+".rtbw", material+".rtbz")
	}
	return folder
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, data, 0o644))
}

// openTables opens the tables of a path that has no fault.
func openTables(t testing.TB, path string) *Tables {
	t.Helper()
	tables := must.Get(Open(path))(t)
	t.Cleanup(func() { must.Do(t, tables.Close()) })
	return tables
}

// position parses a FEN.
func position(t testing.TB, fen string) *movegen.Position {
	t.Helper()
	p := must.Get(movegen.ParseFEN(fen))(t)
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

// sampleFolder has the tables of three and four pieces, and what an independent reader says of 1,460 positions in them.
const sampleFolder = "../../../shared/data/syzygy"

// openSamples opens them, or skips the test where they are not.
func openSamples(t testing.TB) *Tables {
	t.Helper()
	return openSound(t, sharedTables(t))
}

// openSound opens the tables of a folder, and expects none to be faulty when the test ends.
func openSound(t testing.TB, folder string) *Tables {
	t.Helper()
	tables := must.Get(Open(folder))(t)
	t.Cleanup(func() {
		for _, fault := range tables.Faults() {
			t.Error(fault)
		}
		must.Do(t, tables.Close())
	})
	return tables
}

func TestTheProbesOfAnotherReaderAgree(t *testing.T) {
	tables := openSamples(t)
	list := must.Get(os.Open(sampleFolder + "/probes.tsv"))(t)
	defer list.Close()
	count := 0
	for lines := bufio.NewScanner(list); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		p := must.Get(movegen.ParseFEN(fields[0]))(t)
		wdl, _ := strconv.Atoi(fields[1])
		dtz, _ := strconv.Atoi(fields[2])
		if got, ok := tables.WDL(&p); !ok || int(got) != wdl {
			t.Errorf("%s: value %d, %t; the other says %d", fields[0], got, ok, wdl)
		}
		if got, ok := tables.DTZ(&p); !ok || got != dtz {
			t.Errorf("%s: distance %d, %t; the other says %d", fields[0], got, ok, dtz)
		}
		count++
	}
	if count < 1460 {
		t.Errorf("%d positions only", count)
	}
}

// randomPositions returns legal positions without pawns on the edge ranks of the materials that the tables have.
func randomPositions(t testing.TB, tables *Tables, count int) []movegen.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 15))
	var positions []movegen.Position
	for len(positions) < count {
		e := tables.entries[rng.IntN(len(tables.entries))]
		if p, ok := legalPosition(rng, e.shape.white); ok {
			positions = append(positions, p)
		}
	}
	return positions
}

// legalPosition returns a position of the material with either side to move; it is not ok
// if the pieces drawn stand on one another or the position is not legal.
func legalPosition(rng *rand.Rand, m material) (p movegen.Position, ok bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, Side: movegen.Color(rng.IntN(2)), FullmoveNumber: 1}
	put := func(c movegen.Color, piece movegen.PieceType) {
		s := movegen.Square(rng.IntN(64))
		ok = ok && b.Board[s] == movegen.NoPiece
		b.Board[s] = movegen.MakePiece(c, piece)
	}
	ok = true
	for c := movegen.White; c <= movegen.Black; c++ {
		put(c, movegen.King)
		for piece := movegen.Pawn; piece < movegen.King; piece++ {
			for range m.count(c, piece) {
				put(c, piece)
			}
		}
	}
	if !ok {
		return p, false
	}
	p, _, err := b.Build(movegen.Rules{})
	return p, err == nil
}

func TestProbesAllocateNothing(t *testing.T) {
	tables := openSamples(t)
	positions := randomPositions(t, tables, 1000)
	probe := func() {
		for i := range positions {
			if _, ok := tables.WDL(&positions[i]); !ok {
				t.Fatal(positions[i].FEN())
			}
			if _, ok := tables.DTZ(&positions[i]); !ok {
				t.Fatal(positions[i].FEN())
			}
		}
	}
	probe() // opens the tables
	if n := testing.AllocsPerRun(3, probe); n != 0 {
		t.Errorf("%v allocations for %d probes", n, len(positions))
	}
}

func BenchmarkWDL(b *testing.B) {
	benchmarkProbes(b, func(tables *Tables, p *movegen.Position) { tables.WDL(p) })
}

func BenchmarkDTZ(b *testing.B) {
	benchmarkProbes(b, func(tables *Tables, p *movegen.Position) { tables.DTZ(p) })
}

// benchmarkProbes measures probes of random positions of all tables there are, most of them of four pieces. Beside the
// mean it reports the median of single probes, less what looking at the clock takes.
func benchmarkProbes(b *testing.B, probe func(tables *Tables, p *movegen.Position)) {
	tables := openSamples(b)
	positions := randomPositions(b, tables, 1<<15)
	median := func(call func(p *movegen.Position)) time.Duration {
		times := make([]time.Duration, len(positions))
		for i := range positions {
			start := time.Now()
			call(&positions[i])
			times[i] = time.Since(start)
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	once := func(p *movegen.Position) { probe(tables, p) }
	median(once) // brings the tables into memory
	for i := 0; b.Loop(); i++ {
		once(&positions[i%len(positions)])
	}
	clock := median(func(*movegen.Position) {})
	b.ReportMetric(float64(median(once)-clock), "median-ns")
}

// openUnmapped opens the tables of a folder as where files cannot be mapped.
func openUnmapped(t *testing.T, folder string) *Tables {
	t.Helper()
	tables := openTables(t, folder)
	for _, e := range tables.entries {
		for k := range e.files {
			l := &e.files[k]
			if l.path == "" {
				continue
			}
			l.file = must.Get(openFile(l.path, false))(t)
			if l.file.handle == nil || l.file.mapped != nil {
				t.Fatalf("%s is mapped", l.path)
			}
			opened := must.Get(readTable(l.file, e.shape, kind(k)))(t)
			l.opened.Store(opened)
		}
	}
	return tables
}

// answer is all that is known of a position but its moves.
type answer struct {
	value       WDL
	distance    int
	valued, far bool
}

func answerOf(tables *Tables, p *movegen.Position) (a answer) {
	a.value, a.valued = tables.WDL(p)
	a.distance, a.far = tables.DTZ(p)
	return a
}

// Files that are read piece by piece say what they say when they are mapped; and so they
// do to many simultaneous probes of tables that have not been opened yet.
func TestAnswersAreTheSameMappedAndReadAndToMany(t *testing.T) {
	folder := sharedTables(t)
	materials := materialsOfEntries(openTables(t, folder))
	positions := drawPositions(t, rand.New(rand.NewPCG(9, 10)), materials, effort.Of(3000, 700, 700))
	mapped := openTables(t, folder)
	want := make([]answer, len(positions))
	for i := range positions {
		if want[i] = answerOf(mapped, &positions[i]); !want[i].valued || !want[i].far {
			t.Fatalf("%s: no answer", positions[i].FEN())
		}
	}
	for name, tables := range map[string]*Tables{"mapped": openTables(t, folder), "read": openUnmapped(t, folder)} {
		var askers sync.WaitGroup
		for asker := range 8 {
			askers.Go(func() {
				for i := range positions {
					i = (i + asker*7) % len(positions)
					if got := answerOf(tables, &positions[i]); got != want[i] {
						t.Errorf("%s, %s: %v, want %v", name, positions[i].FEN(), got, want[i])
					}
					if i%50 == 0 {
						tables.Moves(&positions[i])
						for _, fault := range tables.Faults() {
							t.Error(fault)
						}
					}
				}
			})
		}
		askers.Wait()
	}
}

// materialsOfEntries returns the names of all tables.
func materialsOfEntries(tables *Tables) (materials []string) {
	for _, e := range tables.entries {
		name := filepath.Base(e.files[values].path)
		materials = append(materials, name[:len(name)-len(suffixes[values])])
	}
	return materials
}

// A file that is cut short while it is read is one more that cannot be used.
func TestFilesCutShortWhileTheyAreRead(t *testing.T) {
	folder := copyThreePieces(t)
	tables := openUnmapped(t, folder)
	p := position(t, pawnWins)
	if got := answerOf(tables, p); !got.valued || !got.far {
		t.Fatal("no answer")
	}
	path := filepath.Join(folder, "KPvK.rtbw")
	must.Do(t, os.Truncate(path, 1000))
	mustNotAnswer(t, tables, pawnWins)
	mustAnswer(t, tables, rookWins, Win)
	mustReport(t, tables, path)
}
