package problem

import "alfiere/movegen"

// table remembers how many moves the attacker needs in positions met before. Two
// positions with the same 64-bit key are taken for one.
type table []entry

// entry brackets the length of a position's mate.
type entry struct {
	key     movegen.Key
	mateIn  uint8 // mates in so many moves; 0 if unknown
	notMate uint8 // does not mate in so many moves
}

// newTable returns a table that suits a stipulation of so many moves. Two-movers
// have no transpositions worth a table.
func newTable(moves int) table {
	switch {
	case moves <= 2:
		return nil
	case moves == 3:
		return make(table, 1<<14)
	}
	return make(table, 1<<20)
}

// probe returns whether the attacker mates in at most n moves, if that is known.
func (t table) probe(key movegen.Key, n int) (mates, known bool) {
	if t == nil {
		return false, false
	}
	e := &t[uint64(key)&uint64(len(t)-1)]
	if e.key != key {
		return false, false
	}
	if e.mateIn != 0 && int(e.mateIn) <= n {
		return true, true
	}
	return false, int(e.notMate) >= n
}

// store notes whether the attacker mates in at most n moves; the newest position
// replaces another.
func (t table) store(key movegen.Key, n int, mates bool) {
	if t == nil {
		return
	}
	e := &t[uint64(key)&uint64(len(t)-1)]
	if e.key != key {
		*e = entry{key: key}
	}
	if mates {
		e.mateIn = uint8(n)
	} else {
		e.notMate = uint8(n)
	}
}
