//go:build unix

package syzygy

import "syscall"

// makePipe makes a named pipe, which nobody writes to.
func makePipe(path string) error { return syscall.Mkfifo(path, 0o644) }
