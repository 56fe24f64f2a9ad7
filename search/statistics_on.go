//go:build statistics

package search

// countersKept is how many counters a worker has: with the tag statistics all.
const countersKept = counterCount
