package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// startKey is the published key of the initial position.
const startKey = 0x463b96181691fc9c

// entry writes an entry by hand; squares count from a1 = 0, promotion 1 is a knight.
func entry(key uint64, from, to, promotion int, weight uint16) []byte {
	data := binary.BigEndian.AppendUint64(nil, key)
	data = binary.BigEndian.AppendUint16(data, uint16(promotion<<12|from<<6|to))
	data = binary.BigEndian.AppendUint16(data, weight)
	return binary.BigEndian.AppendUint32(data, 77)
}

func newBook(t testing.TB, entries ...[]byte) *Book {
	t.Helper()
	data := slices.Concat(entries...)
	return must.Get(New(bytes.NewReader(data), int64(len(data))))(t)
}

// texts writes entries as "e2e4*3".
func texts(entries []Entry) (texts []string) {
	for _, e := range entries {
		texts = append(texts, fmt.Sprintf("%s*%d", e.Move, e.Weight))
	}
	return texts
}

func TestAPositionIsFoundWhereverItStands(t *testing.T) {
	// Books of all sizes to 40, with the position's entries at every place.
	p := movegen.StartPosition()
	for size := range 40 {
		for first := range size + 1 {
			for count := range min(4, size-first+1) {
				var data []byte
				for i := range size {
					key := uint64(startKey)
					if i < first {
						key -= uint64(size - i)
					} else if i >= first+count {
						key += uint64(i) + 1
					}
					data = append(data, entry(key, 12, 20+8*(i&1), 0, uint16(i+1))...)
				}
				entries, err := newBook(t, data).Moves(&p)
				if err != nil || len(entries) != count || count > 0 && int(entries[0].Weight) != first+1 {
					t.Fatalf("size %d, first %d, count %d: %v, %v", size, first, count, texts(entries), err)
				}
			}
		}
	}
}

func TestNoMoreThanMaxEntriesOfAKeyAreRead(t *testing.T) {
	var data []byte
	for range maxEntries + 10 {
		data = append(data, entry(startKey, 12, 28, 0, 1)...)
	}
	p := movegen.StartPosition()
	if entries, err := newBook(t, data).Moves(&p); err != nil || len(entries) != maxEntries {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func TestMovesAreChosenAsOftenAsTheyWeigh(t *testing.T) {
	tests := []struct {
		name   string
		book   *Book
		shares map[string]float64
	}{
		{"heavy moves and useless ones", newBook(t, entry(startKey, 12, 28, 0, 6000), entry(startKey, 11, 27, 0, 3000),
			entry(startKey, 0, 63, 0, 60000), entry(startKey, 6, 21, 0, 1000), entry(startKey, 10, 26, 0, 0)),
			map[string]float64{"e2e4": 0.6, "d2d4": 0.3, "g1f3": 0.1}},
		{"two moves of the least weight", newBook(t, entry(startKey, 12, 28, 0, 1), entry(startKey, 11, 27, 0, 1)),
			map[string]float64{"e2e4": 0.5, "d2d4": 0.5}},
	}
	for _, test := range tests {
		p := movegen.StartPosition()
		source := rand.NewPCG(7, 8)
		counts := map[string]int{}
		const draws = 20000
		for range draws {
			m := must.Get(test.book.Choose(&p, source))(t)
			counts[m.String()]++
		}
		for text, share := range test.shares {
			if got := float64(counts[text]) / draws; got < share-0.02 || got > share+0.02 {
				t.Errorf("%s: %s was chosen in %.3f of the cases, not %.1f", test.name, text, got, share)
			}
		}
		if len(counts) != len(test.shares) {
			t.Errorf("%s: chosen were %v", test.name, counts)
		}
	}
}

func TestFaultyDataIsRefusedWithItsOffset(t *testing.T) {
	sorted := slices.Concat(entry(1, 0, 1, 0, 1), entry(5, 0, 1, 0, 1), entry(5, 0, 2, 0, 1))
	tests := []struct {
		name   string
		data   []byte
		size   int64
		want   error
		offset int64
	}{
		{"less than an entry", sorted[:8], 8, errTorn, 0},
		{"text", []byte("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n"), 30, errText, 0},
		{"a key that falls", slices.Concat(sorted, entry(4, 0, 1, 0, 1)), 64, errUnsorted, 48},
		{"too many entries", nil, maxSize + entrySize, errTooLarge, maxSize},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := New(bytes.NewReader(test.data), test.size)
			var format *formatError
			if b != nil || !errors.As(err, &format) || !errors.Is(err, test.want) || format.Offset != test.offset {
				t.Errorf("the error is %v", err)
			}
		})
	}
	if b, err := New(bytes.NewReader(sorted), 64); b != nil || !errors.Is(err, io.EOF) {
		t.Errorf("data that ends early gives %v, %v", b, err)
	}
}

