package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// survey is what a book holds, found without its search.
type survey struct {
	positions, reached int             // with entries, and those to which the book's own moves lead
	invalid            map[string]bool // boards of reached positions with an invalid entry
}

// surveyOf reads the entries into a map and follows the moves, nearest first.
func surveyOf(data []byte) survey {
	entries := map[uint64][]rawEntry{}
	next := (&Book{data: bytes.NewReader(data), entries: int64(len(data) / entrySize)}).cursor()
	for i := range len(data) / entrySize {
		record, err := next()
		if err != nil {
			panic(err)
		}
		if known := entries[record.key]; len(known) < maxEntries {
			entries[record.key] = append(known, decodeEntry(data[i*entrySize:]))
		}
	}
	s := survey{positions: len(entries), invalid: map[string]bool{}}
	start := movegen.StartPosition()
	waiting := []movegen.Position{start}
	known := map[uint64]bool{Key(&start): true}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		p := waiting[0]
		var found []rawEntry
		for _, key := range lookupKeys(&p) {
			found = append(found, entries[key]...)
		}
		if len(found) > 0 {
			s.reached++
		}
		moves := map[uint16]bool{}
		for _, raw := range found {
			m := raw.moveIn(&p)
			if !p.IsLegal(m) || moves[raw.move] {
				s.invalid[boardOf(p.FEN())] = true
			}
			moves[raw.move] = true
			if !p.IsLegal(m) || raw.weight == 0 {
				continue
			}
			next := p.After(m)
			if key := keyAfter(&next, m); !known[key] {
				known[key] = true
				waiting = append(waiting, next)
			}
		}
	}
	return s
}

// boardOf returns the first field of a FEN; the others depend on the way to the position.
func boardOf(fen string) string {
	board, _, _ := strings.Cut(fen, " ")
	return board
}

func TestDumpNamesTheFirstInvalidEntryAndWritesTheRest(t *testing.T) {
	good := slices.Concat(entry(startKey, 12, 28, 0, 5), entry(startKey, 11, 27, 0, 0))
	const text, start = "! 1. e4\ne2e4*5\n\n", " in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, test := range []struct {
		name       string
		data       []byte
		text, want string
	}{
		{"an empty book", nil, "", ""},
		{"a good one", good, text, ""},
		{"a torn one, which Open reports", good[:20], text, ""},
		{"an illegal move", slices.Concat(good, entry(startKey, 4, 60, 0, 9), entry(startKey, 12, 12, 0, 9)), text, "the move is illegal: e1e8" + start},
		{"a promotion on the second rank", slices.Concat(good, entry(startKey, 12, 28, 4, 9)), text, "the move is illegal: e2e4q" + start},
		{"an illegal move without weight", slices.Concat(good, entry(startKey, 4, 60, 0, 0)), text, "the move is illegal: e1e8" + start},
		{"a king as a promotion", slices.Concat(good, entry(startKey, 12, 28, 5, 1)), text, "no move has this number: 0x531c" + start},
		{"from a square to itself", slices.Concat(good, entry(startKey, 9, 9, 0, 1)), text, "no move has this number: 0x0249" + start},
		{"a move twice", slices.Concat(good, entry(startKey, 11, 27, 0, 7)), "! 1. e4\ne2e4*5\n\n! 1. d4\nd2d4*7\n\n", "the move occurs twice: d2d4" + start},
		{"an invalid entry that is not reached", slices.Concat(entry(1, 9, 9, 0, 1), good), text, ""},
	} {
		var out strings.Builder
		err := Dump(&out, newBook(t, test.data), 0)
		if got := errorText(err); out.String() != test.text || got != test.want {
			t.Errorf("%s: %q, error %q", test.name, &out, got)
		}
	}
}

