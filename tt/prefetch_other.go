//go:build !amd64

package tt

// prefetch does nothing where the instruction is not wired up.
func prefetch(*bucket) {}
