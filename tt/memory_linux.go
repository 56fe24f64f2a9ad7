package tt

import (
	"syscall"
	"unsafe"
)

// memory is a mapping of its own, outside Go's heap: a Go slice gets no huge pages,
// which make probes of a large table several times faster.
type memory struct{ mapping []byte }

func allocate(count int) (memory, []bucket, error) {
	mapping, err := syscall.Mmap(-1, 0, count*bucketBytes, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return memory{}, nil, err
	}
	// Only advice: without huge pages the table is slower but right.
	_ = syscall.Madvise(mapping, syscall.MADV_HUGEPAGE)
	return memory{mapping}, unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(mapping))), count), nil
}

func (m memory) release() {
	if m.mapping != nil {
		_ = syscall.Munmap(m.mapping) // can only fail for a slice that is no mapping
	}
}
