package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"
	"math"
)

// Go's runtime has tables of all functions (runtime/symtab.go, internal/abi/symtab.go). Most of what is in them is for
// the traceback of a crash alone: names, files, lines, which calls were copied into their callers, how arguments are
// printed. Nobody reads a traceback of a worker, so these bytes become zeros, which take next to no space when
// compressed; no offset changes. The tables that walk a stack stay: the sizes of frames, and where they hold pointers.

// errTables says that this release of Go has other tables than we know.
var errTables = errors.New("the tables of functions are not those of Go 1.20 to 1.26")

// What an entry of the table of functions has, in bytes from its beginning, and in all.
const (
	entryName     = 4
	entryFrame    = 16 // where in the steps that of the frame's size begins
	entryFile     = 20
	entryLine     = 24
	entrySteps    = 28 // how many more tables of steps there are
	entryUnit     = 32
	entryFirst    = 36 // the first line
	entryPointers = 43 // how many tables of pointers there are
	entryLength   = 44
)

// A bucket says where in the index the functions of a piece of code begin.
const (
	bucketLength = 20
	bucketCode   = 4096
	bucketStep   = 16 // the index is looked through from a multiple of that on
)

// Tables of a function, by their numbers, that are not needed: of the steps (PCDATA) where
// signals may interrupt, which no worker has, where in the tree of copied calls a place is, and
// which arguments live; of the pointers (FUNCDATA) that tree, the arguments and which live.
var (
	needlessSteps    = []uint64{0, 2, 3}
	needlessPointers = []uint64{3, 5, 6}
)

// functions are the tables of functions in a program's memory.
type functions struct {
	names, units, files, steps []byte
	entries                    []byte // an index with two numbers for each function, then the functions
	count                      uint64
	buckets                    []byte // from code to the index
}

// dropTraceback zeroes what only tracebacks need.
func dropTraceback(memory *image) error {
	f, err := findFunctions(memory)
	if err != nil {
		return err
	}
	names, steps := make([]byte, len(f.names)), make([]byte, len(f.steps))
	for i := range f.count {
		entry := f.entry(i)
		if entry == nil || !f.rename(entry, names) || !f.strip(entry, steps) {
			return errTables
		}
	}
	copy(f.names, names)
	copy(f.steps, steps)
	clear(f.units)
	clear(f.files)
	for bucket := f.buckets; len(bucket) > 0; bucket = bucket[bucketLength:] {
		first := binary.LittleEndian.Uint32(bucket)
		clear(bucket[:bucketLength])
		binary.LittleEndian.PutUint32(bucket, first-first%bucketStep)
	}
	return nil
}

// findFunctions finds the tables: by the header that begins them and by the module, which refers to it.
func findFunctions(memory *image) (*functions, error) {
	for header := range places(memory.bytes, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}) {
		address := binary.LittleEndian.AppendUint64(nil, memory.address+uint64(header))
		for module := range places(memory.bytes, address) {
			if f := readFunctions(memory, memory.address+uint64(module)); f != nil {
				return f, nil
			}
		}
	}
	return nil, errTables
}

// places yields where a text stands.
func places(in, text []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; ; from++ {
			at := bytes.Index(in[from:], text)
			if at < 0 {
				return
			}
			if from += at; !yield(from) {
				return
			}
		}
	}
}

// readFunctions reads the module at an address: where its header is, the tables as slices,
// then the buckets and the bounds of the code. It returns nil if they do not fit together.
func readFunctions(memory *image, address uint64) *functions {
	module := words(memory.at(address, 22*8))
	if module == nil {
		return nil
	}
	header := words(memory.at(module[0], 9*8))
	if header == nil {
		return nil
	}
	fits := true
	table := func(i int, size uint64, begins int) []byte { // the header says where it begins, too
		text := memory.at(module[i], module[i+1]*size)
		fits = fits && len(text) > 0 && module[i] == module[0]+header[begins]
		return text
	}
	f := &functions{names: table(1, 1, 4), units: table(4, 4, 5), files: table(7, 1, 6), steps: table(10, 1, 7),
		entries: table(13, 1, 8)}
	f.count = header[1]
	f.buckets = memory.at(module[19], (module[21]-module[20])/bucketCode*bucketLength)
	if !fits || f.buckets == nil || module[16] != module[13] || module[17] != f.count+1 {
		return nil
	}
	return f
}

// words reads a text as words of the machine.
func words(text []byte) (read []uint64) {
	for ; len(text) >= 8; text = text[8:] {
		read = append(read, binary.LittleEndian.Uint64(text))
	}
	return read
}

// number reads the four bytes at a place of an entry.
func number(entry []byte, at uint64) uint64 {
	return uint64(binary.LittleEndian.Uint32(entry[at:]))
}

// entry returns the entry of a function, or nil if it is not within the table.
func (f *functions) entry(i uint64) []byte {
	if 8*i+8 > uint64(len(f.entries)) {
		return nil
	}
	from := number(f.entries, 8*i+4)
	if from+entryLength > uint64(len(f.entries)) {
		return nil
	}
	entry := f.entries[from:]
	length := entryLength + 4*number(entry, entrySteps) + 4*uint64(entry[entryPointers])
	if length > uint64(len(entry)) {
		return nil
	}
	return entry[:length]
}

// rename keeps of names what the runtime asks for: whether a function is its own, by the
// prefix, and those of package reflect, of which it knows two. Number 0 is no name.
func (f *functions) rename(entry, kept []byte) bool {
	at := number(entry, entryName)
	if at >= uint64(len(f.names)) {
		return false
	}
	const own, ownAt, other = "runtime.", 1, "reflect."
	name, _, _ := bytes.Cut(f.names[at:], []byte{0})
	place := 0
	switch {
	case bytes.HasPrefix(name, []byte(own)):
		place = ownAt
		copy(kept[ownAt:], own)
	case bytes.HasPrefix(name, []byte(other)) && at > ownAt+uint64(len(own)):
		place = int(at)
		copy(kept[at:], name)
	}
	binary.LittleEndian.PutUint32(entry[entryName:], uint32(place))
	return true
}

// strip keeps of an entry, and of the steps it refers to, what stacks are walked by.
func (f *functions) strip(entry, kept []byte) bool {
	for _, at := range []int{entryFile, entryLine, entryUnit, entryFirst} {
		clear(entry[at : at+4])
	}
	steps, pointers := number(entry, entrySteps), uint64(entry[entryPointers])
	for _, i := range needlessSteps {
		if i < steps {
			clear(entry[entryLength+4*i:][:4])
		}
	}
	for _, i := range needlessPointers {
		if i < pointers {
			binary.LittleEndian.PutUint32(entry[entryLength+4*(steps+i):], math.MaxUint32)
		}
	}
	fits := f.keep(kept, number(entry, entryFrame))
	for i := range steps {
		fits = fits && f.keep(kept, number(entry, entryLength+4*i))
	}
	return fits
}

// keep copies the steps that begin at a place: pairs of numbers, until a difference is 0 that
// is not the first. Place 0 has none.
func (f *functions) keep(kept []byte, place uint64) bool {
	if place == 0 {
		return true
	}
	if place >= uint64(len(f.steps)) {
		return false
	}
	r := reader{f.steps[place:]}
	for first := true; len(r.rest) > 0; first = false {
		if r.number() == 0 && !first {
			length := len(f.steps) - int(place) - len(r.rest)
			copy(kept[place:], f.steps[place:][:length])
			return true
		}
		r.number()
	}
	return false
}
