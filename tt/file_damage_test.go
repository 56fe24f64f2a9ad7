package tt

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// fill writes entries of version 0 for the numbers below count.
func fill(f *File, count uint64) {
	for n := range count {
		f.Store(keyOf(n), entryOf(keyOf(n), 0))
	}
}

// verify looks for the numbers below count, fails if an entry is found that is not one of
// theirs, and returns how many were found.
func verify(t *testing.T, f *File, count uint64) (found int) {
	t.Helper()
	for n := range count {
		entry, ok := f.Probe(keyOf(n))
		if !ok {
			continue
		}
		found++
		if entry != entryOf(keyOf(n), entry.Eval) {
			t.Fatalf("key %d: %+v was never written", n, entry)
		}
	}
	return found
}

// damage lets change a part of the file's bytes.
func damage(t *testing.T, f *File, offset int64, length int, change func(part []byte)) {
	t.Helper()
	part := make([]byte, length)
	must.Get(f.file.ReadAt(part, offset))(t)
	change(part)
	must.Get(f.file.WriteAt(part, offset))(t)
}

func TestFlippedBitsInEntriesReadAsMisses(t *testing.T) {
	f := openFile(t, createFile(t))
	const count = 40_000
	fill(f, count)
	before := verify(t, f, count)
	rng := rand.New(rand.NewPCG(1, 4))
	for range 30_000 {
		damage(t, f, headerBytes+rng.Int64N(1<<20), 1, func(part []byte) { part[0] ^= 1 << rng.IntN(8) })
	}
	after := verify(t, f, count)
	if after == 0 || after >= before-10_000 {
		t.Errorf("%d entries before, %d after: the damage did not reach them, or all", before, after)
	}
	census, err := f.Count()
	if err != nil || census.Used != int64(after) || census.Damaged == 0 || census.FirstDamaged < headerBytes {
		t.Errorf("the census is %+v, %v; %d are whole", census, err, after)
	}
	// A search writes on, over the damage.
	fill(f, count)
	if again := verify(t, f, count); again <= after {
		t.Errorf("%d entries, still", again)
	}
}

// One bit, two bits, any word: of an entry with a fault in one word nothing is believed, whichever bits it is.
func TestEveryFlipWithinAnEntryIsSeen(t *testing.T) {
	f := openFile(t, createFile(t))
	key := keyOf(1)
	f.Store(key, entryOf(key, 0))
	offset := f.offsetOf(key)
	flip := func(bit int) { damage(t, f, offset, slotBytes, func(part []byte) { part[bit/8] ^= 1 << (bit % 8) }) }
	for first := range slotBytes * 8 {
		for second := first; second < slotBytes*8; second += 7 {
			flip(first)
			if second != first {
				flip(second)
			}
			if entry, found := f.Probe(key); found {
				t.Fatalf("bits %d and %d: %+v", first, second, entry)
			}
			flip(first)
			if second != first {
				flip(second)
			}
		}
	}
	if entry, found := f.Probe(key); !found || entry != entryOf(key, 0) {
		t.Error("the entry itself is gone: the test has proved nothing")
	}
}

// A write that stops after any byte leaves the old entry, the new one or none, be it of
// the same position or of another.
func TestATornWriteIsTheOldEntryTheNewOneOrNone(t *testing.T) {
	f := openFile(t, createFile(t))
	slot := func(key movegen.Key, entry Entry) (raw [slotBytes]byte) {
		data := entry.pack()
		binary.LittleEndian.PutUint64(raw[0:], uint64(key))
		binary.LittleEndian.PutUint64(raw[8:], data)
		binary.LittleEndian.PutUint64(raw[16:], f.check(key, data))
		return raw
	}
	for n := range uint64(300) {
		before := keyOf(n)
		after := before + movegen.Key(n%3) // the same, and others of the bucket
		old, renewed := slot(before, entryOf(before, 0)), slot(after, entryOf(after, int16(n+1)))
		for length := range slotBytes + 1 {
			damage(t, f, f.offsetOf(before), slotBytes, func(part []byte) {
				copy(part, old[:])
				copy(part, renewed[:length])
			})
			for _, key := range []movegen.Key{before, after} {
				entry, found := f.Probe(key)
				if found && (key != before || entry != entryOf(before, 0)) && (key != after || entry != entryOf(after, int16(n+1))) {
					t.Fatalf("%d bytes of entry %d: %+v", length, n, entry)
				}
				if !found && (length == 0 && key == before || length == slotBytes && key == after) {
					t.Fatalf("a whole entry is not found")
				}
			}
		}
	}
}

// Blocks of another hash file, or of another place in this one, hold entries that are whole in themselves.
func TestStrayBlocksReadAsMisses(t *testing.T) {
	path := createFile(t)
	f := openFile(t, path)
	const count = 20_000
	fill(f, count)
	var moved [4096]byte
	damage(t, f, 8192, len(moved), func(part []byte) { copy(moved[:], part) })
	damage(t, f, 500*fileBucketBytes+8192, len(moved), func(part []byte) { copy(part, moved[:]) })
	verify(t, f, count)
	if census, _ := f.Count(); census.Damaged == 0 {
		t.Error("the census does not notice the moved block")
	}
	other := &File{file: f.file, buckets: f.buckets, seed: f.seed + 1} // as if all blocks were of another engine
	if census, _ := other.Count(); census.Used != 0 {
		t.Errorf("%d entries of another engine are believed", census.Used)
	}
}

func TestAFileThatShrinksIsLeftAlone(t *testing.T) {
	for _, length := range []int64{0, 10, headerBytes, 1000, 1 << 19} {
		path := createFile(t)
		f := openFile(t, path)
		const count = 10_000
		fill(f, count)
		must.Do(t, os.Truncate(path, length))
		if f.Err() != nil {
			t.Errorf("a fault before it can be known: %v", f.Err())
		}
		verify(t, f, count)
		fill(f, count)
		if !errors.Is(f.Err(), ErrShrunk) {
			t.Errorf("cut to %d bytes: the fault is %v", length, f.Err())
		}
		if info, err := os.Stat(path); err != nil || info.Size() != length {
			t.Errorf("cut to %d bytes it has grown again: %v, %v", length, info.Size(), err)
		}
		if _, err := f.Count(); err == nil {
			t.Error("the census does not notice")
		}
	}
}

// A file open for reading alone refuses every write, as a full disk does.
func TestAWriteThatFailsIsReportedAndTheRestIsRead(t *testing.T) {
	path := createFile(t)
	f := openFile(t, path)
	fill(f, 100)
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	readOnly := &File{file: file, buckets: f.buckets, seed: f.seed}
	readOnly.Store(keyOf(200), entryOf(keyOf(200), 0))
	if readOnly.Err() == nil {
		t.Error("the failed write is not reported")
	}
	if found := verify(t, readOnly, 100); found != 100 {
		t.Errorf("only %d of 100 entries are read", found)
	}
}

func TestAClosedFileFindsNothing(t *testing.T) {
	f := openFile(t, createFile(t))
	fill(f, 100)
	must.Do(t, f.Close())
	if found := verify(t, f, 100); found != 0 {
		t.Errorf("%d entries", found)
	}
	fill(f, 100)
	if !errors.Is(f.Err(), os.ErrClosed) {
		t.Errorf("the fault is %v", f.Err())
	}
}
