package tt

// prefetch brings the cache line of b near.
//
//go:noescape
func prefetch(b *bucket)
