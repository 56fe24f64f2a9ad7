//go:build !windows

package cli

import (
	"errors"
	"os"
	"syscall"
)

// isBrokenPipe reports whether a write failed because the reader has closed the pipe.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// rename puts a file in the place of another.
func rename(from, to string) error { return os.Rename(from, to) }
