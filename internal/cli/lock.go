package cli

import (
	"errors"
	"os"
)

// ErrLocked is returned by Lock while another program holds the lock.
var ErrLocked = errors.New("another program holds the lock")

// Lock takes the exclusive lock of a file, which is created if missing, and stays. The lock lasts
// until unlock is called or the program ends, however it ends. Lock does not wait: the error is
// ErrLocked if the lock is held (by this program or another one), wraps errors.ErrUnsupported where
// files cannot be locked, or is that of the system.
func Lock(path string) (unlock func() error, err error) {
	file, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	return file.Close, nil
}

// unsupported is the error for a folder, or a system, whose files cannot be locked.
func unsupported(path string) error {
	return &os.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
}
