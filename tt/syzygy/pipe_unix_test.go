//go:build unix

package syzygy

import "syscall"

// makePipe makes a named pipe without a writer.
func makePipe(path string) error { return syscall.Mkfifo(path, 0o644) }