func TestStrayBytesBehindTheLastEntryAreReportedAndNotUsed(t *testing.T) {
	whole := slices.Concat(entry(startKey, 12, 28, 0, 1), entry(startKey, 11, 27, 0, 1))
	for size, want := range map[int64]int{16: 1, 17: 1, 31: 1, 32: 2} {
		b := must.Get(New(bytes.NewReader(whole), size))(t)
		p := movegen.StartPosition()
		if moves, err := b.Moves(&p); err != nil || len(moves) != want || int(b.entries) != want || errors.Is(b.Stray(), errTorn) != (size%16 != 0) {
			t.Errorf("%d bytes: %v, %v, %v", size, moves, err, b.Stray())
		}
	}
}

// shrinking is data that can no longer be read.
type shrinking struct{ *bytes.Reader }

func (s *shrinking) ReadAt(p []byte, offset int64) (int, error) {
	if s.Reader == nil {
		return 0, io.ErrUnexpectedEOF
	}
	return s.Reader.ReadAt(p, offset)
}

func TestDataThatVanishesIsAnError(t *testing.T) {
	data := &shrinking{bytes.NewReader(entry(startKey, 12, 28, 0, 1))}
	b := must.Get(New(data, 16))(t)
	p := movegen.StartPosition()
	data.Reader = nil
	if m, err := b.Choose(&p, rand.NewPCG(1, 1)); !errors.Is(err, io.ErrUnexpectedEOF) || m != movegen.NoMove {
		t.Errorf("chosen was %v, %v", m, err)
	}
}

func TestOpenReadsFilesAndNothingElse(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, data, 0o600))
		return path
	}
	good := write("good.bin", slices.Concat(entry(1, 0, 1, 0, 1), entry(startKey, 12, 28, 0, 1)))
	b := must.Get(Open(good))(t)
	p := movegen.StartPosition()
	if entries, err := b.Moves(&p); err != nil || int(b.entries) != 2 || !slices.Equal(texts(entries), []string{"e2e4*1"}) {
		t.Errorf("the book offers %v, %v", texts(entries), err)
	}
	must.Do(t, b.Close())
	if _, err := b.Moves(&p); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a closed book gives %v", err)
	}
	if err := newBook(t).Close(); err != nil {
		t.Errorf("closing a book of data gives %v", err)
	}
	if _, err := Open(filepath.Join(folder, "none.bin")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := Open(folder); !errors.Is(err, errNotRegular) {
		t.Errorf("a folder gives %v", err)
	}
	if _, err := Open(write("torn.bin", make([]byte, 15))); !errors.Is(err, errTorn) {
		t.Errorf("a torn file gives %v", err)
	}
	huge := write("huge.bin", nil)
	if err := os.Truncate(huge, 10<<30); err == nil { // where files can have holes
		if _, err := Open(huge); !errors.Is(err, errTooLarge) {
			t.Errorf("a file of 10 GiB gives %v", err)
		}
	}
}

// reliabilityBooks is not part of this repository.
const reliabilityBooks = "../../shared/data/reliability/books"

