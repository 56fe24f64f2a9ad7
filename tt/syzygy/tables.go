// Package syzygy reads Syzygy endgame tables: the value of every position of at most seven pieces (files .rtbw), and
// the distance to the next capture or pawn move (.rtbz). The tables know the 50-move rule, but neither castling nor the
// clock of a position: with castling rights there is no answer, and values are those of a clock at zero.
//
// Open finds the files of some folders; each is mapped into memory and verified when it is first needed. WDL, DTZ and
// Moves may be called by many goroutines at once: they take no lock, and WDL and DTZ allocate nothing. A file that is
// damaged, cut short or of another format is reported once, by Faults, and then treated as missing.
//
// FORMAT.md describes the files. A probe passes through probe.go (captures and en passant), index.go (the
// number of the position) and decode.go (the value with that number); layout.go reads the header.
package syzygy

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"alfiere/movegen"
)

// Tables are the tables of some folders. A nil *Tables has none and may be used.
type Tables struct {
	slots   []slot // a hash table whose length is a power of two
	entries []*entry
	pieces  int

	mutex  sync.Mutex
	faults []error // not yet reported
}

// slot of the hash table: a material, with either colour as White, leads to its tables.
type slot struct {
	material material
	entry    *entry // nil in a slot that is free
}

// entry holds the tables of one material.
type entry struct {
	shape shape
	files [2]lazyTable // by kind
}

// lazyTable is a file that is opened when it is first asked for.
type lazyTable struct {
	path   string // empty if there is none
	mutex  sync.Mutex
	opened atomic.Pointer[table] // nil before; unusable if the file is
	file   *file                 // guarded by mutex
}

// unusable marks a file that cannot be used.
var unusable = &table{}

var errNoTables = errors.New("there are no tables in this folder")

// Open finds the tables in the folders of path, which are separated as in the system's PATH (os.PathListSeparator); if
// a table is in more than one, the first counts. The Tables can always be used; the error, if not nil, joins an error
// for each folder that cannot be read or has no table.
func Open(path string) (*Tables, error) {
	makeNumbers()
	t := new(Tables)
	found := make(map[material]*entry)
	var faults []error
	seen := make(map[string]bool)
	for _, folder := range filepath.SplitList(path) {
		if folder == "" || seen[filepath.Clean(folder)] {
			continue
		}
		seen[filepath.Clean(folder)] = true
		listed, err := os.ReadDir(folder)
		count := 0
		for _, each := range listed {
			if t.add(found, folder, each.Name()) {
				count++
			}
		}
		if err == nil && count == 0 {
			err = errNoTables
		}
		if err != nil {
			faults = append(faults, &FileError{folder, reason(err)})
		}
	}
	t.fill()
	return t, errors.Join(faults...)
}

// add records a file by its name. It reports whether that is the name of a table.
func (t *Tables) add(found map[material]*entry, folder, name string) bool {
	for kind, suffix := range suffixes {
		base, ok := strings.CutSuffix(name, suffix)
		if !ok {
			continue
		}
		m, pieces, ok := parseMaterial(base)
		if !ok {
			return false
		}
		e := found[m]
		if e == nil {
			e = &entry{shape: newShape(m, pieces)}
			found[m] = e
			t.entries = append(t.entries, e)
		}
		if e.files[kind].path == "" { // else an earlier folder has it
			e.files[kind].path = filepath.Join(folder, name)
			if kind == int(values) {
				t.pieces = max(t.pieces, pieces)
			}
		}
		return true
	}
	return false
}

// fill makes the hash table.
func (t *Tables) fill() {
	size := 2
	for size < 4*len(t.entries) {
		size *= 2
	}
	t.slots = make([]slot, size)
	for _, e := range t.entries {
		t.put(e.shape.white, e)
		if !e.shape.symmetric {
			t.put(e.shape.white.mirrored(), e)
		}
	}
}

func (t *Tables) put(m material, e *entry) {
	at := t.begin(m)
	for t.slots[at].entry != nil {
		at = (at + 1) & (len(t.slots) - 1)
	}
	t.slots[at] = slot{m, e}
}

// begin returns the slot at which the search for a material begins.
func (t *Tables) begin(m material) int {
	return int(movegen.Mix(uint64(m))) & (len(t.slots) - 1)
}

// find returns the entry of a material, nil if there is no table.
func (t *Tables) find(m material) *entry {
	for at := t.begin(m); ; at = (at + 1) & (len(t.slots) - 1) {
		if s := &t.slots[at]; s.entry == nil || s.material == m {
			return s.entry
		}
	}
}

// Close releases the memory and files of Open and the probes. No probe may be under way or follow.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	var faults []error
	for _, e := range t.entries {
		for kind := range e.files {
			l := &e.files[kind]
			l.mutex.Lock()
			if l.file != nil {
				if err := l.file.close(); err != nil {
					faults = append(faults, &FileError{l.path, reason(err)})
				}
				l.file = nil
			}
			l.opened.Store(unusable)
			l.mutex.Unlock()
		}
	}
	return errors.Join(faults...)
}

// MaxPieces returns the number of pieces, kings included, of the largest table of values; 0 without tables.
func (t *Tables) MaxPieces() int {
	if t == nil {
		return 0
	}
	return t.pieces
}

// Count returns the numbers of files of values and of distances.
func (t *Tables) Count() (wdl, dtz int) {
	if t == nil {
		return 0, 0
	}
	for _, e := range t.entries {
		if e.files[values].path != "" {
			wdl++
		}
		if e.files[distances].path != "" {
			dtz++
		}
	}
	return wdl, dtz
}

// Faults returns the files that proved unusable since the last call, as *FileError; each file is reported once.
func (t *Tables) Faults() []error {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	faults := t.faults
	t.faults = nil
	return faults
}

// table returns the table of a kind for a material, nil if there is no usable one.
func (t *Tables) table(e *entry, k kind) *table {
	l := &e.files[k]
	opened := l.opened.Load()
	if opened == nil {
		opened = t.open(l, e.shape, k)
	}
	if opened == unusable {
		return nil
	}
	return opened
}

// open opens a file when it is first needed.
func (t *Tables) open(l *lazyTable, s shape, k kind) *table {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if opened := l.opened.Load(); opened != nil {
		return opened // another goroutine was first
	}
	if l.path == "" {
		l.opened.Store(unusable)
		return unusable
	}
	opened, err := l.load(s, k)
	if err != nil {
		t.report(l.path, err)
		opened = unusable
	}
	l.opened.Store(opened)
	return opened
}

// load opens and verifies the file.
func (l *lazyTable) load(s shape, k kind) (opened *table, err error) {
	if l.file, err = openFile(l.path, true); err != nil {
		return nil, err
	}
	err = guard(func() (err error) {
		opened, err = readTable(l.file, s, k)
		return err
	})
	return opened, err
}

// drop makes a table unusable after a probe has found an error in it.
func (t *Tables) drop(e *entry, k kind, fault error) {
	l := &e.files[k]
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.opened.Load() != unusable {
		l.opened.Store(unusable) // other goroutines may still read it: the file stays mapped until Close
		t.report(l.path, fault)
	}
}

// report records an error for Faults.
func (t *Tables) report(path string, fault error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.faults = append(t.faults, &FileError{path, fault})
}
