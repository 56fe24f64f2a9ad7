package problem

import (
	"sync/atomic"

	"alfiere/movegen"
)

// table remembers how many moves the attacker needs in positions met before. Threads
// share it without locks: an entry is one word, which is read and written whole.
//
// The place of an entry and the bits of the key that it holds make up 64 bits, and
// positions with the same 64-bit key are taken for one. In a search of 10^9 nodes
// the odds that any answer is given to the wrong position are below 1 in 10^10.
type table []atomic.Uint64

// An entry is, from the top: 54 bits of the key; the number of moves in which the
// position mates, 0 if unknown; the number of moves in which it does not mate.
const (
	lengthBits = 5
	lengthMask = 1<<lengthBits - 1 // below MaxMoves: the table is asked after the first move
	keyMask    = ^uint64(1<<(2*lengthBits) - 1)
)

// newTable returns a table that suits a stipulation of this many moves. Two-movers
// have no transpositions worth a table. The others' sizes are where more memory
// stopped to pay: positions seldom recur, and a table beyond the caches is slow.
func newTable(moves int) table {
	switch {
	case moves <= 2:
		return nil
	case moves == 3:
		return make(table, 1<<14)
	case moves <= 5:
		return make(table, 1<<18)
	}
	return make(table, 1<<20)
}

// slot returns the place of a position. The low bits, which the entry lacks, choose
// it; a table has at least 2^10 entries.
func (t table) slot(key movegen.Key) *atomic.Uint64 { return &t[uint64(key)&uint64(len(t)-1)] }

// probe returns whether the attacker mates in at most n moves, if that is known.
func (t table) probe(key movegen.Key, n int) (mates, known bool) {
	if t == nil {
		return false, false
	}
	e := t.slot(key).Load()
	if (e^uint64(key))&keyMask != 0 {
		return false, false
	}
	if mateIn := int(e >> lengthBits & lengthMask); mateIn != 0 && mateIn <= n {
		return true, true
	}
	return false, int(e&lengthMask) >= n
}

// store notes whether the attacker mates in at most n moves; the newest position replaces another.
func (t table) store(key movegen.Key, n int, mates bool) {
	if t == nil {
		return
	}
	slot := t.slot(key)
	e := slot.Load()
	if (e^uint64(key))&keyMask != 0 {
		e = uint64(key) & keyMask
	}
	if mates {
		e = e&^(lengthMask<<lengthBits) | uint64(n)<<lengthBits
	} else {
		e = e&^lengthMask | uint64(n)
	}
	slot.Store(e)
}
