//go:build unix

package syzygy

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory for reading. Probes access it at random, so reading ahead would be useless.
func mapFile(f *os.File, size int64) ([]byte, error) {
	mapped, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	_ = unix.Madvise(mapped, unix.MADV_RANDOM) // if it fails, reading is slower
	return mapped, nil
}

func unmapFile(mapped []byte) error { return unix.Munmap(mapped) }
