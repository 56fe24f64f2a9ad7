package experiment

import "math/bits"

// bitset is a set of positions, given by their places in a list.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b bitset) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// countNew returns how many positions are in b but not in covered.
func (b bitset) countNew(covered bitset) (n int) {
	for i, word := range b {
		n += bits.OnesCount64(word &^ covered[i])
	}
	return n
}

// isWithin reports whether all positions of b are in other.
func (b bitset) isWithin(other bitset) bool { return b.countNew(other) == 0 }
