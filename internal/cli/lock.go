package cli

import (
	"errors"
	"os"
)

// errLocked is returned by acquireLock while another program holds the lock.
var errLocked = errors.New("another program holds the lock")

// acquireLock takes the exclusive lock of a file; it creates the file if missing and never removes it. The lock lasts
// until unlock is called or the program ends in any way. It does not wait: the error is errLocked if any program holds
// the lock, wraps errors.ErrUnsupported where files cannot be locked, or is that of the system.
func acquireLock(path string) (unlock func() error, err error) {
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
