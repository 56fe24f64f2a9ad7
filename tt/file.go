package tt

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
	"runtime"
	"sync/atomic"

	"alfiere/movegen"
)

// File is a table that outlives the process: what deep searches have learnt, kept on
// disk and shared by any number of goroutines and processes without locks.
//
// It is read and written with system calls and not mapped into memory: only deep
// results go there, so that a call for each does not count, and whatever becomes of
// the disk or of the file is an error then and not the death of the process.
//
// An entry is three words: key, data, and a check of both. It is believed only if all three agree, so that one torn by
// two writers, by a kill in mid-write or by the disk reads as a miss; damage to a single word is found for certain,
// other damage but for one chance in 2^64.
type File struct {
	file    *os.File
	buckets uint64
	seed    uint64 // of the checks: no entry of a file with another fingerprint passes
	fault   atomic.Pointer[error]
}

// hasFiles is false in a page: what reads and writes is then left out of the program.
const hasFiles = runtime.GOOS != "js"

const (
	slotBytes       = 24
	fileBucketBytes = bucketSize * slotBytes
)

type fileBucket [fileBucketBytes]byte

// OpenFile opens the hash file at path for reading and writing. A file that is none, is damaged, or was made with
// another fingerprint is refused with a *FileError; other errors are those of the file system.
func OpenFile(path string, fingerprint uint64) (*File, error) {
	// Asked before opening, which could wait for ever on a pipe.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("hash file \"%s\": %w", path, errNotRegular)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("hash file: %w", err)
	}
	size, err := readHeader(file, fingerprint)
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("hash file \"%s\": %w", path, err)
	}
	return &File{file: file, buckets: size / fileBucketBytes, seed: fingerprint}, nil
}

// Close closes the file. A search that still uses it finds nothing any more.
func (f *File) Close() error { return f.file.Close() }

// Megabytes returns the size of the file's table.
func (f *File) Megabytes() int { return int((f.buckets*fileBucketBytes + 1<<20 - 1) >> 20) }

// Err returns the fault because of which nothing is written to the file any more: the
// disk is full, or the file has shrunk. It is nil while all is well.
func (f *File) Err() error {
	if fault := f.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

func (f *File) fail(err error) {
	if f.fault.Load() != nil {
		return
	}
	if err == io.EOF {
		err = ErrShrunk
	}
	err = fmt.Errorf("hash file: %w; nothing is written to it any more", err)
	f.fault.CompareAndSwap(nil, &err)
}

func (f *File) offsetOf(key movegen.Key) int64 {
	bucket, _ := bits.Mul64(uint64(key), f.buckets)
	return headerBytes + int64(bucket)*fileBucketBytes
}

// Probe returns what the file knows about the position with the given key. Nothing is found if it cannot be read.
func (f *File) Probe(key movegen.Key) (entry Entry, found bool) {
	if !hasFiles {
		return Entry{}, false
	}
	var b fileBucket
	if _, err := f.file.ReadAt(b[:], f.offsetOf(key)); err != nil {
		f.fail(err)
		return Entry{}, false
	}
	for i := range bucketSize {
		if k, entry, state := f.slot(&b, i); state == slotWhole && k == key {
			return entry, true
		}
	}
	return Entry{}, false
}

// Store remembers entry for the position with the given key, unless it proves nothing or what is known about this
// position is deeper. Among other positions the least deep entry of the bucket makes room. An empty move keeps the one
// known. If it cannot be written it is lost, and Err reports why.
func (f *File) Store(key movegen.Key, entry Entry) {
	if !hasFiles || entry.Bound == None || f.fault.Load() != nil {
		return
	}
	var b fileBucket
	offset := f.offsetOf(key)
	if _, err := f.file.ReadAt(b[:], offset); err != nil {
		f.fail(err)
		return
	}
	victim, least := 0, 1<<30
	for i := range bucketSize {
		k, old, state := f.slot(&b, i)
		worth := int(old.Depth)
		if state != slotWhole {
			worth = -1 << 30
		} else if k == key {
			if old.Depth > entry.Depth {
				return
			}
			if entry.Move == movegen.NoMove {
				entry.Move = old.Move
			}
			if entry == old {
				return
			}
			victim = i
			break
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	var slot [slotBytes]byte
	data := entry.pack()
	binary.LittleEndian.PutUint64(slot[0:], uint64(key))
	binary.LittleEndian.PutUint64(slot[8:], data)
	binary.LittleEndian.PutUint64(slot[16:], f.check(key, data))
	if _, err := f.file.WriteAt(slot[:], offset+int64(victim)*slotBytes); err != nil {
		f.fail(err)
	}
}

// slotState is what a look at a slot shows.
type slotState uint8

const (
	slotEmpty slotState = iota
	slotWhole
	slotDamaged
)

// slot reads the slot with the given number. Key and entry mean nothing unless it is whole.
func (f *File) slot(b *fileBucket, i int) (key movegen.Key, entry Entry, state slotState) {
	raw := b[i*slotBytes : (i+1)*slotBytes]
	key = movegen.Key(binary.LittleEndian.Uint64(raw[0:]))
	data, check := binary.LittleEndian.Uint64(raw[8:]), binary.LittleEndian.Uint64(raw[16:])
	switch {
	case key == 0 && data == 0 && check == 0:
		return 0, Entry{}, slotEmpty
	case check != f.check(key, data) || data>>generationAt != 0 || unpack(data).Bound == None:
		return 0, Entry{}, slotDamaged
	}
	return key, unpack(data), slotWhole
}

// check returns the third word of an entry. With two of key, data and check given, only one value of the third agrees.
func (f *File) check(key movegen.Key, data uint64) uint64 {
	return movegen.Mix(movegen.Mix(uint64(key)+f.seed) ^ data)
}

// census is what is in a file.
type census struct {
	Slots, Used, Damaged int64
	FirstDamaged         int64 // offset of the first damaged entry, if there is one
}

// Count reads the whole file and returns what is in it. Damaged entries cost nothing but their room, and a search
// overwrites them in time; those that a running search writes just now may look damaged, too.
func (f *File) Count() (census, error) {
	const chunk = 8192 // buckets
	buffer := make([]byte, chunk*fileBucketBytes)
	var census census
	for first := uint64(0); first < f.buckets; first += chunk {
		part := buffer[:min(chunk, f.buckets-first)*fileBucketBytes]
		offset := headerBytes + int64(first)*fileBucketBytes
		if _, err := f.file.ReadAt(part, offset); err != nil {
			return census, fmt.Errorf("hash file: offset %d: %w", offset, err)
		}
		for at := 0; at < len(part); at += fileBucketBytes {
			f.countBucket(&census, (*fileBucket)(part[at:]), offset+int64(at))
		}
	}
	return census, nil
}

func (f *File) countBucket(census *census, b *fileBucket, offset int64) {
	for i := range bucketSize {
		census.Slots++
		key, _, state := f.slot(b, i)
		if state == slotWhole && f.offsetOf(key) != offset {
			state = slotDamaged // its slot is not one where it is looked up
		}
		switch state {
		case slotWhole:
			census.Used++
		case slotDamaged:
			if census.Damaged++; census.Damaged == 1 {
				census.FirstDamaged = offset + int64(i)*slotBytes
			}
		}
	}
}
