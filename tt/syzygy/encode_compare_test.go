package syzygy

import (
	"math/rand/v2"
	"os"
	"testing"

	"alfiere/movegen"
)

// long is set in the runs that may take minutes.
func long() bool { return os.Getenv("ALFIERE_LONG") != "" }

// opened returns the reader's table of a position.
func opened(t *testing.T, tables *Tables, p *movegen.Position, k kind) *table {
	t.Helper()
	e := tables.find(of(p))
	if e == nil {
		t.Fatalf("%s: no table", p.FEN())
	}
	found := tables.table(e, k)
	if found == nil {
		t.Fatalf("%s: no table that can be used: %v", p.FEN(), tables.Faults())
	}
	return found
}

// The reader numbers positions as the plain definition does: of all materials, in random
// orders of the men that the format allows.
func TestTheReaderNumbersAsTheDefinitionDoes(t *testing.T) {
	positions := 60 // of each material: 69,600 in all
	if long() {
		positions = 1000
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for men := 3; men <= 7; men++ {
		folder := t.TempDir()
		written := map[string]*writtenTable{}
		for _, name := range materials(men) {
			w := newWrittenTable(name, false, func(name string) ([]byte, [2]int) { return shuffled(name, rng) })
			for _, parts := range w.parts {
				for _, part := range parts {
					part.how.single, part.values = true, []valueRun{{2, 0}}
				}
			}
			written[name] = w
			writeTable(t, folder, w)
		}
		tables := openSound(t, folder)
		for name, w := range written {
			for range positions {
				p := randomPosition(t, name, rng)
				compareNumbers(t, w, opened(t, tables, &p, values), &p)
			}
		}
	}
}

// compareNumbers compares the numbers of a position with either side to move.
func compareNumbers(t *testing.T, w *writtenTable, read *table, p *movegen.Position) {
	t.Helper()
	turned := of(p) != read.shape.white || read.shape.symmetric && p.Side() == movegen.Black
	for side := range w.parts[0] {
		at := read.shape.place(p, turned)
		file := at.file()
		part := w.parts[file][side]
		n := w.numbering(file, side)
		squares, _ := placed(p, w.name, part.men)
		want, ok := n.number(squares)
		a := &read.parts[side][file].arrangement
		if a.size != n.size() {
			t.Fatalf("%s: %d numbers, want %d", w.name, a.size, n.size())
		}
		if got := a.index(&read.shape, &at); !ok || got != want {
			t.Fatalf("%s in %s, men %v, order %v: number %d, want %d, %t", p.FEN(), w.name, part.men, part.order, got, want, ok)
		}
	}
}
