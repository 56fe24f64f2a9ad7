//go:build !unix && !windows

package syzygy

import (
	"errors"
	"os"
)

// mapFile returns the error that files cannot be mapped on this system: they are read instead.
func mapFile(*os.File, int64) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapFile([]byte) error { return nil }
