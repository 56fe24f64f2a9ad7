package tt

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

const testFingerprint = 0x5eed

// createFile makes a hash file of 1 MB and returns its path.
func createFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.hash")
	must.Do(t, CreateFile(path, 1, testFingerprint))
	return path
}

func openFile(t testing.TB, path string) *File {
	t.Helper()
	f := must.Get(OpenFile(path, testFingerprint))(t)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// keyOf and entryOf make the tests' entries: each is known by its key and version,
// so that a wrong one is found, whichever process wrote it. They lie in few buckets.
func keyOf(number uint64) movegen.Key { return movegen.Key(movegen.Mix(number)) }

func entryOf(key movegen.Key, version int16) Entry {
	h := movegen.Mix(uint64(key) ^ uint64(uint16(version)))
	return Entry{Move: movegen.Move(h) | 1, Score: int16(h >> 16), Eval: version, Depth: 7, Bound: Bound(1 + h>>32%3)}
}

func TestAFileKeepsWhatWasWrittenWhenItIsOpenedAgain(t *testing.T) {
	path := createFile(t)
	f := openFile(t, path)
	for n := range uint64(1000) {
		f.Store(keyOf(n), entryOf(keyOf(n), 1))
	}
	must.Do(t, f.Close())
	f = openFile(t, path)
	for n := range uint64(1000) {
		if got, found := f.Probe(keyOf(n)); !found || got != entryOf(keyOf(n), 1) {
			t.Fatalf("key %d: %+v, %v", n, got, found)
		}
	}
	if _, found := f.Probe(keyOf(1000)); found {
		t.Error("a key that was never written is found")
	}
	if census, err := f.Count(); err != nil || census.Used != 1000 || census.Damaged != 0 {
		t.Errorf("the census is %+v, %v", census, err)
	}
	if f.Megabytes() != 1 {
		t.Errorf("the size is %d MB", f.Megabytes())
	}
}

// The reference implementation is a map of what was written last and not in vain.
func TestWhatIsReadIsWhatWasWrittenLastOrNothing(t *testing.T) {
	f := openFile(t, createFile(t))
	rng := rand.New(rand.NewPCG(1, 2))
	last := map[movegen.Key]Entry{}
	found := 0
	for range 100_000 {
		key := keyOf(rng.Uint64N(60_000)) // more than the file has room for
		got, ok := f.Probe(key)
		if ok {
			if found++; got != last[key] {
				t.Fatalf("key %x: %+v is read, %+v was written last", uint64(key), got, last[key])
			}
		}
		entry := randomEntry(rng)
		entry.Depth %= 4
		if rng.IntN(4) == 0 {
			entry.Move = movegen.NoMove
		}
		f.Store(key, entry)
		if ok && got.Depth > entry.Depth {
			continue // a deeper one stays
		}
		if ok && entry.Move == movegen.NoMove {
			entry.Move = got.Move
		}
		last[key] = entry
	}
	if found < 20_000 || f.Err() != nil {
		t.Errorf("only %d of 100,000 were found, %v", found, f.Err())
	}
}

func TestTheLeastDeepEntryOfABucketMakesRoom(t *testing.T) {
	f := openFile(t, createFile(t))
	const base = 1 << 50 // keys with the same high word share a bucket
	for i, depth := range []int8{9, 3, 8, 7} {
		f.Store(base+movegen.Key(i), Entry{Depth: depth, Bound: Exact})
	}
	f.Store(base+4, Entry{Depth: 1, Bound: Exact})
	for i, want := range []bool{true, false, true, true, true} {
		if _, found := f.Probe(base + movegen.Key(i)); found != want {
			t.Errorf("entry %d is found: %v", i, found)
		}
	}
}

func TestAnEntryThatProvesNothingIsNotWritten(t *testing.T) {
	f := openFile(t, createFile(t))
	f.Store(5, Entry{Move: 9, Depth: 9})
	if _, found := f.Probe(5); found {
		t.Error("it was written")
	}
}

func TestFilesAreCreatedWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.hash")
	for _, megabytes := range []int{-1, 0, 3, 100, 2 * MaxMegabytes} {
		if err := CreateFile(path, megabytes, 1); !errors.Is(err, ErrSize) {
			t.Errorf("%d MB: %v", megabytes, err)
		}
	}
	if err := CreateFile(filepath.Join(folder, "none", "games.hash"), 1, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	must.Do(t, os.WriteFile(path, []byte("a letter"), 0o600))
	if err := CreateFile(path, 1, 1); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another file: %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "a letter" {
		t.Error("the other file was changed")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files instead of 1: something was left", len(entries))
	}
}

// refused opens the file with the given content and returns the fault.
func refused(t *testing.T, path string, content []byte) *FileError {
	t.Helper()
	must.Do(t, os.WriteFile(path, content, 0o600))
	f, err := OpenFile(path, testFingerprint)
	if err == nil {
		_ = f.Close()
		t.Fatal("a damaged file was accepted")
	}
	var fault *FileError
	if !errors.As(err, &fault) {
		t.Fatalf("the error has no offset: %v", err)
	}
	if !strings.Contains(err.Error(), path) {
		t.Errorf("the error does not name the file: %v", err)
	}
	return fault
}

func TestAFlippedBitInTheHeaderIsRefused(t *testing.T) {
	path := createFile(t)
	for bit := range headerBytes * 8 {
		damaged := header(1<<20, testFingerprint) // cut short, but that is looked at last
		damaged[bit/8] ^= 1 << (bit % 8)
		fault := refused(t, path, damaged)
		want, offset := errDamaged, int64(checkAt)
		if bit/8 < len(fileMagic) {
			want, offset = errNotHashFile, int64(bit/8)
		}
		if !errors.Is(fault, want) || fault.Offset != offset {
			t.Fatalf("bit %d: %v", bit, fault)
		}
	}
}

func TestAFileOfAnotherLengthIsRefused(t *testing.T) {
	path := createFile(t)
	whole := must.Get(os.ReadFile(path))(t)
	var lengths []int
	for n := range headerBytes + 1 {
		lengths = append(lengths, n)
	}
	rng := rand.New(rand.NewPCG(1, 3))
	for range 20 {
		bucket := headerBytes + rng.IntN(1<<20/fileBucketBytes)*fileBucketBytes
		lengths = append(lengths, bucket, bucket+1, bucket+slotBytes, bucket+slotBytes+8, bucket+fileBucketBytes-1, headerBytes+rng.IntN(1<<20))
	}
	for _, n := range append(lengths, 4096, 512, 1<<20, len(whole)-1) {
		if fault := refused(t, path, whole[:n]); fault.Offset != int64(n) {
			t.Errorf("cut to %d bytes: %v", n, fault)
		}
	}
	if fault := refused(t, path, append(whole, 0)); fault.Offset != int64(len(whole)) || !errors.Is(fault, errDamaged) {
		t.Errorf("a byte too long: %v", fault)
	}
}

func TestForeignFilesAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.hash")
	otherFormat := header(1<<20, testFingerprint)
	otherFormat[8]++
	copy(otherFormat[checkAt:], leastFirst(headerCheck(otherFormat)))
	for _, c := range []struct {
		name    string
		content []byte
		offset  int64
		want    error
	}{
		{"nothing", nil, 0, errNotHashFile},
		{"a text", []byte("1. e4 e5"), 0, errNotHashFile},
		{"zeros", make([]byte, 1<<20+headerBytes), 0, errNotHashFile},
		{"line ends converted", append([]byte("\x89AlfH\n"), make([]byte, 100)...), 5, errNotHashFile},
		{"another format", otherFormat, 8, errFormat},
		{"no power of two", header(3<<20, testFingerprint), 16, errDamaged},
		{"no size", header(0, testFingerprint), 16, errDamaged},
		{"too small", header(1<<16, testFingerprint), 16, errDamaged},
		{"too large", header(1<<63, testFingerprint), 16, errDamaged},
		{"another engine", header(1<<20, testFingerprint+1), 24, ErrFingerprint},
		{"a header alone", header(1<<20, testFingerprint), headerBytes, errDamaged},
	} {
		if fault := refused(t, path, c.content); !errors.Is(fault, c.want) || fault.Offset != c.offset {
			t.Errorf("%s: %v", c.name, fault)
		}
	}
	if _, err := OpenFile(filepath.Dir(path), testFingerprint); !errors.Is(err, errNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := OpenFile(path+"x", testFingerprint); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func leastFirst(word uint64) []byte {
	var raw []byte
	for range 8 {
		raw = append(raw, byte(word))
		word >>= 8
	}
	return raw
}

func FuzzFilesAreRefusedOrWhole(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add(header(1<<20, testFingerprint), uint16(1))
	f.Add(header(1<<20, 0), uint16(64))
	f.Add([]byte("\x89AlfH\r\n\x1a"), uint16(3))
	path := filepath.Join(f.TempDir(), "games.hash")
	f.Fuzz(func(t *testing.T, start []byte, key uint16) {
		content := make([]byte, headerBytes+1<<20)
		copy(content, start)
		must.Do(t, os.WriteFile(path, content, 0o600))
		file, err := OpenFile(path, testFingerprint)
		if err != nil {
			return
		}
		defer file.Close()
		if !bytes.Equal(content[:headerBytes], header(1<<20, testFingerprint)) {
			t.Fatal("a header was accepted that no file of this size has")
		}
		if entry, found := file.Probe(movegen.Key(key)); found && entry.Bound == None {
			t.Fatal("an entry was found that is never written")
		}
	})
}

func BenchmarkFileProbe(b *testing.B) {
	f := openFile(b, createFile(b))
	fill(f, 40_000)
	n := uint64(0)
	for b.Loop() {
		n++
		f.Probe(keyOf(n % 50_000))
	}
}

func BenchmarkFileStore(b *testing.B) {
	f := openFile(b, createFile(b))
	n := uint64(0)
	for b.Loop() {
		n++
		f.Store(keyOf(n), entryOf(keyOf(n), 0))
	}
}
