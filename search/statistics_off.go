//go:build !statistics

package search

// countersKept is how many counters a worker has: without the tag statistics none.
const countersKept = 0
