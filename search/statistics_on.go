//go:build statistics

package search

// counterSlots is how many counters a worker has: with the tag statistics all.
const counterSlots = counterCount