func TestBooksMadeToBreakReadersDoNoHarm(t *testing.T) {
	if _, err := os.Stat(reliabilityBooks); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no shared data: %v", err)
	}
	p := movegen.StartPosition()
	for name, want := range map[string]error{
		"empty": nil, "illegal": nil, "promo7": nil, "weights0": nil,
		"eight": errTorn, "odd100": nil, "unsorted": errUnsorted, "random": errUnsorted,
	} {
		b, err := Open(filepath.Join(reliabilityBooks, name+".bin"))
		if !errors.Is(err, want) {
			t.Errorf("%s.bin is opened with %v, not %v", name, err, want)
		}
		if err != nil {
			continue
		}
		if entries, err := b.Moves(&p); err != nil || len(entries) != 0 {
			t.Errorf("%s.bin offers %v, %v", name, texts(entries), err)
		}
		invalid := map[string]error{"illegal": errIllegal, "promo7": errNoMove}[name]
		if err := Dump(io.Discard, b, 0); !errors.Is(err, invalid) {
			t.Errorf("%s.bin is dumped with %v, not %v", name, err, invalid)
		}
		must.Do(t, b.Close())
	}
}

func FuzzBook(f *testing.F) {
	f.Add([]byte{})
	f.Add(entry(startKey, 12, 28, 0, 0))
	f.Add(entry(startKey, 12, 28, 0, 1))
	f.Add(slices.Concat(entry(1, 1, 2, 3, 4), entry(startKey, 12, 28, 0, 1), entry(startKey, 6, 21, 0, 9), entry(startKey, 63, 63, 15, 9)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := movegen.StartPosition()
		b, err := New(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !errors.As(err, new(*formatError)) {
				t.Fatalf("refused with %T", err)
			}
			return
		}
		entries := must.Get(b.Moves(&p))(t)
		for _, e := range entries {
			if !p.IsLegal(e.Move) || e.Weight == 0 {
				t.Fatalf("the book offers %v with weight %d", e.Move, e.Weight)
			}
		}
		if m, err := b.Choose(&p, rand.NewPCG(1, 2)); err != nil || (m == movegen.NoMove) != (len(entries) == 0) {
			t.Fatalf("chosen was %v, %v", m, err)
		}
	})
}

func TestTheBuiltInBookIsSoundAndSmall(t *testing.T) {
	b := Builtin()
	if again := redumped(t, b); !bytes.Equal(again, builtin) {
		t.Error("dumped and compiled again it is another one")
	}
	if s := surveyOf(builtin); s.positions < 500 || len(builtin) > 300<<10 {
		t.Errorf("%d positions in %d bytes", s.positions, len(builtin))
	}
	for line, bad := range map[string]string{
		"":                               "g2g4*",
		"e2e4 e7e5":                      "e1e2*",
		"e2e4 e7e5 g1f3":                 "f7f5*",
		"e2e4 e7e5 g1f3 b8c6 f1c4":       "c6d4*",
		"d2d4 d7d5":                      "e2e4*",
		"e2e4 c7c5":                      "b2b4*",
		"e2e4 e7e5 g1f3 g8f6 f3e5":       "b8c6*",
		"d2d4":                           "e7e5*",
		"e2e4 e7e5 g1f3 b8c6 b1c3 g8f6":  "f3e5*",
		"e2e4 e7e5 g1f3 g8f6 f3e5 d7d6":  "e5f7*",
		"e2e4 d7d5 e4d5 d8d5 b1c3 d5a5":  "b2b4*",
		"e2e4 e7e5 f2f4 e5f4 f1c4 d8h4 ": "g2g3*",
	} {
		if bytes.Contains([]byte(offered(t, b, line)), []byte(bad)) {
			t.Errorf("after %q the book offers %s", line, offered(t, b, line))
		}
	}
	if got := offered(t, b, ""); len(got) < 20 || got[:5] != "e2e4*" {
		t.Errorf("it begins with %s", got)
	}
}

// TestMovesAreTheLegalOnesWithAWeight writes an entry by its numbers, between those of other positions.
func TestMovesAreTheLegalOnesWithAWeight(t *testing.T) {
	golden.Cases(t, "testdata/entries.cases", func(args ...string) string {
		p := position(t, args[0])
		var from, to, promotion int
		var weight uint16
		must.Get(fmt.Sscan(strings.Join(args[1:], " "), &from, &to, &promotion, &weight))(t)
		key := Key(p)
		b := newBook(t, entry(key-1, 12, 20, 0, 9), entry(key, from, to, promotion, weight), entry(key+1, 12, 20, 0, 9))
		return fmt.Sprint(texts(must.Get(b.Moves(p))(t)))
	})
}
