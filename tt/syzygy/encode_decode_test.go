package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// tooMany numbers: the blocks of a table would take too long to write.
const tooMany = 300_000_000

// randomLargeTable is a randomTable whose parts have so many runs; those of too many
// numbers have a single value.
func randomLargeTable(name string, distances bool, rng *rand.Rand, runs uint64, top int) *writtenTable {
	w := randomTable(name, distances, rng, 1<<60, top)
	for file, parts := range w.parts {
		for side, part := range parts {
			size := w.numbering(file, side).size()
			if part.how.single || size > tooMany {
				part.how.single, part.values = true, part.values[:1]
				part.values[0].value = min(part.values[0].value, 254)
				continue
			}
			if size > 4_000_000 { // it must pack well
				part.top, part.how.limit, part.how.rounds = min(part.top, 4), 0, 0
			}
			part.values = randomRuns(rng, size, max(1, size/runs/2), part.top)
		}
	}
	return w
}

// value returns what was written for a number.
func (part *writtenPart) value(number uint64) int {
	if part.how.single {
		return int(part.values[0].value)
	}
	at, found := slices.BinarySearch(part.runEnds(), number)
	if found {
		at++
	}
	return int(part.values[at].value)
}

// runEnds returns where each run of values ends.
func (part *writtenPart) runEnds() []uint64 {
	if len(part.ends) != len(part.values) {
		part.ends = nil
		end := uint64(0)
		for _, r := range part.values {
			end += r.count
			part.ends = append(part.ends, end)
		}
	}
	return part.ends
}

// numbersToTry returns all numbers below size if they are few, else some of them: random
// ones, the first and last, and those beside the ends of some runs.
func (part *writtenPart) numbersToTry(rng *rand.Rand, size, count uint64) (numbers []uint64) {
	if size <= count {
		for number := range size {
			numbers = append(numbers, number)
		}
		return numbers
	}
	for range count / 2 {
		numbers = append(numbers, rng.Uint64N(size))
		if !part.how.single {
			end := part.runEnds()[rng.IntN(len(part.values))]
			numbers = append(numbers, end-1, end%size)
		}
	}
	return append(numbers, 0, size-1)
}

// checkParts compares what the reader decodes of a file, mapped or not, with what was
// written: count numbers of each part, or all.
func checkParts(t *testing.T, path string, w *writtenTable, rng *rand.Rand, count uint64) {
	t.Helper()
	m, men, ok := parseMaterial(w.name)
	if !ok {
		t.Fatalf("%s is no name of a table", w.name)
	}
	k := values
	if w.distances {
		k = distances
	}
	for _, mapping := range []bool{true, false} {
		f, err := openFile(path, mapping)
		if err != nil {
			t.Fatal(err)
		}
		read, err := readTable(f, newShape(m, men), k)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for file, parts := range w.parts {
			for side, part := range parts {
				size := w.numbering(file, side).size()
				for _, number := range part.numbersToTry(rng, size, count) {
					got, err := read.parts[side][file].value(number)
					if want := part.value(number); err != nil || got != want {
						t.Fatalf("%s, file %d, side %d, %+v: number %d of %d has %d, %v, want %d",
							path, file, side, part.how, number, size, got, err, want)
					}
				}
			}
		}
		count = min(count, 1000) // one that is not mapped is slow
		if err := f.close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheReaderDecodesWhatIsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	tables := map[int]int{3: 20, 4: 5, 5: 4, 6: 4, 7: 4}
	if long() {
		tables = map[int]int{3: 600, 4: 60, 5: 50, 6: 50, 7: 50}
	}
	folder := t.TempDir()
	for men, count := range tables {
		for i := range count {
			all := materials(men)
			name := all[rng.IntN(len(all))]
			top := []int{0, 4, 4, 30, 200, 254, 1500, 4000}[rng.IntN(8)]
			runs := uint64(1) << rng.IntN(16)
			distances := i%2 == 0
			w := randomLargeTable(name, distances, rng, runs, top)
			checkParts(t, writeTable(t, folder, w), w, rng, 1500)
		}
	}
}

// A table of more than 1<<32 positions, with runs of any length.
func TestNumbersBeyond32Bits(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	w := newWrittenTable("KQRBNvK", true, func(name string) ([]byte, [2]int) { return shuffled(name, rng) })
	part, size := w.parts[0][0], w.numbering(0, 0).size()
	part.how = coding{blockBits: 5, spanBits: 20}
	for left := size; left > 0; {
		n := min(left, 1+rng.Uint64N(1<<(1+rng.IntN(31))))
		part.values = append(part.values, valueRun{uint16(rng.IntN(3)), n})
		left -= n
	}
	path := writeTable(t, t.TempDir(), w)
	checkParts(t, path, w, rng, 20_000)
}

// A symbol of 256 values that grew one by one, and stands before all its parts.
func TestTheDeepestTreeIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	w := newWrittenTable("KQQvK", true, func(name string) ([]byte, [2]int) { return shuffled(name, rng) })
	part, left := w.parts[0][0], w.numbering(0, 0).size()
	part.how = coding{blockBits: 10, spanBits: 12, comb: true, uncoded: true}
	for length := uint64(256); length > 0; length-- {
		for range 1 + min(1, 256-length) { // the longest once, the others twice
			part.values = append(part.values, valueRun{0, length}, valueRun{1, 1})
			left -= length + 1
		}
	}
	part.values = append(part.values, valueRun{2, left})
	if code, _ := compress(part.values, part.how); code.depth() != 255 || code.length[0] != 256 && code.length[1] != 256 {
		t.Fatalf("a tree of depth %d, its first symbols have %d values", code.depth(), code.length[:9])
	}
	checkParts(t, writeTable(t, t.TempDir(), w), w, rng, 2000)
}
