package eval

import "alfiere/movegen"

// cacheSize is the number of entries of the evaluation cache, a power of two. A search
// finds a fifth of its evaluations there; four times the entries would find one in ten
// of these more, and waiting for the memory would cost what that saves.
const cacheSize = 1 << 14

// cacheEntry is a position's key with the score, from the side to move's point of
// view, in place of the lowest bits; the empty entry is 0. All that a score depends on
// is in the key: the pieces, the side to move and the rooks that may castle.
type cacheEntry uint64

const (
	cacheScoreMask = 1<<16 - 1
	cacheScoreBias = 1 << 15 // makes the score positive
)

func makeCacheEntry(key movegen.Key, value int) cacheEntry {
	return cacheEntry(key)&^cacheScoreMask | cacheEntry(value+cacheScoreBias)
}

// value returns the score if the entry belongs to the key.
func (c cacheEntry) value(key movegen.Key) (value int, found bool) {
	rest := c ^ cacheEntry(key)&^cacheScoreMask
	return int(rest) - cacheScoreBias, rest-1 < cacheScoreMask // an empty entry fails, too
}
