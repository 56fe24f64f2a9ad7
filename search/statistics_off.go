//go:build !statistics

package search

// counterSlots is how many counters a worker has: without the tag statistics none.
const counterSlots = 0