// errorText returns the text of an error, or "".
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestDumpFindsInvalidEntriesWhereverTheyAre(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		b, data := merged(t, AddWeights, randomBook(random, 1+random.IntN(20)))
		want := dumpOf(t, b)
		at := random.IntN(len(data) / entrySize)
		e := data[at*entrySize:][:entrySize]
		bad := slices.Concat(e[:8], []byte{0x0d, 0xb6, 0xff, 0xff, 0, 0, 0, 0}) // from g7 to g7
		if i%2 == 0 {
			bad = e // twice
		}
		broken := slices.Concat(data[:at*entrySize], bad, data[at*entrySize:])
		var out strings.Builder
		err := Dump(&out, newBook(t, broken), 0)
		if !errors.Is(err, []error{errTwice, errNoMove}[i%2]) {
			t.Fatalf("book %d: error %v", i, err)
		}
		if i%2 == 1 && out.String() != want {
			t.Fatalf("book %d: it is\n%s, not\n%s", i, &out, want)
		}
		_, fen, _ := strings.Cut(err.Error(), " in ")
		if s := surveyOf(broken); len(s.invalid) != 1 || !s.invalid[boardOf(fen)] {
			t.Fatalf("book %d: %v, want %v", i, err, s.invalid)
		}
	}
}

// dumpOf returns the text of a book without an error.
func dumpOf(t testing.TB, b *Book) string {
	t.Helper()
	var text strings.Builder
	must.Do(t, Dump(&text, b, 0))
	return text.String()
}

func FuzzDump(f *testing.F) {
	f.Add(slices.Concat(entry(startKey, 12, 28, 0, 1), entry(startKey, 6, 21, 0, 9), entry(startKey, 63, 63, 15, 9)))
	_, data := merged(f, AddWeights, fromText(f, oldText))
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := New(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		s := surveyOf(data)
		var text strings.Builder
		if err := Dump(&text, b, 0); (err != nil) != (len(s.invalid) > 0) {
			t.Fatalf("dump reports %v; invalid are %v", err, s.invalid)
		}
		// Whatever it holds, merging makes a book in which no move occurs twice,
		// and dumping and compiling leaves what is reached and legal.
		var written bytes.Buffer
		must.Get(Merge(&written, AddWeights, b))(t)
		data = written.Bytes()
		if isText(bytes.NewReader(data), int64(len(data))) {
			return // entries of letters alone, which a stray byte kept from being text
		}
		if again := surveyOf(data); again.positions != s.positions || again.reached != s.reached {
			t.Fatalf("merged, %+v becomes %+v", s, again)
		}
		if _, again := merged(t, AddWeights, fromText(t, text.String())); len(again) > len(data) {
			t.Fatalf("%d bytes become %d", len(data), len(again))
		}
	})
}

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
		must.Do(t, b.Line(movegen.StartPosition()).Add(m, square.weight))
	}
	book, _ := merged(t, AddWeights, b)
	if got := offered(t, book, ""); got != "e2e4*65535 e2e3*32768 d2d4*1" {
		t.Errorf("the book offers %s", got)
	}
}

func TestMergingReportsWhatCannotBeReadOrWritten(t *testing.T) {
	b := randomBook(rand.New(rand.NewPCG(1, 1)), 300)
	_, data := merged(t, AddWeights, b)
	for _, room := range []int{0, 1, len(data) - 1} {
		if _, err := Merge(&broken.Writer{Room: room}, AddWeights, b); !errors.Is(err, broken.Err) {
			t.Errorf("%d bytes of room: %v", room, err)
		}
	}
	vanishing := &shrinking{bytes.NewReader(data)}
	book := must.Get(New(vanishing, int64(len(data))))(t)
	vanishing.Reader = bytes.NewReader(data[:len(data)-3])
	if _, err := Merge(io.Discard, AddWeights, book); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("data that has become shorter: %v", err)
	}
	vanishing.Reader = nil
	if err := Dump(io.Discard, book, 0); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("dumping data that has gone: %v", err)
	}
	whole, _ := merged(t, AddWeights, b)
	if err := Dump(&broken.Writer{Room: 100}, whole, 0); !errors.Is(err, broken.Err) {
		t.Errorf("dumping into nothing: %v", err)
	}
}
