//go:build !linux

package tt

// memory is Go's heap where no better mapping is known.
type memory struct{}

func allocate(count int) (memory, []bucket, error) { return memory{}, make([]bucket, count), nil }

func (memory) release() {}
