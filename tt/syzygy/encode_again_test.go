package syzygy

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readOrders reads the orders of the men in the head of a real table, plainly.
func readOrders(t *testing.T, path, name string, k kind) *writtenTable {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := 5
	w := newWrittenTable(name, k == distances, func(name string) ([]byte, [2]int) {
		return shuffled(name, rand.New(rand.NewPCG(0, 0))) // any order, for now
	})
	for f, parts := range w.parts {
		places := file[at : at+1]
		if w.numbering(f, 0).pawnsOfBoth() {
			places = file[at : at+2]
		}
		at += len(places)
		for side, part := range parts {
			for i, both := range places {
				part.order[i] = int(both >> (4 * side) & 15)
			}
			for i := range part.men {
				part.men[i] = file[at+i] >> (4 * side) & 15
			}
		}
		at += len(parts[0].men)
	}
	return w
}

// readAgain takes a real table apart into what the writer would write, all values by the
// reader.
func readAgain(t *testing.T, folder, name string, k kind) *writtenTable {
	t.Helper()
	path := filepath.Join(folder, name+suffixes[k])
	read, w := readTableOf(t, path, name, k), readOrders(t, path, name, k)
	for file, parts := range w.parts {
		for side, part := range parts {
			takeValues(t, &read.parts[side][file], part, w.numbering(file, side).size(), read.list)
		}
	}
	return w
}

// The heads of all sample tables are what the writer makes of the orders in them.
func TestHeadsAreThoseOfRealTables(t *testing.T) {
	check := func(t *testing.T, folder string) {
		for k, suffix := range suffixes {
			paths, err := filepath.Glob(filepath.Join(folder, "*"+suffix))
			if err != nil || len(paths) == 0 {
				t.Fatalf("%d tables in %s, %v", len(paths), folder, err)
			}
			for _, path := range paths {
				w := readOrders(t, path, strings.TrimSuffix(filepath.Base(path), suffix), kind(k))
				if got, want := w.head(), headOf(t, path, w); !bytes.Equal(got, want) {
					t.Errorf("%s begins with % x, the writer with % x", path, want, got)
				}
			}
		}
	}
	t.Run("three men", func(t *testing.T) { check(t, threeMen) })
	t.Run("four men", func(t *testing.T) { check(t, sharedTables(t)) })
}

// readTableOf opens a table with the reader.
func readTableOf(t *testing.T, path, name string, k kind) *table {
	t.Helper()
	m, men, _ := parseMaterial(name)
	f, err := openFile(path, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.close() })
	read, err := readTable(f, newShape(m, men), k)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// takeValues reads all values of a part, and its maps.
func takeValues(t *testing.T, from *part, to *writtenPart, size uint64, list []byte) {
	t.Helper()
	to.flags = from.flags &^ flagSingle
	if from.flags&flagSingle != 0 {
		to.how.single, to.values = true, []valueRun{{uint16(from.single), 0}}
		return
	}
	all := make([]uint16, size)
	for number := range all {
		value, err := from.value(uint64(number))
		if err != nil {
			t.Fatal(err)
		}
		all[number] = uint16(value)
	}
	to.values = runsOf(all)
	if from.flags&flagMapped == 0 {
		return
	}
	for i, l := range from.lists {
		for _, v := range list[l.first:][:l.count] { // none of three or four men is wide
			to.maps[i] = append(to.maps[i], uint16(v))
		}
	}
}

// Real tables that are written again, otherwise compressed, say the same.
func TestRealTablesCanBeWrittenAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	check := func(t *testing.T, source, name string) {
		folder := t.TempDir()
		for k := range suffixes {
			w := readAgain(t, source, name, kind(k))
			for _, parts := range w.parts {
				for _, part := range parts {
					single := part.how.single
					part.how = randomCoding(rng)
					part.how.single, part.how.limit = single, 0
				}
			}
			path := writeTable(t, folder, w)
			again := readAgain(t, folder, name, kind(k))
			for file, parts := range w.parts {
				for side, part := range parts {
					other := again.parts[file][side]
					if !slices.Equal(part.values, other.values) || part.flags != other.flags || !slices.EqualFunc(part.maps[:], other.maps[:], slices.Equal[[]uint16]) {
						t.Errorf("%s, file %d, side %d: not the same values, %+v", path, file, side, part.how)
					}
				}
			}
		}
		probeBoth(t, source, folder, name, rng)
	}
	t.Run("three men", func(t *testing.T) {
		check(t, threeMen, "KRvK")
		check(t, threeMen, "KPvK")
	})
	if !long() { // tables of four men have two million values
		return
	}
	t.Run("four men", func(t *testing.T) {
		folder := sharedTables(t)
		check(t, folder, "KQvKR")
		check(t, folder, "KPvKP")
	})
}

// headOf returns the beginning of a file, up to the heads of its parts.
func headOf(t *testing.T, path string, w *writtenTable) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file[:len(w.head())]
}

// probeBoth compares probes of one table in two folders, where nothing else is asked.
func probeBoth(t *testing.T, a, b, name string, rng *rand.Rand) {
	t.Helper()
	first, second := openSound(t, a), openSound(t, b)
	for range 500 {
		p := randomPosition(t, name, rng)
		for k := range kind(2) {
			one, other := opened(t, first, &p, k), opened(t, second, &p, k)
			x, stored, err := one.probe(&p, Win)
			y, also, fault := other.probe(&p, Win)
			if x != y || stored != also || (err == nil) != (fault == nil) {
				t.Fatalf("%s: %d, %t, %v; written again: %d, %t, %v", p.FEN(), x, stored, err, y, also, fault)
			}
		}
	}
}
