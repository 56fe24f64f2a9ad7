package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/movegen"
)

// randomBook plays random lines, which meet often because each position has few moves.
func randomBook(random *rand.Rand, lines int) *Builder {
	b := new(Builder)
	for range lines {
		line := b.Line(movegen.StartPosition())
		for range random.IntN(30) {
			moves := line.position.Moves()
			if len(moves) == 0 {
				break
			}
			if err := line.Add(moves[random.IntN(min(4, len(moves)))], 1+random.IntN(1<<random.IntN(14))); err != nil {
				panic(err) // only legal moves are drawn
			}
		}
	}
	return b
}

func TestRandomBooksSurviveBeingDumpedAndCompiled(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		b, data := merged(t, AddWeights, randomBook(random, 1+random.IntN(60)))
		if again := redumped(t, b); !bytes.Equal(again, data) {
			t.Fatalf("book %d, %d entries: it is another one afterwards", i, int(b.entries))
		}
		if s := surveyOf(data); len(s.invalid) > 0 || s.reached != s.positions || len(data) != entrySize*int(b.entries) {
			t.Fatalf("book %d: %+v", i, s)
		}
		if _, same := merged(t, FirstKnows, b, b); !bytes.Equal(same, data) {
			t.Fatalf("book %d: put behind itself it is another one", i)
		}
	}
}

// slowMerge adds up the books' entries in one heap and sorts it.
func slowMerge(how merging, books ...[]byte) []byte {
	weights := map[[10]byte]int{}
	owners := map[uint64]int{}
	for i, data := range books {
		for e := range slices.Chunk(data, entrySize) {
			key := binary.BigEndian.Uint64(e)
			if owner, known := owners[key]; known && owner != i && how == FirstKnows {
				continue
			}
			owners[key] = i
			weights[[10]byte(e)] += int(binary.BigEndian.Uint16(e[10:]))
		}
	}
	heaviest := map[uint64]int{}
	for place, weight := range weights {
		key := binary.BigEndian.Uint64(place[:])
		heaviest[key] = max(heaviest[key], weight)
	}
	var entries [][]byte
	for place, weight := range weights {
		if most := heaviest[binary.BigEndian.Uint64(place[:])]; most > 65535 {
			weight = max(min(weight, 1), (2*weight*65535+most)/(2*most))
		}
		e := binary.BigEndian.AppendUint16(place[:], uint16(weight))
		entries = append(entries, append(e, 0, 0, 0, 0))
	}
	slices.SortFunc(entries, func(a, b []byte) int {
		return cmp.Or(bytes.Compare(a[:8], b[:8]), bytes.Compare(b[10:12], a[10:12]), bytes.Compare(a[8:10], b[8:10]))
	})
	return slices.Concat(entries...)
}

func TestMergingAddsUp(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		var raw [][]byte
		var sources []source
		for range random.IntN(5) {
			var data [][]byte
			for range random.IntN(50) {
				weight := uint16(random.IntN(1 << random.IntN(17)))
				e := entry(uint64(random.IntN(12)), random.IntN(3), random.IntN(3), 0, weight)
				data = append(data, append(e[:12], 0, 0, 0, 0))
			}
			slices.SortStableFunc(data, func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) })
			raw = append(raw, slices.Concat(data...))
			sources = append(sources, newBook(t, data...))
		}
		for _, how := range []merging{AddWeights, FirstKnows} {
			_, got := merged(t, how, sources...)
			if want := slowMerge(how, raw...); !bytes.Equal(got, want) {
				t.Fatalf("%d books, way %d:\n%x is not\n%x", len(raw), how, got, want)
			}
		}
	}
}

func TestMergingKeepsTheFirstLearningCounter(t *testing.T) {
	none := entry(5, 1, 2, 0, 3)
	clear(none[12:])
	_, got := merged(t, AddWeights, newBook(t, none), newBook(t, entry(5, 1, 2, 0, 4)))
	if want := entry(5, 1, 2, 0, 7); !bytes.Equal(got, want) {
		t.Errorf("%x is not %x", got, want)
	}
}

func TestLightMovesAreNotScaledToNothing(t *testing.T) {
	b := new(Builder)
	for _, square := range []struct {
		to     movegen.Square
		weight int
	}{{28, 5_000_000}, {20, 2_500_000}, {27, 1}} {
		m := movegen.MakeMove(square.to&7+8, square.to, movegen.Normal)
		if err := b.Line(movegen.StartPosition()).Add(m, square.weight); err != nil {
			t.Fatal(err)
		}
	}
	book, _ := merged(t, AddWeights, b)
	if got := offered(t, book, ""); got != "e2e4*65535 e2e3*32768 d2d4*1" {
		t.Errorf("the book offers %s", got)
	}
}

// full has no room for more than some bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

func TestMergingReportsWhatCannotBeReadOrWritten(t *testing.T) {
	b := randomBook(rand.New(rand.NewPCG(1, 1)), 300)
	_, data := merged(t, AddWeights, b)
	for _, room := range []int{0, 1, len(data) - 1} {
		if _, err := Merge(&full{room}, AddWeights, b); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%d bytes of room: %v", room, err)
		}
	}
	vanishing := &shrinking{bytes.NewReader(data)}
	book, err := New(vanishing, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	vanishing.Reader = bytes.NewReader(data[:len(data)-3])
	if _, err := Merge(io.Discard, AddWeights, book); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("data that has become shorter: %v", err)
	}
	vanishing.Reader = nil
	if err := Dump(io.Discard, book, 0); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("dumping data that has gone: %v", err)
	}
	whole, _ := merged(t, AddWeights, b)
	if err := Dump(&full{100}, whole, 0); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("dumping into nothing: %v", err)
	}
}
