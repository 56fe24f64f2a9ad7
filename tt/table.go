// Package tt is the transposition table: results of the search by position, shared by all threads without locks.
//
// An entry is two words: the data, and the position's key XOR the data (Hyatt and Mann 2002). Each word is read and
// written atomically; an entry torn by two writers fails the key check and counts as a miss. A probe may return the
// entry of another position about once in 2^64 times, so a move from the table must be checked for legality.
//
// The package knows keys and moves, not positions or scores: the search makes mate scores relative to the node.
// Only search and its subpackages import it.
package tt

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"alfiere/movegen"
)

// Bound says what an entry's score proves; None marks an entry without one.
type Bound uint8

// The kinds of bounds.
const (
	None Bound = iota
	Upper
	Lower
	Exact
)

// Entry is what the table remembers of a position.
type Entry struct {
	Move  movegen.Move // best or refuting move, NoMove if unknown; test it before playing
	Score int16        // in the unit of the caller
	Eval  int16        // static evaluation, in the unit of the caller
	Depth int8         // plies that the score was searched with, from 0 to 127
	Bound Bound
	PV    bool // the position was on the principal variation, or near it
}

const (
	bucketSize   = 4
	bucketBytes  = 64
	generations  = 64 // a search's number is kept modulo this
	generationAt = 58
	pvAt         = 55
	// An entry loses this many plies of worth with every search that passes.
	pliesPerGeneration = 4
	// A bound of the same search is not replaced by one that is shallower by more plies than this.
	keptDepthMargin = 3

	// MaxMegabytes is the size of the largest table.
	MaxMegabytes = 1 << 20
	minMegabytes = 1
)

// ErrSize is wrapped by the error for a size outside the bounds or beyond what the system grants.
var ErrSize = errors.New("hash size not available")

type slot struct{ check, data atomic.Uint64 }

type bucket [bucketSize]slot

// Table is a transposition table. Probe and Store may be called by any number of
// goroutines at once; the other methods only while no one else uses the table.
type Table struct {
	buckets    []bucket
	memory     memory
	generation uint64
}

// New returns an empty table of the given size.
func New(megabytes int) (*Table, error) {
	t := new(Table)
	if err := t.Resize(megabytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize replaces the table by an empty one of the given size. On an error, which wraps ErrSize, the old one stays.
func (t *Table) Resize(megabytes int) error {
	if megabytes < minMegabytes || megabytes > MaxMegabytes {
		return fmt.Errorf("%w: %d MB is not within %d to %d", ErrSize, megabytes, minMegabytes, MaxMegabytes)
	}
	memory, buckets, err := allocate(megabytes << 20 / bucketBytes)
	if err != nil {
		return fmt.Errorf("%w: %d MB: %w", ErrSize, megabytes, err)
	}
	t.memory.release()
	t.memory, t.buckets = memory, buckets
	t.Clear() // so that the system hands the pages out now and not during a search
	return nil
}

// Close gives the memory back; the table must not be used afterwards.
func (t *Table) Close() {
	t.memory.release()
	t.memory, t.buckets = memory{}, nil
}

// Clear empties the table, with all processors when it is large.
func (t *Table) Clear() {
	t.generation = 0
	const chunk = 1 << 18 // buckets, 16 MB
	var workers sync.WaitGroup
	for rest := t.buckets; len(rest) > 0; {
		part := rest[:min(chunk, len(rest))]
		rest = rest[len(part):]
		if len(rest) == 0 {
			clear(part)
			break
		}
		workers.Go(func() { clear(part) })
	}
	workers.Wait()
}

// NewSearch makes all present entries one search older.
func (t *Table) NewSearch() { t.generation = (t.generation + 1) % generations }

func (t *Table) bucketOf(key movegen.Key) *bucket {
	high, _ := bits.Mul64(uint64(key), uint64(len(t.buckets)))
	return &t.buckets[high]
}

// Probe returns what is known about the position with the given key.
func (t *Table) Probe(key movegen.Key) (entry Entry, found bool) {
	b := t.bucketOf(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == uint64(key) && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store remembers entry for the position with the given key. It replaces what is known about this position unless that
// is much deeper, else the entry of the bucket that is worth least by depth and age. An empty move keeps the old one.
func (t *Table) Store(key movegen.Key, entry Entry) {
	b := t.bucketOf(key)
	victim, least := 0, 1<<30
	for i := range b {
		data := b[i].data.Load()
		if data == 0 {
			victim, least = i, -1<<30
			continue
		}
		old := unpack(data)
		age := int(t.generation-data>>generationAt) & (generations - 1)
		if b[i].check.Load()^data == uint64(key) {
			if entry.Move == movegen.NoMove {
				entry.Move = old.Move
			}
			if entry.Bound != Exact && age == 0 && int(old.Depth) > int(entry.Depth)+keptDepthMargin {
				return
			}
			victim = i
			break
		}
		if worth := int(old.Depth) - pliesPerGeneration*age; worth < least {
			victim, least = i, worth
		}
	}
	data := entry.pack() | t.generation<<generationAt
	b[victim].check.Store(uint64(key) ^ data)
	b[victim].data.Store(data)
}

// Prefetch asks for the bucket of key to be brought near before it is probed.
func (t *Table) Prefetch(key movegen.Key) { prefetch(t.bucketOf(key)) }

// Hashfull returns how much of the table the present search has filled, in
// permille, judged by the first thousand buckets.
func (t *Table) Hashfull() int {
	sample := t.buckets[:min(1000, len(t.buckets))]
	used := 0
	for b := range sample {
		for i := range sample[b] {
			if data := sample[b][i].data.Load(); data != 0 && data>>generationAt == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (len(sample) * bucketSize)
}

// pack lays an entry out as move 16, score 16, eval 16, depth 7, principal variation 1 and
// bound 2 bits; the six bits above are for the generation.
func (e Entry) pack() uint64 {
	data := uint64(e.Move) | uint64(uint16(e.Score))<<16 | uint64(uint16(e.Eval))<<32 |
		uint64(e.Depth&127)<<48 | uint64(e.Bound&3)<<56
	if e.PV {
		data |= 1 << pvAt
	}
	return data
}

func unpack(data uint64) Entry {
	return Entry{Move: movegen.Move(data), Score: int16(data >> 16), Eval: int16(data >> 32),
		Depth: int8(data >> 48 & 127), PV: data>>pvAt&1 != 0, Bound: Bound(data >> 56 & 3)}
}
