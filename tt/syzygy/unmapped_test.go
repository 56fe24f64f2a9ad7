package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"alfiere/movegen"
)

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
			var err error
			if l.file, err = openFile(l.path, false); err != nil {
				t.Fatal(err)
			}
			if l.file.handle == nil || l.file.mapped != nil {
				t.Fatalf("%s is mapped", l.path)
			}
			opened, err := readTable(l.file, e.shape, kind(k))
			if err != nil {
				t.Fatal(err)
			}
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
	positions := drawPositions(t, rand.New(rand.NewPCG(9, 10)), materials, 3000)
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
	folder := copyThreeMen(t)
	tables := openUnmapped(t, folder)
	p := position(t, pawnWins)
	if got := answerOf(tables, p); !got.valued || !got.far {
		t.Fatal("no answer")
	}
	path := filepath.Join(folder, "KPvK.rtbw")
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	mustNotAnswer(t, tables, pawnWins)
	mustAnswer(t, tables, rookWins, Win)
	mustReport(t, tables, path)
}
