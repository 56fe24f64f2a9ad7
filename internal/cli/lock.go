package cli

import (
	"errors"
	"os"
)

// ErrLocked is returned by Lock while another program holds the lock.
var ErrLocked = errors.New("another program holds the lock")

// Lock takes the exclusive lock of a file; it creates the file if missing and never removes it. The lock lasts until
// unlock is called or the program ends in any way. Lock does not wait: the error is ErrLocked if any program holds the
// lock, wraps errors.ErrUnsupported where files cannot be locked, or is that of the system.
func Lock(path string) (unlock func() error, err error) {
	file, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	return file.Close, nil
}

// unsupported returns the error for a folder or system whose files cannot be locked.
func unsupported(path string) error {
	return &os.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
}
